"""The macros of a scenario: the presses of a player or an arbiter, step by step.

Closed-loop: the device's focus (as corrido/ui/navigator.py tells it) tells where a press has led
to. Where the device does not go along, Refused ends the macro.
"""

from corrido.core.events import REASONS
from corrido.ui.screens.stopped import RING

from host_tools.scenario.arbiter import Arbiter
from host_tools.scenario.keys import Fingers, Refused
from host_tools.scenario.model import Macro, Mismatch
from host_tools.scenario.typist import Typist
from host_tools.sim.device import CONFIRM_US, Device

ARM_PRESSES = 4
HOLD_US = 2_100_000
CONFIRM_WITHIN_US = 2_000_000
# From the firmware, as its ring is: which way is shorter, by the names that its focus tells.
STOP_RING = [REASONS[reason] for reason in RING]
# Macros that mean nothing in other phases than these: there the line fails.
PHASES = {
    "arm": ("setup",),
    "stop": ("running", "count"),
    "mark": ("running", "count"),
    "finish": ("stopped", "count"),
    "close": ("over",),
    "next": ("closed",),
}
# Macros whose first key stops the clocks: it is pressed at the macro's own instant.
FIRST_KEYS = {"stop": "STOP", "challenge": "CHALLENGE"}


# A look at a press may run the device on so far, past the instant of a macro that follows.
MAY_RUN_ON_US = CONFIRM_US


class Macros:
    """Runs macros on one device."""

    def __init__(self, device: Device, alphabet: str) -> None:
        """Take the alphabet's code: of the tiles with which the device's words are entered."""
        self._device = device
        self._fingers = Fingers(device)
        self._planned = False
        self._typist = Typist(self._fingers, alphabet)
        self._verbs = {
            "arm": self._arm,
            "stop": self._stop,
            "mark": self._mark,
            "challenge": self._challenge,
            "finish": self._finish,
            "close": self._close,
            "next": self._next,
            "arbiter": Arbiter(self._fingers, self._typist).act,
        }

    def plan(self, macro: Macro, t_us: int, before_us: int) -> None:
        """Plan the first key of a macro that is due so soon after a step that a look passes it.

        t_us: the macro's instant. before_us: that of the step before.
        """
        key = FIRST_KEYS.get(macro.verb)
        if key is None or not 0 < t_us - before_us <= MAY_RUN_ON_US:
            return
        free_us = self._device.world.free_us(key)
        if free_us is None or free_us <= t_us:
            self._device.press(key, t_us)
            self._planned = True

    def run(self, macro: Macro, t_us: int | None = None) -> None:
        """Press the macro's keys; Refused where the device does not go along.

        t_us: its instant, now if not given; presses up to then come before it.

        Raises Mismatch for a macro that means nothing in the present phase.
        """
        fingers = self._fingers
        fingers.begin()
        early = self._begun_early(macro.verb, self._device.now_us if t_us is None else t_us)
        phases = PHASES.get(macro.verb, ())
        right = ("stopped",) if early and macro.verb == "stop" else phases
        if right and fingers.phase() not in right:
            raise Mismatch(f"`{macro.verb}` in {' or '.join(phases)}", f"phase {fingers.phase()}")
        fingers.leave()
        self._verbs[macro.verb](*macro.args)

    def _begun_early(self, verb: str, t_us: int) -> bool:
        """Wait until the presses up to t_us are confirmed; True if the first key is down by then.

        A stop in the instant of another press, or just after it, does not wait to be pressed.
        """
        device, key = self._device, FIRST_KEYS.get(verb)
        planned, self._planned = self._planned, False
        waits = device.pending() > device.world.presses_since(t_us)
        if planned:
            self._fingers.planned(FIRST_KEYS[verb])
        early = planned or (key is not None and waits and self._fingers.press_early(key))
        device.settle(t_us if not early else max(t_us, device.now_us))
        return early

    def after_power_on(self, preset: bool) -> None:
        """Arm, if a preset is set and the device has come up in setup."""
        device = self._device
        while not device.status() and device.step(device.now_us + 60_000_000):
            pass
        if preset and self._fingers.phase() == "setup":
            self._fingers.begin()
            try:
                self._arm()
            except Refused:
                self._fingers.leave()

    def leave(self) -> None:
        """Close the screens that a refused macro has left open."""
        self._fingers.begin()
        self._fingers.leave()

    def _arm(self) -> None:
        fingers = self._fingers
        for _ in range(ARM_PRESSES - 1):
            if fingers.device.focus() != "setup:start":
                fingers.tap("BACK")
        fingers.choose("start", "setup")

    def _stop(self, reason: str) -> None:
        self._fingers.tap("STOP")
        self._fingers.seek(reason, "stopped", STOP_RING)

    def _mark(self, mark: str) -> None:
        fingers = self._fingers
        if self._device.status()["marks"] == mark:
            return
        for _ in range(2):
            fingers.tap("RIGHT")
            if fingers.fields().get("mark") == mark:
                fingers.tap("OK")
                return

    def _challenge(self, *words: str) -> None:
        fingers = self._fingers
        fingers.tap("CHALLENGE")
        fingers.expect("letters")
        self._typist.enter(list(words))
        if fingers.place() == "confirm":
            fingers.tap("A")
            fingers.tap("B")
        end_us = self._device.now_us + CONFIRM_WITHIN_US
        while fingers.phase() == "challenge" and self._device.step(end_us):
            pass

    def _finish(self, counted: str = "") -> None:
        fingers = self._fingers
        fingers.tap("OK")
        fingers.choose("fin-counted" if counted else "fin", "menu")
        fingers.expect("finish")
        fingers.tap("A")
        fingers.tap("B")

    def _close(self) -> None:
        """Sign for both once the buttons answer again: an end by time makes them deaf."""
        deaf_ms = int(self._fingers.fields().get("deaf", "0"))
        self._device.run_until(self._device.now_us + deaf_ms * 1000)
        self._fingers.tap("A")
        self._fingers.tap("B")

    def _next(self) -> None:
        self._fingers.tap("OK", HOLD_US)
