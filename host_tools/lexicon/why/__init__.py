"""Why a word is valid or not: a lemma, a formation and an article, by rules and open data.

An alphabet has its rules in a module of this folder, and its closed lists in a table beside it.
Nothing of this goes on a device: a reason is for after the game, for arbiters and word committees.
"""

import lzma
import struct
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from host_tools.errors import UserError

NAMED, RULE, PARADIGM, GUESS = "named", "rule", "paradigm", "guess"  # how certain a reason is
CERTAINTIES = (NAMED, RULE, PARADIGM, GUESS)


class Reason(NamedTuple):
    """Why: the lemma, its part of speech, the formation, the article, and the certainty.

    form: `plural`, `present-1s` ... of a word in the list, else what is wrong with the word.
    """

    lemma: str
    part: str
    form: str
    article: str
    certainty: str


class Rules(Protocol):
    """What a module of rules offers for one list."""

    listed: frozenset[str]

    def reason(self, word: str) -> Reason:
        """Return why the list has this word, or why it has not."""
        ...

    def lacking(self) -> Iterable[tuple[str, Reason]]:
        """Yield the forms that the open data make and the list has not, with the reason."""
        ...


MAGIC = b"CWHY\x01"
_HEAD = struct.Struct("<32sII")  # the lexicon's hash, words, bytes of the table


@dataclass
class Explained:
    """The reasons for a whole list, in its order; the words themselves are in the list.

    A reason is stored by its row in a table: how many letters of the word to drop, what to put in
    their place (the lemma), part, form, article, certainty. lzma finds that rows follow the words.
    """

    sha256: bytes
    reasons: list[Reason]

    def pack(self, words: Sequence[str]) -> bytes:
        """Return the file; words: the list, in its order."""
        rows = [_row(word, reason) for word, reason in zip(words, self.reasons, strict=True)]
        table = [row for row, _ in Counter(rows).most_common()]
        number = {row: at for at, row in enumerate(table)}
        numbers = array("H", [number[row] for row in rows])
        low, high = bytes(n & 255 for n in numbers), bytes(n >> 8 for n in numbers)
        text = "\n".join("\t".join(row) for row in table).encode()
        body = _HEAD.pack(self.sha256, len(rows), len(text)) + text + low + high
        return MAGIC + lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)

    @classmethod
    def unpack(cls, data: bytes, words: Sequence[str], sha256: bytes) -> "Explained":
        """Read a file; UserError if it is damaged or explains another list."""
        try:
            if not data.startswith(MAGIC):
                raise ValueError("not a file of reasons")
            body = lzma.decompress(data[len(MAGIC) :])
            its, count, size = _HEAD.unpack_from(body)
            if its != sha256 or count != len(words):
                raise UserError("these are the reasons of another list")
            at = _HEAD.size + size
            table = [tuple(row.split("\t")) for row in body[_HEAD.size : at].decode().split("\n")]
            low, high = body[at : at + count], body[at + count :]
            found = [
                _reason(word, table[a | b << 8])
                for word, a, b in zip(words, low, high, strict=True)
            ]
        except (ValueError, IndexError, lzma.LZMAError, struct.error) as error:
            raise UserError(f"damaged, or not a file of reasons: {error}") from error
        return cls(sha256, found)


def _row(word: str, reason: Reason) -> tuple[str, ...]:
    same = 0
    for a, b in zip(word, reason.lemma, strict=False):
        if a != b:
            break
        same += 1
    return (str(len(word) - same), reason.lemma[same:], *reason[1:])


def _reason(word: str, row: tuple[str, ...]) -> Reason:
    cut, add, part, form, article, certainty = row
    return Reason(word[: len(word) - int(cut)] + add, part, form, article, certainty)


def shares(reasons: Iterable[Reason]) -> dict[str, Counter[str]]:
    """Return how many words each step and each article explains."""
    found: dict[str, Counter[str]] = {"certainty": Counter(), "article": Counter()}
    for reason in reasons:
        found["certainty"][reason.certainty] += 1
        found["article"][reason.article] += 1
    return found


def sheet(rows: Iterable[tuple[str, Reason]], target: Path) -> int:
    """Write words with their reasons, by article, as tab-separated text; return how many."""
    lines = ["article\tword\tlemma\tpart\tform\tcertainty"]
    for word, reason in sorted(rows, key=lambda row: (row[1].article, row[1].form, row[0])):
        told = (reason.article, word, reason.lemma, reason.part, reason.form, reason.certainty)
        lines.append("\t".join(told))
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines) - 1
