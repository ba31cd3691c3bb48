"""`python -m tests.lexicon.whole [FILE]`: the exhaustive form of what the suite samples.

Every word of the list by look-up, ten million others (one edit away, and at random), and every
byte of the file with one bit turned over. Takes hours; prints what it found.
"""

import random
import sys
import tempfile
from pathlib import Path

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon

from host_tools.lexicon.unpack import unpack
from host_tools.paths import lexicon_path
from tests.lexicon.small import near, notices

OTHERS = 10_000_000


def members(path: Path) -> set[tuple[int, ...]]:
    """Look every word up."""
    lexicon = Lexicon(str(path))
    held = set(unpack(lexicon))
    missing = sum(not lexicon.contains(word) for word in sorted(held))
    print(f"{len(held)} words of {lexicon.words}: {missing} not found", flush=True)
    return held


def others(path: Path, held: set[tuple[int, ...]], count: int) -> None:
    """Look words up that are not there: nine near misses, then one at random."""
    lexicon, chance = Lexicon(str(path)), random.Random(1)
    tiles = len(alphabet(lexicon.alphabet).tiles)
    words, asked, wrong = sorted(held), 0, 0
    while asked < count:
        word = near(chance.choice(words), tiles, chance)
        if asked % 10 == 9:
            word = tuple(chance.randrange(tiles) for _ in range(chance.randint(2, 15)))
        if word and word not in held:
            asked += 1
            wrong += lexicon.contains(word)
    print(f"{asked} other words: {wrong} found", flush=True)


def damage(path: Path) -> None:
    """Turn over a bit of every byte."""
    whole = path.read_bytes()
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "a.lex"
        for offset in range(len(whole)):
            data = bytearray(whole)
            data[offset] ^= 1 << offset % 8
            copy.write_bytes(bytes(data))
            unnoticed += not notices(copy)
    print(f"{len(whole)} bytes changed, one at a time: {unnoticed} not noticed", flush=True)


if __name__ == "__main__":
    file = lexicon_path(sys.argv[1] if len(sys.argv) > 1 else "es")
    others(file, members(file), OTHERS)
    damage(file)
