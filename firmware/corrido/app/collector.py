"""When garbage is collected: in a turn of its own, and never while a press is settling."""

from corrido.compat import TYPE_CHECKING, const
from corrido.memory import IN_RAM, fill_holes, tidy

if TYPE_CHECKING:
    from corrido.services.keys import Keys
    from corrido.services.timebase import Timebase

SOON_MS = const(2000)  # between two collections, though an event has left garbage
LATE_MS = const(8000)  # and without an event: the picture of each second leaves some too
CALM_MS = const(120)  # without a key before one of these: presses come in bursts of 20 a second
# Keys and answers whose garbage, some 9 KB each, may lie about: no burst fills the heap.
MOST_LITTER = 3 if IN_RAM else 6
ROUNDS = const(40)  # of a PIN's hashes leave as much as a key
HOLES = const(128)  # of a collected heap that are filled in a turn
FILLS = 0 if IN_RAM else 3  # such turns after a collection


class Collector:
    """Counts what leaves garbage, and says when it goes."""

    def __init__(self, keys: "Keys", timebase: "Timebase") -> None:
        self._keys = keys
        self._timebase = timebase
        self._wanted = False  # the next turn collects, and does nothing else
        self._done_ms = -SOON_MS
        self._key_ms = -CALM_MS
        self._rounds = 0
        self._fills = 0
        self.litter = 1  # keys and answers since the last collection

    def key(self, t_ms: int) -> None:
        """Take note of a key, answered at that instant."""
        self._key_ms = t_ms
        self.litter += 1

    def hashed(self, rounds: int) -> None:
        """Take note of rounds of a PIN's hash."""
        self._rounds += rounds
        if self._rounds >= ROUNDS:
            self._rounds -= ROUNDS
            self.litter += 1

    def crowded(self) -> bool:
        """Have the next turn collect if much garbage lies about; return whether it shall."""
        return self.litter >= MOST_LITTER and self._ask()

    def due(self, now_ms: int) -> bool:
        """Have the next turn collect, now that the picture is out; return whether it shall."""
        if now_ms - self._key_ms < CALM_MS:
            return False
        return now_ms - self._done_ms >= (SOON_MS if self.litter else LATE_MS) and self._ask()

    def _ask(self) -> bool:
        self._wanted = not self._settling()
        return self._wanted

    def _settling(self) -> bool:
        return bool(self._keys.pending()) or self._keys.waiting()

    def collect(self) -> bool:
        """Collect if the turn before has asked for it; return whether it was done."""
        if not self._wanted:
            return False
        self._wanted = False
        if self._settling():
            return False
        self.litter = 0
        self._done_ms = self._timebase.now_ms()
        self._fills = FILLS
        tidy()
        return True

    def fill(self) -> bool:
        """Fill some of the holes that a collection has left; return False if none are to be."""
        if not self._fills:
            return False
        self._fills -= 1
        fill_holes(HOLES)
        return True
