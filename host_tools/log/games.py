"""From a pulled log to games: entries, the match that they make up, and its course."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from corrido.core import events, phases
from corrido.core.game import Game as LiveGame
from corrido.core.game import replay, taken_back
from corrido.core.limits import NEVER
from corrido.core.match import NO_NOTICE, TIME_OVER, TURN_EXPIRED
from corrido.store.game_record import entered, unpack_rules
from corrido.store.journal import codec, survey
from corrido.store.journal.codec import BODY_AT, FormatError
from corrido.store.journal.journal import Journal
from corrido.store.journal.reading import NO_EVENTS
from corrido.ui import receipt

from host_tools.device.keys import Keys
from host_tools.errors import UserError
from host_tools.log import blocks
from host_tools.log.blocks import device_id
from host_tools.log.image import LogImage, PulledFlash, load
from host_tools.untrusted import reading
from host_tools.untrusted.text import clean

if TYPE_CHECKING:
    from corrido.core.events import Effects

FORFEIT_POINTS = 50  # what a game won by forfeit is worth; the other side has 0
# Exceptions raised by reading a record that was altered together with its checksum.
_UNREADABLE = (
    LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError,
)  # fmt: skip
# Of a game's replay: its entries, and what falls due by time. A week in overtime has 10,080.
MOST_STEPS = 15_000


class Counted(LiveGame):
    """A match that counts the steps of its replay; UserError after more than any game has."""

    number = steps = 0

    def step(self, cost: int = 1) -> None:
        """Count a step, or several."""
        self.steps += cost
        if self.steps > MOST_STEPS:
            raise UserError(f"game {self.number}: its record takes too long", exit_code=1)

    def _fire(self, effects: "Effects") -> None:
        self.step()  # whatever falls due by time passes here
        super()._fire(effects)


Told = TypeVar("Told")


class Entry(NamedTuple):
    """One record: an event of the game (kind > 0) or a note; logs holds names of log kinds."""

    game: int
    seq: int
    t_ms: int
    kind: int
    who: int
    value: int
    logs: tuple[str, ...]
    payload: bytes
    chain: bytes
    times: int = 1  # how often an ignored press was made

    @property
    def event(self) -> tuple[int, int, int, int, int]:
        """The arguments to pass to the match."""
        return self.seq, self.t_ms, self.kind, self.who, self.value

    @property
    def said(self) -> int:
        """The value without the number of what the event is about."""
        return events.said(self.kind, self.value)

    def text(self) -> str:
        """Return the payload, if it is text."""
        return clean(self.payload.decode("utf-8", errors="replace"))

    @property
    def tells_words(self) -> bool:
        """Whether the payload says which word was valid, which is for the arbiter only."""
        return self.kind == events.VERDICT or "lookup" in self.logs


class Step(NamedTuple):
    """An entry, whether a later undo took it back, and the match after it.

    outside: it was noted before the game was armed, or while the next was being set up. An end
    that time brought and the device did not note has an entry with the name of its notice.
    """

    entry: Entry
    undone: bool
    match: LiveGame
    outside: bool = False


def journal_of(image: LogImage) -> Journal:
    """Return the firmware's journal over a pulled image; UserError for another format."""
    region, device = image.region, device_id(image)
    flash = PulledFlash(region, image.blocks)
    journal = Journal(flash, region.first, region.blocks, device, image.key)
    try:
        journal.mount()
    except FormatError as error:
        raise UserError(f"the log: {error}") from error
    return journal


def entries_of(journal: Journal) -> list[Entry]:
    """Return everything that a log keeps, oldest first."""
    return [Entry(*record) for record in journal.records()]


def _has_strays(block: bytes, page: int) -> bool:
    """Return whether intact records of a block are missed by the walk from its header.

    They prove that something before them was damaged: a power cut leaves at most a torn record
    behind, never an intact one out of reach.
    """
    buffer, at = bytearray(block), BODY_AT
    reached = bytearray(len(buffer) if blocks.head_of(block) else 0)
    while at < len(reached):
        found = codec.record_at(buffer, at, len(buffer)) if buffer[at] != codec.TAG_BLANK else None
        after = at + codec.length_of(found[0]) if found else (at // page + 1) * page
        if found:
            reached[at:after] = b"\x01" * (after - at)
        at = after
    ends = len(buffer) - codec.FRAME_BYTES + 1
    strays = (codec.record_at(buffer, at, len(buffer)) for at in range(BODY_AT, ends)
              if not any(reached[at : at + 1]) and buffer[at] in codec.TAGS)  # fmt: skip
    return any(found and not found[1] for found in strays)


class Report(NamedTuple):
    """The soundness of a log: its chain, the games it keeps, and its other faults."""

    unbroken: bool  # the chain
    entries: int
    bad: int  # the first entry that does not fit
    checked: bool  # False: it is signed, and not with the given key
    games: list[int]
    findings: list[blocks.Finding]
    dropped: int  # ignored presses left out of the log because there were too many

    @property
    def whole(self) -> bool:
        """Return whether nothing at all is wrong."""
        return self.unbroken and not self.findings

    @property
    def proven(self) -> bool:
        """Return whether the chain was checked and is whole."""
        return self.unbroken and self.checked


def verify(image: LogImage, end: blocks.End | None = None) -> Report:
    """Run every check on a log; records out of reach of its chain break it too.

    end: the last entry, as the screen showed it at the close; without it, the entry that the
    device reported when the log was pulled is used.
    """
    journal, last = journal_of(image), dict[int, int]()
    read = entries_of(journal)
    kept = list(_kept(read))
    for entry in read:  # the highest number of an event, 0 for a game of nothing but notes
        last[entry.game] = max(last.get(entry.game, 0), entry.seq if entry.kind else 0)
    of_keys = blocks.of_keys(image)
    findings = blocks.of_gaps(kept, image) + of_keys
    # The device counts ignored presses, too, which are no events: its last link tells for certain.
    if end or image.device.get("link") != journal.last_link().hex():
        findings += blocks.of_end(last, end or blocks.told_end(image))
    unbroken, entries, bad = survey.verify(journal)
    if unbroken and any(_has_strays(one, image.region.page) for one in image.blocks.values()):
        unbroken, bad = False, entries
    dropped = sum(_dropped(read).values())
    return Report(unbroken, entries, bad, not of_keys, kept, findings, dropped)


def since(before: LogImage, image: LogImage) -> list[blocks.Finding]:
    """Return a finding if a log lacks the entry that an earlier one of its device ends with.

    Nothing can be said once the device has given up all blocks that it had then.
    """
    entries = entries_of(journal_of(before))
    links = {entry.chain for entry in entries_of(journal_of(image))}
    if not entries or entries[-1].chain in links:
        return []
    then, now = ([head.number for head in blocks.heads_of(one)] for one in (before, image))
    if links and min(now, default=0) > max(then, default=0):
        return []
    return [blocks.Finding("older", (entries[-1].game, entries[-1].seq))]


def _dropped(entries: list[Entry]) -> dict[int, int]:
    """Return the last reported number of dropped presses, by game."""
    return {entry.game: entry.value for entry in entries if "dropped" in entry.logs}


CROSSING = (events.SWAP, events.NAMES)


def seated(labels: dict[str, Told], crossed: bool) -> dict[str, Told]:
    """Return labels with the names of A and B exchanged, if they are crossed."""
    turn = {"player-a": "player-b", "player-b": "player-a"} if crossed else {}
    return {turn.get(name, name): value for name, value in labels.items()}


class Game:
    """One game of a log."""

    def __init__(self, number: int, entries: list[Entry], device: dict[str, Any]) -> None:
        self.number, self.entries, self.device = number, entries, device
        self._folded: Any = None
        beginning = next((e.payload for e in entries if e.kind == events.ARM), None)
        if beginning is None:
            beginning, self.entries = _unfolded(number, entries)
        try:
            _, labels, *folded = reading.document(beginning)
            if self.entries is not entries:
                self._folded = folded[0]
            self.rules = unpack_rules(beginning)
            # Round, table, players, and so on.
            self.labels = {str(name): str(value) for name, value in dict(labels).items()}
            self.start()
        except _UNREADABLE as error:
            line = f"game {number}: its settings do not read ({error}): update the host tools"
            raise UserError(line, exit_code=1) from error
        self._taken = [entry.event for entry in self.entries if entry.kind]
        self.undone = taken_back(self._taken)[0]
        moves = [e for e in self.entries if e.kind in CROSSING and e.seq not in self.undone]
        # As they sit at the end: a swap takes the names along, NAMES does nothing else.
        self.crossed = self.start().crossed ^ (len(moves) % 2 == 1)
        self.labels = seated(self.labels, self.crossed)

    def start(self) -> "Counted":
        """Return the match before its first entry: in setup, or in the state a fold kept."""
        match = entered(self._folded, self.rules) if self._folded else LiveGame(self.rules)
        match.__class__ = Counted
        counted = cast(Counted, match)
        counted.number = self.number
        return counted

    def match(self, see: Callable[[Step], None] = lambda step: None) -> LiveGame:
        """Return the match at the end of the record, by the device's own replay.

        see: called after each entry, and each end that time brought, with always the same match.
        """
        match = self.start()

        def recorded() -> Iterator[tuple[int, int, int, int, int]]:
            for entry in self.entries:
                # A lost turn is looked for among all presses taken back.
                match.step(len(self.undone) if entry.kind == events.LOSE_TURN else 1)
                if match.phase != phases.SETUP:
                    self._pass_time(match, entry.t_ms, see)
                # One whose write was reported as failed may be there twice.
                is_event = entry.kind not in NO_EVENTS and entry.seq > match.seq
                # OK in closed leaves for the next game: the record ends before it.
                if is_event and (match.phase != phases.CLOSED or entry.kind != events.OK):
                    yield entry.event
                # In the settings, where notes are made, the game's time is zero.
                outside = match.phase == phases.SETUP or entry.t_ms < match.t_ms
                undone = is_event and entry.seq in self.undone
                see(Step(entry, undone, match, outside and not entry.kind))

        return replay(self.rules, recorded, self._taken, match)

    def _pass_time(self, match: LiveGame, t_ms: int, see: Callable[[Step], None]) -> None:
        """Let time pass to t_ms, and see each end that it brings without a note of the device."""
        while NEVER != (due_ms := match.next_due_ms()) <= t_ms:
            before = match.phase, match.mover
            noted = any(effect[0] == "log" for effect in match.advance(due_ms))
            if before != (match.phase, match.mover) and not noted:
                name = TIME_OVER if match.ending else TURN_EXPIRED
                entry = Entry(self.number, match.seq, due_ms, 0, 0, 0, (name,), b"", b"")
                see(Step(entry, False, match))
        if t_ms > match.t_ms:
            match.advance(t_ms)

    def summary(self) -> dict[str, Any]:
        """Return the figures of the sheet (art. 44), and the game's labels."""
        match = self.match()
        ending, still = match.ending, match.neutral
        told = ending.notice if ending else NO_NOTICE
        found = {
            "device": self.device.get("id", ""), "name": self.device.get("name") or "",
            "game": self.number, "phase": match.phase, "preset": match.rules.name,
            "opener": events.WHO_NAMES[match.opener],
            "ending": "void" if ending and ending.voided else told,
            "forfeit": events.WHO_NAMES[ending.forfeited if ending else events.NONE],
            "racks": match.racks, "A": figures(match, events.A), "B": figures(match, events.B),
            "stops": stops(match), "still_ms": still.still_ms, "both_ms": still.both_ms,
            "dropped": _dropped(self.entries).get(self.number, 0),
        }  # fmt: skip
        # Anybody can write a label: none may replace a figure.
        return {**found, **self.labels, **found}


def figures(match: LiveGame, who: int) -> dict[str, Any]:
    """Return one player's figures: times in ms, points and counts 0 or more."""
    player = match.player(who)
    return {
        "used_ms": player.clock.used_ms,
        "over_ms": 0 if match.rules.timed_turns else player.clock.over_ms(),
        "points": match.points(who), "turns": player.turns, "turns_lost": player.turns_lost,
        "challenges": player.challenges, "challenges_won": player.challenges_won,
        "penalty": player.penalty(), "card": events.CARDS[player.card()], "score": player.score,
        "blanks": " ".join(player.blanks_shown()),
        "forfeit": bool(match.ending and match.ending.forfeited & who),
        "off": receipt.deductions(match, who), "result": result(match, who),
    }  # fmt: skip


def stops(match: LiveGame) -> list[tuple[str, str, str, int, int]]:
    """Return stopped time as (reason, whose clock ran, who asked, ms, times), by reason.

    Recuento has rows of its own, by mover.
    """
    names = events.WHO_NAMES
    return [
        (events.REASONS[reason], names[owner], names[asked], ms, times)
        for (reason, owner, asked), (times, ms) in sorted(match.neutral.stops.items())
    ]


def result(match: LiveGame, who: int) -> int | None:
    """Return what a game is worth to a player (art. 44): the score less what is deducted.

    None without a score, for a game that is void, and where both have lost by forfeit.
    """
    lost = match.ending.forfeited if match.ending else events.NONE
    if lost == events.BOTH or (match.ending and match.ending.voided):
        return None
    if lost:
        return 0 if lost & who else FORFEIT_POINTS
    return receipt.result(match, who)


def _folds(entries: list[Entry]) -> list[Entry]:
    """Return the parts of the latest complete fold, in order; an empty list without one."""
    parts = [entry for entry in entries if entry.kind == events.FOLD]
    for last in reversed(parts):
        same = [one for one in parts if (one.seq, one.value >> 8) == (last.seq, last.value >> 8)]
        found = {one.value & 0xFF: one for one in same}
        if len(found) == events.fold_of(last.value)[1]:
            return [found[number] for number in sorted(found)]
    return []


def numbered(entries: list[Entry]) -> Iterator[tuple[int, Entry]]:
    """Yield a game's entries with the numbers under which a radio sends them.

    Of a fold only the last part counts; entries that remain from before it have no number.
    """
    parts = _folds(entries)
    begun, number = not parts or any(entry.kind == events.ARM for entry in entries), 0
    for entry in entries:
        if entry.kind == events.FOLD:
            part, count, before = events.fold_of(entry.value)
            if part + 1 < count:
                continue
            begun, number = True, max(number, before)
        if begun:
            number += 1
            yield number, entry


def _unfolded(number: int, entries: list[Entry]) -> tuple[bytes, list[Entry]]:
    """Return the payload of a fold, and a list of the fold as one entry and those after it.

    UserError if the log holds no complete fold of the game.
    """
    parts = _folds(entries)
    if not parts:
        raise UserError(f"game {number}: its beginning is no longer in the log", exit_code=1)
    rest = entries[max(entries.index(part) for part in parts) + 1 :]
    return b"".join(part.payload for part in parts), [parts[-1], *rest]


@contextmanager
def readable(game: Game) -> Iterator[None]:
    """Turn the errors of an unreadable game record into a one-line UserError."""
    try:
        yield
    except _UNREADABLE as error:
        wrong = f"{type(error).__name__}: {error}"
        line = f"game {game.number}: its record does not read ({wrong}): `corrido log verify` it"
        raise UserError(line, exit_code=1) from error


def kept_of(image: LogImage) -> dict[int, list[Entry]]:
    """Return, by game number, the entries of all games that keep their beginning, oldest first."""
    return _kept(entries_of(journal_of(image)))


def _kept(read: list[Entry]) -> dict[int, list[Entry]]:
    by_number: dict[int, list[Entry]] = {}
    for entry in read:
        by_number.setdefault(entry.game, []).append(entry)
    return {
        number: entries
        for number, entries in by_number.items()
        if any(entry.kind == events.ARM for entry in entries) or _folds(entries)
    }


def one_game(image: LogImage, number: int | None) -> Game:
    """Return the requested game, or the latest; UserError if it is missing or unreadable."""
    kept = kept_of(image)
    if kept and number is None:
        number = list(kept)[-1]
    if number not in kept:
        raise UserError(_none_of(kept, number), exit_code=1)
    return Game(number, kept[number], image.device)


def _none_of(kept: dict[int, list[Entry]], number: int | None) -> str:
    numbers = ", ".join(map(str, kept))
    return f"no game {number} in the log, only {numbers}" if kept else "the log holds no game"


# -- the games of many tables


def each(
    paths: list[Path],
    tell: Callable[[Game, Report], Told],
    number: int | None = None,
    last: bool = False,
    keys: Keys | None = None,
) -> tuple[list[Told], list[str]]:
    """Return what tell() says of each game of these logs, in the order of the files.

    Also a line for each log without one. number: only games with that number; last: the latest of
    each log; keys: for checking signed logs. UserError, naming the file, for one that is not a log
    or an unreadable game.
    """
    found: list[Told] = []
    lacking: list[str] = []
    for path in paths:
        image = load(path, keys)
        try:
            report, kept = verify(image), kept_of(image)
            kept = dict(list(kept.items())[-1:]) if last else kept
            chosen = [Game(one, kept[one], image.device) for one in kept if number in (None, one)]
            for game in chosen:
                with readable(game):
                    found.append(tell(game, report))
        except UserError as error:
            raise UserError(f"{path}: {error}", error.exit_code) from error
        if not chosen:
            device = image.device.get("name") or image.device.get("id") or "?"
            lacking.append(f"{path}: {device}: {_none_of(kept, number)}")
    return found, lacking
