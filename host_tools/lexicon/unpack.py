"""Every word of a lexicon, by decoding all its entries: written apart from `scan`, to check it."""

from collections.abc import Iterator

from corrido.lexicon.reader import Lexicon
from corrido.lexicon.tables import SHARE_BITS, Tables

INSIDE, REFERENCE, TO_TWIG, TO_TOP, LEAF = range(5)
FALLBACK = -1  # the tile of the arc that stands for all that the node has not
_LOW_RANGE = 1 << 22

# An arc is (tile, final, what it leads to, which); a node a list of arcs, an entry one of nodes.
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
        """The next symbol, coded in a context of a model."""
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
        """The next bits, as a number."""
        value = 0
        for _ in range(bits):
            half = self._span >> 1
            one = self._code >= half
            self._narrow(half * one, half)
            value = 2 * value + one
        return value


def _node(decoder: _Decoder, where: int, way: int, follow: dict) -> list[Arc]:
    labels = decoder.tables.labels
    arcs: list[Arc] = []
    before = shade = 0
    while label := decoder.symbol(0, where * labels + before):
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


def _entry(decoder: _Decoder, sort: int, follow: dict) -> Entry:
    nodes: Entry = []
    ways = [0]
    while len(nodes) < len(ways):
        follow[INSIDE] = iter(range(len(ways), 1 << 16))
        way = ways[len(nodes)]
        arcs = _node(decoder, 2 + (way >> 1) if nodes else sort, way, follow)
        ways += [(tile + 1) * 2 + final for tile, final, what, _ in arcs if what == INSIDE]
        nodes.append(arcs)
    return nodes


def entries(lexicon: Lexicon) -> list[Entry]:
    """All entries, in the order of their numbers."""
    tables = lexicon.tables
    found: list[Entry] = []
    for block in range(lexicon.blocks):
        data = bytes(lexicon.read_block(block))
        pos = 1 + 2 * data[0]
        for listed in range(1, pos, 2):
            count, size = divmod(int.from_bytes(data[listed : listed + 2], "little"), 1024)
            number = len(found)
            run = data[pos : pos + size]
            pos += size
            follow: dict[int, Iterator[int]] = {}
            if number < lexicon.tops:
                for what, at in ((TO_TOP, 0), (TO_TWIG, 2)):
                    follow[what] = iter(range(int.from_bytes(run[at : at + 2], "little"), 1 << 16))
                run = run[4:]
            decoder = _Decoder(tables, run)
            for number in range(len(found), len(found) + count):
                sort = 0 if number < lexicon.tops else 1 if number < lexicon.trunk else 2
                found.append(_entry(decoder, sort, follow))
    return found


def _tells(nodes: Entry, node: int, word: tuple[int, ...]) -> bool:
    """True if an arc of the entry tells if the word is there, so that no fallback is asked."""
    for place, letter in enumerate(word, 1):
        arc = next((arc for arc in nodes[node] if arc[0] == letter), None)
        if arc is None:
            return False
        if arc[2] != INSIDE or place == len(word):
            return True
        node = arc[3]
    return True


def unpack(lexicon: Lexicon) -> Iterator[tuple[int, ...]]:
    """Yield every word as a tuple of tiles, in no particular order."""
    every = entries(lexicon)
    bases = {REFERENCE: lexicon.trunk, TO_TWIG: lexicon.tops, TO_TOP: 0}
    tails: dict[int, list[tuple[int, ...]]] = {}

    def below(number: int, node: int) -> list[tuple[int, ...]]:
        words = []
        for tile, final, what, which in every[number][node]:
            if tile == FALLBACK:
                held = entry(bases[what] + which, what)
                words += [word for word in held if not _tells(every[number], node, word)]
                continue
            if final:
                words.append((tile,))
            if what == INSIDE:
                words += [(tile, *rest) for rest in below(number, which)]
            elif what != LEAF:
                words += [(tile, *rest) for rest in entry(bases[what] + which, what)]
        return words

    def entry(number: int, what: int) -> list[tuple[int, ...]]:
        if what != REFERENCE:
            return below(number, 0)
        if number not in tails:
            tails[number] = below(number, 0)
        return tails[number]

    yield from below(0, 0)
