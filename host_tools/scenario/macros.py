"""The macros of a scenario: the presses of a player or an arbiter, step by step.

Closed-loop: after each press, the device's focus (reported by corrido/ui/navigator.py) tells where
it has led. If the device does not go along, Refused ends the macro.
"""

import json
from collections.abc import Sequence
from typing import Any

from host_tools.device import game
from host_tools.scenario.arbiter import OF_TWO_WORDS, Arbiter
from host_tools.scenario.keys import Fingers, Refused, Typist
from host_tools.scenario.model import Act, Mismatch
from host_tools.sim.device import CONFIRM_US, Device, pin_keys

ARM_PRESSES = 4
HOLD_US = 2_100_000
CONFIRM_WITHIN_US = 2_000_000
# The phases in which a macro has a meaning: in any other the line fails.
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


class Macros:
    """Runs macros on one device."""

    def __init__(self, device: Device, alphabet: str, pin: str = "") -> None:
        """Take the device, and the code of the alphabet whose tiles its words are entered with.

        pin: the arbiter's.
        """
        self._device = device
        self._fingers = Fingers(device)
        self._planned = False
        self._pin = pin
        self._games: dict[str, bytes] = {}  # the states taken out, by name
        self._typist = Typist(self._fingers, alphabet)
        self._menu = Arbiter(self._fingers, self._typist)
        self._by_hand = {
            "tap": self._tap,
            "select": lambda focus: self._fingers.select(*focus.split(":", 1)[::-1]),
            "seek": lambda focus: self._fingers.seek(*focus.split(":", 1)[::-1]),
            "digits": lambda digits: self._tap(*pin_keys(digits)),
            "enter": lambda *words: self._typist.enter([*words]),
            "tiles": lambda tiles: [self._typist.take(tile) for tile in tiles],
            "fault": device.cause,
        }

    def plan(self, macro: Act, t_us: int, before_us: int) -> None:
        """Plan a macro's first key if checking the step before may run past the macro's instant.

        t_us: the macro's instant. before_us: the instant of the step before.
        """
        key = FIRST_KEYS.get(macro.verb)
        if key is not None and 0 < t_us - before_us <= CONFIRM_US:
            self._fingers.begin()
            self._planned = self._fingers.press_early(key, t_us)

    def run(self, macro: Act, t_us: int | None = None) -> None:
        """Press the macro's keys; Refused if the device does not go along, Mismatch by hand.

        t_us: the macro's instant, by default now; presses up to then come before it.

        Raises Mismatch for a macro that has no meaning in the present phase.
        """
        fingers = self._fingers
        if not self._planned:
            fingers.begin()
        if macro.verb in self._by_hand:
            self._device.settle(self._device.now_us)
            try:
                self._by_hand[macro.verb](*macro.args)
            except Refused as error:
                raise Mismatch(f"`{macro.verb}` to be possible", str(error)) from error
            return
        early = self._begun_early(macro.verb, self._device.now_us if t_us is None else t_us)
        phases = PHASES.get(macro.verb, ())
        right = ("stopped",) if early and macro.verb == "stop" else phases
        if right and fingers.phase() not in right:
            raise Mismatch(f"`{macro.verb}` in {' or '.join(phases)}", f"phase {fingers.phase()}")
        self._clear()
        getattr(self, f"_{macro.verb}")(*macro.args)

    def _begun_early(self, verb: str, t_us: int) -> bool:
        """Wait until presses up to t_us are confirmed; return whether the first key was pressed.

        A stop at the same instant as another press, or just after it, is pressed without waiting.
        """
        device, key = self._device, FIRST_KEYS.get(verb)
        planned, self._planned = self._planned, False
        waits = device.pending() > device.world.presses_since(t_us)
        early = planned or (
            key is not None and waits and self._fingers.press_early(key, device.now_us)
        )
        device.settle(t_us if not early else max(t_us, device.now_us))
        return early

    def after_power_on(self, preset: bool) -> None:
        """Arm the game if a preset is set and the device has started in setup."""
        device = self._device
        while not device.status() and device.step(device.now_us + 60_000_000):
            pass
        device.run_until(device.now_us)  # keys count from the first picture on
        if preset and self._fingers.phase() == "setup":
            self._fingers.begin()
            try:
                self._arm()
            except Refused:
                self.leave()

    def leave(self) -> None:
        """Close the screens that a refused macro has left open."""
        self._fingers.begin()
        self._clear()

    def _clear(self) -> None:
        """Close what lies over the game's own screen."""
        self._fingers.leave()

    def _tap(self, *keys: str) -> None:
        """Press keys one after the other; the last confirmation lasts until the verdict."""
        for key in keys:
            confirms = key == "B" and self._fingers.place() == "confirm"
            self._fingers.tap(key)
            if confirms:
                self._judged()

    def _arm(self) -> None:
        fingers = self._fingers
        for _ in range(ARM_PRESSES - 1):
            if fingers.device.focus() != "setup:start":
                fingers.tap("BACK")
        fingers.select("start", "setup")

    def _stop(self, reason: str) -> None:
        self._fingers.tap("STOP")
        self._fingers.seek(reason, "stopped", True)

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
        if fingers.phase() == "challenge":
            self._edit()
        else:
            fingers.tap("CHALLENGE")
            if fingers.phase() == "running" and self._device.status()["hold"] != "none":
                fingers.tap("CHALLENGE")  # the first press has only held the play
        self._enter(words)
        if fingers.place() == "confirm":
            self._both()
        self._judged()

    def _edit(self) -> None:
        self._typist.clear()

    def _enter(self, words: Sequence[str]) -> None:
        """Enter the words of a play, and end the entry."""
        self._fingers.expect("letters")
        self._typist.enter(list(words))

    def _both(self, *places: str) -> None:
        """Press both players' buttons, on one of these screens if any are given."""
        if places:
            self._fingers.expect(*places)
        self._fingers.tap("A")
        self._fingers.tap("B")

    def _judged(self) -> None:
        end_us = self._device.now_us + CONFIRM_WITHIN_US
        while self._fingers.phase() == "challenge" and self._device.step(end_us):
            pass

    def _finish(self, counted: str = "") -> None:
        self._item("fin-counted" if counted else "fin")
        self._both("finish")

    def _item(self, name: str) -> None:
        """Choose an item of the menu."""
        self._fingers.tap("OK")
        self._fingers.select(name, "menu")

    def _close(self) -> None:
        """Sign for both once the buttons respond again, which an end on time disables briefly."""
        deaf_ms = int(self._fingers.fields().get("deaf", "0"))
        self._device.run_until(self._device.now_us + deaf_ms * 1000)
        self._both()

    def _arbiter(self, pin: str, *words: str) -> None:
        """Carry out acts, parted by `;`; Refused if the device does not go along."""
        for act in " ".join(words).split(";"):
            action, *args = act.split()
            if args and (action, args[-1]) in OF_TWO_WORDS:
                action = f"{action}-{args.pop()}"
            self._act(pin, action, args)
            if action == "reopen":
                self._both("finish")
        self._clear()

    def _consent(self, action: str, *args: str) -> None:
        """Carry out an act by the agreement of both players, where no PIN is set."""
        self._act("", action, [*args])
        self._both("consent")
        self._clear()

    def _act(self, pin: str, action: str, args: list[str]) -> None:
        self._menu.act(pin, action, args)

    def _game(self, what: str, name: str) -> None:
        """Take the game's state out, or put one in, over the device's console."""
        if self._pin:
            self.ask(f"unlock {self._pin}")
        if what == "take":
            self._games[name] = game.take(self.ask)
            return
        if name not in self._games:
            raise Mismatch(f"a game taken as {name}", ", ".join(self._games) or "none")
        game.put(self.ask, self._games[name], name)
        end_us = self._device.now_us + CONFIRM_WITHIN_US
        while self._fingers.phase() == "setup" and self._device.step(end_us):
            pass

    def ask(self, command: str) -> Any:
        """Return the device's answer to a host's command; Refused with its reason."""
        verdict, _, told = self._device.ask(command).partition(" ")
        if verdict != "ok":
            raise Refused(told)
        return json.loads(told)

    def _next(self) -> None:
        self._fingers.tap("OK", HOLD_US)
