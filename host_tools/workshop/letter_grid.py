"""`python -m host_tools.workshop.letter_grid CODE WORDS`: a row of corrido/ui/grids.py.

WORDS is a text list of the language, a word a line (the part from a `/` on is left out, as in a
Hunspell `.dic`). From up to 20,000 words of at most eight tiles it counts how often a tile follows
another, begins a word or ends it, then looks by simulated annealing for the order of tiles in
which the way from the best cell after each tile to the next tile is shortest on average. Letters
with a tail stay out of the last two rows, which have no pixels for it.
"""

import argparse
import math
import random
from pathlib import Path

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles

LONGEST = 8  # tiles: most words of a challenge are short
SAMPLE = 20_000
TAILS = "ĄĘÇ"
TAIL_CELLS = 21  # of the first three rows
WARMTH = 0.03  # key presses: by how much a step may be worse at first


def counts(words: list[list[int]], count: int) -> list[list[float]]:
    """Return how often tile `b` comes after `a`: row `count` is the start of a word.

    Columns `count` and `count + 1` are DONE and NEXT, which end one word in three and the others.
    """
    found = [[0.0] * (count + 2) for _ in range(count + 1)]
    for word in words:
        before = count
        for tile in word:
            found[before][tile] += 1
            before = tile
        found[before][count] += 1 / 3
        found[before][count + 1] += 2 / 3
    return found


def ways(cells: list[str], count: int) -> list[list[int]]:
    """Return the key presses from each cell to each letter's cell, to DONE and to NEXT."""
    out = []
    for start in range(len(cells)):
        far, queue = {start: 0}, [start]
        for at in queue:
            for key in tiles.MOVES:
                new = tiles.move(cells, at, key, False)
                if new not in far:
                    far[new] = far[at] + 1
                    queue.append(new)
        ends = [min(far[at] for at in far if cells[at] == f) for f in (tiles.DONE, tiles.NEXT)]
        out.append([far[at] for at in range(count)] + ends)
    return out


class Layout:
    """An order of tiles, and the next tile's cost from every cell after every tile."""

    def __init__(self, code: str, follows: list[list[float]]) -> None:
        self.cells = tiles.grid(code)
        self.tiles = tiles.letters(code)
        self.follows = follows
        self.ways = ways(self.cells, len(self.tiles))
        self.place = list(range(len(self.tiles)))
        ends = [len(self.tiles), len(self.tiles) + 1]
        self.costs = [
            [sum(n * way[to] for n, to in zip(row, self.place + ends)) for way in self.ways]
            for row in follows
        ]
        self.total = sum(map(sum, follows))

    def mean(self) -> float:
        """Return the mean key presses to the next cell, from the best cell after each tile."""
        return sum(map(min, self.costs)) / self.total

    def swap(self, one: int, other: int) -> None:
        """Exchange the cells of two tiles."""
        a, b = self.place[one], self.place[other]
        self.place[one], self.place[other] = b, a
        for row, costs in zip(self.follows, self.costs):
            more = row[one] - row[other]
            if more:
                for at, way in enumerate(self.ways):
                    costs[at] += more * (way[b] - way[a])

    def allowed(self, one: int, other: int) -> bool:
        """Return whether no tail would come into the last rows."""
        pairs = ((one, self.place[other]), (other, self.place[one]))
        return all(self.tiles[t] not in TAILS or cell < TAIL_CELLS for t, cell in pairs)

    def row(self) -> tuple[str, str]:
        """Return the tiles in the order of their cells, and the cursor's cell after each."""
        shown = list(self.cells)
        for tile, cell in enumerate(self.place):
            shown[cell] = self.tiles[tile]
        best = [shown[costs.index(min(costs))] for costs in self.costs]
        order = sorted(range(len(self.tiles)), key=lambda tile: self.place[tile])
        return (" ".join(self.tiles[tile] for tile in order),
                " ".join([best[-1]] + [best[tile] for tile in order]))  # fmt: skip


def anneal(layout: Layout, steps: int, chance: random.Random) -> tuple[float, tuple[str, str]]:
    """Return the best order met in a number of steps, with its mean."""
    now = layout.mean()
    best = (now, layout.row())
    for step in range(steps):
        warmth = WARMTH * (1 - step / steps) + 1e-5
        one, other = chance.sample(range(len(layout.tiles)), 2)
        if not layout.allowed(one, other):
            continue
        layout.swap(one, other)
        new = layout.mean()
        if new <= now or chance.random() < math.exp((now - new) / warmth):
            now = new
            if now < best[0]:
                best = (now, layout.row())
        else:
            layout.swap(one, other)
    return best


def spelled(code: str, source: Path) -> list[list[int]]:
    """Return the short words of a list, in tiles."""
    letters = alphabet(code)
    texts = {line.split("/")[0].strip() for line in source.read_text("utf-8").splitlines()}
    words = [letters.spell_word(text) for text in sorted(texts) if text == text.lower()]
    short = [list(word) for word in words if word and len(word) <= LONGEST]
    return random.Random(2).sample(short, min(SAMPLE, len(short)))


def main() -> None:
    """Print the row and its saving."""
    parser = argparse.ArgumentParser(description="Lay the tiles of a language out by use.")
    parser.add_argument("code", help="of the alphabet")
    parser.add_argument("words", type=Path, help="a word a line")
    parser.add_argument("--steps", type=int, default=40_000)
    args = parser.parse_args()
    words = spelled(args.code, args.words)
    follows = counts(words, len(tiles.letters(args.code)))
    layout = Layout(args.code, follows)
    before = layout.mean()
    after, (order, goes) = anneal(layout, args.steps, random.Random(5))
    use = [sum(row[at] for row in follows) for at in range(len(layout.tiles) + 1)]
    names = [*layout.tiles, tiles.DONE]
    by_use = " ".join(sorted(names, key=lambda name: -use[names.index(name)]))
    print(f"# {len(words)} words, {before:.2f} presses to a cell before, {after:.2f} now")
    print(f'"{args.code}": ("{order}", "{goes}"),\n"{args.code}": "{by_use}",')


if __name__ == "__main__":
    main()
