"""`python -m host_tools.workshop.new.letter_grid CODE WORDS`: compute an alphabet's grid and ring.

WORDS is a word list of the language, one word per line (anything from a `/` on is ignored, as in
a Hunspell `.dic`). The program counts how often one tile follows another or begins a word in a
typical challenge: the main word of a play and two short words that cross it. Simulated annealing
then looks for the order of tiles with the shortest average way from the best cell after each
tile to the next tile. Ending a word costs nothing: each ending has a key of the game. Letters
with a tail stay out of the last two rows of five, which have no pixels for it.
"""

import argparse
import random
from pathlib import Path

import numpy as np
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE
from corrido.ui import tiles

from host_tools.lexicon.jit import njit

MAIN, SHORT = (6, 8), (2, 3)  # fewest and most tiles
CROSSING = 2  # short words per main word
SAMPLE = 20_000  # words of each kind
TAILS = "ĄĘÇ"
TAIL_CELLS = 27  # in the first three rows of nine
WARMTH = 0.6  # how much worse a step may be at first, in key presses per challenge
STARTS = 4

Grid = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def counts(words: list[list[int]], count: int) -> Grid:
    """Return how often tile `b` follows `a` in a challenge; row `count` is the start of a word."""
    found = np.zeros((count + 1, count))
    for (least, most), times in ((MAIN, 1), (SHORT, CROSSING)):
        kind = [word for word in words if least <= len(word) <= most]
        for word in random.Random(2).sample(kind, min(SAMPLE, len(kind))):
            for before, tile in zip([count, *word], word):
                found[before][tile] += times / min(SAMPLE, len(kind))
    return found


def ways(cells: list[str], count: int) -> Grid:
    """Return the key presses from each cell to each letter's cell."""
    out = np.zeros((len(cells), count))
    for start in range(len(cells)):
        far, queue = {start: 0}, [start]
        for at in queue:
            for key in tiles.MOVES:
                new = tiles.move(cells, at, key, False)
                if new not in far:
                    far[new] = far[at] + 1
                    queue.append(new)
        out[start] = [far[at] for at in range(count)]
    return out


@njit(cache=False)
def cheapest(costs: Grid) -> float:
    """Return the key presses of a challenge from the best cell after each tile."""
    total = 0.0
    for row in costs:
        total += row.min()
    return total


@njit(cache=False)
def anneal(
    follows: Grid, way: Grid, tailed: list[bool], low: int, steps: int, seed: int
) -> tuple[float, list[int]]:
    """Return the best order found in `steps` steps: its key presses, each tile's cell.

    tailed: for each tile, whether its cell must come before `low`.
    """
    np.random.seed(seed)
    count = len(tailed)
    place = np.arange(count)
    for tile in range(count):  # tails first: their cells are in the upper rows
        if tailed[tile] and place[tile] >= low:
            for other in range(count):
                if not tailed[other] and place[other] < low:
                    place[tile], place[other] = place[other], place[tile]
                    break
    costs = np.zeros((count + 1, way.shape[0]))
    for tile in range(count):
        costs += np.outer(follows[:, tile], way[:, place[tile]])
    now = best = cheapest(costs)
    kept = place.copy()
    for step in range(steps):
        warmth = WARMTH * (1 - step / steps) ** 2 + 1e-6
        one, other = np.random.randint(count), np.random.randint(count)
        a, b = place[one], place[other]
        if one == other or (tailed[one] and b >= low) or (tailed[other] and a >= low):
            continue
        tried = costs + np.outer(follows[:, one] - follows[:, other], way[:, b] - way[:, a])
        new = cheapest(tried)
        if new <= now or np.random.random() < np.exp((now - new) / warmth):
            now, costs = new, tried
            place[one], place[other] = b, a
            if now < best:
                best, kept = now, place.copy()
    return best, [int(cell) for cell in kept]


def row_of(code: str, follows: Grid, place: list[int]) -> tuple[str, str]:
    """Return the tiles in the order of their cells, and the tile under the cursor after each."""
    names, shown = tiles.letters(code), tiles.grid(code)
    way = ways(shown, len(names))
    for tile, cell in enumerate(place):
        shown[cell] = names[tile]
    best = [shown[int(np.argmin(way[:, place] @ row))] for row in follows]
    order = sorted(range(len(names)), key=lambda tile: place[tile])
    return (" ".join(names[tile] for tile in order),
            " ".join([best[-1]] + [best[tile] for tile in order]))  # fmt: skip


def spelled(code: str, source: Path) -> list[list[int]]:
    """Return the words of a list as tiles."""
    letters = alphabet(code)
    texts = {line.split("/")[0].strip() for line in source.read_text("utf-8").splitlines()}
    words = [letters.spell_word(text) for text in sorted(texts) if text == text.lower()]
    return [list(word) for word in words if word]


def main() -> None:
    """Print the rows of tiles.py and rings.py, and the key presses of a challenge."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.workshop.new.letter_grid",
        description="Lay out an alphabet's tiles by use: print its rows of corrido/ui/tiles.py "
        "and corrido/ui/rings.py.",
    )
    parser.add_argument("code", choices=sorted(TABLE), metavar="CODE", help="the alphabet's code")
    parser.add_argument("words", type=Path, metavar="WORDS", help="a word list, one per line")
    parser.add_argument(
        "--steps", type=int, default=120_000, metavar="N",
        help="steps of each of the four searches (default 120000)",
    )  # fmt: skip
    args = parser.parse_args()
    names = tiles.letters(args.code)
    words = spelled(args.code, args.words)
    follows, way = counts(words, len(names)), ways(tiles.grid(args.code), len(names))
    tailed = [name in TAILS and way.shape[0] > 36 for name in names]
    low = TAIL_CELLS if any(tailed) else way.shape[0]
    found = [anneal(follows, way, tailed, low, args.steps, seed) for seed in range(STARTS)]
    presses, place = min(found)
    order, goes = row_of(args.code, follows, place)
    use = follows.sum(axis=0)
    ring = sorted(range(len(names)), key=lambda tile: -use[tile])
    print(f"# {len(words)} words, {presses:.2f} arrows for the {follows.sum():.1f} tiles")
    print(f'# tiles.py:\n    "{args.code}": (\n        "{order}",\n        "{goes}",\n    ),')
    print("# rings.py, once DONE (✓) is in its place:")
    print(f'    "{args.code}": "{" ".join(names[tile] for tile in ring)}",')


if __name__ == "__main__":
    main()
