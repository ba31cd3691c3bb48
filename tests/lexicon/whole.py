"""`python -m tests.lexicon.whole [FILE] [OTHERS]`: everything that the suite samples.

Every word of the list by look-up, ten million others (one edit away, one in ten random), both by
real MicroPython in half an hour or so, and every byte of the file with one bit flipped.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from host_tools.paths import lexicon_path  # isort: skip  (finds `corrido` too)
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon

from host_tools.lexicon.ask import by_micropython
from host_tools.lexicon.unpack import unpack
from tests.lexicon.small import Word, near, notices

BATCH = 100_000


def found(path: Path, words: Iterator[Word]) -> int:
    """Return how many of the words real MicroPython finds."""
    count = 0
    while batch := list(islice(words, BATCH)):
        count += sum(by_micropython(path, batch)[1])
    return count


def others(held: set[Word], tiles: int, count: int) -> Iterator[Word]:
    """Yield words that are not in the list: nine near misses, then one at random."""
    chance, words, made = random.Random(1), sorted(held), 0
    while made < count:
        word = near(chance.choice(words), tiles, chance)
        if made % 10 == 9:
            word = tuple(chance.randrange(tiles) for _ in range(chance.randint(2, 15)))
        if 0 < len(word) < 16 and word not in held:
            made += 1
            yield word


def unnoticed(path: Path) -> int:
    """Return how many changed bytes do not make a reader refuse the file."""
    whole, count = path.read_bytes(), 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "a.lex"
        for offset in range(len(whole)):
            data = bytearray(whole)
            data[offset] ^= 1 << offset % 8
            copy.write_bytes(bytes(data))
            count += not notices(copy)
    return count


def main(path: Path, count: int) -> None:
    """Print the number of checks and of failures."""
    lexicon = Lexicon(str(path))
    held = set(unpack(lexicon))
    print(f"{lexicon.words} words: {len(held) - found(path, iter(held))} not found", flush=True)
    tiles = len(alphabet(lexicon.alphabet).tiles)
    print(f"{count} others: {found(path, others(held, tiles, count))} found", flush=True)
    print(f"{lexicon.bytes} bytes changed one at a time: {unnoticed(path)} not noticed")


if __name__ == "__main__":
    names = sys.argv[1:]
    main(lexicon_path(names[0] if names else "es"), int(names[1]) if names[1:] else 10_000_000)
