"""The range coder: it turns entries into runs of bytes, each decodable from its start.

A run is the shortest string of bytes that decodes correctly whatever follows it.
"""

import numpy as np
from corrido.lexicon.tables import Tables
from corrido.lexicon.unpack import SHARE_BITS

from host_tools.lexicon.jit import Ints, njit
from host_tools.lexicon.logarithm import BIT, logs
from host_tools.lexicon.tokens import PLAIN, Tokens

LOW_RANGE = 1 << 22
START_RANGE = 1 << 24


def row_of_tokens(tokens: Tokens, tables: Tables) -> np.ndarray:
    """Return where in tables.rows that of each symbol begins; for PLAIN, its bits negated."""
    rows, maps = np.array(tables.rows, np.int64), np.array(tables.maps, np.int64)
    found = np.zeros(len(tokens.model), np.int64)
    for number, (map_base, row_base) in enumerate(zip(tables.map_bases, tables.row_bases)):
        chosen = tokens.model == number
        found[chosen] = rows[row_base + maps[map_base + tokens.context[chosen]]]
    plain = tokens.model == PLAIN
    found[plain] = -tokens.context[plain]
    return found


@njit(cache=True)
def shares(row: Ints, symbol: Ints, entries: Ints) -> tuple[Ints, Ints]:
    """Return the total of the shares before each symbol in its row, and its own share.

    For plain bits the share is 0.
    """
    before, share = np.zeros(len(row), np.int64), np.zeros(len(row), np.int64)
    for i in range(len(row)):
        at = row[i]
        while at >= 0 and entries[at] & 63 != symbol[i]:
            before[i] += entries[at] >> 6
            at += 1
        if at >= 0:
            rest = (1 << SHARE_BITS) - before[i]
            share[i] = entries[at] >> 6 if entries[at] >> 6 else rest
    return before, share


def costs(row: Ints, share: Ints) -> Ints:
    """Return the cost of each symbol, in 1/65536 bit."""
    return np.where(row < 0, -row * BIT, SHARE_BITS * BIT - logs(share))


def encode(row: Ints, symbol: Ints, before: Ints, share: Ints) -> bytes:
    """Return the bytes of a run of symbols."""
    low, span, length = 0, START_RANGE, 3
    columns = (column.tolist() for column in (row, symbol, before, share))
    for at, value, below, own in zip(*columns, strict=True):
        for bit in range(max(-at, 1) - 1, -1, -1):
            if at < 0:
                span >>= 1
                low += span * (value >> bit & 1)
            else:
                unit = span >> SHARE_BITS
                low += below * unit
                last = below + own == 1 << SHARE_BITS
                span = span - below * unit if last else own * unit
            while span < LOW_RANGE:
                span, low, length = span << 8, low << 8, length + 1
    return _shortest(low, length, span)


def _shortest(low: int, length: int, span: int) -> bytes:
    for drop in range(min(3, length), 0, -1):
        size = 1 << (8 * drop)
        start = -(-low // size)
        if (start + 1) * size <= low + span and start < 1 << (8 * (length - drop)):
            return start.to_bytes(length - drop, "big")
    return low.to_bytes(length, "big")
