"""Readers of other programs' files, from the formats' descriptions alone.

tsh: the manual's page on division files; AUPAIR: the prefixes and marks of its .TOU files;
TRF16: FIDE's handbook C.04 annex 2, by columns.
"""

import re
from typing import NamedTuple


class Played(NamedTuple):
    """One round of one player: opponent's number (0: none), own score, whether he began."""

    opponent: int
    score: int
    first: bool | None


def tsh(data: bytes) -> dict[int, tuple[str, int, list[Played]]]:
    """Return name, rating and rounds of each player, by number."""
    found = {}
    for line in data.decode("utf-8-sig").split("\n"):
        line = line.split("#")[0].strip()
        if not line:
            continue
        head, scores, *fields = line.split(";")
        words = head.split()
        opponents = []
        while words[-1].isdigit():
            opponents.insert(0, int(words.pop()))
        # The last of them is the rating, unless it was negative.
        rating = int(words.pop()) if words[-1].startswith("-") else opponents.pop(0)
        named = {field.split()[0]: field.split()[1:] for field in fields if field.split()}
        firsts = [{"1": True, "2": False}.get(word) for word in named.get("p12", [])]
        rounds = [
            Played(opponent, int(score), firsts[n] if n < len(firsts) else None)
            for n, (opponent, score) in enumerate(zip(opponents, scores.split(), strict=False))
        ]
        found[len(found) + 1] = (" ".join(words), rating, rounds)
    return found


def tou(text: str) -> tuple[str, str, dict[int, tuple[str, list[tuple[int, int, str, bool]]]]]:
    """Return date, title, and each player's name and rounds as (opponent, score, result, first).

    result: W, T or L by the thousands of the score; a bye is a game with oneself.
    """
    lines = text.splitlines()
    assert lines[0].startswith("*M") and lines[-1] == "*** END OF FILE ***"
    day, _, title = lines[0][2:].partition(" ")
    players = {}
    for line in lines[1:-1]:
        if line.startswith("*") or line.startswith(" "):
            continue
        words = line.split()
        name = []
        while words and any(letter.isalpha() for letter in words[0]):
            name.append(words.pop(0))
        rounds = [
            (int(other.lstrip("+")), int(score) % 1000, "LTW"[int(score) // 1000],
             other.startswith("+"))
            for score, other in zip(words[::2], words[1::2], strict=True)
        ]  # fmt: skip
        players[len(players) + 1] = (" ".join(name), rounds)
    return day, title, players


def trf(data: bytes) -> dict[int, tuple[str, int, float, int, list[tuple[int, str, str]]]]:
    """Return name, rating, points, rank and rounds (opponent, colour, result) by number."""
    found = {}
    for line in data.decode().split("\r\n"):
        if line[:3] != "001":
            continue
        columns = {name: line[first - 1 : last].strip() for name, first, last in (
            ("number", 5, 8), ("name", 15, 47), ("rating", 49, 52), ("points", 81, 84),
            ("rank", 86, 89),
        )}  # fmt: skip
        rounds = []
        for at in range(91, len(line), 10):
            rounds.append((int(line[at : at + 4]), line[at + 5], line[at + 7]))
        found[int(columns["number"])] = (
            columns["name"], int(columns["rating"]), float(columns["points"]),
            int(columns["rank"]), rounds,
        )  # fmt: skip
    return found


def gcg(text: str) -> list[tuple[str, str, int, int, list[str]]]:
    """Return each event as (nick, its words, score, total, notes); totals must add up."""
    found: list[tuple[str, str, int, int, list[str]]] = []
    totals: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("#note"):
            found[-1][4].append(line.removeprefix("#note").strip())
        elif line.startswith(">"):
            nick, _, body = line[1:].partition(":")
            words = body.split()  # what follows the total are the words that a play made
            at = next(n for n, one in enumerate(words) if re.fullmatch(r"[+-]\d+", one)
                      and re.fullmatch(r"-?\d+", words[n + 1]))  # fmt: skip
            score, total, words = words[at], words[at + 1], words[:at]
            totals[nick] = totals.get(nick, 0) + int(score)
            assert totals[nick] == int(total), line
            found.append((nick, " ".join(words), int(score), int(total), []))
    return found
