"""Journal, settings and PIN on a flash that loses its power, has bad blocks, or wears out.

Every operation can be cut in every way, those of a recovery too. What comes back is compared with
the entries that were acknowledged.
"""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from corrido.store.journal import codec
from corrido.store.journal.chain import verify
from corrido.store.journal.codec import BEAT_MS
from corrido.store.journal.journal import Journal
from corrido.store.pin import Pin
from corrido.store.settings import Settings

from host_tools.device.norflash import BAD_KINDS, NorFlash
from host_tools.workshop.campaigns.nth import each_cut

BLOCKS = 6
SALT, PIN = b"bench", "4271"
WEAR = 40  # erases
PRESSES = 60  # entries of an ordinary game
KINDS = codec.LOG_KINDS
# Game, seq, t_ms, kind, who, value, names of the log kinds, payload.
Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes]


# -- what was acknowledged


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
        return replace(self, acked=list(self.acked))

    def adopt(self, journal: Journal) -> None:
        """Take what a mounted journal kept: the pending entry or not, the time."""
        kept = kept_in(journal)
        if self.pending and kept and kept[-1] == self.pending:
            self.acked.append(self.pending)
            if self.pending[0] != self.game:
                self.game, self.tried_ms, self.beat_ms = self.pending[0], 0, 0
        self.pending = None
        self.tried_ms = max(self.tried_ms, journal.current.last_t_ms)


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


def kept_in(journal: Journal) -> list[Entry]:
    """Return the entries of a mounted journal."""
    return [entry[:8] for entry in journal.records()]


def wrong(journal: Journal, truth: Truth) -> str:
    """Return a mounted journal's first fault, "" for none."""
    kept = kept_in(journal)
    told = truth.acked
    if truth.pending and kept and kept[-1] == truth.pending:
        told = [*told, truth.pending]
    game = max((entry[0] for entry in told), default=1)
    current = [entry for entry in told if entry[0] == game]
    if [entry for entry in kept if entry[0] == game] != current:
        return "record lost"
    if kept != told[len(told) - len(kept) :]:
        return "record altered"
    if journal.current.game != game:
        return "another game"
    if [e[0] for e in journal.events()] != [e[1] for e in current if e[3]]:
        return "events differ"
    if not verify(journal)[0]:
        return "chain broken"
    return _wrong_time(journal, truth, game)


def _wrong_time(journal: Journal, truth: Truth, game: int) -> str:
    if game != truth.game:
        return "" if journal.current.last_t_ms == 0 else "time of another game"
    if journal.current.last_t_ms < truth.beat_ms:
        return "time lost"
    return "time from nowhere" if journal.current.last_t_ms > truth.tried_ms else ""


# -- cuts


def mounted(flash: NorFlash) -> Journal:
    """Mount a journal that covers a whole flash."""
    journal = Journal(flash, 0, flash.blocks)
    journal.mount()
    return journal


def journal_cuts(again_every: int, every: int = 1) -> dict[str, int]:
    """Cut a game at each `every`-th operation, on a ring that has wrapped round.

    Each `again_every`-th recovery is cut too, at every operation. Returns counts by finding.
    """
    flash, truth, found = NorFlash(BLOCKS), Truth(), Counter[str](operations=0)
    player = Player(mounted(flash), truth, 1)
    for game in range(1, 9):
        player.game(game, 45)

    def look(left: NorFlash, number: int) -> None:
        _recover(left, truth, number, found, number % again_every == 0)

    with each_cut(flash, look, every) as operations:
        player.game(9, 60)
        player.game(10, 8)
    found["operations"] = operations.calls
    return dict(found)


def _recover(flash: NorFlash, known: Truth, seed: int, found: Counter[str], again: bool) -> None:
    """Mount after a cut and compare, play on with other data, then mount and compare again."""
    found["cuts"] += 1
    truth = known.copy()

    def look(left: NorFlash, number: int) -> None:
        _recover(left, truth, seed + number + 7, found, False)

    with each_cut(flash, look) if again else nullcontext():
        journal = mounted(flash)
        _count(found, wrong(journal, known) or ("" if journal.current.whole else "false alarm"))
        truth.adopt(journal)
        player = Player(journal, truth, seed + 1000)
        for _ in range(3):
            player.entry()
            player.beat()
    for _ in range(2):
        _count(found, wrong(mounted(flash), truth))


def _count(found: Counter[str], what: str) -> None:
    found["comparisons"] += 1
    if what:
        found[what] += 1


def store_cuts() -> dict[str, int]:
    """Cut writes of settings and PIN: the old or the new state must remain, whole."""
    flash, found = NorFlash(4), Counter[str](operations=0)
    for number in range(20):
        _two_ways(
            found, flash, lambda f, n=number: _set_budget(f, n), _budget, 100 + number,
            lambda f: _set_budget(f, 5000),
        )  # fmt: skip
    Pin(flash, 2, SALT).set(PIN)
    for _ in range(11):  # the PIN is locked more than once
        locks, wrong_tries = _tries(flash)
        new = (locks, wrong_tries + 1) if wrong_tries < 2 else (locks + 1, 0)
        _two_ways(found, flash, lambda f: _try(f, "0000"), _tries, new, lambda f: _try(f, "0000"))
    return dict(found)


def _two_ways(
    found: Counter[str], flash: NorFlash, action: Callable[[NorFlash], object],
    state: Callable[[NorFlash], object], new: object,
    go_on: Callable[[NorFlash], object],
) -> None:  # fmt: skip
    """Cut each operation of `action`; the state must be the old or new, and still writable."""
    allowed = state(flash), new

    def look(left: NorFlash, _number: int) -> None:
        found["cuts"] += 1
        found["state lost"] += state(left) not in allowed
        found["PIN lost"] += Pin(left, 2, SALT).is_set() and not _try(left, PIN)
        before = state(left)
        go_on(left)
        after = state(left)
        found["not written after a cut"] += after == before or state(left) != after

    with each_cut(flash, look) as operations:
        action(flash)
    found["operations"] += operations.calls


def _set_budget(flash: NorFlash, number: int) -> None:
    settings = Settings(flash, 0)
    settings.set("budget", 100 + number)
    settings.set("player-a", "x" * (number % 25))
    settings.commit()


def _budget(flash: NorFlash) -> object:
    return Settings(flash, 0).get("budget")


def _tries(flash: NorFlash) -> tuple[int, int]:
    """Return (times locked, wrong tries since) of a lock, served or not."""
    pin = Pin(flash, 2, SALT)
    return pin._locks, pin._wrong


def _try(flash: NorFlash, digits: str) -> bool:
    """Wait for the lock's end, and check a PIN."""
    pin = Pin(flash, 2, SALT)
    late_ms = pin.locked_ms(0)
    pin.poll(late_ms)
    return pin.check(digits, late_ms)


# -- blocks that fail or wear out


def bad_blocks() -> dict[str, int]:
    """Spoil each block of a ring in each way, from the start and from each sixth entry."""
    found: Counter[str] = Counter()
    for kind in BAD_KINDS:
        for block in range(BLOCKS):
            _with_bad_block(kind, block, 0, found)
            if kind != "read-error":
                for entries in range(2, 60, 6):
                    _with_bad_block(kind, block, entries, found)
    return dict(found)


def _with_bad_block(kind: str, block: int, after: int, found: Counter[str]) -> None:
    """Spoil one block after some entries of the third game; every entry must be kept."""
    found["cases"] += 1
    flash = NorFlash(BLOCKS)
    truth = Truth()
    if not after:
        flash.bad[block] = kind
    player = Player(mounted(flash), truth, block)
    player.game(1, 30)
    player.game(2, 30)
    player.begin(3)
    for number in range(70):
        if number == after:
            flash.bad[block] = kind
        player.entry()
        player.beat()
    problem = wrong(mounted(flash), truth)
    if problem:
        found[problem] += 1


def wear() -> dict[str, int]:
    """Play on a flash whose blocks die after WEAR erases, until it takes no more games."""
    flash = NorFlash(BLOCKS)
    flash.wear_limit = WEAR
    truth = Truth()
    player = Player(mounted(flash), truth, 5)
    games, problems = 0, 0
    try:
        while games < 100 * WEAR:
            player.game(games + 1, PRESSES)
            games += 1
            if games % 7 == 0:
                problems += bool(wrong(mounted(flash), truth))
    except OSError:
        pass
    return {
        "erases a block stands": WEAR,
        "games before the first refusal": games,
        "most worn block, erases": max(flash.erases),
        "games with a loss": problems,
    }
