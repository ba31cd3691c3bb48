"""Play a scenario on a simulated device and report where the device does not live up to it."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from host_tools.device.norflash import FlashMisuse
from host_tools.errors import UserError
from host_tools.scenario.macros import Macros, Refused
from host_tools.scenario.model import (
    OUTSIDE,
    POWER,
    PRESSES,
    Act,
    Expect,
    Mismatch,
    ParseError,
    Scenario,
    Step,
)
from host_tools.scenario.trace import Trace
from host_tools.scenario.verbs import alphabet_of
from host_tools.scenario.view import DeviceView
from host_tools.sim.device import Device, runtime_factory
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


def run(
    scenario: Scenario,
    runtime: str = "cpython",
    told: Callable[[str], None] | None = None,
    until: int = 0,
) -> Outcome:
    """Play a scenario up to its end, the first step that fails, or the line `until`.

    runtime: one of host_tools.sim.device.RUNTIMES. told: receives a line a step, with `cpython`.
    Raises ParseError if no device can be made with these settings, UserError if the runtime is
    missing.
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
        return Runner(scenario, device, told, until).run()
    finally:
        device.close()


class Due(NamedTuple):
    """A step and its instant: in the scenario's milliseconds and in the world's microseconds."""

    step: Step
    t_ms: int
    t_us: int


class Runner:
    """One scenario on one device."""

    _view: type[DeviceView] = DeviceView
    _hands: Any = Macros

    def __init__(
        self, scenario: Scenario, device: Device,
        told: Callable[[str], None] | None = None, until: int = 0,
    ) -> None:  # fmt: skip
        """Take a device without power, provisioned for the scenario.

        told: as Trace's. until: the last line to play, 0 for all.
        """
        self._trace = Trace(device, told)
        steps = scenario.steps
        self._steps = [*takewhile(lambda one: one.line <= until, steps)] if until else steps
        self._scenario = scenario
        self._device = device
        self._macros = self._hands(device, alphabet_of(scenario), scenario.settings.get("pin", ""))
        self._end_ms = 0
        self._line = 0
        # Texts spoken, and the instant (us): as of the latest step; and before an `expect`.
        self._spoken = self._since = (0, 0)
        self._step_ms = -1

    def run(self) -> Outcome:
        """Play the scenario."""
        name, path = self._scenario.name, str(self._scenario.path)
        try:
            self._play(self._steps)
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
                following = (one.t_us for one in timed[index + 1 :]
                             if isinstance(one.step.action, Act)
                             and one.step.action.verb in POWER)  # fmt: skip
                # Looking ahead must stop where the power next changes.
                self._do(due, next(following, None))
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
            later_us += isinstance(step.action, Expect) or step.action.verb in PRESSES
            now_ms = t_ms
        return timed

    def _plan(self, timed: list[Due]) -> None:
        """Plan the external steps, which happen when due whatever is checked in between."""
        for step, _, t_us in timed:
            if isinstance(step.action, Expect):
                continue
            if step.action.verb in OUTSIDE:
                self._line = step.line
                self._plan_one(step.action, t_us)
            elif step.ends_by_itself and len(timed) > 1:
                self._macros.plan(step.action, t_us, timed[-2].t_us)

    def _plan_one(self, action: Act, t_us: int) -> None:
        world, lexicons = self._device.world, self._device.world.lexicons
        match action.verb, *action.args:
            case (("press" | "hold"), key, *held_ms):
                world.press(key, t_us, *(ms * 1000 for ms in held_ms))
            case "i2c", state:
                world.at(t_us, world.bus.plug if state == "up" else world.bus.unplug)
            case "stall", ms:
                world.at(t_us, lambda: world.stall(ms * 1000))
            case "flip", _, offset, bit:
                name = self._device.lexicon
                if offset >= (size := lexicons.size(name)):
                    raise Mismatch(f"byte {offset} in the stored lexicon", f"{size} bytes")
                world.at(t_us, lambda: lexicons.flip(name, offset, bit))

    def _do(self, due: Due, barrier_us: int | None) -> None:
        """Let time pass up to the step, and carry it out unless it was planned."""
        device, action = self._device, due.step.action
        device.run_until(due.t_us)
        self._end_ms = due.t_ms
        if isinstance(action, Expect):
            if due.t_ms != self._step_ms:  # one at the same instant sees the same
                self._since, self._step_ms = self._spoken, due.t_ms
            view = self._seen(due.t_ms, due.t_us, barrier_us)
            self._trace.after(due.step, due.t_ms, view)
            for check in action.checks:
                check.run(view)
            self._spoken = self._heard()
            return
        self._spoken, self._since, self._step_ms = self._heard(), self._heard(), due.t_ms
        if action.verb in POWER:
            self._power(*action.args or (action.verb,))
        elif action.verb == "leap":
            device.leap(due.t_us + action.args[0] * 1000)
            self._end_ms = _ms_after(device.now_us)
        elif action.verb not in OUTSIDE:
            self._macro(action, due)
        if self._trace.told:
            view = self._seen(self._end_ms, max(due.t_us, device.now_us), barrier_us)
            self._trace.after(due.step, due.t_ms, view)

    def _seen(self, t_ms: int, t_us: int, barrier_us: int | None) -> DeviceView:
        shots = self._scenario.shots
        return self._view(self._device, t_ms, t_us, barrier_us, self._since, shots)

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
            self._trace.started()
        else:
            # The device's milliseconds coincide with the scenario's.
            device.run_until(_ms_after(device.now_us) * 1000)
            device.power_on()
            self._trace.started()
            self._macros.after_power_on("preset" in self._scenario.settings)
            self._end_ms = max(self._end_ms, _ms_after(device.now_us))

    def _macro(self, macro: Act, due: Due) -> None:
        device = self._device
        if not device.powered:
            raise Mismatch(f"`{macro.verb}` to make sense", "no power")
        try:
            self._macros.run(macro, due.t_us)
        except Refused:
            # A macro that the device refuses just stops pressing: that is not an error.
            self._macros.leave()
        self._end_ms = max(due.t_ms, _ms_after(device.now_us))


def _ms_after(t_us: int) -> int:
    return -(-t_us // 1000)
