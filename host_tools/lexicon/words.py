"""Read a word list: UTF-8 text, one word per line, whatever the case, accents and line ends."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from corrido.lexicon.alphabet import LONGEST, SHORTEST, Alphabet

from host_tools.errors import UserError
from host_tools.files import read_text

EMPTY = "empty line"
FOREIGN = "letters that the alphabet has not"
SHORT = f"shorter than {SHORTEST} tiles"
LONG = f"longer than {LONGEST} tiles"
TWICE = "a word that is there already"


@dataclass
class WordList:
    """The words as sorted tuples of tiles, and those left out: (line number, text, reason)."""

    words: list[tuple[int, ...]]
    dropped: list[tuple[int, str, str]] = field(default_factory=list)

    def reasons(self) -> dict[str, int]:
        """Return how many lines were left out for each reason."""
        return dict(Counter(reason for _, _, reason in self.dropped))


def composed(text: str) -> str:
    """Return the text with composed accents, as in the alphabets."""
    return unicodedata.normalize("NFC", text)


class Speller:
    """A fast Alphabet.spell() for millions of words; a test checks that the two agree."""

    def __init__(self, alphabet: Alphabet) -> None:
        """Prepare for one alphabet."""
        self._alphabet = alphabet
        longest_first = sorted(alphabet.tiles, key=len, reverse=True)
        self._tiles = re.compile("|".join(map(re.escape, longest_first)))
        self._index = {tile: i for i, tile in enumerate(alphabet.tiles)}
        self._folded: dict[str, str] = {}

    def spell(self, text: str) -> tuple[int, ...] | None:
        """Return the tiles of a word with composed accents; None if they cannot spell it."""
        folded = "".join([self._fold(letter) for letter in text])
        tiles = self._tiles.findall(folded)
        if sum(map(len, tiles)) != len(folded):
            return None
        return tuple([self._index[tile] for tile in tiles])

    def _fold(self, letter: str) -> str:
        folded = self._folded.get(letter)
        if folded is None:
            folded = self._folded[letter] = self._alphabet.fold(letter)
        return folded


def _reason(text: str, word: tuple[int, ...] | None) -> str:
    """Return why a word cannot be in a list; "" if it can."""
    if not text:
        return EMPTY
    if word is None:
        return FOREIGN
    if len(word) < SHORTEST:
        return SHORT
    return LONG if len(word) > LONGEST else ""


def read_words(path: Path, alphabet: Alphabet) -> WordList:
    """Return a file's words that the alphabet can spell; UserError, with reasons, if none."""
    speller = Speller(alphabet)
    words: set[tuple[int, ...]] = set()
    dropped = []
    lines = composed(read_text(path)).split("\n")
    if not lines[-1].strip():
        lines.pop()
    for number, line in enumerate(lines, 1):
        text = line.strip()
        word = speller.spell(text)
        reason = _reason(text, word) or (TWICE if word in words else "")
        if reason or word is None:
            dropped.append((number, text, reason))
        else:
            words.add(word)
    found = WordList(sorted(words), dropped)
    if not words:
        reasons = [f"{reason} ({count})" for reason, count in found.reasons().items()]
        lines = ", ".join(reasons) or "it is empty"
        raise UserError(f"{path}: no word for the alphabet `{alphabet.code}`: {lines}")
    return found
