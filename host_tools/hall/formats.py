"""Write a round's results as CSV, and a tournament in the forms that other programs read."""

import csv
import io
from datetime import date
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.hall.results import COLUMNS, Row
from host_tools.hall.tsh import FIRST, SECOND, Division, Player
from host_tools.untrusted.text import cell, clean

FORFEIT = (50, 0)
BYE = 300  # what a bye of no points counts in AUPAIR


def as_csv(found: list[Row], columns: dict[str, str] | None = None) -> str:
    """Return a CSV document of the games; columns: a field for each heading, or all there are."""
    named = columns or {name: name for name in COLUMNS}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(named)
    writer.writerows([cell(row[name]) for name in named.values()] for row in found)
    return out.getvalue()


def columns(text: str) -> dict[str, str]:
    """Return the field of each heading in `HEADING=FIELD,...`; UserError for an unknown field."""
    found = {}
    for part in text.split(","):
        heading, _, field = part.rpartition("=")
        if field not in COLUMNS:
            raise UserError(f"--columns: {field!r} is none of {', '.join(COLUMNS)}")
        found[heading or field] = field
    return found


class Event(NamedTuple):
    """What a tournament's file says of the tournament itself."""

    title: str
    day: date


def as_tou(division: Division, event: Event) -> str:
    """Return the tournament in the form of AUPAIR (.TOU), which WESPA's ratings take.

    A line is a player, numbered from 1: name, then for each round the score, with 2000 added for
    a win and 1000 for a tie, and the opponent's number, with + for the player who began. A bye is
    the player's own number and 300 with its points; 2000 more if it is won.
    """
    lines = [f"*M{event.day:%d.%m.%Y} {clean(event.title)}", f"*{division.path.stem.upper()}",
             f"{'':39}0"]  # fmt: skip
    for player in division.players:
        rounds = "".join(_tou_round(division, player, number) for number in _scored(player))
        lines.append(f"{_tou_name(player.name):20}{rounds}")
    return "\n".join([*lines, "*** END OF FILE ***", ""])


def _scored(player: Player) -> range:
    return range(1, min(len(player.scores), len(player.opponents)) + 1)


def _tou_round(division: Division, player: Player, number: int) -> str:
    score, opponent = player.scores[number - 1], player.opponents[number - 1]
    if not opponent:
        return f" {BYE + score + 2000 * (score > 0):>4} {player.number:>3}"
    other = division.players[opponent - 1].of(division.players[opponent - 1].scores, number)
    if other is not None:
        score += 2000 if score > other else 1000 if score == other else 0
    began = "+" if player.of(player.firsts, number) == FIRST else ""
    return f" {score:>4} {began + str(opponent):>3}"


def _tou_name(name: str) -> str:
    """Return a name, surname last; a reader takes words up to the first without a letter."""
    words: list[str] = []
    for word in given_first(name).split():
        if words and not any(letter.isalpha() for letter in word):
            words[-1] += f"-{word}"
        else:
            words.append(word)
    return " ".join(words)


def given_first(name: str) -> str:
    """Return `Surname, Given` as `Given Surname`, any other name as it is."""
    surname, comma, given = clean(name).partition(",")
    return f"{given.strip()} {surname.strip()}" if comma else surname.strip()


def as_trf(division: Division, event: Event) -> str:
    """Return the tournament as a FIDE report of 2016 (TRF16): who began has white.

    A game of 50 to 0 is one by forfeit; a bye with points is `U`, any other `Z`.
    """
    day = f"{event.day:%Y/%m/%d}"
    lines = [f"012 {clean(event.title)}", f"042 {day}", f"052 {day}",
             f"062 {len(division.players)}", "092 Individual"]  # fmt: skip
    points = {player.number: _points(division, player) for player in division.players}

    def rank(player: Player) -> tuple[int, int, int]:
        return -points[player.number], -_spread(division, player), player.number

    order = sorted(division.players, key=rank)
    ranks = {player.number: place for place, player in enumerate(order, 1)}
    for player in division.players:
        rating = player.rating if 0 <= player.rating <= 9999 else 0
        rounds = "".join(f"  {_trf_round(division, player, n)}" for n in _scored(player))
        lines.append(
            f"001 {player.number:>4}      {clean(player.name)[:33]:33} {rating:>4}{'':28}"
            f"{points[player.number] / 2:>4.1f} {ranks[player.number]:>4}{rounds}"
        )
    return "".join(f"{line}\r\n" for line in lines)


def _both(division: Division, player: Player, number: int) -> tuple[int, int | None]:
    """Return a round's two scores; None for an opponent who has none."""
    other = division.players[player.opponents[number - 1] - 1]
    return player.scores[number - 1], other.of(other.scores, number)


def _half_points(division: Division, player: Player, number: int) -> int:
    """Return 2 for a win, 1 for a tie, 0 for a loss."""
    if not player.opponents[number - 1]:
        return 2 * (player.scores[number - 1] > 0)
    own, other = _both(division, player, number)
    return 0 if other is None else (own > other) + (own >= other)


def _points(division: Division, player: Player) -> int:
    return sum(_half_points(division, player, number) for number in _scored(player))


def _spread(division: Division, player: Player) -> int:
    spread = 0
    for number in _scored(player):
        own, other = player.scores[number - 1], 0
        if player.opponents[number - 1]:
            own, other = _both(division, player, number)
        spread += own - (other or 0)
    return spread


def _trf_round(division: Division, player: Player, number: int) -> str:
    opponent = player.opponents[number - 1]
    half = _half_points(division, player, number)
    if not opponent:
        return f"0000 - {'U' if half else 'Z'}"
    own, other = _both(division, player, number)
    if other is None:
        return f"{opponent:>4} -  "
    forfeit = {own, other} == set(FORFEIT)
    colour = {FIRST: "w", SECOND: "b"}.get(player.of(player.firsts, number) or 0, "-")
    return (
        f"{opponent:>4} {'-' if forfeit else colour} {'-+'[half > 0] if forfeit else '0=1'[half]}"
    )


def behind(division: Division) -> list[str]:
    """Return a line for each player whose results end before the round."""
    return [
        f"{player.name}: no score of round {len(player.scores) + 1}"
        for player in division.players
        if len(player.scores) < len(player.opponents)
    ]
