"""Play a scenario on a simulated device and report where the device does not live up to it."""

from dataclasses import dataclass
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.scenario.macros import Macros, Refused
from host_tools.scenario.model import (
    INSTANT,
    Cable,
    Expect,
    Flip,
    Macro,
    Mismatch,
    ParseError,
    Power,
    Press,
    Scenario,
    Stall,
    Step,
)
from host_tools.scenario.verbs import alphabet_of
from host_tools.scenario.view import DeviceView
from host_tools.sim.device import Device, runtime_factory
from host_tools.sim.lexicons import LexiconStore
from host_tools.sim.norflash import FlashMisuse
from host_tools.sim.runtime import FirmwareError


@dataclass(frozen=True)
class Outcome:
    """How a scenario went; line is 0 when it passed."""

    name: str
    path: str
    passed: bool
    line: int = 0
    expected: str = ""
    seen: str = ""

    def text(self) -> str:
        """Return the outcome as one readable line."""
        if self.passed:
            return f"PASS {self.name}"
        what = f"expected {self.expected}, seen {self.seen}"
        return f"FAIL {self.name}: line {self.line}: {what}"


def run(scenario: Scenario, runtime: str = "cpython") -> Outcome:
    """Play a scenario up to its end or the first step that fails.

    runtime: one of host_tools.sim.device.RUNTIMES. Raises ParseError if no device can be made
    with these settings, UserError if the runtime is missing.
    """
    runtime_factory(runtime)
    try:
        device = Device.provisioned(scenario.settings, runtime, scenario.path.parent)
    except UserError as error:
        raise ParseError(f"{scenario.path}: {error}") from error
    except OSError as error:
        wrong = f"{error.filename or 'the device'}: {error.strerror or error}"
        raise ParseError(f"{scenario.path}: {wrong}") from error
    try:
        return Runner(scenario, device).run()
    finally:
        device.close()


class Due(NamedTuple):
    """A step and its instant: in the scenario's milliseconds and in the world's microseconds."""

    step: Step
    t_ms: int
    t_us: int


class Runner:
    """One scenario on one device."""

    def __init__(self, scenario: Scenario, device: Device) -> None:
        """Make a device without power, provisioned for the scenario."""
        self._scenario = scenario
        self._device = device
        plain = scenario.settings.get("letters") == "alphabet"
        self._macros = Macros(
            device, alphabet_of(scenario), plain, scenario.settings.get("pin", "")
        )
        self._end_ms = 0
        self._line = 0
        # Texts spoken, and the instant (us): as of the latest step; and before an `expect`.
        self._spoken = self._since = (0, 0)
        self._step_ms = -1

    def run(self) -> Outcome:
        """Play the scenario."""
        name, path = self._scenario.name, str(self._scenario.path)
        try:
            self._play(self._scenario.steps)
        except Mismatch as wrong:
            return Outcome(name, path, False, self._line, wrong.expected, wrong.seen)
        except FirmwareError as error:
            return Outcome(name, path, False, self._line, "the firmware to go on", str(error))
        except FlashMisuse as error:
            return Outcome(name, path, False, self._line, "the flash used as a NOR flash",
                           str(error))  # fmt: skip
        return Outcome(name, path, True)

    def _play(self, steps: list[Step]) -> None:
        """Play stretch by stretch: steps at known times, then one that the device ends."""
        while steps:
            count = next((i for i, step in enumerate(steps) if step.ends_by_itself), len(steps))
            timed = self._times(steps[: count + 1])
            self._plan(timed)
            for index, due in enumerate(timed):
                self._line = due.step.line
                self._do(due, _barrier(timed[index + 1 :]))
            steps = steps[count + 1 :]

    def _times(self, steps: list[Step]) -> list[Due]:
        """Return each step with its instant, counted from the end of the stretch before.

        A step after an `expect` or a press at the same instant comes a microsecond later: the
        `expect` does not see it, presses keep the order of their lines, and the device still
        records it in that millisecond.
        """
        timed = []
        now_ms, later_us = self._end_ms, 0
        for step in steps:
            t_ms = now_ms + (step.plus_ms or 0) if step.at_ms is None else step.at_ms
            if t_ms < now_ms:
                self._line = step.line
                raise Mismatch(
                    f"the step at {t_ms / 1000:g} after the one before",
                    f"that one ended at {now_ms / 1000:.3f}",
                )
            later_us = later_us if t_ms == now_ms else 0
            timed.append(Due(step, t_ms, t_ms * 1000 + later_us))
            later_us += isinstance(step.action, (Expect, Press))
            now_ms = t_ms
        return timed

    def _plan(self, timed: list[Due]) -> None:
        """Plan the external steps, which happen when due whatever is checked in between."""
        world = self._device.world
        for step, _, t_us in timed:
            action = step.action
            if isinstance(action, Press):
                world.press(action.key, t_us, action.hold_ms * 1000)
            elif isinstance(action, Cable):
                world.at(t_us, world.bus.plug if action.plugged else world.bus.unplug)
            elif isinstance(action, Stall):
                world.at(t_us, lambda us=action.ms * 1000: world.stall(us))
            elif isinstance(action, Flip):
                self._line = step.line
                self._plan_flip(action, t_us)
            elif isinstance(action, Macro) and len(timed) > 1:
                self._macros.plan(action, t_us, timed[-2].t_us)

    def _plan_flip(self, flip: Flip, t_us: int) -> None:
        lexicons = self._device.world.lexicons
        assert isinstance(lexicons, LexiconStore)  # every scenario's device has its own
        name = self._device.lexicon
        size = lexicons.size(name)
        if flip.offset >= size:
            raise Mismatch(f"byte {flip.offset} in the stored lexicon", f"{size} bytes")
        self._device.world.at(t_us, lambda: lexicons.flip(name, flip.offset, flip.bit))

    def _do(self, due: Due, barrier_us: int | None) -> None:
        """Let time pass up to the step, and carry it out unless it was planned."""
        device, action = self._device, due.step.action
        device.run_until(due.t_us)
        self._end_ms = due.t_ms
        if isinstance(action, Expect):
            if due.t_ms != self._step_ms:  # one at the same instant sees the same
                self._since, self._step_ms = self._spoken, due.t_ms
            view = DeviceView(device, due.t_ms, due.t_us, barrier_us, self._since)
            for check in action.checks:
                check.run(view)
            self._spoken = self._heard()
            return
        self._spoken, self._since, self._step_ms = self._heard(), self._heard(), due.t_ms
        if isinstance(action, Power):
            self._power(action.what)
        elif isinstance(action, Macro):
            self._macro(action, due)
        else:
            assert isinstance(action, INSTANT)

    def _heard(self) -> tuple[int, int]:
        said = self._device.said()
        return said[-1][0] if said else 0, self._device.now_us

    def _power(self, what: str) -> None:
        device = self._device
        if device.powered == (what == "on"):
            state = "power already" if device.powered else "no power"
            raise Mismatch(f"{what} to make sense", state)
        if what == "cut":
            device.power_cut()
        elif what == "reset":
            device.reset()
        else:
            # The device's milliseconds coincide with the scenario's.
            device.run_until(_ms_after(device.now_us) * 1000)
            device.power_on()
            self._macros.after_power_on("preset" in self._scenario.settings)
            self._end_ms = max(self._end_ms, _ms_after(device.now_us))

    def _macro(self, macro: Macro, due: Due) -> None:
        device = self._device
        if not device.powered:
            raise Mismatch(f"`{macro.verb}` to make sense", "no power")
        try:
            self._macros.run(macro, due.t_us)
        except Refused:
            # A macro that the device refuses just stops pressing: that is not an error.
            self._macros.leave()
        self._end_ms = max(due.t_ms, _ms_after(device.now_us))


def _barrier(following: list[Due]) -> int | None:
    """Return when the power next changes: looking ahead must stop there."""
    return next((due.t_us for due in following if isinstance(due.step.action, Power)), None)


def _ms_after(t_us: int) -> int:
    return -(-t_us // 1000)
