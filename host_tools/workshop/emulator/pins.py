"""What any emulated chip has: contacts to move, a console; a piezo to listen to, and lights."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from host_tools.errors import UserError

_SILENCE_US = 20_000.0


class Console:
    """A chip's console; `text` holds its output, `on_line` gets each line, send() types."""

    connected = True

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self.send = send
        self.text = bytearray()
        self.on_line: Callable[[str], object] = lambda line: None
        self._line = b""

    def hear(self, said: bytes) -> None:
        """Take output."""
        self.text += said
        *lines, self._line = (self._line + said).split(b"\n")
        for line in lines:
            self.on_line(line.decode("utf-8", "replace").strip())


class Powered(ABC):
    """One power-on of an emulated chip, as far as all of them are alike."""

    @abstractmethod
    def now_us(self) -> float:
        """Return the microseconds since power-on."""

    @abstractmethod
    def at(self, after_us: float, action: Callable[[], None]) -> None:
        """Schedule a call `after_us` from now."""

    @abstractmethod
    def run_for(self, us: float) -> None:
        """Let this much time pass."""

    @abstractmethod
    def contact(self, gpio: int, closed: bool) -> None:
        """Connect a pin to ground now, or release it."""

    def run_until(
        self, condition: Callable[[], bool], limit_us: float, step_us: float = 500
    ) -> float:
        """Let time pass until a condition holds, tested every step_us; return the time.

        Raises UserError if it does not hold within limit_us.
        """
        end = self.now_us() + limit_us
        while not condition():
            if self.now_us() >= end:
                raise UserError(f"nothing happened within {limit_us / 1e6:g} emulated seconds", 1)
            self.run_for(step_us)
        return self.now_us()

    def move(
        self, gpio: int, closed: bool, after_us: float = 0.0, spans_us: Iterable[float] = ()
    ) -> None:
        """Close or open a contact `after_us` from now, and back again after each of the spans."""
        for span_us in (*spans_us, 0.0):
            self.at(after_us, lambda closed=closed: self.contact(gpio, closed))
            after_us, closed = after_us + span_us, not closed


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
        edges: list[tuple[float, bool]] = []
        self._edges[number] = edges
        self._gpio[number].add_listener(
            lambda new, old: edges.append((self._now_us(), int(new) == 1))
        )

    def edges(self, number: int) -> list[tuple[float, bool]]:
        """Return a watched pin's edges: microseconds since power-on, high or not."""
        return self._edges[number]

    def high(self, number: int) -> bool:
        """Return whether the pin is driven high now."""
        pin = self._gpio[number]
        return bool(pin.output_enable and pin.output_value)

    def tones(self, number: int) -> list[Tone]:
        """Return the sounds of a piezo on a watched pin, split by pitch."""
        return tones_of([t_us for t_us, high in self.edges(number) if high])


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
