"""What a list holds, in figures: its words by length, by initial, by tile; and what is missing."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from corrido.lexicon.alphabet import LONGEST, SHORTEST, Alphabet

_LEAST, _FEW = 1_000, 500  # words from which a missing tile, a missing length say something
_LEAST_USES = 400  # of a tile, from which it should begin a word
_LATE = 0.1  # the share of a length after which no word at all is a cut, not an end
# Tiles that begin no word of their language.
_NEVER_FIRST = {
    "ca": "L·L", "cs": "Ů Ý Ě", "es": "RR", "pl": "Ą Ę Ń", "pt": "Ç", "sk": "Ĺ Ŕ Ä Ô Ý", "tr": "Ğ",
}  # fmt: skip


class Certificate(NamedTuple):
    """How many words have each length, begin with each tile, and contain it."""

    by_length: dict[str, int]
    by_initial: dict[str, int]
    by_tile: dict[str, int]

    @classmethod
    def of(cls, words: Iterable[Sequence[int]], letters: Alphabet) -> "Certificate":
        """Count words, given as tuples of tiles."""
        words = list(words)
        sizes, first = Counter(map(len, words)), Counter(word[0] for word in words)
        has = Counter(tile for word in words for tile in set(word))
        by_length = {str(size): sizes[size] for size in range(SHORTEST, LONGEST + 1)}
        by_initial = {tile: first[at] for at, tile in enumerate(letters.tiles)}
        return cls(by_length, by_initial, {tile: has[at] for at, tile in enumerate(letters.tiles)})

    def encoded(self) -> bytes:
        """Return all of its figures in order, seven bits a byte, low ones first."""
        data = bytearray()
        for count in (count for table in self for count in table.values()):
            while count > 127:
                data.append(count & 127 | 128)
                count >>= 7
            data.append(count)
        return bytes(data)


def changes(old: Certificate, new: Certificate) -> dict[str, dict[str, str]]:
    """Return, for each table, those figures that two certificates do not share, old and new."""
    return {name: {key: f"{table[key]} → {now[key]}" for key in table
                   if key in now and table[key] != now[key]}
            for name, table, now in zip(new._fields, old, new, strict=True)}  # fmt: skip


def row(counts: Mapping[str, int | str]) -> str:
    """Return one of its tables in a line."""
    return "  ".join(f"{key} {count}" for key, count in counts.items())


def gaps(found: Certificate, letters: Alphabet, without: Collection[str]) -> list[str]:
    """Return what a whole list would have and this one lacks, each with the yes it needs.

    without: tiles and lengths that may be missing. A short list is not judged.
    """
    total = sum(found.by_length.values())
    unused = [tile for tile, count in found.by_tile.items()
              if not count and total >= _LEAST and tile not in without]  # fmt: skip
    never = _NEVER_FIRST.get(letters.code, "").split()
    headless = [tile for tile, count in found.by_initial.items()
                if not count and found.by_tile[tile] >= _LEAST_USES
                and tile not in {*never, *without}]  # fmt: skip
    counts = {int(size): count for size, count in found.by_length.items()}
    thin = [str(size) for size in _thin(counts) if total >= _FEW and str(size) not in without]
    return [f"{what} {', '.join(some)}: --without {','.join(some)}" for what, some in (
        ("no word has", unused), ("no word begins with", headless),
        ("too few words for their neighbours, of tiles", thin)) if some]  # fmt: skip


def _thin(counts: dict[int, int]) -> list[int]:
    """Return the lengths that have fewer words than both neighbours, or none after many."""
    total, found = sum(counts.values()), list[int]()
    for size in range(SHORTEST + 1, LONGEST):
        least = min(counts[size - 1], counts[size + 1])
        if counts[size] + 3 * least**0.5 < least:
            found.append(size)
    last = max(size for size, count in counts.items() if count)
    if counts[last] > _LATE * total:
        found += range(last + 1, LONGEST + 1)
    return found
