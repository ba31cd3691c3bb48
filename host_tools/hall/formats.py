"""Write a round's results: CSV, and the files that common tournament programs read."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Any

from host_tools.errors import UserError
from host_tools.hall.results import COLUMNS
from host_tools.untrusted.text import cell

Row = dict[str, Any]
ABSP_COLUMNS = ("Division", "Round", "Player1", "Score1", "Player2", "Score2")
DIVISION = "A"


def as_csv(found: list[Row]) -> str:
    """Return the CSV document with all columns, and with a header even if there are no games."""
    return _table(COLUMNS, ([cell(row[name]) for name in COLUMNS] for row in found))


def _table(columns: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def as_absp(found: list[Row]) -> str:
    """Return the results in the form that the British association's rating database takes.

    One line per game: division, round, and each player's name and score less the deductions.
    """
    lines = [
        (DIVISION, cell(row["round"]), cell(row["player-a"]), row["A.result"],
         cell(row["player-b"]), row["B.result"])
        for row in _scored(found)
    ]  # fmt: skip
    return _table(ABSP_COLUMNS, lines)


def as_tsh(found: list[Row]) -> str:
    """Return a division of John Chew's tsh (a `.t` file): player, rating 0, opponents; scores.

    Players are numbered in order of first appearance; rounds must be numbered from 1. An opponent
    0 with 0 points stands for a round that a player has not played.
    """
    games = [(_round_number(row), row) for row in _scored(found)]
    numbers: dict[str, int] = {}
    for _, row in games:
        for side in ("a", "b"):
            numbers.setdefault(row[f"player-{side}"], len(numbers) + 1)
    last = max((number for number, _ in games), default=0)
    played = {name: [(0, 0)] * last for name in numbers}
    for number, row in games:
        a, b = row["player-a"], row["player-b"]
        for one, other, side in ((a, b, "A"), (b, a, "B")):
            if played[one][number - 1] != (0, 0):
                raise UserError(f"{one} has two games in round {number}: give the round its own "
                                "store, or say --round")  # fmt: skip
            played[one][number - 1] = (numbers[other], row[f"{side}.result"])
    return "".join(_division_line(name, rounds) for name, rounds in played.items())


def _division_line(name: str, rounds: list[tuple[int, int]]) -> str:
    opponents = " ".join(str(opponent) for opponent, _ in rounds)
    scores = " ".join(str(score) for _, score in rounds)
    # In such a file semicolons and digits end a name.
    plain = "".join(" " if letter in ";#" or letter.isdigit() else letter for letter in name)
    return f"{' '.join(plain.split()):24} 0 {opponents}; {scores}\n"


def _round_number(row: Row) -> int:
    text = str(row["round"])
    if not (text.isdecimal() and 1 <= int(text) <= 99):
        raise UserError(f"round {text!r} of table {row['table']!r}: tsh numbers rounds from 1 on")
    return int(text)


def _scored(found: list[Row]) -> list[Row]:
    """Return the games that a tournament program can take: those with names and both scores."""
    for row in found:
        missing = [name for name in ("player-a", "player-b") if not row[name]]
        missing += [name for name in ("A.score", "B.score") if row[name] is None]
        if missing and row["ending"] != "void":
            raise UserError(
                f"table {row['table']!r}, game {row['game']}: no {missing[0]}; a tournament "
                "program needs names (--plan) and final scores", 1)  # fmt: skip
    return [row for row in found if row["ending"] != "void"]


FORMATS: dict[str, Callable[[list[Row]], str]] = {"csv": as_csv, "absp": as_absp, "tsh": as_tsh}
