"""`--trace`: what each step finds on the device, what entered the core by it and what came out."""

from collections.abc import Callable
from typing import Any

from corrido.core import events

from host_tools.scenario.model import Step
from host_tools.scenario.view import DeviceView
from host_tools.sim.device import Device
from host_tools.sim.runtime import DirectRuntime

# The kinds of events stand before the values with the same numbers, the players before both.
KINDS: dict[int, str] = {}
for _name, _value in vars(events).items():
    if _name.isupper() and type(_value) is int and _name not in ("NONE", "A", "B", "BOTH"):
        KINDS.setdefault(_value, _name)


class Trace:
    """Tells each step in a line."""

    def __init__(self, device: Device, told: Callable[[str], None] | None) -> None:
        """Take the device; told: receives a line a step."""
        self._device, self.told = device, told
        self._flow: list[str] = []

    def started(self) -> None:
        """Watch the core of a firmware that has just started in this process."""
        if not self.told or not isinstance(self._device._runtime, DirectRuntime):
            return  # a phone's is in its browser
        recorder = self._device.app.recorder
        apply, play = recorder._apply, recorder._play

        def noted(effects: Any, event: Any, payload: bytes = b"") -> None:
            # What is logged by its kind alone.
            out = " ".join(str(one[1]) if one[0] == "log" else ":".join(map(str, one))
                           for one in effects)  # fmt: skip
            self._flow.append(f"{_event(event)} -> {out or 'nothing'}")
            apply(effects, event, payload)

        def played(event: Any, payload: bytes) -> bool:
            before = len(self._flow)
            taken = play(event, payload)
            if len(self._flow) == before:
                self._flow.append(f"{_event(event)} means nothing here")
            return taken

        recorder._apply, recorder._play = noted, played

    def after(self, step: Step, t_ms: int, view: DeviceView) -> None:
        """Tell a step that is done."""
        if not self.told:
            return
        words = [f"{step.line:4} {t_ms / 1000:9.3f}"]
        if self._device.powered:
            status = view.status
            clocks = f"A {status['clock.A']} B {status['clock.B']} runs {status['running']}"
            words += [f"{status['phase']:9}", clocks, f"[{self._device.focus()}]"]
        self.told("  ".join([*words, step.text, *(f"| {one}" for one in self._flow)]))
        self._flow = []


def _event(event: tuple[int, ...] | None) -> str:
    """Return an event in words; without one, something came due by itself."""
    if event is None:
        return "due"
    *_, kind, who, value = event
    words = (KINDS.get(kind, str(kind)), who and events.WHO_NAMES[who], value)
    return " ".join(str(word) for word in words if word)
