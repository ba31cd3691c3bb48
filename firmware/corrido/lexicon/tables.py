"""The tables of a `.lex` file, from their packed form to the arrays that `scan` uses."""

from array import array

from corrido.compat import const

KIND, BUCKETS = const(10), const(32)  # symbols of two of the models; the others depend on the list
SHARE_BITS = const(10)
LEVEL_BITS = const(5)

# Level k of a packed frequency: 4096 * 2 ** (-k / 2.6), rounded.
WEIGHTS = (4096, 3137, 2403, 1841, 1410, 1080, 827, 634, 485, 372, 285, 218, 167, 128, 98, 75, 58,
           44, 34, 26, 20, 15, 12, 9, 7, 5, 4, 3, 2, 2, 1)  # fmt: skip


def model_sizes(labels: int, classes: int) -> tuple:
    """(contexts, symbols) of LABEL, KIND, CLASS and BUCKET; `labels` counts both marks."""
    return (
        ((2 + labels) * labels, labels),
        ((2 + labels) * labels * 3, KIND),
        (labels * 2 * labels, classes),
        (classes, BUCKETS),
    )


def shares(pairs: list) -> list:
    """Entries `share << 6 | symbol` of a row, from (level, symbol) pairs; the likeliest first.

    Shares are in 1/1024 of the range; the last is written as 0 and takes what the others leave.
    """
    pairs.sort()
    total = sum([WEIGHTS[level] for level, _ in pairs])
    found = [max(1, (WEIGHTS[level] << SHARE_BITS) // total) for level, _ in pairs]
    found[0] += (1 << SHARE_BITS) - sum(found)
    found[-1] = 0
    return [share << 6 | pair[1] for share, pair in zip(found, pairs)]


class Bits:
    """Numbers of a few bits each, the most significant bit first, from a bytes-like object."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at
        self._held = 0
        self._count = 0

    def take(self, bits: int) -> int:
        """The next number; IndexError past the end."""
        while self._count < bits:
            self._held = self._held << 8 | self._data[self._at]
            self._at += 1
            self._count += 8
        self._count -= bits
        value = self._held >> self._count
        self._held &= (1 << self._count) - 1
        return value


class Tables:
    """maps[context] is the row of a context; rows holds where each row begins, and the rows.

    map_bases[m] is where the contexts of model m begin, row_bases[m] where its rows stand; the
    last classes + 1 numbers of rows, from `starts` on, are where each class of entries begins.
    """

    def __init__(self, bits: Bits, labels: int, classes: int) -> None:
        sizes = model_sizes(labels, classes)
        counts = [bits.take(8) for _ in sizes]
        entries = bits.take(16)
        listed = sum(counts)
        self.labels, self.classes = labels, classes
        self.maps = bytearray(sum([contexts for contexts, _ in sizes]))
        self.starts = listed + entries
        self.rows = array("H", bytes(2 * (self.starts + classes + 1)))
        self.map_bases, self.row_bases = [], []
        context = row = 0
        at = listed
        for (contexts, symbols), count in zip(sizes, counts):
            self.map_bases.append(context)
            self.row_bases.append(row)
            self._read_map(bits, context, contexts, count)
            context += contexts
            for _ in range(count):
                self.rows[row] = at
                row += 1
                at = self._read_row(bits, at, symbols)
        for i in range(classes + 1):
            self.rows[self.starts + i] = bits.take(16)

    def _read_map(self, bits: Bits, base: int, contexts: int, count: int) -> None:
        width = row_bits(count)
        for context in range(base, base + contexts):
            if bits.take(1):
                self.maps[context] = bits.take(width)

    def _read_row(self, bits: Bits, at: int, symbols: int) -> int:
        pairs = []
        for symbol in range(symbols):
            if bits.take(1):
                pairs.append((bits.take(LEVEL_BITS), symbol))
        for entry in shares(pairs):
            self.rows[at] = entry
            at += 1
        return at


def row_bits(count: int) -> int:
    """Bits of the number of one of `count` rows."""
    bits = 0
    while 1 << bits < count:
        bits += 1
    return bits
