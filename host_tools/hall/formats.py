"""A round's results under a federation's headings, and a tournament for other programs."""

import re
import unicodedata
from collections import Counter
from datetime import date
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.files import lines_of, read_bytes
from host_tools.hall.results import COLUMNS
from host_tools.hall.tsh import FIRST, SECOND, Division, Player
from host_tools.untrusted.text import clean

_TRF = re.compile(r"001 (?P<number>[ \d]{4}).{6}(?P<name>.{33}).{44}(?P<rounds>.*)", re.DOTALL)
_MET = re.compile(r"( *\d*) ([wWbB -]) (.)\Z")
# Letters that are no letter with a mark.
_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss",
                          "æ": "ae", "Æ": "AE", "ı": "i", "ŀ": "l", "·": "."})  # fmt: skip
BYE = 300  # what a bye of no points counts in AUPAIR


def columns(text: str | None) -> dict[str, str]:
    """Return the field of each heading in `HEADING=FIELD,...`; UserError for an unknown field.

    text: None for all fields, each under its own name.
    """
    found = {}
    for part in COLUMNS if text is None else text.split(","):
        heading, _, field = part.rpartition("=")
        if field not in COLUMNS:
            raise UserError(f"--columns: {field!r} is none of {', '.join(COLUMNS)}")
        found[heading or field] = field
    return found


class Played(NamedTuple):
    """One round of a player: the opponent's number (0: a bye), both scores, and who began."""

    opponent: int
    own: int
    other: int | None  # None where the opponent has no score yet
    first: int  # FIRST or SECOND; 0 where neither line tells

    @property
    def half_points(self) -> int:
        """Return 2 for a win, 1 for a tie, 0 for a loss."""
        if not self.opponent or self.other is None:
            return 2 * (not self.opponent and self.own > 0)
        return (self.own > self.other) + (self.own >= self.other)


def _rounds(division: Division, player: Player) -> list[Played | None]:
    """Return the rounds of a player, None for one of which there is no score yet."""
    found: list[Played | None] = []
    for number, opponent in enumerate(player.opponents, 1):
        own, other = player.of(player.scores, number), division.player(opponent)
        first = player.of(player.firsts, number)
        second = other and other.of(other.firsts, number)
        if first not in (FIRST, SECOND):
            first = {FIRST: SECOND, SECOND: FIRST}.get(second or 0, 0)
        score = other.of(other.scores, number) if other else 0
        found.append(None if own is None else Played(opponent, own, score, first))
    while found and found[-1] is None:
        found.pop()
    return found


def as_tou(division: Division, title: str, day: date) -> str:
    """Return the tournament in the form of AUPAIR (.TOU), which WESPA's ratings take.

    A line is a player, numbered from 1: name, in 20 columns, then for each round, in 9, the score,
    with 2000 added for a win and 1000 for a tie, and the opponent's number, with + for the player
    who began (from 100 on without: what reads words would read score and number as one). A bye is
    the player's own number and 300 with its points; 2000 more if it is won. UserError for a score
    that those thousands leave no room for.
    """
    lines = [f"*M{day:%d.%m.%Y} {_ascii(title)}", f"*{_ascii(division.path.stem.upper())}",
             f"{'':39}0"]  # fmt: skip
    for player in division.players:
        line = f"{_tou_name(player.name):20}"
        for one in _rounds(division, player):
            if one is None:
                raise UserError(f"{player.name}: a round without a score before one with: TOU "
                                "has no place for it")  # fmt: skip
            if one.own >= 1000 and one.half_points < 2:
                raise UserError(f"{player.name}: {one.own}, not won: TOU has no place for it")
            score = one.own + 1000 * one.half_points + (0 if one.opponent else BYE)
            began = "+" if 0 < one.opponent < 100 and one.first == FIRST else ""
            line += f" {score:>4}{began + str(one.opponent or player.number):>4}"
        lines.append(line)
    return "\r\n".join([*lines, "*** END OF FILE ***", ""])


def _ascii(text: str) -> str:
    """Return a text in the letters of AUPAIR: `Śliwa, Núñez` is `Sliwa, Nunez`."""
    plain = unicodedata.normalize("NFKD", clean(text).translate(_LETTERS))
    return "".join(one for one in plain if one.isascii())


def _tou_name(name: str) -> str:
    """Return a name of 20 letters, surname last, of which each word has a letter.

    A reader takes words up to the first without one.
    """
    surname, comma, given = _ascii(name).partition(",")
    words: list[str] = []
    for word in (f"{given} {surname}" if comma else surname).split():
        if words and not any(letter.isalpha() for letter in word):
            words[-1] += f"-{word}"
        else:
            words.append(word)
    name = " ".join(words)[:20]
    before, _, last = name.rpartition(" ")
    return name if any(letter.isalpha() for letter in last) else before


def one_name(division: Division) -> list[str]:
    """Return a line for each name that two players have in the 20 letters of AUPAIR."""
    count = Counter(_tou_name(player.name) for player in division.players)
    return [f"{name}: {times} players of this name in TOU, which knows 20 letters"
            for name, times in count.items() if times > 1]  # fmt: skip


def as_trf(division: Division, title: str, day: date) -> str:
    """Return the tournament as a FIDE report of 2016 (TRF16), which pairing programs take.

    Who began has white; where nobody knows who did, the lower number. A bye with points is `U`,
    any other, a forfeit lost among them, `Z`. XXR: how many rounds; where no file tells, one more.
    """
    lines = [f"012 {clean(title)}", f"042 {day:%Y/%m/%d}", f"052 {day:%Y/%m/%d}",
             f"062 {len(division.players)}", "092 Individual",
             f"XXR {division.rounds}"]  # fmt: skip
    rounds = {player.number: _rounds(division, player) for player in division.players}
    played = {number: [one for one in found if one] for number, found in rounds.items()}
    points = {number: sum(one.half_points for one in found) for number, found in played.items()}
    spread = {number: sum(one.own - (one.other or 0) for one in found)
              for number, found in played.items()}  # fmt: skip
    order = sorted(rounds, key=lambda number: (-points[number], -spread[number], number))
    for player in division.players:
        number = player.number
        told = "".join(f"  {_trf_round(number, one)}" for one in rounds[number])
        lines.append(
            f"001 {number:>4}      {clean(player.name)[:33]:33} {min(player.rating, 9999):>4}"
            f"{'':28}{points[number] / 2:>4.1f} {order.index(number) + 1:>4}{told}"
        )
    return "".join(f"{line}\r\n" for line in lines)


def _trf_round(number: int, one: Played | None) -> str:
    if one is None or (one.opponent and one.other is None):
        return f"{'':8}"
    half = one.half_points
    if not one.opponent:
        return f"0000 - {'U' if half else 'Z'}"
    first = one.first or (FIRST if number < one.opponent else SECOND)
    return f"{one.opponent:>4} {'w' if first == FIRST else 'b'} {'0=1'[half]}"


def trf_rows(path: Path) -> list[dict[str, str]]:
    """Return the plan in a report (TRF): its last round's pairs, tables in the file's order.

    White is side A, without colours the lower number. UserError for a file without a pair, a line
    that is none of a report, and a pair of which one does not name the other.
    """
    players: dict[int, tuple[str, list[tuple[str, ...]]]] = {}
    for at, line in enumerate(lines_of(read_bytes(path))[0], 1):
        if line.startswith("001 "):
            found = _trf_player(line.rstrip()) or _trf_player(line.rstrip(), "latin-1")
            if found is None:
                raise UserError(f"{path}: line {at}: no player of a report (TRF)")
            players[found[0]] = found[1:]
    last = max((len(met) for _, met in players.values()), default=0)
    met = {number: rounds[last - 1] for number, (_, rounds) in players.items()
           if len(rounds) == last and last}  # fmt: skip
    rows: list[dict[str, str]] = []
    for number, (text, colour, result) in met.items():
        other = int(text.strip() or 0)
        if not other or (colour == "-" and result.strip()):  # a bye, or a forfeit
            continue
        back = met.get(other, ("", "", ""))
        if back[0].strip() != str(number) or (colour + back[1]).lower() in ("ww", "bb"):
            raise UserError(f"{path}: round {last}: {players[number][0]} is paired with {other}, "
                            "who is not with him, or has his colour")  # fmt: skip
        if colour in "wW" or (colour in "- " and number < other):
            rows.append({"table": str(len(rows) + 1), "round": str(last),
                         "player-a": players[number][0],
                         "player-b": players[other][0]})  # fmt: skip
    if not rows:
        raise UserError(f"{path}: no pair of a last round in it")
    return rows


def _trf_player(line: str, codec: str = "") -> tuple[int, str, list[tuple[str, ...]]] | None:
    """Return number, name and rounds of a player; None if the columns are not those of a report.

    codec: "latin-1" if they count the bytes of UTF-8.
    """
    found = _TRF.match((line.encode().decode(codec) if codec else line).ljust(91))
    if not found:
        return None
    rounds = found["rounds"]
    met = [_MET.match(rounds[at : at + 8].ljust(8)) for at in range(0, len(rounds), 10)]
    name = found["name"].encode(codec).decode("utf-8", "replace") if codec else found["name"]
    if not all(met) or not found["number"].strip().isdecimal():
        return None
    return int(found["number"]), name.strip(), [one.groups() for one in met if one]


def behind(division: Division) -> list[str]:
    """Return a line for each player whose results end before the round."""
    return [
        f"{player.name}: no score of round {number}"
        for player in division.players
        for number in range(1, min(len(player.opponents), division.round) + 1)
        if player.of(player.scores, number) is None
    ]
