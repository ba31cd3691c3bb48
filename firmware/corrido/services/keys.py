"""Make keys pressed and held of a board's edges, each at the time of its first edge."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.contacts.debouncer import Debouncer
    from corrido.services.board import Keyboard
    from corrido.services.timebase import Timebase

    Key = tuple[str, bool, int]  # name, held, ms on the time base

HOLD_MS = 2000


class Keys:
    """Reads the edges of a board; a press is an event (name, held, t_ms on the time base)."""

    def __init__(self, board: "Keyboard", timebase: "Timebase", debouncer: "Debouncer") -> None:
        self._board = board
        self._timebase = timebase
        self._debouncer = debouncer
        names = board.keys
        for key in range(len(names)):
            debouncer.start(key, board.buttons.level(key))
        self._edge = [0, 0, 0]
        self._since_ms = [-1] * len(names)  # of keys that are down and not yet held long
        self._downs = 0  # how many

    def poll(self) -> "list[Key]":
        """Return all that is certain now, oldest first: (name, held, t_ms)."""
        board, debouncer, edge = self._board, self._debouncer, self._edge
        ticks = self._timebase.stamp()
        while board.buttons.get(edge):
            debouncer.edge(edge[0], edge[1], edge[2])
        out: "list[Key]" = []
        for key, down, us in debouncer.poll(ticks):
            t_ms = self._timebase.ms_of(us)
            self._set_since(key, t_ms if down else -1)
            if down:
                out.append((board.keys[key], False, t_ms))
        if self._downs:
            self._held(self._timebase.now_ms(), out)
        return out

    def _set_since(self, key: int, since_ms: int) -> None:
        self._downs += (since_ms >= 0) - (self._since_ms[key] >= 0)
        self._since_ms[key] = since_ms

    def _held(self, now_ms: int, out: "list[Key]") -> None:
        for key, since_ms in enumerate(self._since_ms):
            if since_ms >= 0 and now_ms - since_ms >= HOLD_MS:
                self._set_since(key, -1)
                out.append((self._board.keys[key], True, since_ms + HOLD_MS))

    def pending(self) -> int:
        """Return how many presses may be under way and are not yet certain."""
        return self._debouncer.pending()

    def certain_until_ms(self, now_ms: int) -> int:
        """Return up to when no press can come any more: the first edge of the oldest one."""
        oldest_us = self._debouncer.oldest_pending_us()
        return now_ms if oldest_us < 0 else min(now_ms, self._timebase.ms_of(oldest_us))

    def wait_us(self) -> int:
        """Return how long poll() has nothing to say without a further edge; -1 for any time."""
        due_us = self._debouncer.next_due_us()
        if due_us >= 0:
            return self._timebase.until_us(due_us)
        if not self._downs:
            return -1
        downs = [since_ms for since_ms in self._since_ms if since_ms >= 0]
        return max(0, min(downs) + HOLD_MS - self._timebase.now_ms()) * 1000

    def stuck(self) -> "list[str]":
        """Return the names of the keys that are jammed or chatter."""
        names = self._board.keys
        return [names[key] for key in self._debouncer.faults()]
