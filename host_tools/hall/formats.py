"""A round's results under a federation's headings, and a tournament for other programs."""

from datetime import date
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.hall.results import COLUMNS
from host_tools.hall.tsh import FIRST, SECOND, Division, Player
from host_tools.log.games import FORFEIT_POINTS
from host_tools.untrusted.text import clean

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
    first: int | None

    @property
    def half_points(self) -> int:
        """Return 2 for a win, 1 for a tie, 0 for a loss."""
        if not self.opponent or self.other is None:
            return 2 * (not self.opponent and self.own > 0)
        return (self.own > self.other) + (self.own >= self.other)


def _rounds(division: Division, player: Player) -> list[Played]:
    """Return the rounds of which a player has a score."""
    found: list[Played] = []
    for number, (opponent, own) in enumerate(
        zip(player.opponents, player.scores, strict=False), 1
    ):
        other = division.player(opponent)
        score = other.of(other.scores, number) if other else 0
        found.append(Played(opponent, own, score, player.of(player.firsts, number)))
    return found


def as_tou(division: Division, title: str, day: date) -> str:
    """Return the tournament in the form of AUPAIR (.TOU), which WESPA's ratings take.

    A line is a player, numbered from 1: name, then for each round the score, with 2000 added for
    a win and 1000 for a tie, and the opponent's number, with + for the player who began. A bye is
    the player's own number and 300 with its points; 2000 more if it is won.
    """
    lines = [f"*M{day:%d.%m.%Y} {clean(title)}", f"*{division.path.stem.upper()}",
             f"{'':39}0"]  # fmt: skip
    for player in division.players:
        line = f"{_tou_name(player.name):20}"
        for one in _rounds(division, player):
            score = one.own + 1000 * one.half_points + (0 if one.opponent else BYE)
            began = "+" if one.opponent and one.first == FIRST else ""
            line += f" {score:>4} {began + str(one.opponent or player.number):>3}"
        lines.append(line)
    return "\n".join([*lines, "*** END OF FILE ***", ""])


def _tou_name(name: str) -> str:
    """Return a name, surname last; a reader takes words up to the first without a letter."""
    surname, comma, given = clean(name).partition(",")
    words: list[str] = []
    for word in (f"{given} {surname}" if comma else surname).split():
        if words and not any(letter.isalpha() for letter in word):
            words[-1] += f"-{word}"
        else:
            words.append(word)
    return " ".join(words)


def as_trf(division: Division, title: str, day: date) -> str:
    """Return the tournament as a FIDE report of 2016 (TRF16): who began has white.

    A game of 50 to 0 is one by forfeit; a bye with points is `U`, any other `Z`.
    """
    lines = [f"012 {clean(title)}", f"042 {day:%Y/%m/%d}", f"052 {day:%Y/%m/%d}",
             f"062 {len(division.players)}", "092 Individual"]  # fmt: skip
    rounds = {player.number: _rounds(division, player) for player in division.players}
    points = {number: sum(one.half_points for one in played) for number, played in rounds.items()}
    spread = {number: sum(one.own - (one.other or 0) for one in played)
              for number, played in rounds.items()}  # fmt: skip
    order = sorted(rounds, key=lambda number: (-points[number], -spread[number], number))
    for player in division.players:
        number = player.number
        rating = player.rating if 0 <= player.rating <= 9999 else 0
        told = "".join(f"  {_trf_round(one)}" for one in rounds[number])
        lines.append(
            f"001 {number:>4}      {clean(player.name)[:33]:33} {rating:>4}{'':28}"
            f"{points[number] / 2:>4.1f} {order.index(number) + 1:>4}{told}"
        )
    return "".join(f"{line}\r\n" for line in lines)


def _trf_round(one: Played) -> str:
    half = one.half_points
    if not one.opponent:
        return f"0000 - {'U' if half else 'Z'}"
    if one.other is None:
        return f"{one.opponent:>4} -  "
    if {one.own, one.other} == {FORFEIT_POINTS, 0}:
        return f"{one.opponent:>4} - {'-+'[half > 0]}"
    colour = {FIRST: "w", SECOND: "b"}.get(one.first or 0, "-")
    return f"{one.opponent:>4} {colour} {'0=1'[half]}"


def behind(division: Division) -> list[str]:
    """Return a line for each player whose results end before the round."""
    return [
        f"{player.name}: no score of round {len(player.scores) + 1}"
        for player in division.players
        if len(player.scores) < len(player.opponents)
    ]
