"""Turn a rotary encoder into two keys: each detent is one press of UP or DOWN, at any speed."""

from corrido.compat import TYPE_CHECKING, const
from corrido.contacts import OPEN_US, TICKS, EdgeRing

if TYPE_CHECKING:
    from corrido.parts import Input

_STEPS_PER_DETENT = const(4)
_AT_REST = const(3)
_CLOSED_US = const(10000)
_MOST_US = 8 * (_CLOSED_US + OPEN_US)  # of detents that wait
# Quarter step by (old state << 2 | new state) of the lines a << 1 | b; a double jump is noise.
_STEP = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Encoder:
    """Detents as edges of two virtual keys that pass the debouncer unharmed.

    on_edge() counts in an interrupt; emit() later turns the count into edges. Bounce on one line
    cancels out. Between detents both lines are open: there the count is whole again, whatever
    edge was served late. (Four steps a detent: an encoder of two, which also rests with both
    closed, is not offered.) Detents that come faster than a press and release take (30 ms) wait
    their turn, as many as the ring has room for; the rest of a spin is dropped.
    """

    def __init__(self, ring: EdgeRing, up: int, down: int, a: "Input", b: "Input") -> None:
        """Read the pins a and b, inputs with pull-ups; the caller sets their interrupts."""
        self._ring = ring
        self._keys = (down, up)
        self._a, self._b = a, b
        self._state = a.value() << 1 | b.value()
        self._quarters = 0  # steps so far, four for each detent
        self._rest = 0  # their number at the last detent
        self._taken = 0  # of these, by emit()
        self._free_us = -1  # when the next detent can be told; -1: at once

    def on_edge(self, _pin: "Input | None") -> None:
        """Count a change of either line; safe in an interrupt."""
        state = self._a.value() << 1 | self._b.value()
        self._quarters += _STEP[self._state << 2 | state]
        self._state = state
        if state == _AT_REST:
            moved = self._quarters - self._rest
            self._rest += (moved + 2) >> 2 << 2 if moved > 0 else -((2 - moved) >> 2 << 2)
            self._quarters = self._rest

    def waiting(self) -> bool:
        """Return whether emit() has an edge to deliver; notice a rest that no interrupt told."""
        if self._state != _AT_REST and self._a.value() and self._b.value():
            self.on_edge(None)
        return abs(self._quarters - self._taken) >= _STEPS_PER_DETENT

    def emit(self, now_us: int) -> None:
        """Put the detents since the last call into the ring; now_us is the board's counter.

        Call it whenever edges are read, and at least once every half period of the counter, so
        that an old detent is not mistaken for one still due.
        """
        if self._free_us != -1 and (now_us - self._free_us) & TICKS <= TICKS >> 1:
            self._free_us = -1
        while self.waiting():
            up = self._quarters > self._taken
            self._taken += _STEPS_PER_DETENT if up else -_STEPS_PER_DETENT
            start = now_us
            if self._free_us != -1:
                if (self._free_us - now_us) & TICKS > _MOST_US:
                    continue
                start = self._free_us
            key = self._keys[up]
            end = (start + _CLOSED_US) & TICKS
            self._ring.put(key, 1, start)
            self._ring.put(key, 0, end)
            self._free_us = (end + OPEN_US) & TICKS
