"""A reader of tsh's division files, from the description in its manual alone."""

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
