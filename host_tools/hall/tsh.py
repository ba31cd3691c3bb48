"""The director's own file: a division of John Chew's tsh (`.t`), in as the plan, out with results.

A line is a player, numbered from 1 in the file's order: name, rating, opponents by round; scores
by round; then fields by name, of which `board` and `p12` (1 began, 2 replied) are by round too.
Results are inserted into the file's bytes: everything else stays as it was.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.files import lines_of, read_bytes, write_whole
from host_tools.hall.results import SIGNED, VOID, Line, desk
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, lists
from host_tools.untrusted.text import visible

MOST_PLAYERS, MOST_ROUNDS = 2000, 200
FIRST, SECOND = 1, 2  # of the field p12; 0 is a bye, anything else not decided yet
_LINE = re.compile(
    r"(?P<name>[^;#]*[^;#\s\d])\s+(?P<rating>-?\d{1,5})(?P<opponents>[\s\d]*);"
    r"(?P<scores>[-\s\d]*)(?P<fields>(?:;[^#]*)?)(?:#.*)?\Z",
    re.DOTALL,
)
_FIELD = r";\s*%s(?=[\s;]|\Z)(?P<values>[^;]*)"
_ROUND = re.compile(r"(?P<path>.+\.t)(?::(?P<round>\d{1,3}))?\Z", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Player:
    """One line of the file; opponents and scores by round, from the first on; 0 is a bye."""

    number: int
    name: str
    rating: int
    opponents: tuple[int, ...]
    scores: tuple[int, ...]
    boards: tuple[int, ...]
    firsts: tuple[int, ...]

    def of(self, values: tuple[int, ...], round_number: int) -> int | None:
        """Return a round's value of a list; None past its end."""
        return values[round_number - 1] if len(values) >= round_number else None


class Seat(NamedTuple):
    """A table of the round; player a, at the side A of its device, has the lower number."""

    table: str
    a: Player
    b: Player


class Entered(NamedTuple):
    """What a division took: its tables with a result, of how many, and a line for each other."""

    results: int
    tables: int
    told: list[str]


def is_division(text: str) -> bool:
    """Return whether `--round` names a director's file, and not a round."""
    return bool(_ROUND.match(text))


class Division:
    """A director's file and one of its rounds."""

    def __init__(self, text: str) -> None:
        """Read FILE.t, or FILE.t:ROUND; by default its round is the last that is paired.

        UserError names the line that is not a player's, and players who do not name each other.
        """
        named = _ROUND.match(text)
        if named is None:
            raise UserError(f"{text!r}: FILE.t or FILE.t:ROUND")
        self.path = Path(named["path"])
        self._found = read_bytes(self.path)
        self._lines, self._codec = lines_of(self._found)
        self._at: list[int] = []  # the index of each player's line
        self.players: list[Player] = []
        for index, line in enumerate(self._lines):
            if line.partition("#")[0].strip("\ufeff \t\r\n"):
                self._at.append(index)
                self.players.append(self._player(len(self._at)))
        paired = max((len(player.opponents) for player in self.players), default=0)
        self.round = int(named["round"] or paired)
        if not self.players or not 1 <= self.round <= paired:
            what = f"rounds 1 to {paired} are paired, not {self.round}" if paired else "not paired"
            raise UserError(f"{self.path}: {what}")
        self.seats = self._seats()

    def _player(self, number: int) -> Player:
        index = self._at[number - 1]
        found = _LINE.match(self._lines[index].strip("\ufeff\r\n"))
        if found is None or number > MOST_PLAYERS:
            raise UserError(f"{self.path}: line {index + 1}: not `NAME RATING OPPONENTS; SCORES`")
        texts = (
            found["opponents"], found["scores"], _values(found["fields"], "board"),
            _values(found["fields"], "p12"),
        )  # fmt: skip
        words = [text.split() for text in texts]
        strange = [one for line in words for one in line if not re.fullmatch(r"-?\d{1,4}", one)]
        if strange or max(map(len, words)) > MOST_ROUNDS:
            wrong = f"{visible(strange[0])!r} is no number" if strange else "too many rounds"
            raise UserError(f"{self.path}: line {index + 1}: {wrong}")
        lists = [tuple(map(int, line)) for line in words]
        return Player(number, found["name"].strip(), int(found["rating"]), *lists)

    def _seats(self) -> list[Seat]:
        """Return the round's tables: by the field `board`, or else numbered in file order.

        UserError unless the opponents of the round name each other.
        """
        seats: list[Seat] = []
        for player in self.players:
            number = player.of(player.opponents, self.round)
            if not number:
                continue
            other = self.players[number - 1] if number <= len(self.players) else None
            if other is None or other.of(other.opponents, self.round) != player.number:
                raise UserError(
                    f"{self.path}: line {self._at[player.number - 1] + 1}: opponent {number} of "
                    f"round {self.round} does not name player {player.number}"
                )
            if number >= player.number:
                board = player.of(player.boards, self.round) or len(seats) + 1
                seats.append(Seat(str(board), player, other))
        return sorted(seats, key=lambda seat: int(seat.table))

    # -- in

    @property
    def has_boards(self) -> bool:
        """Return whether the file itself numbers the round's tables."""
        return all(seat.a.of(seat.a.boards, self.round) for seat in self.seats)

    def add_to(self, plan: Plan) -> Plan:
        """Add the round's tables to a plan; return it."""
        for table, a, b in self.seats:
            plan.add({"table": table, "round": str(self.round), "player-a": a.name,
                      "player-b": b.name})  # fmt: skip
        return plan

    # -- out

    def refusal(self, player: Player, score: int) -> str:
        """Return why the round cannot take a player's score, or ""."""
        known = player.of(player.scores, self.round)
        if known is not None and known != score:
            return f"{player.name} has {known} there already, and {score} by the clock"
        if known is None and len(player.scores) != self.round - 1:
            return f"{player.name} has no score of round {len(player.scores) + 1} yet"
        return ""

    def enter(self, player: Player, score: int, first: int) -> None:
        """Enter a score that refusal() does not refuse; first: FIRST, SECOND, or 0: not known."""
        index = self._at[player.number - 1]
        if player.of(player.scores, self.round) is None:
            self._lines[index] = _appended(self._lines[index], score)
        if first:
            self._lines[index] = _began(self._lines[index], self.round, first)
        self.players[player.number - 1] = self._player(player.number)

    def data(self) -> bytes:
        """Return the file's content with what was entered."""
        return "".join(self._lines).encode(self._codec)

    def save(self, path: Path | None = None, sources: Iterable[Path] = ()) -> None:
        """Write the file, its own or another, unless its own would stay the same.

        UserError, and nothing written, if another program has changed its own since it was read.
        """
        if path is None:
            if read_bytes(self.path) != self._found:
                raise UserError(f"{self.path}: another program has just changed it: again", 1)
            if self.data() == self._found:
                return
        write_whole(path or self.path, self.data(), list(sources))


def _values(fields: str, name: str) -> str:
    found = re.search(_FIELD % name, fields)
    return found["values"] if found else ""


def _appended(line: str, value: int) -> str:
    """Return the line with another score after the last one."""
    found = _LINE.match(line.strip("\ufeff\r\n"))
    assert found is not None
    start = found.start("scores") + len(line) - len(line.lstrip("\ufeff"))
    at = start + len(found["scores"].rstrip())
    return f"{line[:at]} {value}{line[at:]}"


def _began(line: str, round_number: int, first: int) -> str:
    """Return the line with the field p12 telling who began; as it was if rounds are missing."""
    told = line.partition("#")[0].rstrip()
    found = re.search(_FIELD % "p12", told)
    words = [one.span() for one in re.finditer(r"\S+", found["values"])] if found else []
    if len(words) < round_number - 1:
        return line
    if found is None:
        # The `;` after the scores is not one that ends a field.
        after = ";" if told.endswith(";") and told.count(";") > 1 else ""
        before = " " if told.endswith(";") else "; "
        return f"{told}{before}p12 {first}{after}{line[len(told) :]}"
    at = found.start("values")
    if len(words) >= round_number:
        start, end = words[round_number - 1]
        return f"{line[: at + start]}{first}{line[at + end :]}"
    at += words[-1][1] if words else 0
    return f"{line[:at]} {first}{line[at:]}"


def enter_results(
    division: Division, store: Store, plan: Plan, keys: dict[str, bytes] | None = None
) -> Entered:
    """Enter the round's results into a division; tell every table that has none, and why.

    A game that names no round is of the one in which its table has no other; the store notes it.
    keys: as for desk().
    """
    seats, name = division.seats, str(division.round)
    lines = desk(store, division.add_to(plan), name, None, keys)
    at_table = _seated([line for line in lines if line.round == name], seats)
    results, told = 0, []
    for seat in seats:
        line, why = _game_at(at_table.pop(seat.table, []), seat, name, store)
        why = why or _enter(division, seat, line)
        results += not why
        if why:
            told.append(f"table {seat.table}, {seat.a.name} - {seat.b.name}: {why}")
    told += [f"{line}, but {division.path} has no such table"
             for found in at_table.values() for line in found if line.row]  # fmt: skip
    return Entered(results, len(seats), told)


def _seated(lines: list[Line], seats: list[Seat]) -> dict[str, list[Line]]:
    """Return the games by table: that of the device's own names, or else its own."""
    pairs = {_pair(seat.a.name, seat.b.name): seat.table for seat in seats}
    found: dict[str, list[Line]] = {}
    for line in lines:
        row = line.row if line.own_names else None
        pair = _pair(row["player-a"], row["player-b"]) if row else None
        found.setdefault(pairs.get(pair, line.table) if pair else line.table, []).append(line)
    return found


def _game_at(here: list[Line], seat: Seat, name: str, store: Store) -> tuple[Line, str]:
    """Return the line of a table's game, and why it is no result, or ""."""
    here = [line for line in here if line.state != VOID] or here[-1:]
    told = [line for line in here if line.own_round] or here
    signed = [line for line in told if line.state == SIGNED]
    if len(told) > 1 and (not told[0].own_round or len(signed) > 1):
        games = ", ".join(f"{line.game} of {line.device}" for line in told)
        return told[0], f"its games {games} may all be of this round: enter the right one by hand"
    line = (signed or told or [Line(name, seat.table, "never heard")])[-1]
    if line.game and not line.own_round:
        store.note(line.note, name)
    return line, "" if line.state == SIGNED else line.why


def _pair(*names: str) -> frozenset[tuple[str, ...]]:
    """Return two names so that `Ruiz, Ana` and `Ana Ruiz` are the same."""
    return frozenset(tuple(sorted(re.findall(r"\w+", name.casefold()))) for name in names)


def _enter(division: Division, seat: Seat, line: Line) -> str:
    """Enter a signed game; return why not, or ""."""
    row = line.row
    assert row is not None
    a, b = seat.a, seat.b
    if line.own_names:
        told = [row["player-a"], row["player-b"]]
        if _pair(*told) != _pair(a.name, b.name):
            return f"the device says {told[0]} - {told[1]}"
        if _pair(told[0]) != _pair(a.name):
            a, b = b, a
    opener = {"A": a, "B": b}.get(str(row["opener"]))
    planned = next((one for one in (a, b) if one.of(one.firsts, division.round) == FIRST), None)
    if opener and planned and opener != planned and not line.own_names:
        return f"{planned.name} should have begun, {opener.name} did: who sat on which side?"
    scores = row["A.result"], row["B.result"]
    if row["A.forfeit"] and row["B.forfeit"]:
        return "both lost by forfeit: enter it by hand"
    if None in scores:
        return "signed without final scores"
    both = list(zip((a, b), scores, strict=True))
    if why := "; ".join(filter(None, (division.refusal(*one) for one in both))):
        return why
    for player, score in both:
        division.enter(player, score, 0 if opener is None else 1 + (player != opener))
    return ""


def follow(
    text: str, store: Store, path: Path, plan: Plan, keys: dict[str, bytes], known: Any
) -> tuple[Any, str]:
    """Enter what is new since `known`; return what is known now, and a line to tell, or "".

    text: as for Division; path: of the store; plan: follows when the next round is paired; keys:
    as for desk().
    """
    try:
        division = Division(text)
        division.add_to(plan)
        before = division.data(), store.count(), len(store.receipts())
        if before == known:
            return known, ""
        if differ := lists(store, plan, str(division.round)):
            return None, f"{division.path}: no results: {differ}"
        entered = enter_results(division, store, plan, keys)
        division.save(None, [path])
    except UserError as error:
        return None, str(error)
    told = f"{entered.results} of {entered.tables} results of round {division.round}"
    return (division.data(), *before[1:]), f"{told}: {division.path}"
