"""Carry edges from contacts to the debouncer: a ring for interrupts, a follower of captures.

Nothing here touches a chip. An edge is (key, level, stamp): level 1 is a closed contact, stamp is
in microseconds of a counter that may wrap.
"""

from corrido.compat import const

OPEN_US = 20000  # a contact open this long has been released
_TICKS = const(0x3FFFFFFF)  # a chip's counter wraps after these
BLIND_US = 15000  # unobserved for so long, a press may end: a collection, where memory is short


class EdgeRing:
    """A ring of edges between one producer and the main loop, its consumer.

    All storage is allocated here: put() allocates nothing and may run in a hard interrupt. A put
    within a put loses an edge, so interrupt handlers and the main loop each have their own ring.
    """

    def __init__(self, size: int = 64) -> None:
        """Make a ring of `size` places, a power of two; one always stays free."""
        self._mask = size - 1
        self._what = bytearray(size)
        self._when = [0] * size
        self._head = 0
        self._tail = 0
        self.overflows = 0

    def put(self, key: int, level: int, ticks_us: int) -> None:
        """Append an edge; when the ring is full the edge is dropped and counted."""
        head = self._head
        after = (head + 1) & self._mask
        if after == self._tail:
            self.overflows += 1
            return
        self._what[head] = key << 1 | level
        self._when[head] = ticks_us
        self._head = after

    def get(self, edge: list[int]) -> bool:
        """Move the oldest edge into edge[0] key, edge[1] level, edge[2] ticks; False if none."""
        tail = self._tail
        if tail == self._head:
            return False
        what = self._what[tail]
        edge[0] = what >> 1
        edge[1] = what & 1
        edge[2] = self._when[tail]
        self._tail = (tail + 1) & self._mask
        return True

    def empty(self) -> bool:
        """Return whether the ring is empty."""
        return self._tail == self._head


class CaptureFollower:
    """Edges of one key from two sources: a capture of first closings, and samples.

    The capture (a PIO program, or an interrupt that masks itself) gives exact stamps of first
    closings only and re-arms after OPEN_US of unbroken open; samples of the level, taken by the
    main loop, show what followed. Sample first, then empty the capture, then call: then a closing
    seen in a sample has already been captured if the capture was armed.
    """

    def __init__(self, ring: EdgeRing, n_keys: int) -> None:
        self._ring = ring
        self._level = bytearray(n_keys)
        self._opened_us = [-1] * n_keys  # latest opening sampled since the latest capture

    def start(self, key: int, level: int) -> None:
        """Take the level at power-on without an edge."""
        self._level[key] = level

    def booked(self, key: int, stamp_us: int) -> None:
        """Take a first closing from the capture; the contact had been open before it.

        If the samples date its opening later, they came too late, and the opening is put again.
        """
        opened_us, self._opened_us[key] = self._opened_us[key], -1
        open_us = (stamp_us - OPEN_US) & _TICKS
        late = opened_us >= 0 and (opened_us - open_us - 1) & _TICKS < _TICKS >> 1
        if late or self._level[key]:
            self._ring.put(key, 0, open_us)
        self._ring.put(key, 1, stamp_us)
        self._level[key] = 1

    def sampled(self, key: int, level: int, now_us: int) -> None:
        """Take the level that the contact showed at now_us."""
        if level != self._level[key]:
            self._level[key] = level
            self._ring.put(key, level, now_us)
            if not level:
                self._opened_us[key] = now_us
