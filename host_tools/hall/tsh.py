"""The director's own files: divisions of John Chew's tsh (`.t`), in as the plan, out with results.

A line is a player, numbered from 1 in the file's order: name, rating, opponents by round; scores
by round; then fields by name, of which `board` and `p12` (1 began, 2 replied) are by round too.
What tsh reads is read as tsh does, by its own pattern. Results are inserted into the file's bytes:
everything else stays as it was. `config.tsh` names the divisions of an event.
"""

import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.files import lines_of, read_bytes, write_whole
from host_tools.hall.results import SIGNED, VOID, Line, desk
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, lists, natural, pair
from host_tools.log.games import FORFEIT_POINTS
from host_tools.untrusted.text import visible

MOST_PLAYERS, MOST_ROUNDS, MOST_BOARDS, MOST_LETTERS = 2000, 200, 5000, 10_000
FIRST, SECOND = 1, 2  # of the field p12; 0 is a bye, anything else not decided yet
ALONE_S = 2.0  # so long no other program has written a file that is replaced
_BLANK = "\ufeff \t\r\n\v\f"
# As tsh's TFile reads a line, once a `;` was added to one that has none.
_LINE = re.compile(
    r"(?P<name>.+?\S)\s+(?P<rating>[0-9]+(?:[.+][0-9]+)*)\s*(?P<opponents>[0-9\s]*);"
    r"(?P<scores>\s*[-0-9\s]*)(?P<fields>(?:;[^;]*)*)\Z",
    re.DOTALL,
)
_COUNTED = re.compile(r"; # [0-9]+\s*\Z")  # tsh drops it
_FIELD = re.compile(r";\s*(?P<tag>[^\s;]*)(?P<values>(?:\\.|[^;])*)", re.DOTALL)
_MEMBER = re.compile(r":[A-Z]{0,4}[0-9]+\Z")  # a federation's number behind a name
_ROUND = re.compile(r"(?P<path>.+?)(?::(?P<round>\d{1,3}))?\Z", re.DOTALL)
_DIVISION = re.compile(r"^\s*division\s+(\S+)\s+(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_CONFIG = r"^\s*config\s+%s\s*=\s*['\"]?(\w+)"
_TABLES = re.compile(r"^\s*config\s+tables\b(.*?)(?=^\s*\w+\s+\w|\Z)",
                     re.IGNORECASE | re.MULTILINE | re.DOTALL)  # fmt: skip
_COMMENT = re.compile(r"(?:^|\s)#.*")
_TABLES_OF = re.compile(r"(\w+)['\"]?\s*(?:\}\s*=|=>)\s*\[([^\]]*)\]")
_ELEMENT = re.compile(r"(\d{1,4})\s*\.\.\s*(\d{1,4})|(\w[\w-]*)")


@dataclass(frozen=True)
class Player:
    """One line of the file; opponents and scores by round, from the first on; 0 is a bye.

    why: why the line is not read; then it names nobody.
    """

    number: int
    name: str
    rating: int = 0
    opponents: tuple[int, ...] = ()
    scores: tuple[int | None, ...] = ()
    boards: tuple[int, ...] = ()
    firsts: tuple[int, ...] = ()
    why: str = ""

    def of(self, values: tuple[Any, ...], round_number: int) -> int | None:
        """Return a round's value of a list; None past its end, and for one not known."""
        return values[round_number - 1] if len(values) >= round_number else None


class Seat(NamedTuple):
    """A table of the round; player a, at the side A of its device, has the lower number."""

    table: str
    a: Player
    b: Player

    def __str__(self) -> str:
        return f"{self.a.name} - {self.b.name}"


class Entered(NamedTuple):
    """What a division took: its tables with a result, of how many, and a line for each other."""

    results: int
    tables: int
    told: list[str]


def is_division(text: str) -> bool:
    """Return whether `--round` names a director's file, and not a round."""
    return _split(text)[0].suffix.lower() == ".t"


def _split(text: str) -> tuple[Path, str]:
    """Return the file and the round of FILE or FILE:ROUND, the round "" if none is named."""
    named = _ROUND.match(text)
    return (Path(named["path"]), named["round"] or "") if named else (Path(text), "")


def _parts(line: str) -> dict[str, tuple[int, int]]:
    """Return where the parts of a line stand, the values of a field by `;` and its name.

    Empty for a line that tsh does not read.
    """
    lead, body = len(line) - len(line.lstrip(_BLANK)), line.strip(_BLANK)
    found = len(body) < MOST_LETTERS and _LINE.match(
        _COUNTED.sub(";", body if ";" in body else f"{body};")
    )
    if not found:
        return {}
    spans = {name: found.span(name) for name in ("name", "rating", "opponents", "scores")}
    for field in _FIELD.finditer(found["fields"]):
        start, end = field.span("values")
        spans[f";{field['tag']}"] = start + found.start("fields"), end + found.start("fields")
    return {name: (lead + start, lead + end) for name, (start, end) in spans.items()}


def _words(line: str, name: str) -> list[tuple[int, int]]:
    """Return where the words of a part of a line stand."""
    start, end = _parts(line).get(name, (0, 0))
    return [(start + one.start(), start + one.end())
            for one in re.finditer(r"\S+", line[start:end])]  # fmt: skip


def _put(line: str, name: str, round_number: int, value: int) -> str:
    """Return the line with a round's value in a part, replaced or after the last one.

    As it was if rounds before it are missing. A field that is not there is added.
    """
    if ";" not in line:
        end = len(line.rstrip(_BLANK))
        line = f"{line[:end]};{line[end:]}"
    words = _words(line, name)
    if len(words) < round_number - 1:
        return line
    if len(words) >= round_number:
        start, end = words[round_number - 1]
        return f"{line[:start]}{value}{line[end:]}"
    if name in (parts := _parts(line)):
        at = words[-1][1] if words else parts[name][0]
        return f"{line[:at]} {value}{line[at:]}"
    told = line.rstrip(_BLANK)
    # The `;` after the scores is not one that ends a field.
    after = ";" if told.endswith(";") and told.count(";") > 1 else ""
    before = " " if told.endswith(";") else "; "
    return f"{told}{before}{name[1:]} {value}{after}{line[len(told) :]}"


class Division:
    """A director's file and one of its rounds."""

    def __init__(
        self, text: str, name: str = "", tables: tuple[str, ...] = (), boards: bool = True,
        rounds: int = 0,
    ) -> None:  # fmt: skip
        """Read FILE.t, or FILE.t:ROUND; by default its round is the last that is paired.

        name: the division's in its event; tables: the room's, by board; boards: False where the
        event has none; rounds: that it is to have. UserError if nothing in it is paired; a line
        that is not read, and a pair that cannot be, is told and left alone.
        """
        (self.path, number), self.name, self.told = _split(text), name, list[str]()
        self._tables = tables if len(set(tables)) == len(tables) else ()
        if tables and not self._tables:
            self.told.append(f"{self.path}: `config tables` has a table twice: it is not used")
        self._numbered, self._most = boards, rounds
        self._found = read_bytes(self.path)
        self._lines, self._codec = lines_of(self._found)
        self._at: list[int] = []  # the index of each player's line
        self.players: list[Player] = []
        for index, line in enumerate(self._lines):
            if line.strip(_BLANK) and not line.lstrip(_BLANK).startswith("#"):
                self._at.append(index)
                self.players.append(self._player(len(self._at)))
        self.told += [player.why for player in self.players if player.why]
        paired = max((len(player.opponents) for player in self.players), default=0)
        self.round = int(number or paired)
        if not 1 <= self.round <= paired:
            what = f"rounds 1 to {paired} are paired, not {self.round}" if paired else "not paired"
            raise UserError(self.told[0] if self.told else f"{self.path}: {what}")
        self.booked: dict[str, tuple[int, int]] = {}  # by forfeit: the players' numbers, by table
        self.seats = self._seats()
        if self.told and not self.seats:
            raise UserError(self.told[0])

    def _player(self, number: int) -> Player:
        index = self._at[number - 1]
        line, where = self._lines[index], f"{self.path}: line {index + 1}"
        parts = _parts(line)
        if not parts or number > MOST_PLAYERS:
            why = f"{where}: not `NAME RATING OPPONENTS; SCORES`"
            return Player(number, visible(line.strip(_BLANK))[:40], why=why)
        name, rating = (line[slice(*parts[part])].strip() for part in ("name", "rating"))
        words = {part: [line[slice(*one)] for one in _words(line, part)]
                 for part in ("opponents", "scores", ";board", ";p12")}  # fmt: skip
        strange = [one for part in ("opponents", "scores") for one in words[part]
                   if not re.fullmatch(r"-?[0-9]{1,4}", one)]  # fmt: skip
        if strange or max(map(len, words.values())) > MOST_ROUNDS:
            wrong = f"{visible(strange[0])!r} is no number" if strange else "too many rounds"
            return Player(number, name, why=f"{where}: {wrong}")
        boards, firsts = (tuple(int(one) if re.fullmatch("[0-9]{1,4}", one) else 0
                          for one in words[part]) for part in (";board", ";p12"))  # fmt: skip
        return Player(
            number, _MEMBER.sub("", name), int(re.split(r"[.+]", rating)[0][:9]),
            tuple(map(int, words["opponents"])),
            tuple(None if one == "00" else int(one) for one in words["scores"]), boards, firsts,
        )  # fmt: skip

    def player(self, number: int) -> Player | None:
        """Return a player by number; None for 0, and beyond the file."""
        return self.players[number - 1] if 0 < number <= len(self.players) else None

    def _seats(self) -> list[Seat]:
        """Return the round's tables: by the field `board`, or else numbered in file order.

        A player who is paired with himself, or whose opponent does not name him, is told, and so
        is each number that two pairs bear.
        """
        seats: list[Seat] = []
        for player in self.players:
            number = player.of(player.opponents, self.round)
            where = f"{self.path}: line {self._at[player.number - 1] + 1}"
            if not number:
                continue
            other = self.player(number)
            if number == player.number:
                self.told.append(f"{where}: {player.name} is paired with himself")
            elif other is None or other.of(other.opponents, self.round) != player.number:
                self.told.append(f"{where}: opponent {number} of round {self.round} does not "
                                 f"name player {player.number}")  # fmt: skip
            elif number > player.number:
                board = self._board(player) or self._board(other) or len(seats) + 1
                seats.append(Seat(self._table(board), player, other))
        count = Counter(seat.table for seat in seats)
        for table in (table for table, times in count.items() if times > 1):
            pairs = " and of ".join(str(seat) for seat in seats if seat.table == table)
            self.told.append(f"{self.path}: board {table} is that of {pairs}: "
                             "only their names tell whose game it is")  # fmt: skip
        return sorted(seats, key=lambda seat: natural(seat.table))

    def _table(self, board: int) -> str:
        return self._tables[board - 1] if board <= len(self._tables) else str(board)

    def _board(self, player: Player) -> int | None:
        return player.of(player.boards, self.round) if self._numbered else None

    @property
    def rounds(self) -> int:
        """Return how many rounds there are to be; where no file tells, another one."""
        paired = max(len(player.opponents) for player in self.players)
        return max(self._most or paired + 1, paired)

    @property
    def has_boards(self) -> bool:
        """Return whether the file itself numbers the round's tables."""
        return all(self._board(seat.a) for seat in self.seats)

    def _recall(self, store: Store) -> None:
        """Know the tables of the round's pairs as they were before forfeits were booked."""
        name = f"seats/{self.path.resolve()}/{self.round}"
        known = {tuple(two): table for table, two in json.loads(store.note(name) or "{}").items()}
        paired = [(seat.a.number, seat.b.number) for seat in self.seats]
        self.booked = {}
        for two, table in known.items():
            scores = {one.of(one.scores, self.round) for one in map(self.player, two) if one}
            if two not in paired and scores == {FORFEIT_POINTS, -FORFEIT_POINTS}:
                self.booked[table] = two
        if self.booked and not self.has_boards:
            free = (table for number in range(1, MOST_BOARDS)
                    if (table := self._table(number)) not in self.booked)  # fmt: skip
            tables = list(map(known.get, paired)) if set(paired) <= set(known) else free
            self.seats = [seat._replace(table=str(table))
                          for seat, table in zip(self.seats, tables, strict=False)]  # fmt: skip
        seats = {seat.table: two for seat, two in zip(self.seats, paired, strict=True)}
        if (kept := json.dumps(self.booked | seats)) != store.note(name):
            store.note(name, kept)

    def add_to(self, plan: Plan, store: Store | None = None) -> Plan:
        """Let a plan have the round's tables as the division's; return it.

        store: that remembers the tables of pairs of which a forfeit was booked.
        """
        if store:
            self._recall(store)
        booked = [Seat(table, self.players[a - 1], self.players[b - 1])
                  for table, (a, b) in self.booked.items()]  # fmt: skip
        plan.put(self.name, [
            {"table": seat.table, "round": str(self.round), "player-a": seat.a.name,
             "player-b": seat.b.name} for seat in (*self.seats, *booked)
        ])  # fmt: skip
        return plan

    # -- out

    def refusal(self, player: Player, score: int) -> str:
        """Return why the round cannot take a player's score, or ""."""
        known = player.of(player.scores, self.round)
        if known is not None and known != score:
            return f"{player.name} has {known} there already, and {score} by the clock"
        if known is None and len(player.scores) < self.round - 1:
            return f"{player.name} has no score of round {len(player.scores) + 1} yet"
        return ""

    def enter(self, player: Player, score: int, first: int, forfeit: bool = False) -> None:
        """Enter a score that refusal() does not refuse; first: FIRST, SECOND, or 0: not known.

        forfeit: as tsh books it, without an opponent.
        """
        index = self._at[player.number - 1]
        line = self._lines[index]
        if player.of(player.scores, self.round) is None:
            line = _put(line, "scores", self.round, score)
        if forfeit:
            line = _put(line, "opponents", self.round, 0)
        if first or (forfeit and ";p12" in _parts(line)):
            line = _put(line, ";p12", self.round, first)
        self._lines[index] = line
        self.players[player.number - 1] = self._player(player.number)

    def data(self) -> bytes:
        """Return the file's content with what was entered."""
        return "".join(self._lines).encode(self._codec)

    def touched_s(self) -> float:
        """Return for how many seconds no other program has written the file; 0 if it is gone."""
        try:
            return abs(time.time() - self.path.stat().st_mtime)
        except OSError:
            return 0.0

    def save(self, entered: Entered, path: Path | None, sources: Iterable[Path]) -> str:
        """Write the file, its own or another, unless its own would stay the same; tell it.

        What its own was is beside it, as FILE.t~. UserError, and nothing written, if another
        program has changed it since it was read.
        """
        told = f"{entered.results} of {entered.tables} results of round {self.round}"
        if path is None and self.data() == self._found:
            return f"{told}: {self.path}"
        if path is None:
            time.sleep(max(0.0, ALONE_S - self.touched_s()))
            if read_bytes(self.path) != self._found:
                raise UserError(f"{self.path}: another program has just changed it: again", 1)
            write_whole(Path(f"{self.path}~"), self._found, durable=True)
        write_whole(path or self.path, self.data(), list(sources), durable=True)
        return f"{told}: {path or self.path}: let tsh read it anew"


def event(config: str | None, rounds: Iterable[str], only: str = "") -> list[Division]:
    """Return the divisions of config.tsh, or config.tsh:ROUND, and those that files name.

    only: the name of a single one. UserError for two of one name, and if none of them reads; one
    that does not is told by the first.
    """
    found = _of_config(config) if config else []
    named = [text for text in rounds if is_division(text)]
    for text in named:
        stem = _split(text)[0].stem.upper()
        single = len(named) == 1 and not config
        found.append((text, "" if single and only.upper() in ("", stem) else stem))
    names = [one[1] for one in found]
    for double in (names, [Path(one[0]).resolve() for one in found]):
        for name in (name for name, times in Counter(double).items() if times > 1):
            raise UserError(f"two divisions {name}: each has a name and a file of its own")
    if only and "" not in names:
        found = [one for one in found if one[1] == only.upper()]
        if not found:
            raise UserError(f"no division {only}, only {', '.join(names)}")
    divisions, told = list[Division](), list[str]()
    for one in found:
        try:
            divisions.append(Division(*one))
        except UserError as error:  # another's round may be paired
            told.append(str(error))
    if told and not divisions:
        raise UserError(told[0])
    for division in divisions[:1]:
        division.told += told
    return divisions


def _of_config(text: str) -> list[tuple[Any, ...]]:
    """Return the arguments of Division for those that a config.tsh names."""
    path, number = _split(text)
    config = "\n".join(_COMMENT.sub("", line.rstrip()) for line in lines_of(read_bytes(path))[0])
    config = config.replace("\0", "")  # no path has one
    tables = {name.upper(): _elements(told) for line in _TABLES.findall(config)
              for name, told in _TABLES_OF.findall(line)}  # fmt: skip
    no_boards = re.search(_CONFIG % "no_boards", config, re.MULTILINE)
    boards = no_boards is None or no_boards[1] == "0"
    most = re.search(_CONFIG % "max_rounds", config, re.MULTILINE)
    rounds = int(most[1]) if most and re.fullmatch("[0-9]{1,3}", most[1]) else 0
    if 0 < rounds < int(number or 0):
        raise UserError(f"{path}: max_rounds is {rounds}, not {number}")
    found = [(f"{path.parent / file}:{number}".rstrip(":"), name.upper(),
              tables.get(name.upper(), ()), boards, rounds)
             for name, file in _DIVISION.findall(config)]  # fmt: skip
    if not found:
        raise UserError(f"{path}: no line `division NAME FILE.t`")
    return found


def _elements(text: str) -> tuple[str, ...]:
    """Return the elements of a list in Perl: numbers, words, and ranges as 1..20."""
    found: list[str] = []
    for first, last, word in _ELEMENT.findall(re.sub(r"\bqw\b", "", text)):
        found += [word] if word else map(str, range(int(first), int(last) + 1))
    return tuple(found[:MOST_BOARDS])


def enter_results(
    division: Division, store: Store, plan: Plan, keys: dict[str, bytes] | None = None
) -> Entered:
    """Enter the round's results into a division; tell every table that has none, and why.

    A game that names no round is of the one in which its table has no other; the store notes it.
    plan: of the whole event. keys: as for desk().
    """
    division.add_to(plan, store)
    seats, name = division.seats, str(division.round)
    lines = desk(store, plan, name, None, keys)
    lines = [line for line in lines if (line.round, line.division) == (name, division.name)]
    games = _seated(lines, seats)
    results, told = len(division.booked), list(division.told)
    for seat in seats:
        line, why = _game_at(games.pop((seat.a.number, seat.b.number), []), seat, name, store)
        why = why or _enter(division, seat, line)
        results += not why
        if why:
            told.append(f"table {seat.table}, {seat}: {why}")
    told += [f"{line}, but {division.path} has no such table"
             for seat, found in games.items() for line in found
             if line.row and seat not in division.booked]  # fmt: skip
    return Entered(results, len(seats) + len(division.booked), told)


def _seated(lines: list[Line], seats: list[Seat]) -> dict[tuple[int, int] | str, list[Line]]:
    """Return the games by pair: that of the device's own names, or else of its table."""
    pairs = {pair(seat.a.name, seat.b.name): seat for seat in seats}
    count = Counter(seat.table for seat in seats)  # of a shared one only the names tell
    tables = {seat.table: seat for seat in seats if count[seat.table] == 1}
    found: dict[tuple[int, int] | str, list[Line]] = {}
    for line in lines:
        row = line.row if line.own_names else None
        named = pairs.get(pair(row["player-a"], row["player-b"])) if row else None
        seat = named or tables.get(line.table)
        key = (seat.a.number, seat.b.number) if seat else line.table
        found.setdefault(key, []).append(line)
    return found


def _game_at(here: list[Line], seat: Seat, name: str, store: Store) -> tuple[Line, str]:
    """Return the line of a table's game, and why it is no result, or ""."""
    here = [line for line in here if line.state != VOID] or here[-1:]
    told = [line for line in here if line.own_round] or here
    signed = [line for line in told if line.state == SIGNED]
    if len(told) > 1 and (not told[0].own_round or len(signed) > 1):
        games = ", ".join(f"{line.game} of {line.device}" for line in told)
        return told[0], f"its games {games} may all be of this round: enter the right one by hand"
    line = (signed or told or [Line(name, seat.table, "never")])[-1]
    if line.game and not line.own_round:
        store.note(line.note, name)
    return line, "" if line.state == SIGNED else line.why


def _enter(division: Division, seat: Seat, line: Line) -> str:
    """Enter a signed game; return why not, or ""."""
    row = line.row
    assert row is not None
    a, b = seat.a, seat.b
    told = [row["player-a"], row["player-b"]]  # the plan's too, as they sat in the end
    if pair(*told) == pair(a.name, b.name):
        a, b = (a, b) if pair(told[0]) == pair(a.name) else (b, a)
    elif line.own_names:
        return f"the device says {told[0]} - {told[1]}"
    opener = {"A": a, "B": b}.get(str(row["opener"]))
    began = [one for one in (a, b) if one.of(one.firsts, division.round) == FIRST]
    if len(began) > 1 or [one.of(one.firsts, division.round) for one in (a, b)] == [SECOND] * 2:
        return f"by p12 both {'began' if began else 'replied'}: mend the file"
    lost = [row[f"{side}.forfeit"] for side in "AB"]
    if opener and began and opener != began[0] and not line.own_names and not any(lost):
        return f"{began[0].name} should have begun, {opener.name} did: who sat on which side?"
    scores = row["A.result"], row["B.result"]
    if all(lost):
        return "both lost by forfeit: enter it by hand"
    if any(lost):  # as tsh books it
        scores = [-FORFEIT_POINTS if one else FORFEIT_POINTS for one in lost]
    if None in scores:
        return "signed without final scores"
    both = list(zip((a, b), scores, strict=True))
    if why := "; ".join(filter(None, (division.refusal(*one) for one in both))):
        return why
    for player, score in both:
        first = 0 if opener is None or any(lost) else 1 + (player != opener)
        division.enter(player, score, first, any(lost))
    return ""


class Follower:
    """Lets the divisions of an event take what is new, each by itself."""

    def __init__(self, config: str | None, rounds: list[str], only: str = "") -> None:
        """Take the arguments of event(), which is asked again each time."""
        self._event = lambda: event(config, rounds, only)
        self._known: dict[str, Any] = {}  # what each division is known to hold
        self._said: set[str] = set()

    def follow(self, store: Store, path: Path, plan: Plan, keys: dict[str, bytes]) -> list[str]:
        """Enter what is new; return lines to tell. path: of the store; plan: follows the pairings.

        A file that another program has just written, or that does not read, waits.
        """
        told: list[str] = []
        try:
            divisions = self._event()
        except UserError as error:
            divisions, told = [], [str(error)]
        for division in divisions:
            division.add_to(plan, store)
        for division in divisions:
            before = division.data(), store.count(), len(store.receipts())
            known = before == self._known.get(division.name)
            if known or division.touched_s() < ALONE_S:
                continue
            try:
                if differ := lists(store, plan, str(division.round), division.name):
                    told.append(f"{division.path}: no results: {differ}")
                    continue
                entered = enter_results(division, store, plan, keys)
                told.append(division.save(entered, None, [path]))
                self._known[division.name] = (division.data(), *before[1:])
            except UserError as error:
                self._known.pop(division.name, None)
                told.append(str(error))
        new = [line for line in told if line not in self._said]
        self._said = set(told) or self._said
        return new
