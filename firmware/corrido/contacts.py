"""Process the edges of contacts, and find the presses among them, independent of hardware.

A ring carries edges out of interrupts, a follower makes them of a capture and samples, and a
debouncer finds presses and releases among them.

An edge is (key, level, stamp): level 1 is a closed contact, stamp is in microseconds of a counter
that may wrap. Differences are taken modulo the counter's period, so raw `ticks_us` stamps and
unwrapped microseconds both work, as long as they are not mixed.
"""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Sequence

    Event = tuple[int, int, int]  # key, 1 for a press or 0 for a release, first edge in us

OPEN_US = 20000  # a contact open this long has been released
TICKS = const(0x3FFFFFFF)  # a chip's counter wraps after these
BLIND_US = 15000  # unobserved for so long, a press may end: a collection, where memory is short
SETTLE_US = 5000  # closed this long is a press; an opening within OPEN_US still belongs to it
_WAIT_US = SETTLE_US + OPEN_US
_CHATTER_US = const(500000)
_CLEAR_US = const(500000)
_JAM_US = const(20000000)
_QUICK_US = const(30000)  # no finger or encoder detent presses a key again this soon ...
_MOST_QUICK = const(2)  # ... and a contact that does so more often in a row chatters
_CHATTERS = const(1)
_JAMMED = const(2)


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
        open_us = (stamp_us - OPEN_US) & TICKS
        late = opened_us >= 0 and (opened_us - open_us - 1) & TICKS < TICKS >> 1
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


class Debouncer:
    """A debouncer that reports presses and releases, each at the time of its FIRST edge.

    A press: closed for SETTLE_US without a further edge. A release: open for OPEN_US. A contact
    that never stays closed that long is a spike and is dropped. The two differ so that a bounce of
    up to OPEN_US in any pattern is one press (and a release is dated to the opening after which it
    was never closed for SETTLE_US). A press waits for an older candidate of another key for at
    most the sum of both, so presses come out in the order of their first edges. A key that is
    closed at the start, or settles neither closed nor open for half a second, is stuck: reported,
    and ignored until it has been open for half a second. So is one that closes four times with
    less than 30 ms between successive closings: no finger does that. A key held for 20 s is also
    reported.

    Read `now` before draining the edges: a press is then never confirmed past an edge.
    """

    def __init__(self, n_keys: int, period: int = 1 << 30) -> None:
        self._mask = period - 1
        self._level = bytearray(n_keys)
        self._down = bytearray(n_keys)
        self._unsettled = bytearray(n_keys)
        self._fault = bytearray(n_keys)
        self._first = [0] * n_keys
        self._last = [0] * n_keys
        self._pressed = [-_QUICK_US] * n_keys
        self._quick = bytearray(n_keys)
        self._confirmed: "list[Event]" = []
        self._floor = -1
        self._polled_us = 0
        self._watched: "list[int]" = []  # keys that are closed, unsettled or faulty
        self._due_us: "int | None" = -1  # next_due_us(); None: to be computed afresh

    def start(self, key: int, level: int) -> None:
        """Take the contact's level at power-on: a key already closed counts as stuck."""
        self._level[key] = level
        self._fault[key] = _CHATTERS if level else 0
        self._watch(key)

    def _watch(self, key: int) -> None:
        self._due_us = None
        if key not in self._watched:
            self._watched.append(key)

    def edge(self, key: int, level: int, us: int) -> None:
        """Take one edge; edges of one key must come in order, however late."""
        self._watch(key)
        if self._unsettled[key]:
            self._judge(key, us)
        if not self._unsettled[key] and self._fault[key] != _CHATTERS:
            if level == self._down[key]:
                return
            self._unsettled[key] = 1
            self._first[key] = us
        self._level[key] = level
        self._last[key] = us

    def poll(self, now_us: int) -> "Sequence[Event]":
        """Return the changes confirmed by now_us, oldest first: (key, pressed, first_edge_us).

        pressed is 1 for a press, 0 for a release. Without changes, the tuple is empty.
        """
        self._polled_us = now_us
        self._due_us, quiet = None, -1
        for key in self._watched:
            if self._look(key, now_us):
                quiet = key
        if quiet >= 0:
            self._watched.remove(quiet)
        return self._release(now_us) if self._confirmed else ()

    def _look(self, key: int, now_us: int) -> bool:
        """Bring a watched key up to date; return whether it need not be watched any more."""
        if self._unsettled[key]:
            self._judge(key, now_us)
        elif self._fault[key] == _CHATTERS:
            if not self._level[key] and self._since(now_us, self._last[key]) >= _CLEAR_US:
                self._fault[key] = 0
        elif not self._down[key]:
            return True
        elif not self._fault[key] and self._since(now_us, self._pressed[key]) >= _JAM_US:
            self._fault[key] = _JAMMED
        return False

    def pending(self) -> int:
        """Return how many presses may be in progress that poll() has not returned yet."""
        count = 0
        for key in self._watched:
            if self._candidate(key):
                count += 1
        for event in self._confirmed:
            count += event[1]
        return count

    def oldest_pending_us(self) -> int:
        """Return the first edge of the oldest pending press in us; -1 if there is none."""
        oldest = -1
        for key in self._watched:
            if self._candidate(key):
                oldest = self._earlier(oldest, self._first[key])
        for event in self._confirmed:
            if event[1]:
                oldest = self._earlier(oldest, event[2])
        return oldest

    def next_due_us(self) -> int:
        """Return when, after its last now_us, poll() may have news without an edge; -1: never."""
        if self._due_us is None:
            self._due_us = self._next_due_us()
        return self._due_us

    def _next_due_us(self) -> int:
        due = -1
        for key in self._watched:
            if self._unsettled[key]:
                wait_us = SETTLE_US if self._level[key] else OPEN_US
                due = self._earlier(due, self._last[key] + wait_us)
            elif self._fault[key] == _CHATTERS and not self._level[key]:
                due = self._earlier(due, self._last[key] + _CLEAR_US)
        if self._confirmed:
            event = self._confirmed[0]
            for key in self._watched:
                if self._holds_back(key, event, self._polled_us):
                    due = self._earlier(due, self._first[key] + _WAIT_US)
        return due

    def faults(self) -> "list[int]":
        """Return the keys that were closed at the start, chatter, or have been held for 20 s."""
        return sorted([key for key in self._watched if self._fault[key]])

    def _since(self, now_us: int, then_us: int) -> int:
        """Return now - then, signed, modulo the period, using only small integers."""
        gone = (now_us - then_us) & self._mask
        return gone if gone <= self._mask >> 1 else gone - self._mask - 1

    def _earlier(self, a: int, b: int) -> int:
        return b if a == -1 or self._since(b, a) < 0 else a

    def _candidate(self, key: int) -> bool:
        return bool(self._unsettled[key]) and not self._down[key]

    def _judge(self, key: int, now_us: int) -> None:
        """Close an unsettled burst of edges if the contact has been quiet long enough."""
        level = self._level[key]
        quiet_us = self._since(now_us, self._last[key])
        if quiet_us >= (SETTLE_US if level else OPEN_US):
            self._unsettled[key] = 0
            if level != self._down[key]:
                self._turn(key, level)
        elif self._since(now_us, self._first[key]) > _CHATTER_US:
            self._unsettled[key] = 0
            if self._down[key]:
                self._turn(key, 0)
            self._fault[key] = _CHATTERS

    def _turn(self, key: int, level: int) -> None:
        """Queue a confirmed change, keeping the queue sorted by first edge."""
        us = self._first[key]
        if level:
            # Not by _since(): after half a period it takes the latest press for a future one.
            quick = (us - self._pressed[key]) & self._mask < _QUICK_US
            self._quick[key] = self._quick[key] + 1 if quick else 0
            if self._quick[key] > _MOST_QUICK:  # again and again, as no finger can
                self._fault[key] = _CHATTERS
                return
            self._pressed[key] = us
        self._down[key] = level
        self._fault[key] = 0
        at = len(self._confirmed)
        while at and self._since(us, self._confirmed[at - 1][2]) < 0:
            at -= 1
        self._confirmed.insert(at, (key, level, us))

    def _release(self, now_us: int) -> "list[Event]":
        """Return the confirmed events that no older candidate can still overtake."""
        out: "list[Event]" = []
        while self._confirmed:
            first = self._confirmed[0]
            if any([self._holds_back(key, first, now_us) for key in self._watched]):
                break
            key, level, us = self._confirmed.pop(0)
            if level:
                # A candidate that bounced longer than others wait must not go back in time.
                if self._floor != -1 and self._since(us, self._floor) < 0:
                    us = self._floor
                self._floor = us
            out.append((key, level, us))
        if not self._confirmed and self.pending() == 0:
            self._floor = -1
        return out

    def _holds_back(self, key: int, event: "Event", now_us: int) -> bool:
        """Return whether `event` waits for the older candidate of this key at now_us."""
        if not (event[1] and self._candidate(key)):
            return False
        first_us = self._first[key]
        # Excluding the end of the wait itself: next_due_us() returns it, so something must change
        # then.
        return (self._since(first_us, event[2]) < 0
                and self._since(now_us, first_us) < _WAIT_US)  # fmt: skip
