"""Run the inner loops of opening a list: read the contexts and rows of its packed tables.

As in scan.py, machine code checks no bounds: whatever a damaged or crafted file holds, every bit
read lies before LIMIT and every index written before the caller's bound.
"""

from corrido.compat import const
from corrido.native import micropython, ptr8, ptr16, ptr32

# Indices into the state.
AT = const(0)  # the next bit of the data, counted from its start
LIMIT = const(1)  # the bits that may be read; a number of 9 bits may begin before it
FIRST = const(2)  # of a map: its first context; of a row: where it goes in rows
END = const(3)
COUNT = const(4)  # of a map: the number of rows; of a row: the number of symbols
WIDTH = const(5)  # of a map: bits per row number
PLACES = const(6)

SHARE_BITS = const(10)
LEVEL_BITS = const(5)
LEVELS = const(31)
SPARE = const(3)  # bytes past LIMIT that a number may reach into
DAMAGED = const(-1)


@micropython.viper
def read_map(st: ptr32, data: ptr8, maps: ptr8) -> int:
    """Set maps[FIRST] .. maps[END - 1] to the rows the next bits name; return 0 or DAMAGED."""
    at = st[AT]
    limit = st[LIMIT]
    width = st[WIDTH]
    count = st[COUNT]
    context = st[FIRST]
    end = st[END]
    while context < end:
        if at >= limit:
            return DAMAGED
        named = data[at >> 3] >> (7 - (at & 7)) & 1
        at += 1
        if named:
            byte = at >> 3
            row = (data[byte] << 8 | data[byte + 1]) >> (16 - (at & 7) - width) & (1 << width) - 1
            at += width
            if at > limit or row >= count:
                return DAMAGED
            maps[context] = row
        context += 1
    st[AT] = at
    return 0


# One function: see scan().
@micropython.viper
def read_row(st: ptr32, data: ptr8, rows: ptr16, weights: ptr16) -> int:
    """Write the entries `share << 6 | symbol` of a row from rows[FIRST] on, likeliest first.

    Return the index after them, or DAMAGED for a row that no list needs: one without a symbol, or
    with no share for its first. Shares are in 1/1024 of the range; the last is written as 0 and
    takes what the others leave. weights: the weight of each level.
    """
    at = st[AT]
    limit = st[LIMIT]
    first = st[FIRST]
    end = st[END]
    symbols = st[COUNT]
    to = first
    total = 0
    symbol = 0
    while symbol < symbols:
        if at >= limit:
            return DAMAGED
        listed = data[at >> 3] >> (7 - (at & 7)) & 1
        at += 1
        if listed:
            byte = at >> 3
            level = (data[byte] << 8 | data[byte + 1]) >> (16 - (at & 7) - LEVEL_BITS) & 31
            at += LEVEL_BITS
            if at > limit or to == end or level >= LEVELS:
                return DAMAGED
            total += weights[level]
            entry = level << 6 | symbol
            i = to
            while i > first and rows[i - 1] > entry:
                rows[i] = rows[i - 1]
                i -= 1
            rows[i] = entry
            to += 1
        symbol += 1
    if to == first:
        return DAMAGED
    rest = 1 << SHARE_BITS
    i = first + 1
    while i < to:
        entry = rows[i]
        share = (weights[entry >> 6] << SHARE_BITS) // total
        if share < 1:
            share = 1
        rest -= share
        rows[i] = share << 6 | entry & 63
        i += 1
    if rest < 1:
        return DAMAGED
    if to - first > 1:
        rows[first] = rest << 6 | rows[first] & 63
    rows[to - 1] = rows[to - 1] & 63
    st[AT] = at
    return to
