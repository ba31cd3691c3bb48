"""Cut the power in every flash operation of journal, settings and PIN, and in recovery too."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from corrido.store.pin import Pin
from corrido.store.settings import Settings

from host_tools.log.firmware import Journal
from host_tools.sim.norflash import TORN_KINDS
from host_tools.workshop.campaigns.torn import Op, WatchedFlash, cut, ops_of
from host_tools.workshop.campaigns.truth import Player, Truth, wrong

BLOCKS = 6
SALT = b"bench"


def mounted(flash: WatchedFlash) -> Journal:
    """Mount a journal that covers a whole flash."""
    journal = Journal(flash, 0, flash.blocks)
    journal.mount()
    return journal


def journal_cuts(again_every: int, every: int = 1) -> dict[str, int]:
    """Cut a game at each `every`-th operation, on a ring that has wrapped round.

    Each `again_every`-th recovery is cut too, at every operation. Returns counts by finding.
    """
    flash = WatchedFlash(BLOCKS)
    truth = Truth()
    player = Player(mounted(flash), truth, 1)
    for game in range(1, 9):
        player.game(game, 45)
    cases: list[tuple[Op, Truth]] = []
    flash.watch = lambda op: cases.append((op, truth.copy()))
    player.game(9, 60)
    player.game(10, 8)
    flash.watch = None
    found: Counter[str] = Counter(operations=len(cases))
    for number, (op, known) in enumerate(cases):
        if number % every:
            continue
        for torn in TORN_KINDS:
            again = number % again_every == 0
            _recover(cut(op, torn, number), known, number, found, again)
    return dict(found)


def _recover(
    flash: WatchedFlash, known: Truth, seed: int, found: Counter[str], again: bool
) -> None:
    """Mount after a cut and compare, play on with other data, then mount and compare again."""
    found["cuts"] += 1
    moments: list[tuple[Op, Truth]] = []
    truth = known.copy()

    def recovery() -> None:
        journal = mounted(flash)
        _count(found, wrong(journal, known) or ("" if journal.whole() else "false alarm"))
        kept = [entry[:8] for entry in journal.records()]
        if truth.pending and kept and kept[-1] == truth.pending:
            truth.acked.append(truth.pending)
            if truth.pending[3] == 14:
                truth.game, truth.tried_ms, truth.beat_ms = truth.pending[0], 0, 0
        truth.pending = None
        truth.tried_ms = max(truth.tried_ms, journal.last_t_ms)
        player = Player(journal, truth, seed + 1000)
        for _ in range(3):
            player.entry()
            player.beat()

    flash.watch = lambda op: moments.append((op, truth.copy()))
    recovery()
    flash.watch = None
    for _ in range(2):
        _count(found, wrong(mounted(flash), truth))
    if again:
        for number, (op, then) in enumerate(moments):
            for torn in TORN_KINDS:
                _recover(cut(op, torn, number), then, seed + number + 7, found, False)


def _count(found: Counter[str], what: str) -> None:
    found["comparisons"] += 1
    if what:
        found[what] += 1


def store_cuts(commits: int = 20, tries_made: int = 11) -> dict[str, int]:
    """Cut writes of settings and PIN: the old or the new state must remain, whole."""
    found: Counter[str] = Counter()
    flash = WatchedFlash(4)
    for number in range(commits):
        before = Settings(flash, 0).get("budget")
        _two_ways(
            found,
            flash,
            lambda n=number: _set_budget(flash, n),
            {before, 100 + number},
            lambda f: Settings(f, 0).get("budget"),
            lambda f: _set_budget(f, 5000),
        )
    _set_pin(flash)
    for number in range(tries_made):
        tries = _tries(flash)
        _two_ways(
            found,
            flash,
            lambda n=number: _wrong_pin(flash, n),
            {tries, _next(tries)},
            _tries,
            lambda f: _wrong_pin(f, 1),
            _right_pin,
        )
    return dict(found)


def _two_ways(
    found: Counter[str],
    flash: WatchedFlash,
    action: Callable[[], object],
    allowed: set[Any],
    state: Callable[[WatchedFlash], object],
    go_on: Callable[[WatchedFlash], object],
    extra: Callable[[WatchedFlash], bool] = lambda _: True,
) -> None:
    """Cut each operation of `action`; the state must be allowed and still writable."""
    for number, op in enumerate(ops_of(flash, action)):
        found["operations"] += 1
        for torn in TORN_KINDS:
            torn_flash = cut(op, torn, number)
            found["cuts"] += 1
            if state(torn_flash) not in allowed or not extra(torn_flash):
                found["state lost"] += 1
            before = state(torn_flash)
            go_on(torn_flash)
            after = state(torn_flash)
            if after == before or state(torn_flash) != after:
                found["not written after a cut"] += 1


def _set_budget(flash: WatchedFlash, number: int) -> None:
    settings = Settings(flash, 0)
    settings.set("budget", 100 + number)
    settings.set("player-a", "x" * (number % 25))
    settings.commit()


def _set_pin(flash: WatchedFlash) -> None:
    Pin(flash, 2, SALT).set("4271")


def _tries(flash: WatchedFlash) -> tuple[int, int]:
    """Return (times locked, wrong tries since) of a lock, served or not."""
    pin = Pin(flash, 2, SALT)
    return pin._locks, pin._wrong


def _next(tries: tuple[int, int]) -> tuple[int, int]:
    locks, wrong_tries = tries
    return (locks, wrong_tries + 1) if wrong_tries < 2 else (locks + 1, 0)


def _wrong_pin(flash: WatchedFlash, _number: int) -> None:
    pin = Pin(flash, 2, SALT)
    late_ms = pin.locked_ms(0)
    pin.poll(late_ms)
    pin.check("0000", late_ms)


def _right_pin(flash: WatchedFlash) -> bool:
    pin = Pin(flash, 2, SALT)
    late_ms = pin.locked_ms(0)
    return pin.is_set() and pin.check("4271", late_ms)
