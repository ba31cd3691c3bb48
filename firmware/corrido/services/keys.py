"""Turn a board's edges into keys pressed and held, each at the time of its first edge."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from corrido.contacts import Debouncer, Event
    from corrido.parts import Board
    from corrido.services.timebase import Timebase

    Key = tuple[str, int, int]  # name, False, True or REPEAT, ms on the time base

HOLD_MS = 2000
REPEAT = 2  # in place of held: a held arrow is pressed again
PLAYERS = ("A", "B")
ARROWS = ("UP", "DOWN", "LEFT", "RIGHT")
_FIRST_REPEAT_MS = const(400)
_SLOW_MS = const(150)  # between the first repeats ...
_SLOW_REPEATS = const(6)
_FAST_MS = const(60)  # ... and the others
MOST_REPEATS = const(120)  # so that a jammed arrow stops
MOST_SKIPPED = const(256)  # more than a ring holds: a line that oscillates never ends
MOST_EDGES = const(12)  # read in one turn: some 4 ms on an RP2040


class Keys:
    """Reader of edges; held is True once after 2 s, or REPEAT again and again for an arrow."""

    def __init__(self, board: "Board", timebase: "Timebase", debouncer: "Debouncer") -> None:
        self._board = board
        self._timebase = timebase
        self._debouncer = debouncer
        names = board.keys
        self._edge = [0, 0, 0]
        self.skip()
        self._stamp = 0  # of the latest poll()
        self._due_ms = [-1] * len(names)  # for keys that are down: when their next event is due
        self._soonest_ms = -1  # of those; -1 if there are none
        self.ask_ms = HOLD_MS  # for how long a player's own button is held to ask
        self._repeats = [0] * len(names)  # reported for this press

    def skip(self) -> bool:
        """Ignore all contacts so far, and begin with them as they are; False if all were still."""
        skipped, buttons = 0, self._board.buttons
        while skipped < MOST_SKIPPED and buttons.get(self._edge):
            skipped += 1
        for key in range(len(self._board.keys)):
            self._debouncer.start(key, buttons.level(key))
        return skipped > 0

    def poll(self) -> "list[Key]":
        """Return the events that are certain now, oldest first: (name, held, t_ms)."""
        out: "list[Key]" = []
        if self._read():
            for change in self._debouncer.poll(self._stamp):
                self._take(change, out)
            if self._soonest_ms >= 0:
                self._held(self._timebase.now_ms(), out)
        return out

    def _read(self) -> bool:
        """Give the debouncer waiting edges; return whether none is left."""
        self._stamp = self._timebase.stamp()  # before the edges: a press is not certain past one
        buttons, edge = self._board.buttons, self._edge
        left = MOST_EDGES
        while left and buttons.get(edge):
            self._debouncer.edge(edge[0], edge[1], self._timebase.plausible(edge[2]))
            left -= 1
        return left > 0

    def _take(self, change: "Event", out: "list[Key]") -> None:
        """Append a press to `out`, and note when a key that is down has its next event."""
        key, down, us = change
        t_ms = self._timebase.ms_of(us)
        name = self._board.keys[key]
        self._repeats[key] = 0
        first_ms = _FIRST_REPEAT_MS if name in ARROWS else HOLD_MS
        if name in PLAYERS:
            first_ms = self.ask_ms
        self._set_due(key, t_ms + first_ms if down else -1)
        if down:
            out.append((name, False, t_ms))

    def _set_due(self, key: int, due_ms: int) -> None:
        was_due, self._due_ms[key] = self._due_ms[key] >= 0, due_ms
        if was_due:
            self._soonest_ms = min([at_ms for at_ms in self._due_ms if at_ms >= 0] or [-1])
        elif due_ms >= 0 and not 0 <= self._soonest_ms < due_ms:
            self._soonest_ms = due_ms  # a press is not to wait for a search

    def _held(self, now_ms: int, out: "list[Key]") -> None:
        if now_ms < self._soonest_ms:
            return
        for key, due_ms in enumerate(self._due_ms):
            if 0 <= due_ms <= now_ms:
                name = self._board.keys[key]
                repeats = name in ARROWS
                out.append((name, REPEAT if repeats else True, due_ms))
                self._repeats[key] += repeats
                pause_ms = _SLOW_MS if self._repeats[key] < _SLOW_REPEATS else _FAST_MS
                goes_on = repeats and self._repeats[key] < MOST_REPEATS
                # From now: repeats missed in a stall are skipped.
                self._set_due(key, now_ms + pause_ms if goes_on else -1)

    def due(self) -> bool:
        """Return whether an edge waits or something is certain now; faults are found later."""
        return self.wait_us() == 0 or self._board.buttons.waiting()

    def pending(self) -> int:
        """Return how many presses may be in progress but are not yet certain."""
        return self._debouncer.pending()

    def no_press_before_ms(self, now_ms: int) -> int:
        """Return the time before which no press can turn up: the oldest uncertain first edge."""
        oldest_us = self._debouncer.oldest_pending_us()
        return now_ms if oldest_us < 0 else min(now_ms, self._timebase.ms_of(oldest_us))

    def wait_us(self) -> int:
        """Return for how many us poll() has no news without a new edge; -1 for indefinitely."""
        due_us = self._debouncer.next_due_us()
        if due_us >= 0:
            return self._timebase.until_us(due_us)
        if self._soonest_ms < 0:
            return -1
        return max(0, self._soonest_ms - self._timebase.now_ms()) * 1000

    def stuck(self) -> "list[str]":
        """Return the names of the keys that are jammed or chatter."""
        names = self._board.keys
        return [names[key] for key in self._debouncer.faults()]
