"""Unpack the tables of a `.lex` file into the arrays that `scan` uses."""

from array import array

from corrido.compat import TYPE_CHECKING, const
from corrido.native import loops

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BytesIO, FileIO

    Pair = tuple[int, int]
    Sizes = tuple[Pair, Pair, Pair, Pair]

unpack = loops("corrido.lexicon.unpack")
_AT: int = unpack.AT
_LIMIT: int = unpack.LIMIT

KIND, BUCKETS = const(10), const(32)  # symbols of two of the models; the others depend on the list
MOST_CLASSES = const(64)  # a row's entry has six bits for its symbol, and so for a class
MAP_STEP = const(512)  # contexts read in one step, of at most nine bits each
ROW_STEP = const(16)  # rows read in one step
HELD_BYTES = const(1024)  # read at a time: a nearly full heap has no room for a whole head
STEP_BYTES = const(640)  # no step reads more

# Level k of a packed frequency: 4096 * 2 ** (-k / 2.6), rounded.
WEIGHTS = (4096, 3137, 2403, 1841, 1410, 1080, 827, 634, 485, 372, 285, 218, 167, 128, 98, 75, 58,
           44, 34, 26, 20, 15, 12, 9, 7, 5, 4, 3, 2, 2, 1)  # fmt: skip
WEIGHT_OF = array("H", WEIGHTS)  # in the form that machine code reads


def model_sizes(labels: int, classes: int) -> "Sizes":
    """Return (contexts, symbols) of LABEL, KIND, CLASS and BUCKET; `labels` counts both marks."""
    return (
        ((2 + labels) * labels, labels),
        ((2 + labels) * labels * 3, KIND),
        (labels * 2 * labels, classes),
        (classes, BUCKETS),
    )


class Bits:
    """Numbers of a few bits each, most significant bit first, read from a file in pieces."""

    def __init__(self, file: "FileIO | BytesIO", left: int) -> None:
        """Begin at the file's position; no more than `left` bytes are read."""
        self.data = bytearray(HELD_BYTES)
        self.state: "array[int]" = array("i", [0] * unpack.PLACES)
        self._file, self._left, self._end = file, left, 0
        self.hold()

    def hold(self) -> None:
        """Have STEP_BYTES at hand, or all that are left, of which the last three are not read."""
        state, data = self.state, self.data
        at = state[_AT]
        kept = self._end - (at >> 3)
        if self._end and kept >= STEP_BYTES:
            return
        data[:kept] = data[at >> 3 : self._end]
        part = memoryview(data)[kept : min(HELD_BYTES, kept + self._left)]
        got = self._file.readinto(part) or 0
        self._left -= len(part)
        self._end = kept + got
        state[_AT] = at & 7
        state[_LIMIT] = 8 * (self._end - unpack.SPARE)

    def take(self, bits: int) -> int:
        """Return the next number, of at most 16 bits; IndexError past the end."""
        at = self.state[_AT]
        end = at + bits
        self.state[_AT] = end
        if end > self.state[_LIMIT]:
            raise IndexError("damaged: its tables exceed the file")
        byte = at >> 3
        held = self.data[byte] << 16 | self.data[byte + 1] << 8 | self.data[byte + 2]
        return held >> (24 - (at & 7) - bits) & (1 << bits) - 1


class Tables:
    """The models of a lexicon, filled by read().

    maps[context] is the row of a context; rows holds where each row begins, then the rows.
    map_bases[m] is where the contexts of model m begin, row_bases[m] where its rows are listed;
    the last classes + 1 numbers of rows, from `starts` on, give where each class of entries
    begins.
    """

    def __init__(self, bits: Bits, labels: int, classes: int, bytes_left: int) -> None:
        """Take the counts from `bits`, which has `bytes_left` more; ValueError if impossible."""
        if classes > MOST_CLASSES:
            raise ValueError("damaged: %d classes" % classes)
        self._sizes = model_sizes(labels, classes)
        self._counts = [bits.take(8) for _ in self._sizes]
        entries = bits.take(16)
        if entries * (1 + unpack.LEVEL_BITS) > 8 * bytes_left:
            raise ValueError("damaged: its tables are shorter than they say")
        # Allow one row for a model that no arc of this list uses: a crafted file may use it.
        listed = sum([max(1, count) for count in self._counts])
        unused = self._counts.count(0)
        self.labels, self.classes = labels, classes
        self.maps = bytearray(sum([contexts for contexts, _ in self._sizes]))
        self._listed = listed
        self.starts = listed + entries + unused
        size = self.starts + classes + 1
        # Zeros, from the still unfilled maps if those suffice; bytes would be read in pairs.
        zeros = memoryview(self.maps if len(self.maps) >= size else bytes(size))
        self.rows = array("H", zeros[:size])
        self.map_bases: "list[int]" = []
        self.row_bases: "list[int]" = []

    def read(self, bits: Bits) -> "Iterator[None]":
        """Read the rest of `bits` in steps of at most 5 ms on an RP2040; yield after each.

        ValueError or IndexError for tables that the packer does not produce.
        """
        context = row = 0
        at = self._listed
        for (contexts, symbols), count in zip(self._sizes, self._counts):
            self.map_bases.append(context)
            self.row_bases.append(row)
            for first in range(context, context + contexts, MAP_STEP):
                bits.hold()
                self._read_map(bits, first, min(first + MAP_STEP, context + contexts), count)
                yield
            context += contexts
            for number in range(max(1, count)):
                self.rows[row] = at
                row += 1
                bits.hold()
                at = self._read_row(bits, at, symbols) if count else at + 1
                if number % ROW_STEP == ROW_STEP - 1:
                    yield
        bits.hold()
        for i in range(self.classes + 1):
            self.rows[self.starts + i] = bits.take(16)

    def _read_map(self, bits: Bits, first: int, end: int, count: int) -> None:
        state = bits.state
        state[unpack.FIRST], state[unpack.END] = first, end
        state[unpack.COUNT], state[unpack.WIDTH] = count, row_bits(count)
        if unpack.read_map(state, bits.data, self.maps):
            raise ValueError("damaged: a context without a row")

    def _read_row(self, bits: Bits, at: int, symbols: int) -> int:
        state = bits.state
        state[unpack.FIRST], state[unpack.END], state[unpack.COUNT] = at, self.starts, symbols
        end: int = unpack.read_row(state, bits.data, self.rows, WEIGHT_OF)
        if end < 0:
            raise ValueError("damaged: a row of its tables")
        return end


def row_bits(count: int) -> int:
    """Return how many bits the number of any of `count` rows takes."""
    bits = 0
    while 1 << bits < count:
        bits += 1
    return bits
