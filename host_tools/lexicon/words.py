"""Reading a word list: UTF-8 text, a word a line, whatever the case, marks and line ends."""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from corrido.lexicon.alphabet import LONGEST, SHORTEST, Alphabet
from host_tools.errors import UserError


@dataclass
class WordList:
    """The words as sorted tuples of tiles, and what was left out: (line number, text, reason)."""

    words: list[tuple[int, ...]]
    dropped: list[tuple[int, str, str]] = field(default_factory=list)

    def reasons(self) -> dict[str, int]:
        """How many lines were dropped for each reason."""
        return dict(Counter(reason for _, _, reason in self.dropped))


def composed(text: str) -> str:
    """The text with its accents composed, as the alphabets have them."""
    return unicodedata.normalize("NFC", text)


def why_not(alphabet: Alphabet, text: str) -> str:
    """Why a word cannot be in a list; "" if it can."""
    word = alphabet.spell(text)
    if not text:
        return "empty line"
    if word is None:
        return "letters that the alphabet has not"
    if len(word) < SHORTEST:
        return f"shorter than {SHORTEST} tiles"
    return f"longer than {LONGEST} tiles" if len(word) > LONGEST else ""


def read_words(path: Path, alphabet: Alphabet) -> WordList:
    """Every word of the file that the alphabet can spell; UserError if it has none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not UTF-8: save the list as UTF-8") from None
    words: set[tuple[int, ...]] = set()
    dropped = []
    for number, line in enumerate(composed(text).split("\n"), 1):
        word = line.strip()
        reason = why_not(alphabet, word)
        spelled = None if reason else alphabet.spell(word)
        if spelled in words:
            reason = "a word that is there already"
        if reason:
            dropped.append((number, word, reason))
        else:
            words.add(spelled)
    if dropped and dropped[-1][1:] == ("", "empty line"):
        dropped.pop()
    if not words:
        raise UserError(f"{path}: no line can be spelled with the tiles of `{alphabet.code}`")
    return WordList(sorted(words), dropped)
