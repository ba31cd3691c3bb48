"""Byte-pair encoding of a language's texts (P. Gage, C Users Journal, 1994).

The pair of codes that is found most often becomes a code of its own, as long as there are codes
and as that saves anything. `corrido.ui.texts` reads them.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

LEAST_FOUND = 3  # a pair takes two bytes in the table


def coded(texts: Mapping[str, str]) -> tuple[str, bytes, tuple[bytes, ...]]:
    """Return a table of texts by their keys, as a board has it."""
    from corrido.ui.texts.source import pieces_of, spelt

    letters, rows = spelt(dict(texts))
    pairs = bytearray()
    for code in (*range(128 + len(letters), 256), *range(ord(" "))):
        found = Counter(pair for row in rows.values() for pair in pairwise(row))
        (pair, count), *_ = [*found.most_common(1), ((0, 0), 0)]
        if code and count < LEAST_FOUND:
            break
        pairs += bytes(pair)
        if code:  # 0 ends a text
            rows = {key: _with(row, pair, code) for key, row in rows.items()}
    return letters, bytes(pairs), pieces_of(rows)


def _with(row: list[int], pair: tuple[int, int], code: int) -> list[int]:
    """Return a row of codes with a code in place of a pair, from the left."""
    made: list[int] = []
    for one in row:
        if made and (made[-1], one) == pair:
            made[-1] = code
        else:
            made.append(one)
    return made
