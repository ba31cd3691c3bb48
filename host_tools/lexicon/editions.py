"""Editions of a list to print: its short words, and what changed between two."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from corrido.lexicon.alphabet import alphabet

from host_tools.lexicon.ask import certificate, listing, open_whole, small
from host_tools.lexicon.certificate import Certificate, changes, row
from host_tools.lexicon.unpack import unpack

_RARE, _LONGEST_RARE = 6, 4  # so many tiles, in words of so many at most
_STYLE = """@page { size: A4; margin: 14mm }
body { font: 10pt/1.25 sans-serif } h1 { font-size: 15pt }
section { columns: 5; column-gap: 6mm; overflow-wrap: anywhere } h3 { margin: 4pt 0 0 }
p { margin: 0 0 4pt } h2 { break-after: avoid }"""


@dataclass
class Edition:
    """A list of words with its name, its edition and the hash that identifies it."""

    title: str
    sha256: str
    words: frozenset[str]
    certificate: Certificate

    @classmethod
    def of(cls, path: Path) -> "Edition":
        """Read a `.lex` file; UserError if it is damaged."""
        with open_whole(path) as lexicon:
            title, counted = f"{lexicon.name} {lexicon.edition}", certificate(lexicon, path)
            return cls(title, lexicon.sha256, frozenset(listing(path)), counted)


def _page(title: str, heads: Sequence[str], sections: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return an HTML page to print: words by heading, each heading's by initial."""
    parts = [
        f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title>",
        f"<style>{_STYLE}</style><h1>{escape(title)}</h1>",
        *(f"<p>{head}</p>" for head in heads),
    ]
    for name, words in sections:
        parts.append(f"<h2>{escape(name)}</h2><section>")
        for initial, group in groupby(words, key=lambda word: word[0]):
            parts.append(f"<h3>{escape(initial.upper())}</h3>")
            parts.append(f"<p>{'<br>'.join(escape(word) for word in group)}</p>")
        parts.append("</section>")
    return "\n".join(parts) + "\n"


def cards(path: Path) -> str:
    """Return an HTML page of a list's words of two and three tiles, and of its rarest tiles."""
    with open_whole(path) as lexicon:
        letters, held = alphabet(lexicon.alphabet), sorted(unpack(lexicon))
        source, date = lexicon.about()
        told = (lexicon.edition, source, date, f"{lexicon.words}", lexicon.sha256[:16])
        title = lexicon.name
    counts = Certificate.of(held, letters).by_tile
    rare = sorted((tile for tile in counts if counts[tile]), key=counts.__getitem__)[:_RARE]

    def of(fits: Callable[[Sequence[int]], bool]) -> list[str]:
        return [small(letters.text(word), letters.code) for word in held if fits(word)]

    sections = [(str(size), of(lambda word, n=size: len(word) == n)) for size in (2, 3)]
    for tile in rare:
        at = letters.tiles.index(tile)
        short = of(lambda word, at=at: at in word and len(word) <= _LONGEST_RARE)
        sections.append((f"{tile}, 2-{_LONGEST_RARE}", short))
    return _page(title, [escape(", ".join(filter(None, told)))], sections)


def sheet(old: Edition, new: Edition, removed: Sequence[str], added: Sequence[str]) -> str:
    """Return the changes between two editions as an HTML page to print, sorted by initial."""
    heads = [f"{escape(each.title)}: {len(each.words)}, <tt>{each.sha256[:16]}</tt>"
             for each in (old, new)]  # fmt: skip
    heads += [f"{name}: {row(table)}" for name, table in
              changes(old.certificate, new.certificate).items()]  # fmt: skip
    sections = [(f"{sign} {len(words)}", words) for sign, words in (("−", removed), ("+", added))]
    return _page(f"{old.title} → {new.title}", heads, sections)
