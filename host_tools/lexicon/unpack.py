"""Decode all entries of a lexicon to its words: written independently of `scan`, to check it.

Whatever a crafted file holds, decoding ends with its words or with LexiconDamaged.
"""

import io
import struct
from collections.abc import Iterator

from corrido.lexicon.reader import HEAD, Lexicon, LexiconDamaged
from corrido.lexicon.tables import Bits, Tables
from corrido.lexicon.unpack import SHARE_BITS, SPARE

INSIDE, REFERENCE, TO_TWIG, TO_TOP, LEAF = range(5)
FALLBACK = -1  # the tile of the arc that stands for all arcs missing from the node
_LOW_RANGE = 1 << 22
LONGEST_WORD = 15
MOST_NODES = 128  # in an entry
MOST_WORDS = 50_000_000  # more than any language's list has, and more than fits into memory

# An arc is (tile, final, kind of target, which); a node is a list of arcs, an entry one of nodes.
Follow = dict[int, Iterator[int]]  # the numbers of the next entries, by kind of target
Arc = tuple[int, bool, int, int]
Entry = list[list[Arc]]


class _Decoder:
    """The range decoder at the start of a run."""

    def __init__(self, tables: Tables, data: bytes) -> None:
        self.tables = tables
        self._bytes = iter(data)
        self._code = int.from_bytes([next(self._bytes, 0) for _ in range(3)], "big")
        self._span = 1 << 24

    def _narrow(self, below: int, span: int) -> None:
        self._code -= below
        self._span = span
        while self._span < _LOW_RANGE:
            self._span <<= 8
            self._code = self._code << 8 | next(self._bytes, 0)

    def symbol(self, model: int, context: int) -> int:
        """Return the next symbol, coded in a context of a model."""
        tables = self.tables
        row = tables.row_bases[model] + tables.maps[tables.map_bases[model] + context]
        at, below = tables.rows[row], 0
        unit = self._span >> SHARE_BITS
        while True:
            share, symbol = divmod(tables.rows[at], 64)
            size = share * unit if share else self._span - below
            if self._code < below + size:
                self._narrow(below, size)
                return symbol
            below += size
            at += 1

    def plain(self, bits: int) -> int:
        """Return the next bits, as a number."""
        value = 0
        for _ in range(bits):
            half = self._span >> 1
            one = self._code >= half
            self._narrow(half * one, half)
            value = 2 * value + one
        return value


def _node(decoder: _Decoder, where: int, way: int, follow: Follow) -> list[Arc]:
    labels = decoder.tables.labels
    arcs: list[Arc] = []
    before = shade = 0
    while label := decoder.symbol(0, where * labels + before):
        if arcs and (label == labels - 1 or before != labels - 1 and label <= before):
            raise LexiconDamaged("damaged: the arcs of a node are not in order")
        tile, what, final, shade_next = label - 1, REFERENCE, False, 2
        context = (label * 2 + (way & 1)) * labels + (way >> 1)
        if label == labels - 1:
            tile = FALLBACK
        else:
            what, final = divmod(decoder.symbol(1, (where * labels + label) * 3 + shade), 2)
            context = (label * 2 + final) * labels + before
            shade_next = 1 if what == REFERENCE else 2
        if what == REFERENCE:
            kin = decoder.symbol(2, context)
            which = decoder.tables.rows[decoder.tables.starts + kin] + _rank(decoder, kin)
        else:
            which = 0 if what == LEAF else next(follow[what])
        arcs.append((tile, bool(final), what, which))
        before, shade = label, shade_next
    return arcs


def _rank(decoder: _Decoder, kin: int) -> int:
    bucket = decoder.symbol(3, kin)
    if bucket == 0:
        return 0
    bits, half = divmod(bucket - 1, 2)
    return ((2 + half) << bits | decoder.plain(bits)) - 1


def _entry(decoder: _Decoder, sort: int, follow: Follow) -> Entry:
    nodes: Entry = []
    ways = [0]
    while len(nodes) < len(ways):
        follow[INSIDE] = iter(range(len(ways), 1 << 16))
        way = ways[len(nodes)]
        arcs = _node(decoder, 2 + (way >> 1) if nodes else sort, way, follow)
        ways += [(tile + 1) * 2 + final for tile, final, what, _ in arcs if what == INSIDE]
        if len(ways) > MOST_NODES:
            raise LexiconDamaged("damaged: an entry of more than 128 nodes")
        nodes.append(arcs)
    return nodes


def _runs(lexicon: Lexicon, block: int) -> Iterator[tuple[int, bytes]]:
    """Yield (entries, bytes) of each run of a block."""
    data = bytes(lexicon.read_block(block))
    pos = 1 + 2 * data[0]
    for listed in range(1, pos, 2):
        count, size = divmod(int.from_bytes(data[listed : listed + 2], "little"), 1024)
        run = data[pos : pos + size]
        if len(run) != size or not count:
            raise LexiconDamaged(f"damaged: block {block} ends before its runs do")
        yield count, run
        pos += size


def read_tables(data: bytes, labels: int, classes: int) -> Tables:
    """Return packed tables as a look-up has them."""
    bits = Bits(io.BytesIO(data + bytes(SPARE)), len(data) + SPARE)
    tables = Tables(bits, labels, classes, len(data))
    for _ in tables.read(bits):
        pass
    return tables


def _tables(lexicon: Lexicon) -> Tables:
    """Return the tables of an open lexicon, which keeps of them what a look-up needs."""
    file = lexicon._file  # pyright: ignore[reportPrivateUsage]
    file.seek(0)
    head = file.read(struct.calcsize(HEAD))
    _, _, labels, classes, *_, tables_at, blocks_at, _, _ = struct.unpack(HEAD, head)
    file.seek(tables_at)
    return read_tables(file.read(blocks_at - tables_at), labels, classes)


def entries(lexicon: Lexicon) -> list[Entry]:
    """Return all entries, in the order of their numbers; LexiconDamaged if they are damaged."""
    found: list[Entry] = []
    tables = _tables(lexicon)
    for block in range(lexicon.blocks):
        for count, run in _runs(lexicon, block):
            follow: dict[int, Iterator[int]] = {}
            if len(found) < lexicon.tops:
                for what, at in ((TO_TOP, 0), (TO_TWIG, 2)):
                    first = int.from_bytes(run[at : at + 2], "little")
                    follow[what] = iter(range(first, 1 << 17))
                run = run[4:]
            decoder = _Decoder(tables, run)
            for number in range(len(found), len(found) + count):
                sort = 0 if number < lexicon.tops else 1 if number < lexicon.trunk else 2
                try:
                    found.append(_entry(decoder, sort, follow))
                except KeyError:
                    text = f"damaged: entry {number} leads to an entry of the tree, but is shared"
                    raise LexiconDamaged(text) from None
    return found


def _tells(nodes: Entry, node: int, word: tuple[int, ...]) -> bool:
    """Return whether an arc of the entry decides the word, so that no fallback is consulted."""
    for place, letter in enumerate(word, 1):
        arc = next((arc for arc in nodes[node] if arc[0] == letter), None)
        if arc is None:
            return False
        if arc[2] != INSIDE or place == len(word):
            return True
        node = arc[3]
    return True


class _Tails:
    """The endings below each entry, worked out only once for an entry that many arcs lead to."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._every = entries(lexicon)
        self._bases = {REFERENCE: lexicon.trunk, TO_TWIG: lexicon.tops, TO_TOP: 0}
        self._most = lexicon.words
        self._shared: dict[int, list[tuple[int, ...]]] = {}
        self._begun: set[int] = set()

    def of(self, number: int, what: int) -> list[tuple[int, ...]]:
        """Return the endings from an entry on; LexiconDamaged if they lead round in a circle."""
        if number in self._shared:
            return self._shared[number]
        if number >= len(self._every) or number in self._begun:
            raise LexiconDamaged(f"damaged: entry {number} is part of a loop or missing")
        self._begun.add(number)
        words = self._below(number, 0)
        if what == REFERENCE:
            self._shared[number] = words
        return words

    def _below(self, number: int, node: int) -> list[tuple[int, ...]]:
        words: list[tuple[int, ...]] = []
        for tile, final, what, which in self._every[number][node]:
            if tile == FALLBACK:
                held = self.of(self._bases[what] + which, what)
                told = self._every[number]
                words += [word for word in held if not _tells(told, node, word)]
                continue
            if final:
                words.append((tile,))
            if what == INSIDE:
                words += [(tile, *rest) for rest in self._below(number, which)]
            elif what != LEAF:
                rests = self.of(self._bases[what] + which, what)
                words += [(tile, *rest) for rest in rests]
            if len(words) > self._most or any(len(word) > LONGEST_WORD for word in words[-1:]):
                raise LexiconDamaged("damaged: more or longer words than its header says")
        return words


def unpack(lexicon: Lexicon) -> Iterator[tuple[int, ...]]:
    """Yield every word as a tuple of tiles, in no order; LexiconDamaged if that is impossible."""
    if lexicon.words > MOST_WORDS:
        raise LexiconDamaged(f"{lexicon.words} words are more than can be listed")
    try:
        words = _Tails(lexicon).of(0, TO_TOP)
    except (IndexError, RecursionError) as error:
        raise LexiconDamaged(f"damaged: its entries do not decode ({error})") from None
    if len(words) != lexicon.words or max(map(len, words), default=0) > LONGEST_WORD:
        raise LexiconDamaged(f"damaged: {len(words)} words, its header says {lexicon.words}")
    yield from words
