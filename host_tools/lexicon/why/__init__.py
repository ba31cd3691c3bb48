"""Why a word is valid or not: a lemma, a formation and an article, by rules and open data.

An alphabet is a folder here, named by its code: a class Rules over open data, the npm packages
that it reads (PACKAGES: the SHA-256 of each archive), and what the articles name themselves
(articles.tsv). The packages' licences (GPL, LGPL or MPL) keep them out of the wheel.
Nothing of this goes on a device: a reason is for after the game, for arbiters and word committees.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

NAMED, RULE, PARADIGM, GUESS = "named", "rule", "paradigm", "guess"  # how certain a reason is


class Reason(NamedTuple):
    """Why: the lemma, its part of speech, the formation, the article, and the certainty.

    form: `plural`, `present-1s` ... of a word in the list, else what is wrong with the word.
    """

    lemma: str
    part: str
    form: str
    article: str
    certainty: str


@cache
def texts() -> dict[str, tuple[str, ...]]:
    """Return every code of a reason with its words in each language; {} is the lemma.

    Of an article it is the rulebook's own line, in the language of the rulebook.
    """
    rows = (line.split("\t") for line in _PHRASES.read_text("utf-8").splitlines()[1:])
    found = {code: tuple(words) for code, *words in rows}
    for table in sorted(_PHRASES.parent.glob("*/articles.tsv")):
        for article, sign, line in _articles(table):
            if sign == "=":
                found[article] = (line,) * len(LANGUAGES)
    return found


def _articles(table: Path) -> Iterator[tuple[str, str, str]]:
    """Yield an article, + (it admits), - (it does not) or =, and the words or its own line."""
    for line in table.read_text("utf-8").splitlines()[1:]:
        article, sign, words = line.split("\t")
        yield article, sign, words


def in_words(word: str, listed: bool, reason: Reason, language: str) -> str:
    """Return a line: the word, whether the list has it, formation, article, certainty, quote.

    language: one of LANGUAGES, or else Spanish.
    """
    at = LANGUAGES.index(language) if language in LANGUAGES else 0
    form, _, person = reason.form.rpartition("-")
    known = texts()
    text = known[reason.form if reason.form in known else form][at].format(reason.lemma.upper())
    if reason.form not in known:
        persons = ("1s", "3s") if person == "1s" and form in _ALIKE else (person,)
        text += f" ({', '.join(known[each][at] for each in persons)})"
    sure = known["sure-named" if reason.certainty == NAMED else reason.certainty][at]
    verdict = known["valid" if listed else "absent"][at]
    quote = (f"«{known[reason.article][at]}»",) if reason.article in known else ()
    return "\t".join((word, verdict, text, f"art. {reason.article}", sure, *quote))


class Explaining(Protocol):
    """What the class Rules of an alphabet's folder offers for one list."""

    listed: frozenset[str]
    found: dict[str, Reason]  # by form, whether the list has it or not

    def reason(self, word: str) -> Reason:
        """Return why the list has this word, or why it has not."""
        ...


def named(module: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield what an alphabet's articles name: the article, whether it admits them, the words."""
    for article, sign, words in _articles(Path(module).with_name("articles.tsv")):
        if sign != "=":
            yield article, sign == "+", words.split()


FORMAT = "corrido reasons 1"
# Tenses of Spanish in which he has the form that I have.
_ALIKE = ("imperfect", "conditional", "subjunctive", "subjunctive-ra", "subjunctive-se",
          "subjunctive-future")  # fmt: skip
LANGUAGES = ("es", "en", "pl")
_PHRASES = Path(__file__).with_name("phrases.tsv")


def pack(sha256: str, alphabet: str, rows: Iterable[tuple[str, bool, Reason]]) -> bytes:
    """Return a file for browsers of words without accents, whether the list has them, and why.

    gzip of a line of JSON (format, sha256 and alphabet of the list, words, sizes of the sections)
    and the sections: the phrases; a table of reasons; for each word, in order, how many letters of
    the one before it loses; what it adds, a line each; the three bytes of its row, low ones first.
    A row is how many letters of the word to drop, what to put there (the lemma), part, form,
    article, certainty, and + for a word of the list, - for one that it lacks.
    """
    told = sorted((word, (*relative(word, *reason), "-+"[has])) for word, has, reason in rows)
    table = [row for row, _ in Counter(row for _, row in told).most_common()]
    number = {row: at for at, row in enumerate(table)}
    drops, adds, before = bytearray(), list[str](), ""
    for word, _ in told:
        same = alike(before, word)
        drops.append(len(before) - same)
        adds.append(word[same:])
        before = word
    numbers = [number[row] for _, row in told]
    phrases = "\n".join("\t".join((code, *words)) for code, words in texts().items())
    parts = [phrases.encode(), "\n".join("\t".join(row) for row in table).encode(),
             bytes(drops), "\n".join(adds).encode(),
             *(bytes(n >> bits & 255 for n in numbers) for bits in (0, 8, 16))]  # fmt: skip
    head = {"format": FORMAT, "sha256": sha256, "alphabet": alphabet, "words": len(told),
            "sizes": [len(part) for part in parts]}  # fmt: skip
    return gzip.compress(json.dumps(head).encode() + b"\n" + b"".join(parts), 9, mtime=0)


def alike(a: str, b: str) -> int:
    """Return how many letters two words begin with in common."""
    return len(os.path.commonprefix((a, b)))


def relative(word: str, text: str, *more: str) -> tuple[str, ...]:
    """Return a text by how it differs from a word, and what else there is."""
    same = alike(word, text)
    return str(len(word) - same), text[same:], *more
