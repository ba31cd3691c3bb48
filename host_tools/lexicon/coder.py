"""The range coder: it turns entries into runs of bytes, each decodable from its start.

A run is the shortest string of bytes that decodes correctly whatever follows it.
"""

import numpy as np
from corrido.lexicon.tables import Tables
from corrido.lexicon.unpack import SHARE_BITS

from host_tools.lexicon.jit import Int, Ints, njit
from host_tools.lexicon.logarithm import BIT, log2
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
def costs(row: Ints, symbol: Ints, entries: Ints) -> Ints:
    """Return the cost of each symbol, in 1/65536 bit."""
    result = np.zeros(len(row), np.int64)
    for i in range(len(row)):
        if row[i] < 0:
            result[i] = -row[i] * BIT
        else:
            _, share = _find(entries, row[i], symbol[i])
            result[i] = SHARE_BITS * BIT - log2(share)
    return result


@njit(cache=True)
def _find(entries: Ints, at: Int, symbol: Int) -> tuple[Int, Int]:
    """Return the total of the shares before a symbol in its row, and its own share."""
    before = 0
    while entries[at] & 63 != symbol:
        before += entries[at] >> 6
        at += 1
    share = entries[at] >> 6
    return before, share if share else (1 << SHARE_BITS) - before


@njit(cache=True)
def _add(out: Ints, length: Int, value: Int) -> None:
    """Add to the number that out[:length] is, most significant byte first."""
    at = length - 1
    while value:
        value += out[at]
        out[at] = value & 255
        value >>= 8
        at -= 1


@njit(cache=True)
def encode(row: Ints, symbol: Ints, entries: Ints) -> Ints:
    """Return the bytes of a run of symbols."""
    out = np.zeros(4 * len(row) + 8, np.int64)
    length, span = 3, START_RANGE
    for i in range(len(row)):
        bits = -row[i] if row[i] < 0 else 0
        while bits:
            bits -= 1
            span >>= 1
            if symbol[i] >> bits & 1:
                _add(out, length, span)
            while span < LOW_RANGE:
                span <<= 8
                length += 1
        if row[i] >= 0:
            unit = span >> SHARE_BITS
            before, share = _find(entries, row[i], symbol[i])
            _add(out, length, before * unit)
            last = before + share == 1 << SHARE_BITS
            span = span - before * unit if last else share * unit
            while span < LOW_RANGE:
                span <<= 8
                length += 1
    return _shortest(out, length, span)


@njit(cache=True)
def _shortest(out: Ints, length: Int, span: Int) -> Ints:
    for drop in range(min(3, length), -1, -1):
        tail = 0
        for i in range(length - drop, length):
            tail = tail << 8 | out[i]
        size = np.int64(1) << (8 * drop)
        if (size if tail == 0 else 2 * size - tail) <= span and (tail == 0 or drop < length):
            if tail:
                _add(out, length - drop, 1)
            return out[: length - drop]
    return out[:length]
