"""Derive a continuous time since power-on from a board's wrapping microsecond counter.

Only this module knows about the wrap: all others read milliseconds from here. Whole milliseconds
and leftover microseconds are kept apart, so nothing is ever rounded away and no number outgrows
the small integers of a 32-bit MicroPython within 12 days.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Board

_MILLION = 1000000
LONGEST_US = 10000000  # between two readings: the watchdog of every board is shorter
RACE_US = 100000  # a counter cannot run backwards: within this, two readings raced


def sooner(due_ms: int, other_ms: int) -> int:
    """Return the earlier of two due times; the other may be -1, for never."""
    return other_ms if 0 <= other_ms < due_ms else due_ms


class Timebase:
    """Milliseconds since creation; monotonic, and read at least every ten seconds.

    board: offers ticks_us() and ticks_period (a power of two; half of it is 8.9 min on chips).
    ppm: how fast the board's crystal runs, in parts per million (negative: slow); a counter 20 ppm
    fast counts 1,000,020 per second, and the surplus 20 are taken out again.
    """

    def __init__(self, board: "Board", ppm: int = 0) -> None:
        self._board = board
        self._mask = board.ticks_period - 1
        self._half = board.ticks_period >> 1
        self._ppm = ppm
        self._last = board.ticks_us()
        self._ms = 0
        self._us = 0
        self._error = 0
        self.jumped = False  # the counter took a step of seen_s that cannot be time
        self.seen_s = 0

    def set_ppm(self, ppm: int) -> None:
        """Use another correction from now on; time already counted does not change."""
        self.now_ms()
        self._ppm = ppm

    def now_ms(self) -> int:
        """Return whole milliseconds since power-on; call at least every ten seconds."""
        ticks = self._board.ticks_us()
        gone = (ticks - self._last) & self._mask
        if gone > LONGEST_US:
            ticks = self._doubted(gone)
            gone = (ticks - self._last) & self._mask
            if gone > LONGEST_US:
                return self._ms
        self._last = ticks
        us = self._us + gone
        if self._ppm:
            self._error += gone % _MILLION * self._ppm
            us -= self._error // _MILLION + gone // _MILLION * self._ppm
            self._error %= _MILLION
        self._ms += us // 1000
        self._us = us % 1000
        return self._ms

    def _doubted(self, gone: int) -> int:
        """Return a second reading in place of one that no passing of time explains.

        If the second is no better, time goes on from it: the step counts as nothing, and is told.
        """
        again = self._board.ticks_us()
        left = (again - self._last) & self._mask
        if LONGEST_US < left < self._mask + 1 - RACE_US:
            self._last = again
            self.jumped = True
            self.seen_s = (gone if gone < self._half else gone - self._mask - 1) // _MILLION
        return again

    def stamp(self) -> int:
        """Return the board's present counter, to measure a short time from."""
        self.now_ms()
        return self._last

    def plausible(self, stamp: int) -> int:
        """Return an edge's stamp; the latest reading in place of one that no edge can have."""
        age = (self._last - stamp) & self._mask
        # Edges go on coming after the latest reading: whatever stops the loop, it is restarted.
        return self._last if LONGEST_US < age <= self._mask - LONGEST_US else stamp

    def since_us(self, stamp: int) -> int:
        """Return the microseconds since a stamp taken less than a period ago."""
        return (self._board.ticks_us() - stamp) & self._mask

    def until_us(self, stamp: int) -> int:
        """Return the us until the counter reaches `stamp`, within half a period; 0 if it has."""
        wait_us = (stamp - self._board.ticks_us()) & self._mask
        return 0 if wait_us >= self._half else wait_us

    def ms_of(self, ticks_us: int) -> int:
        """Return the millisecond, on the same scale, of a raw stamp of the board's counter.

        ticks_us: a stamp up to a quarter period (4.5 min) old. Never later than now_ms(); a stamp
        from before this object was made is negative.
        """
        now = self.now_ms()
        age = (self._last - ticks_us) & self._mask
        if age >= self._half:
            # Stamped after the read above by an interrupt, or by a capture that runs slightly
            # ahead.
            return now
        if self._ppm:
            age -= age * self._ppm // _MILLION
        return now + (self._us - age) // 1000
