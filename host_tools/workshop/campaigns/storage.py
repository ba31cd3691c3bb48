"""Journal, settings and PIN on a flash that loses its power or has bad blocks.

The portable tests of the journal are tests of a power loss, too: while one plays, each operation
is cut in every way, those of a recovery as well. What comes back is compared with what any
journal had acknowledged.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from corrido.core import events
from corrido.store.journal import codec
from corrido.store.journal.chain import verify
from corrido.store.journal.codec import BEAT_MS, GAME, SEQ
from corrido.store.journal.journal import Journal
from corrido.store.pin import Pin
from corrido.store.settings import Settings

from host_tools.device.norflash import BAD_KINDS, NorFlash
from host_tools.tree import ROOT
from host_tools.workshop.campaigns.nth import cutting, each_cut

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

PORTABLE = Path(ROOT) / "tests" / "portable"
# The tests that only play: they spoil nothing themselves, and none gives up a game for the next.
CASES = {
    "test_journal": ("test_heartbeats", "test_what_was_counted", "test_blocks_are",
                     "test_the_time", "test_a_ring_full"),
    "test_journal_runs": ("test_ignored", "test_hammering"),
}  # fmt: skip
BLOCKS = 6
SALT, PIN = b"bench", "4271"
KINDS = codec.LOG_KINDS


# -- what was acknowledged


@dataclass
class Truth:
    """The acknowledged entries, the pending one, and the time acknowledged and attempted."""

    entries: "list[Fields]" = field(default_factory=list)
    pending: "Fields | None" = None
    game: int = 1
    beat_ms: int = 0
    tried_ms: int = 0

    @contextmanager
    def put_back(self) -> Iterator[None]:
        """Be as before at the end: what another flash acknowledges meanwhile is not told."""
        known = vars(replace(self, entries=list(self.entries)))
        yield
        vars(self).update(known)

    def done(self, fields: "Fields") -> None:
        """Take note of an entry that is on the flash."""
        self.entries.append(fields)
        self.pending = None
        if fields[0] != self.game or fields[3] == events.ARM:  # the game's own time begins
            self.game, self.beat_ms, self.tried_ms = fields[0], fields[2], fields[2]
        self.beat_ms = max(self.beat_ms, fields[2])

    def adopt(self, journal: Journal) -> None:
        """Take what a mounted journal kept: the pending entry or not, the time."""
        kept = [record[:6] for record in journal.records()]
        # The one before may be its like.
        if self.pending and kept[-1:] == [self.pending] and kept != self.entries[-len(kept) :]:
            self.done(self.pending)
        self.pending = None
        self.tried_ms = max(self.tried_ms, journal.current.last_t_ms)


@contextmanager
def told(truth: Truth) -> Iterator[Truth]:
    """Keep the truth of what any journal acknowledges meanwhile, and of what a start finds."""
    write, beat = Journal._write, Journal.heartbeat
    ignored, mount = Journal.ignored, Journal.mount

    def noting(
        journal: Journal, tag: int, fields: "Fields", logs: tuple[str, ...], payload: bytes
    ) -> None:
        if tag == codec.TAG_STRIP:
            return write(journal, tag, fields, logs, payload)
        truth.pending = fields
        if fields[0] == truth.game:
            truth.tried_ms = max(truth.tried_ms, fields[2])
        write(journal, tag, fields, logs, payload)
        truth.done(fields)

    def beating(journal: Journal, t_ms: int) -> None:
        truth.tried_ms = max(truth.tried_ms, t_ms)
        beat(journal, t_ms)
        truth.beat_ms = max(truth.beat_ms, t_ms - BEAT_MS)

    def ignoring(journal: Journal, t_ms: int, payload: bytes, who: int) -> None:
        truth.tried_ms = max(truth.tried_ms, t_ms)
        ignored(journal, t_ms, payload, who)

    def mounting(journal: Journal) -> None:
        mount(journal)
        truth.adopt(journal)

    patches = {"_write": noting, "heartbeat": beating, "ignored": ignoring, "mount": mounting}
    with mock.patch.multiple(Journal, **patches):
        yield truth


def wrong(journal: Journal, truth: Truth) -> str:
    """Return a mounted journal's first fault, "" for none."""
    kept, told = [record[:6] for record in journal.records()], truth.entries
    game = max((entry[GAME] for entry in told), default=1)
    current = [entry for entry in told if entry[GAME] == game]
    if [entry for entry in kept if entry[GAME] == game] != current:
        return "record lost"
    if kept != told[len(told) - len(kept) :]:
        return "record altered"
    if current and journal.current.game != game:
        return "another game"
    if not verify(journal)[0]:
        return "chain broken"
    if game != truth.game:
        return "" if journal.current.last_t_ms == 0 else "time of another game"
    if journal.current.last_t_ms < truth.beat_ms:
        return "time lost"
    return "time from nowhere" if journal.current.last_t_ms > truth.tried_ms else ""


def play(journal: Journal, entries: int, seed: int, game: int = 0) -> None:
    """Play on at random, with heartbeats between the entries; game: arm that one first."""
    chance = random.Random(seed)
    if game:
        journal.begin(game, chance.randbytes(chance.choice((20, 600))))
    now = journal.current
    seq = max((record[SEQ] for record in journal.records() if record[GAME] == now.game), default=0)
    t_ms = now.last_t_ms
    for number in range(seq + 1, seq + 1 + entries):
        t_ms += chance.randrange(1, 4000)
        logs = tuple(chance.sample(KINDS, chance.choice((0, 1, 1, 2))))
        journal.append(number, t_ms, chance.randrange(1, 39), chance.randrange(4),
                       chance.randrange(-(2**31), 2**31), logs,
                       chance.randbytes(chance.choice((0, 0, 9, 90))))  # fmt: skip
        for _ in range(chance.randrange(4)):
            t_ms += 500
            journal.heartbeat(t_ms)


# -- cuts


def mounted(flash: NorFlash) -> Journal:
    """Mount a journal that covers a whole flash."""
    journal = Journal(flash, 0, flash.blocks)
    journal.mount()
    return journal


def cases() -> Iterator[tuple[str, Callable[[], None], Any]]:
    """Yield name, function and module of each portable test that is one of a power loss."""
    with mock.patch.object(sys, "path", [str(PORTABLE), *sys.path]):
        for name, begins in CASES.items():
            module = import_module(name)
            for test in sorted(vars(module)):
                if test.startswith(begins):
                    yield test, getattr(module, test), module


def journal_cuts(again_every: int, every: int = 1) -> dict[str, int]:
    """Cut the portable tests of the journal at each `every`-th operation.

    Each `again_every`-th recovery is cut too, at every operation. Returns counts by finding.
    """
    found = Counter[str](operations=0)
    for name, test, module in cases():
        _cut_case(name, test, module, found, again_every, every)
    return dict(found)


def _cut_case(
    name: str, test: Callable[[], None], module: Any, found: Counter[str], again_every: int,
    every: int,
) -> None:  # fmt: skip
    truth = Truth()

    def look(left: NorFlash, number: int) -> None:
        with truth.put_back():
            _recover(left, truth, number, found, name, number % again_every == 0)

    operations, watch = cutting(look, every, len(name))

    def flash(blocks: int = 8, block_bytes: int = 4096) -> NorFlash:
        vars(truth).update(vars(Truth()))
        made = NorFlash(blocks, block_size=block_bytes)
        made.watch = watch
        return made

    with told(truth), mock.patch.object(module, "Flash", flash):
        test()
    found["operations"] += operations.calls


def _recover(
    flash: NorFlash, truth: Truth, seed: int, found: Counter[str], name: str, again: bool
) -> None:
    """Mount after a cut and compare, play on with other data, then mount and compare again."""
    found["cuts"] += 1

    def look(left: NorFlash, number: int) -> None:
        with truth.put_back():
            _recover(left, truth, seed + number + 7, found, name, False)

    with each_cut(flash, look) if again else nullcontext():
        journal = mounted(flash)
        fault = wrong(journal, truth) or ("" if journal.current.whole else "false alarm")
        if truth.entries:
            play(journal, 3, seed)
    for one in (fault, *(wrong(mounted(flash), truth) for _ in range(2))):
        found["comparisons"] += 1
        if one:
            found[f"{one} in {name}"] += 1


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


# -- blocks that fail


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
    if not after:
        flash.bad[block] = kind
    with told(Truth()) as truth:
        journal = mounted(flash)
        for game, entries in ((1, 30), (2, 30), (3, after)):
            play(journal, entries, block + game, game)
        flash.bad[block] = kind
        play(journal, 70 - after, block)
    problem = wrong(mounted(flash), truth)
    if problem:
        found[problem] += 1
