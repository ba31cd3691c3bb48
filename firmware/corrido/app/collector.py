"""Schedule garbage collection: in a turn of its own, and never while a press is settling."""

from corrido.compat import TYPE_CHECKING, const
from corrido.memory import IN_RAM, fill_holes, tidy

if TYPE_CHECKING:
    from corrido.services.keys import Keys
    from corrido.services.timebase import Timebase

SOON_MS = const(2000)  # least time between collections after an event
LATE_MS = 8000 if IN_RAM else 16000  # and without an event: a second's picture leaves 1 KB too
CALM_MS = const(120)  # without a key before a collection: bursts reach 20 presses per second
FRESH_MS = const(35)  # since a key: a collection that begins now ends before the next of a burst
# Keys and answers that may go uncollected, some 9 KB each, so that no burst fills the heap.
MOST_LITTER = 3 if IN_RAM else 6
MOST_OVER = 0 if IN_RAM else 2  # answers beyond that may wait in a burst for the next key
HEARD = const(120)  # bytes of the console leave as much garbage as a key
HOLES = const(640)  # of a collected heap are filled: 8 ms


class Collector:
    """A counter of the work that leaves garbage; it decides when to collect."""

    def __init__(self, keys: "Keys", timebase: "Timebase") -> None:
        self._keys = keys
        self._timebase = timebase
        self._wanted = False  # the next turn only collects
        self._done_ms = -SOON_MS
        self._key_ms = -CALM_MS
        self._heard = 0
        self._litter = 1  # keys and answers since the last collection
        self._ripe = False  # with the latest key there was much garbage

    def key(self, t_ms: int) -> None:
        """Take note of a key, answered at that instant."""
        self._key_ms = t_ms
        self._litter += 1
        self._ripe = self._litter >= MOST_LITTER

    def answered(self) -> None:
        """Take note of a question that the console has answered."""
        self._litter += 1

    def heard(self, count: int) -> None:
        """Take note of bytes read from the console."""
        self._heard += count
        if self._heard >= HEARD:
            self._heard -= HEARD
            self._litter += 1

    def crowded(self) -> bool:
        """Have the next turn collect if there is much garbage; return whether it will.

        In a burst of keys that is best right after one of them: the next is farthest away then.
        """
        now_ms = self._timebase.now_ms()
        fresh = self._ripe and now_ms - self._key_ms < FRESH_MS
        spare = 0 if fresh or self._calm(now_ms) else MOST_OVER
        return self._litter >= MOST_LITTER + spare and self._ask()

    def due(self, now_ms: int) -> bool:
        """With the picture complete, have the next turn collect if due; return whether it will."""
        if not self._calm(now_ms):
            return False
        return now_ms - self._done_ms >= (SOON_MS if self._litter else LATE_MS) and self._ask()

    def _calm(self, now_ms: int) -> bool:
        return now_ms - self._key_ms >= CALM_MS

    def _ask(self) -> bool:
        self._wanted = not self._settling()
        return self._wanted

    def _settling(self) -> bool:
        return bool(self._keys.pending()) or self._keys.waiting()

    def collect(self) -> bool:
        """Collect if the previous turn asked for it; return whether it did."""
        if not self._wanted:
            return False
        self._wanted = False
        if self._settling():
            return False
        self._litter, self._ripe = 0, False
        self._done_ms = self._timebase.now_ms()
        tidy()
        if not IN_RAM:
            fill_holes(HOLES)
        return True
