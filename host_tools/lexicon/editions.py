"""Editions of a list: what changed between two, and whether a round's devices hold the same."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from host_tools.lexicon.ask import listing, open_whole

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

    @classmethod
    def of(cls, path: Path) -> "Edition":
        """Read a `.lex` file; UserError if it is damaged."""
        with open_whole(path) as lexicon:
            title, sha256 = f"{lexicon.name} {lexicon.edition}", lexicon.sha256
        return cls(title, sha256, frozenset(listing(path)))


def sheet(old: Edition, new: Edition, removed: Sequence[str], added: Sequence[str]) -> str:
    """Return the changes between two editions as an HTML page to print, sorted by initial."""
    parts = [
        f"<!doctype html><meta charset=utf-8><title>{escape(new.title)}</title>",
        f"<style>{_STYLE}</style><h1>{escape(old.title)} → {escape(new.title)}</h1>",
        *(f"<p>{escape(each.title)}: {len(each.words)}, <tt>{each.sha256[:16]}</tt></p>"
          for each in (old, new)),
    ]  # fmt: skip
    for sign, words in (("−", removed), ("+", added)):
        parts.append(f"<h2>{sign} {len(words)}</h2><section>")
        for initial, group in groupby(words, key=lambda word: word[0]):
            parts.append(f"<h3>{escape(initial.upper())}</h3>")
            parts.append(f"<p>{'<br>'.join(escape(word) for word in group)}</p>")
        parts.append("</section>")
    return "\n".join(parts) + "\n"


def disagreement(hashes: Mapping[str, str]) -> str:
    """Return, for a round's devices and the hashes of their lists, who differs; "" if nobody.

    hashes: by device, as much of each as a device tells.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for device, sha256 in sorted(hashes.items()):
        groups[sha256].append(device)
    if len(groups) < 2:
        return ""
    ranked = sorted(groups.items(), key=lambda group: -len(group[1]))
    odd = "; ".join(f"{', '.join(devices)}: {sha256 or 'none'}" for sha256, devices in ranked[1:])
    return f"not the same list on all devices: {len(ranked[0][1])} × {ranked[0][0]}, {odd}"
