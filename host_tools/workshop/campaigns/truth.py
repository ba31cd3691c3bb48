"""The entries that a journal has acknowledged: the reference of every comparison."""

import random
from dataclasses import dataclass, field

from corrido.store.journal.codec import BEAT_MS

from host_tools.log.firmware import Journal, codec

KINDS = codec.LOG_KINDS
# Game, seq, t_ms, kind, who, value, names of the log kinds, payload.
Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes]


@dataclass
class Truth:
    """The acknowledged entries, the pending one, and the time acknowledged and attempted."""

    acked: list[Entry] = field(default_factory=list)
    pending: Entry | None = None
    game: int = 1
    beat_ms: int = 0
    tried_ms: int = 0

    def copy(self) -> "Truth":
        """Return a copy that later play does not change."""
        return Truth(list(self.acked), self.pending, self.game, self.beat_ms, self.tried_ms)


class Player:
    """Plays scripted games on a journal and keeps the truth; another seed gives other data."""

    def __init__(self, journal: Journal, truth: Truth, seed: int) -> None:
        self.journal, self.truth = journal, truth
        self._random = random.Random(seed)
        self._t_ms = truth.tried_ms

    def begin(self, game: int) -> None:
        """Arm the next game."""
        rules = bytes(self._random.randrange(256) for _ in range(self._random.choice((20, 600))))
        self.truth.pending = (game, 1, 0, 14, 0, 0, (), rules)
        self.journal.begin(game, rules)
        self._acked(0)
        self.truth.game, self.truth.beat_ms, self.truth.tried_ms, self._t_ms = game, 0, 0, 0

    def entry(self) -> None:
        """Append a press, a stop or an arbiter's act with a text, at a later instant."""
        self._t_ms += self._random.randrange(1, 4000)
        seq = 1 + max((e[1] for e in self.truth.acked if e[0] == self.truth.game), default=0)
        kind, who = self._random.randrange(1, 39), self._random.randrange(4)
        logs = tuple(self._random.sample(KINDS, self._random.choice((0, 1, 1, 2))))
        length = self._random.choice((0, 0, 9, 90))
        text = bytes(self._random.randrange(256) for _ in range(length))
        value = self._random.randrange(-(2**31), 2**31)
        self.truth.pending = (self.truth.game, seq, self._t_ms, kind, who, value, logs, text)
        self.truth.tried_ms = self._t_ms
        self.journal.append(seq, self._t_ms, kind, who, value, logs, text)
        self._acked(self._t_ms)

    def beat(self) -> None:
        """Save the time in a heartbeat half a second later."""
        self._t_ms += 500
        self.truth.tried_ms = self._t_ms
        self.journal.heartbeat(self._t_ms)
        self.truth.beat_ms = max(self.truth.beat_ms, self._t_ms - BEAT_MS)

    def game(self, number: int, entries: int) -> None:
        """Play a whole game with heartbeats between the entries."""
        self.begin(number)
        for _ in range(entries):
            self.entry()
            for _ in range(self._random.randrange(4)):
                self.beat()

    def _acked(self, t_ms: int) -> None:
        assert self.truth.pending is not None
        self.truth.acked.append(self.truth.pending)
        self.truth.pending = None
        self.truth.beat_ms = max(self.truth.beat_ms, t_ms)


def wrong(journal: Journal, truth: Truth) -> str:
    """Return a mounted journal's first fault, "" for none."""
    kept = [entry[:8] for entry in journal.records()]
    told = truth.acked
    if truth.pending and kept and kept[-1] == truth.pending:
        told = [*told, truth.pending]
    game = max((entry[0] for entry in told), default=1)
    current = [entry for entry in told if entry[0] == game]
    if [entry for entry in kept if entry[0] == game] != current:
        return "record lost"
    if kept != told[len(told) - len(kept) :]:
        return "record altered"
    if journal.game != game:
        return "another game"
    if [e[0] for e in journal.events()] != [e[1] for e in current if e[3]]:
        return "events differ"
    if not journal.verify()[0]:
        return "chain broken"
    return _wrong_time(journal, truth, game)


def _wrong_time(journal: Journal, truth: Truth, game: int) -> str:
    if game != truth.game:
        return "" if journal.last_t_ms == 0 else "time of another game"
    if journal.last_t_ms < truth.beat_ms:
        return "time lost"
    return "time from nowhere" if journal.last_t_ms > truth.tried_ms else ""
