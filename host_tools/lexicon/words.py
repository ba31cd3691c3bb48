"""Read a word list in whichever notation it circulates, and account for every word lost.

Text: layout.py says which of its tokens are words. Tiles of several letters are plain letters,
`[CH]`, `(CH)`, digits (1 2 3 for CH LL RR) or spare letters (Ç K W). Binary: the KWG files of
Woogles, 32-bit little-endian nodes of tile (8 bits), end of word, last sibling, first child (22
bits); node 0 leads to the words.
"""

import re
import struct
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from corrido.lexicon.alphabet import LONGEST, SHORTEST, Alphabet

from host_tools.errors import UserError
from host_tools.files import read_bytes
from host_tools.lexicon import layout
from host_tools.lexicon.certificate import Certificate, gaps
from host_tools.untrusted.text import visible

FOREIGN = "letters that the alphabet has not"
MARKED = "signs that are no letters"
DIVIDING = "marks or headings that tell some words from others"
PHRASE = "several words in a line among lines of one"
SHORT = f"shorter than {SHORTEST} tiles"
LONG = f"longer than {LONGEST} tiles"
TWICE = "a word that is there already"
APART = "letters apart that are one tile"
NAME = "a capital among words without"
DROPS = {"letters": FOREIGN, "signs": MARKED, "phrases": PHRASE, "apart": APART,
         "marks": DIVIDING}  # need a yes  # fmt: skip
KEEP, DROP = "keep", "drop"
_EXAMPLES = 5
_MOST_STEPS = 40_000_000  # through a KWG file; the Polish list takes eight million

Word = tuple[int, ...]
Read = tuple[int, str, Word | None, str]  # its line, as written, its tiles, why it cannot be
Marks = dict[str, str]  # the text that stands for a tile of several letters -> the tile

# Marks of one letter for the tiles of several, by alphabet, as lists circulate.
_DIGITS = {"es": {"1": "CH", "2": "LL", "3": "RR"}}
_SPARE = {"es": {"Ç": "CH", "K": "LL", "W": "RR"}}
_KWG_ALPHABETS = ("en", "es", "fr", "pl")  # whose tiles have the same order there


@dataclass
class WordList:
    """The words as sorted tuples of tiles, and the others: (line number, text, reason).

    names: the words that have a capital where others have none.
    """

    words: list[Word]
    dropped: list[tuple[int, str, str]]
    notes: list[str]
    tokens: int = 0
    definitions: int = 0
    names: list[str] = field(default_factory=list[str])

    def reasons(self) -> list[str]:
        """Return what the file holds, and for each reason the count, share and first examples."""
        lines = [f"recognised: {'; '.join(self.notes)}"] if self.notes else []
        lines.append(f"{self.tokens} tokens: {len(self.words)} words, "
                     f"{self.definitions} definitions")  # fmt: skip
        total = len(self.words) + len(self.dropped)
        for reason, count in Counter(reason for *_, reason in self.dropped).items():
            some = self._examples(reason)
            share = f"{100 * count / total:.2f} %"
            lines.append(f"dropped {count} ({share}): {reason}" + (f": {some}" if some else ""))
        return lines

    def _examples(self, reason: str) -> str:
        texts = [*dict.fromkeys(shown(text) for _, text, why in self.dropped if why == reason)]
        return ", ".join(texts[:_EXAMPLES]) + (", ..." if len(texts) > _EXAMPLES else "")

    def objections(self, letters: Alphabet, names: str, drop: Collection[str],
                   without: Collection[str]) -> list[str]:  # fmt: skip
        """Return what nobody has said yes to yet, each with the yes that it needs.

        names: KEEP, DROP or ""; drop: keys of DROPS; without: tiles and lengths.
        """
        found = []
        for key, reason in DROPS.items():
            count = sum(why == reason for *_, why in self.dropped)
            if count and key not in drop:
                found.append(f"{count} of {len(self.words) + len(self.dropped)}: {reason} "
                             f"({self._examples(reason)}): --drop {key}")  # fmt: skip
        if self.names and not names:
            count, some = len(self.names), ", ".join(map(shown, self.names[:_EXAMPLES]))
            found.append(f"{count} words with {NAME} ({some}, ...): --names keep or drop")
        missing = gaps(Certificate.of(self.words, letters), letters, without)
        return found + missing


def shown(text: str) -> str:
    """Return a word for a message: harmless to a terminal, and short."""
    text = visible(text[:41])
    return text if len(text) <= 40 else text[:40] + "..."


def composed(text: str) -> str:
    """Return the text with composed accents, as in the alphabets."""
    return unicodedata.normalize("NFC", text)


def spelled(text: str, letters: Alphabet, marks: Marks) -> Word | None:
    """Return the tiles of a word with composed accents; None if they cannot spell it."""
    if not marks:
        return letters.spell(text)
    word: Word = ()
    for part in re.split(f"({'|'.join(map(re.escape, marks))})", text.upper()):
        tiles = letters.spell(marks.get(part, part))
        if tiles is None:
            return None
        word += tiles
    return word


def _notation(texts: Iterable[str], alphabet: Alphabet) -> tuple[list[str], Marks]:
    """Return the names and the marks of the notations in which words have tiles of letters.

    Digits are marks if one stands before a letter: those at the end count homographs. K and W are
    marks if there is a Ç, which nothing but the notation has.
    """
    several = [tile for tile in alphabet.tiles if len(tile) > 1]
    found: dict[str, Marks] = {}
    digits, spare = _DIGITS.get(alphabet.code, {}), _SPARE.get(alphabet.code, {})
    for text in texts if several else ():
        if not text.isalpha():
            for left, right in ("[]", "()"):
                if left in text and right in text:
                    name = " ".join(f"{left}{tile}{right}" for tile in several)
                    found[name] = {f"{left}{tile}{right}": tile for tile in several}
            if digits and re.search(r"[123](?=[^\W\d])", text):
                found["1 2 3 for CH LL RR"] = digits
        elif spare and ("Ç" in text or "ç" in text):
            found["Ç K W for CH LL RR"] = spare
    return list(found), {mark: tile for marks in found.values() for mark, tile in marks.items()}


def _reason(text: str, word: Word | None) -> str:
    """Return why a word cannot be in a list; "" if it can."""
    if word is None:
        return FOREIGN if text.isalpha() else MARKED
    if len(word) < SHORTEST:
        return SHORT
    return LONG if len(word) > LONGEST else ""


def _binary(path: Path, data: bytes, alphabet: Alphabet) -> Iterable[Read]:
    """Read the words of a KWG file; UserError if it is none, or of another alphabet."""
    broken = UserError(f"{path}: neither UTF-8 text nor a whole KWG file: {layout.WAY_ON}")
    if len(data) % 4 or len(data) < 12:
        raise broken
    if alphabet.code not in _KWG_ALPHABETS:
        codes = ", ".join(_KWG_ALPHABETS)
        raise UserError(f"{path}: KWG files are read for {codes}; save this list as text")
    nodes = struct.unpack(f"<{len(data) // 4}I", data)
    stack: list[tuple[int, Word]] = [(nodes[0] & 0x3FFFFF, ())]
    steps = 0
    if nodes[0] >> 24 or nodes[1] >> 24 or not stack[0][0]:
        raise broken
    while stack:
        at, before = stack.pop()
        steps += 1
        if at >= len(nodes) or steps > _MOST_STEPS or len(before) >= LONGEST:
            raise broken
        node = nodes[at]
        tile = (node >> 24) - 1
        if not 0 <= tile < len(alphabet.tiles):
            raise UserError(f"{path}: tile {tile + 1} of this KWG file is none of the "
                            f"{len(alphabet.tiles)} of `{alphabet.code}`")  # fmt: skip
        word = (*before, tile)
        if node & 0x800000:
            text = alphabet.text(word)
            # C then H is the tile CH: a list that has them apart is of other rules.
            apart = APART if alphabet.spell(text) != word else ""
            yield steps, text, word, apart or _reason(text, word)
        if not node & 0x400000:
            stack.append((at + 1, before))
        if node & 0x3FFFFF:
            stack.append((node & 0x3FFFFF, word))


def _written(path: Path, data: bytes, alphabet: Alphabet, found: WordList) -> Iterable[Read]:
    """Read the words of a text; what else it has is told by `found`."""
    text, encoding = layout.decoded(path, data, alphabet)
    parts = layout.taken_apart(path, composed(text), alphabet)
    names, marks = _notation((word for _, word in parts.words), alphabet)
    found.notes += [*([encoding] if encoding else []), *parts.notes, *names]
    found.tokens, found.definitions = parts.tokens, parts.definitions
    for number, word in parts.words:
        tiles = spelled(word, alphabet, marks)
        yield number, word, tiles, _reason(word, tiles)
    for number, phrase in parts.phrases:
        yield number, phrase, None, PHRASE
    for number, mark in parts.dividing:
        yield number, mark, None, DIVIDING


def _capital(text: str) -> bool:
    """Return whether the first letter of a word is a capital."""
    return next((letter.isupper() for letter in text if letter.isalpha()), False)


def read_words(path: Path, alphabet: Alphabet, names: str = "") -> WordList:
    """Return a file's words that the alphabet can spell; UserError, with reasons, if none.

    names: DROP leaves out words with a capital, where others have none.
    """
    data = read_bytes(path)
    layout.refuse_others(path, data)
    found = WordList([], [], [])
    if b"\0" in data and not layout.utf16(data):
        found.notes.append("a KWG file of Woogles")
        read = list(_binary(path, data, alphabet))
        found.tokens = len(read)
    else:
        read = list(_written(path, data, alphabet, found))
        capitals = [text for _, text, _, reason in read if not reason and _capital(text)]
        if 0 < len(capitals) < sum(not reason for *_, reason in read):
            found.names = capitals
    words: set[Word] = set()
    for number, text, word, why in read:
        reason = why or (TWICE if word in words else "")
        if found.names and names == DROP and _capital(text):
            reason = reason or NAME
        if reason or word is None:
            found.dropped.append((number, text, reason))
        else:
            words.add(word)
    found.words = sorted(words)
    if not words:
        why = "; ".join(dict.fromkeys(reason for *_, reason in found.dropped))
        raise UserError(f"{path}: no word for the alphabet `{alphabet.code}`: "
                        f"{why or 'it is empty'}: {layout.WAY_ON}")  # fmt: skip
    return found
