"""Turn a rotary encoder into two keys: each detent is one press of UP or DOWN, at any speed."""

from corrido.compat import TYPE_CHECKING, const
from corrido.contacts import OPEN_US, EdgeRing

if TYPE_CHECKING:
    from corrido.parts import Input

_STEPS_PER_DETENT = const(4)
_CLOSED_US = const(10000)
_MOST_US = 8 * (_CLOSED_US + OPEN_US)  # of detents that wait
_TICKS = const(0x3FFFFFFF)  # a chip's counter wraps after these
# Quarter step by (old state << 2 | new state) of the lines a << 1 | b; a double jump is noise.
_STEP = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Quadrature:
    """A counter of detents from the levels of two lines; bounce on one line cancels out."""

    def __init__(self, a: int, b: int) -> None:
        """Start from the present levels a and b, 0 or 1."""
        self._state = a << 1 | b
        self._quarters = 0

    def levels(self, a: int, b: int) -> int:
        """Take the levels after a change; return 1 or -1 when a detent is complete, else 0."""
        state = a << 1 | b
        self._quarters += _STEP[self._state << 2 | state]
        self._state = state
        if self._quarters >= _STEPS_PER_DETENT:
            self._quarters -= _STEPS_PER_DETENT
            return 1
        if self._quarters <= -_STEPS_PER_DETENT:
            self._quarters += _STEPS_PER_DETENT
            return -1
        return 0


class EncoderKeys:
    """Detents as edges of two virtual keys that pass the debouncer unharmed.

    Detents that come faster than a press and release take (30 ms) wait their turn, as many as the
    ring has room for; the rest of a spin is dropped. Call rest() before detent(), and at least
    once every half period, so that an old detent is not mistaken for one still due.
    """

    def __init__(self, ring: EdgeRing, up: int, down: int) -> None:
        self._ring = ring
        self._keys = (down, up)
        self._free_us = -1

    def rest(self, now_us: int) -> None:
        """Forget the detents that are over."""
        if self._free_us != -1 and (now_us - self._free_us) & _TICKS <= _TICKS >> 1:
            self._free_us = -1

    def detent(self, direction: int, now_us: int) -> None:
        """Take one detent, direction 1 (up) or -1 (down), at now_us on the board's counter."""
        start = now_us
        if self._free_us != -1:
            if (self._free_us - now_us) & _TICKS > _MOST_US:
                return
            start = self._free_us
        key = self._keys[direction > 0]
        end = (start + _CLOSED_US) & _TICKS
        self._ring.put(key, 1, start)
        self._ring.put(key, 0, end)
        self._free_us = (end + OPEN_US) & _TICKS


class Encoder:
    """An encoder: on_edge() counts detents in an interrupt, emit() later turns them into edges.

    Each counter has a single writer, so no interrupt can lose a count.
    """

    def __init__(self, keys: EncoderKeys, a: "Input", b: "Input") -> None:
        """Read the pins a and b, inputs with pull-ups; the caller sets their interrupts."""
        self._keys = keys
        self._a, self._b = a, b
        self._lines = Quadrature(a.value(), b.value())
        self._ups = 0
        self._downs = 0
        self._ups_taken = 0
        self._downs_taken = 0

    def on_edge(self, _pin: "Input | None") -> None:
        """Count a change of either line; safe in an interrupt."""
        direction = self._lines.levels(self._a.value(), self._b.value())
        if direction > 0:
            self._ups = (self._ups + 1) & 0xFFFF
        elif direction:
            self._downs = (self._downs + 1) & 0xFFFF

    def waiting(self) -> bool:
        """Return whether emit() has an edge to deliver."""
        return self._ups != self._ups_taken or self._downs != self._downs_taken

    def emit(self, now_us: int) -> None:
        """Put the detents since the last call into the ring; call whenever edges are read."""
        self._keys.rest(now_us)
        while self._ups_taken != self._ups:
            self._ups_taken = (self._ups_taken + 1) & 0xFFFF
            self._keys.detent(1, now_us)
        while self._downs_taken != self._downs:
            self._downs_taken = (self._downs_taken + 1) & 0xFFFF
            self._keys.detent(-1, now_us)
