"""Read a word list in whichever notation it circulates, and account for every word lost.

Text: a word per line, alone, in the first of several columns separated by tabs, or followed by a
definition (Zyzzyva's text). Tiles of several letters are plain letters, `[CH]`, digits (1 2 3 for
CH LL RR) or spare letters (Ç K W). Binary: the KWG files of Woogles, 32-bit little-endian nodes of
tile (8 bits), end of word, last sibling, first child (22 bits); node 0 leads to the words.
"""

import codecs
import re
import struct
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from corrido.lexicon.alphabet import LONGEST, SHORTEST, Alphabet

from host_tools.errors import UserError
from host_tools.files import read_bytes, read_text
from host_tools.untrusted.text import visible

EMPTY = "empty line"
FOREIGN = "letters that the alphabet has not"
SHORT = f"shorter than {SHORTEST} tiles"
LONG = f"longer than {LONGEST} tiles"
TWICE = "a word that is there already"
APART = "letters side by side that the list elsewhere marks as one tile"
_HARMLESS = (EMPTY, TWICE)  # nothing is lost with these
_EXAMPLES = 5
_MOST_STEPS = 40_000_000  # through a KWG file; the Polish list takes eight million

Word = tuple[int, ...]
Read = tuple[str, Word | None, bool]  # as written, its tiles, letters apart: see APART
Marks = dict[str, str]  # the text that stands for a tile of several letters -> the tile

# Marks of one letter for the tiles of several, by alphabet, as lists circulate.
_MARKS = {
    "es": (
        ("1 2 3 for CH LL RR", {"1": "CH", "2": "LL", "3": "RR"}),
        ("Ç K W for CH LL RR", {"Ç": "CH", "K": "LL", "W": "RR"}),
    )
}
_KWG_ALPHABETS = ("en", "es", "fr", "pl")  # whose tiles have the same order there


@dataclass
class WordList:
    """The words as sorted tuples of tiles, and the others: (line number, text, reason)."""

    words: list[Word]
    dropped: list[tuple[int, str, str]]
    notation: str
    initials: frozenset[str]  # of the words kept, as they were written

    def lost(self) -> list[tuple[int, str, str]]:
        """Return the words that the list has and its lexicon would not have."""
        return [drop for drop in self.dropped if drop[2] not in _HARMLESS]

    def reasons(self) -> list[str]:
        """Return for each reason the count, the share and the first examples."""
        lines = []
        total = len(self.words) + len(self.dropped)
        for reason, count in Counter(reason for *_, reason in self.dropped).items():
            texts = [shown(text) for _, text, why in self.dropped if why == reason]
            some = ", ".join(texts[:_EXAMPLES]) + (", ..." if count > _EXAMPLES else "")
            share = f"{100 * count / total:.2f} %"
            lines.append(f"dropped {count} ({share}): {reason}" + (f": {some}" if some else ""))
        return lines

    def objection(self) -> str:
        """Return why a lexicon of these words would be unsafe, "" if it would not.

        More than one word in a hundred lost, or every word that begins with some letter.
        """
        lost = self.lost()
        if not lost:
            return ""
        total = len(self.words) + len(lost)
        most, count = Counter(reason for *_, reason in lost).most_common(1)[0]
        example = next(shown(text) for _, text, reason in lost if reason == most)
        if 100 * len(lost) > total:
            return f"{len(lost)} of {total} words would be dropped ({count}: {most}: {example})"
        for _, text, reason in lost:
            first = _initial(text)
            if first not in self.initials and (first[0] == "[" or first.isalnum()):
                return f"every word that begins with {shown(first)} would be dropped " \
                       f"({reason}: {shown(text)})"  # fmt: skip
        return ""


def _initial(text: str) -> str:
    """Return what a word begins with: a letter, or a tile in brackets."""
    return text[: text.find("]") + 1 or 1].upper() if text[0] == "[" else text[0].upper()


def shown(text: str) -> str:
    """Return a word for a message: harmless to a terminal, and short."""
    text = visible(text[:41])
    return text if len(text) <= 40 else text[:40] + "..."


def composed(text: str) -> str:
    """Return the text with composed accents, as in the alphabets."""
    return unicodedata.normalize("NFC", text)


def spelled(text: str, letters: Alphabet, marks: Marks) -> tuple[Word | None, bool]:
    """Return the tiles of a word with composed accents; None if they cannot spell it.

    Also whether letters of one tile stand side by side where its mark should be.
    """
    parts = [text]
    word: Word | None = ()
    if marks:  # every second part is one of them
        parts = re.split(f"({'|'.join(map(re.escape, marks))})", text.upper())
    for number, part in enumerate(parts):
        tiles = (letters.tiles.index(marks[part]),) if number % 2 else letters.spell(part)
        word = None if word is None or tiles is None else word + tiles
    plain = map(letters.fold, parts[::2] if marks else ())
    return word, any(tile in part for part in plain for tile in several(letters))


def several(alphabet: Alphabet) -> list[str]:
    """Return the tiles of several letters."""
    return [tile for tile in alphabet.tiles if len(tile) > 1]


def _notation(texts: list[str], alphabet: Alphabet) -> tuple[str, Marks]:
    """Return the name and the marks of the notation that most lines are in; "", {}: letters."""
    tiles = several(alphabet)
    if not tiles:
        return "", {}
    listed = [(f"{' '.join(f'[{t}]' for t in tiles)}", {f"[{tile}]": tile for tile in tiles})]
    best, most = ("", {}), _lines_with(tiles, (re.sub(r"\[[^\]]*\]", ".", t) for t in texts))
    for name, marks in (*listed, *_MARKS.get(alphabet.code, ())):
        count = _lines_with(marks, texts)
        # K and W alone may be foreign words: nothing but the notation has a Ç.
        known = "Ç" not in marks or any("Ç" in text or "ç" in text for text in texts)
        if count > most and known:
            best, most = (name, marks), count
    return best


def _lines_with(marks: Iterable[str], texts: Iterable[str]) -> int:
    pattern = re.compile("|".join(map(re.escape, marks)), re.IGNORECASE)
    return sum(bool(pattern.search(text)) for text in texts)


def _columns(lines: list[str]) -> tuple[str, list[str]]:
    """Return how the lines are made up, "" for a word alone, and the words."""
    filled = sum(bool(line.strip()) for line in lines)
    if 2 * sum("\t" in line.strip() for line in lines) > filled:
        return "columns separated by tabs, the first one", [
            line.split("\t", 1)[0].strip() for line in lines
        ]
    if 2 * sum(" " in line.strip() for line in lines) > filled:
        return "Zyzzyva's text, a word and its definition", [
            (line.split(None, 1) or [""])[0] for line in lines
        ]
    return "", [line.strip() for line in lines]


def _reason(text: str, word: Word | None) -> str:
    """Return why a word cannot be in a list; "" if it can."""
    if not text:
        return EMPTY
    if word is None:
        return FOREIGN
    if len(word) < SHORTEST:
        return SHORT
    return LONG if len(word) > LONGEST else ""


def _binary(path: Path, data: bytes, alphabet: Alphabet) -> Iterable[Read]:
    """Read the words of a KWG file; UserError if it is none, or of another alphabet."""
    broken = UserError(f"{path}: neither UTF-8 text nor a whole KWG file of Woogles")
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
        while True:
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
                yield text, word, alphabet.spell(text) != word
            if node & 0x3FFFFF:
                stack.append((node & 0x3FFFFF, word))
            if node & 0x400000:
                break
            at += 1


def _written(text: str, alphabet: Alphabet) -> tuple[str, Iterable[Read]]:
    """Return the notation of a text, and its words."""
    lines = text.split("\n")
    if not lines[-1].strip():
        lines.pop()
    layout, texts = _columns(lines)
    name, marks = _notation(texts, alphabet)
    notation = "; ".join(part for part in (layout, name) if part)
    return notation, ((text, *spelled(text, alphabet, marks)) for text in texts)


def read_words(path: Path, alphabet: Alphabet) -> WordList:
    """Return a file's words that the alphabet can spell; UserError, with reasons, if none."""
    data = read_bytes(path)
    if b"\0" in data and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        notation, read = "a KWG file of Woogles", _binary(path, data, alphabet)
    else:
        notation, read = _written(composed(read_text(path)), alphabet)
    words: set[Word] = set()
    initials: set[str] = set()
    dropped: list[tuple[int, str, str]] = []
    for number, (text, word, apart) in enumerate(read, 1):
        reason = APART if apart else _reason(text, word) or (TWICE if word in words else "")
        if reason or word is None:
            dropped.append((number, text, reason))
        else:
            words.add(word)
            initials.add(_initial(text))
    if not words:
        reasons = Counter(reason for *_, reason in dropped)
        why = ", ".join(f"{reason} ({count})" for reason, count in reasons.items())
        raise UserError(f"{path}: no word for the alphabet `{alphabet.code}`: "
                        f"{why or 'it is empty'}")  # fmt: skip
    return WordList(sorted(words), dropped, notation, frozenset(initials))
