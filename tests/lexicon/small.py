"""Lexicons for tests: small odd ones, compiled here, and the shipped one."""

import random
from functools import lru_cache

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged

from host_tools.lexicon.about import About
from host_tools.lexicon.pack import pack
from host_tools.lexicon.unpack import unpack
from host_tools.paths import lexicon_path
from tests.conftest import type_in

ES = lexicon_path("es")


def write(path, words, code="es"):
    """Compile words, in any order, into a file."""
    path.write_bytes(pack(sorted(set(words)), About(code, "small", "1")))
    return path


def build(capsys, folder, data, *more, code="es"):
    """Compile a text of a user's to list.lex; return the command's exit code and its errors."""
    (folder / "list.txt").write_bytes(data)
    files = (str(folder / "list.txt"), "-o", str(folder / "list.lex"))
    words = ("--alphabet", code, "--name", "N", "--edition", "E", *more)
    exit_code, _, err = type_in(capsys, "lexicon", "build", *files, *words)
    return exit_code, err


@lru_cache
def spanish():
    """Return the shipped list, sorted."""
    return sorted(unpack(Lexicon(str(ES))))


def some_spanish(count, seed):
    """Return neighbours in the shipped list, which share much, as tuples of tiles."""
    words = spanish()
    start = random.Random(seed).randrange(len(words) - count)
    return words[start : start + count]


def at_random(count, tiles, longest, seed):
    """Return words without any pattern: the worst input for the compiler."""
    chance = random.Random(seed)
    sizes = [chance.randint(1, longest) for _ in range(count)]
    return [tuple(chance.randrange(tiles) for _ in range(size)) for size in sizes]


def near(word, tiles, chance):
    """Return a word one edit away: a tile changed, inserted, removed, or two exchanged."""
    letters = list(word)
    at = chance.randrange(len(letters))
    edit = chance.randrange(4)
    if edit == 0:
        letters[at] = chance.randrange(tiles)
    elif edit == 1:
        letters.insert(at, chance.randrange(tiles))
    elif edit == 2:
        del letters[at]
    else:
        other = chance.randrange(len(letters))
        letters[at], letters[other] = letters[other], letters[at]
    return tuple(letters)


def notices(path):
    """Return whether the file is refused, on opening or before a verdict."""
    try:
        lexicon = Lexicon(str(path))
        for _ in lexicon.verifying():
            pass
    except LexiconDamaged:
        return True
    return False


def spell(*texts):
    """Return Spanish words as tiles."""
    return [alphabet("es").spell(text) for text in texts]
