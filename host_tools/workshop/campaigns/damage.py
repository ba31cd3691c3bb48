"""Bad blocks, flipped bits and wear: test how the journal and the stores bear them."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from corrido.store.pin import Pin
from corrido.store.settings import Settings

from host_tools.log.firmware import Journal
from host_tools.sim.norflash import BAD_KINDS
from host_tools.workshop.campaigns.cut_store import BLOCKS, SALT, mounted
from host_tools.workshop.campaigns.torn import WatchedFlash
from host_tools.workshop.campaigns.truth import Player, Truth, wrong

if TYPE_CHECKING:
    from corrido.store.settings_table import Value

ENDURANCE = 100_000  # erases per block that makers of serial NOR flash guarantee
PRESSES = 60  # entries of an ordinary game, and heartbeats for an hour
REGION_BLOCKS = 60


def bad_blocks(step: int = 6) -> dict[str, int]:
    """Spoil each block of a ring in each way, from the start and from each `step`-th entry."""
    found: Counter[str] = Counter()
    for kind in BAD_KINDS:
        for block in range(BLOCKS):
            _with_bad_block(kind, block, 0, found)
            if kind != "read-error":
                for entries in range(2, 60, step):
                    _with_bad_block(kind, block, entries, found)
    return dict(found)


def _with_bad_block(kind: str, block: int, after: int, found: Counter[str]) -> None:
    """Spoil one block after some entries of the third game; every entry must be kept."""
    found["cases"] += 1
    flash = WatchedFlash(BLOCKS)
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
        found["older games hidden" if _only_older_lost(mounted(flash), truth) else problem] += 1


def _only_older_lost(journal: Journal, truth: Truth) -> bool:
    """Return whether only an older game is hidden, never part of the current one."""
    kept = [entry[:8] for entry in journal.records(truth.game)]
    return kept == [entry for entry in truth.acked if entry[0] == truth.game]


def turned_bits(every: int) -> dict[str, int]:
    """Flip each `every`-th bit of the pages in use, one at a time."""
    found: Counter[str] = Counter()
    _turn_journal(found, every)
    _turn_stores(found, every)
    return dict(found)


def _turn_journal(found: Counter[str], every: int) -> None:
    flash = WatchedFlash(BLOCKS)
    truth = Truth()
    player = Player(mounted(flash), truth, 3)
    player.game(1, 25)
    player.game(2, 25)
    beat_ms = truth.tried_ms
    image = flash.image()
    used = [at for at, byte in enumerate(image) if byte != 0xFF]
    for bit in range(0, 8 * len(used), every):
        flash.load(image)
        flash.flip(used[bit // 8], bit % 8)
        journal = mounted(flash)
        found["bits"] += 1
        same = [entry[:8] for entry in journal.records()] == truth.acked
        whole = journal.verify()[0]
        if same:
            found["no entry changed"] += 1
        if not whole:
            found["told by verify"] += 1
        if not same and whole:
            found["silent error"] += 1
        if not same:
            found["record lost"] += 1
        if abs(journal.last_t_ms - beat_ms) > 1000:
            found["time lost"] += 1


def spoilt_records() -> dict[str, int]:
    """Spoil each record beyond repair, alone and with all later ones; a loss must be reported.

    A spoilt last record looks like one whose writing was cut, and so do several at the end if the
    first has lost its length too; here the lengths stay intact.
    """
    found: Counter[str] = Counter()
    flash = WatchedFlash(BLOCKS)
    truth = Truth()
    player = Player(mounted(flash), truth, 9)
    player.game(1, 25)
    player.game(2, 40)
    image = flash.image()
    places = list(_places(mounted(flash)))
    for number in range(len(places)):
        for spoilt in (places[number : number + 1], places[number:]):
            flash.load(image)
            for at in spoilt:
                for offset in (3, 11, 17):
                    flash.data[at + offset] ^= 0x5A
            found["cases"] += 1
            _judge(found, mounted(flash), truth, spoilt == places[-1:])
    return dict(found)


def _places(journal: Journal) -> Iterator[int]:
    """Return the address of every kept record."""
    for buffer, index in journal._blocks(0):
        base = journal._ring.address(index)
        for offset, _, _ in journal._scan(buffer, index):
            yield base + offset


def _judge(found: Counter[str], journal: Journal, truth: Truth, last: bool) -> None:
    kept = [entry[:8] for entry in journal.records()]
    if not journal.verify()[0]:
        found["told by verify"] += 1
    elif last:
        found["the last record alone"] += 1
    elif kept != truth.acked[-len(kept) :]:
        found["silent error"] += 1
    current = [entry for entry in kept if entry[0] == truth.game]
    if not last and current != truth.acked[-len(current) :] and journal.whole():
        found["a game comes back without a word"] += 1


def _turn_stores(found: Counter[str], every: int) -> None:
    flash = WatchedFlash(4)
    for budget in (600, 700):
        settings = Settings(flash, 0)
        settings.set("budget", budget)
        settings.set("player-a", "Ñandú")
        settings.commit()
    Pin(flash, 2, SALT).set("4271")
    for _ in range(3):
        Pin(flash, 2, SALT).check("0000", 0)
    image = flash.image()
    used = [at for at, byte in enumerate(image) if byte != 0xFF]
    expected = _state(flash)
    for bit in range(0, 8 * len(used), every):
        flash.load(image)
        flash.flip(used[bit // 8], bit % 8)
        found["bits"] += 1
        if _state(flash) == expected:
            found["no entry changed"] += 1
        else:
            found["silent error"] += 1


def _state(flash: WatchedFlash) -> "tuple[dict[str, Value], bool, bool]":
    settings, pin = Settings(flash, 0), Pin(flash, 2, SALT)
    return settings.all(), pin.is_set(), pin.locked_ms(0) >= 29_900


def wear(limit: int = 40) -> dict[str, int]:
    """Play on a flash whose blocks die after `limit` erases, until it takes no more games."""
    flash = WatchedFlash(BLOCKS)
    flash.wear_limit = limit
    truth = Truth()
    player = Player(mounted(flash), truth, 5)
    games, problems = 0, 0
    try:
        while games < 100 * limit:
            player.game(games + 1, PRESSES)
            games += 1
            if games % 7 == 0 and wrong(mounted(flash), truth):
                problems += not _only_older_lost(mounted(flash), truth)
    except OSError:
        pass
    return {
        "erases a block stands": limit,
        "games before the first refusal": games,
        "most worn block, erases": flash.worst_wear(),
        "games with a loss": problems,
        "games until 100,000 erases (60 blocks)": _games_until_worn(),
    }


def _games_until_worn() -> int:
    """Return the number of games until wear-out, from the erases of hours of ordinary play."""
    flash = WatchedFlash(REGION_BLOCKS)
    truth = Truth()
    player = Player(mounted(flash), truth, 6)
    games = 150
    for game in range(1, games + 1):
        player.begin(game)
        for _ in range(PRESSES):
            player.entry()
            for _ in range(3600 * 2 // PRESSES):
                player.beat()
        truth.acked.clear()
    return games * ENDURANCE // max(1, flash.worst_wear())
