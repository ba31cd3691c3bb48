"""A rotary encoder as two keys: every detent is one press of UP or DOWN, however fast it comes."""

from corrido.compat import const

_STEPS_PER_DETENT = const(4)
_CLOSED_US = const(10000)
_OPEN_US = const(20000)
# Quarter step for (old state << 2 | new state) of the lines a << 1 | b; a jump over two is noise.
_STEP = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Quadrature:
    """Counts detents from the levels of the two lines; bounce of one line cancels itself out."""

    def __init__(self, a: int, b: int) -> None:
        """a, b: the levels now, 0 or 1."""
        self._state = a << 1 | b
        self._quarters = 0

    def levels(self, a: int, b: int) -> int:
        """Take the levels after a change; returns 1 or -1 when a detent is complete, else 0."""
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
    """Turns detents into edges of two virtual keys that pass the debouncer unharmed.

    Detents faster than a press and its release take (30 ms) wait their turn; at most so many as
    the ring has room for are kept, the rest of a spin is dropped.
    """

    def __init__(self, ring, up: int, down: int, period: int = 1 << 30, most: int = 8) -> None:
        self._ring = ring
        self._keys = (down, up)
        self._mask = period - 1
        self._free_us = -1
        self._most_us = most * (_CLOSED_US + _OPEN_US)

    def detent(self, direction: int, now_us: int) -> None:
        """One detent, direction 1 (up) or -1 (down), at now_us of the board's counter."""
        start = now_us
        if self._free_us != -1:
            ahead = (self._free_us - now_us) & self._mask
            if ahead <= self._most_us:
                start = self._free_us
            elif ahead <= self._most_us + _CLOSED_US + _OPEN_US:
                return
        key = self._keys[direction > 0]
        end = (start + _CLOSED_US) & self._mask
        self._ring.put(key, 1, start)
        self._ring.put(key, 0, end)
        self._free_us = (end + _OPEN_US) & self._mask
