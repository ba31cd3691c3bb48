"""What is heard and seen on a chip's pins: a piezo's tones, lights."""

from collections.abc import Callable
from typing import Any, NamedTuple

_SILENCE_US = 20_000.0


class Tone(NamedTuple):
    """A stretch of sound: start and end in microseconds since power-on, pitch in Hz."""

    start_us: float
    end_us: float
    hz: float


class Outputs:
    """Edges of the watched pins: (microseconds since power-on, high or not)."""

    def __init__(self, gpio: list[Any], now_us: Callable[[], float]) -> None:
        self._gpio = gpio
        self._now_us = now_us
        self._edges: dict[int, list[tuple[float, bool]]] = {}

    def watch(self, number: int) -> None:
        """Record a pin's edges from now on."""
        if number in self._edges:
            return
        edges: list[tuple[float, bool]] = []
        self._edges[number] = edges
        self._gpio[number].add_listener(
            lambda new, old: edges.append((self._now_us(), int(new) == 1))
        )

    def high(self, number: int) -> bool:
        """Return whether the pin is driven high now."""
        pin = self._gpio[number]
        return bool(pin.output_enable and pin.output_value)

    def tones(self, number: int) -> list[Tone]:
        """Return the sounds of a piezo on a watched pin, split by pitch."""
        return tones_of([t_us for t_us, high in self._edges[number] if high])


def tones_of(rises_us: list[float]) -> list[Tone]:
    """Group the rising edges of a square wave into stretches of one pitch, to 3 %."""
    tones: list[Tone] = []
    start = count = 0
    for index in range(1, len(rises_us)):
        period = rises_us[index] - rises_us[index - 1]
        mean = (rises_us[index - 1] - rises_us[start]) / count if count else period
        if period > _SILENCE_US or abs(period - mean) > 0.03 * mean:
            _close(tones, rises_us, start, count)
            start, count = (index, 0) if period > _SILENCE_US else (index - 1, 1)
        else:
            count += 1
    _close(tones, rises_us, start, count)
    return tones


def _close(tones: list[Tone], rises_us: list[float], start: int, count: int) -> None:
    if count:
        span = rises_us[start + count] - rises_us[start]
        tones.append(Tone(rises_us[start], rises_us[start] + span, count * 1e6 / span))
