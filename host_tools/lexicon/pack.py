"""Turn a list of words into the bytes of a `.lex` file, specified in docs/lexicon-format.md."""

import struct
from collections.abc import Sequence
from hashlib import sha256
from zlib import crc32

import numpy as np
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import CHECK_BYTES, HASH_BYTES, HEAD, MAGIC, VERSION, block_check
from corrido.lexicon.tables import Tables, row_bits
from corrido.lexicon.unpack import LEVEL_BITS

from host_tools.errors import UserError
from host_tools.lexicon import automaton, classes, coder, entries, fallback, jit, models, tokens
from host_tools.lexicon.about import About
from host_tools.lexicon.certificate import Certificate
from host_tools.lexicon.logarithm import BIT
from host_tools.lexicon.unpack import read_tables
from host_tools.tools import install

LARGEST_ENTRY = 40  # nodes, except at the top of the tree
# A run of each sort ends before it gets longer, by the choice that makes the smaller file ...
RUN_BITS = ((96 * 8, 507 * 8, 64 * 8), (96 * 8, 507 * 8, 65 * 8))
RUN_ENTRIES = 63  # ... or holds more
RUN_BYTES = 1023
BLOCK_BYTES, BLOCK_ENTRIES = 1024, 4095
MOST_ENTRIES = 65_535
CLASSES = 62


Run = tuple[int, bytes]  # entries coded in one go; those of TOPs begin with their counters


def pack(words: Sequence[tuple[int, ...]], about: About) -> bytes:
    """Return the file for ascending words, as tuples of tiles; the same bytes on every machine.

    UserError if the list is too large, also for plain Python where Numba is missing.
    """
    if not jit.COMPILED and len(words) > jit.PLAIN_WORDS:
        raise UserError(f"{len(words)} words need numba: {install('lexicon')}")
    labels = len(alphabet(about.alphabet).tiles) + 2
    dafsa = automaton.build(words)
    choice = fallback.choose(dafsa)
    largest = LARGEST_ENTRY
    while True:
        kinds = classes.classify(dafsa, entries.share(dafsa, choice, largest), CLASSES)
        stream = tokens.tokenise(dafsa, kinds, labels)
        made = models.make_models(stream)
        packed = _tables(made, kinds)
        tables = read_tables(packed, labels, len(kinds.starts) - 1)
        ways = [_runs(stream, tables, kinds, longest) for longest in RUN_BITS]
        runs = min(ways, key=lambda runs: sum(7 + len(data) for _, data in _blocks(runs)))
        if all(len(data) <= RUN_BYTES for _, data in runs):
            break
        largest //= 2  # an unusual list: its entries must be smaller
    if len(kinds.entries.nodes) > MOST_ENTRIES:
        raise UserError(f"{len(words)} words: too many entries for this format")
    certificate = Certificate.of(words, alphabet(about.alphabet)).encoded()
    return _file(len(words), about, certificate, kinds, packed, _blocks(runs))


def _runs(stream: tokens.Tokens, tables: Tables, kinds: classes.Classes,
          longest: tuple[int, ...]) -> list[Run]:  # fmt: skip
    """Return runs of whole entries of one sort, as many as fit the longest of each sort."""
    row, entries = coder.row_of_tokens(stream, tables), np.array(tables.rows, np.int64)
    before, share = coder.shares(row, stream.symbol, entries)
    bits = np.concatenate(([0], np.cumsum(coder.costs(row, share))))
    tops, trunk = kinds.entries.tops, kinds.entries.tops + kinds.entries.twigs
    counters = _counters(stream, kinds)
    runs = []
    start, last = 0, len(stream.starts) - 1
    while start < last:
        sort = (start >= tops) + (start >= trunk)
        limit = bits[stream.starts[start]] + longest[sort] * BIT
        end = int(np.searchsorted(bits[stream.starts], limit, side="right")) - 1
        end = min(max(end, start + 1), start + RUN_ENTRIES, (tops, trunk, last)[sort])
        part = slice(stream.starts[start], stream.starts[end])
        data = coder.encode(row[part], stream.symbol[part], before[part], share[part])
        head = struct.pack("<HH", *counters[start]) if start < tops else b""
        runs.append((end - start, head + data))
        start = end
    return runs


def _counters(stream: tokens.Tokens, kinds: classes.Classes) -> np.ndarray:
    """Return, for each TOP entry, the numbers of the next TOP and next TWIG that its arcs use."""
    tops = kinds.entries.tops
    end = stream.starts[tops]
    chosen = stream.model[:end] == tokens.KIND
    what = stream.symbol[:end] >> 1
    found = []
    for kind, first in ((tokens.TO_TOP, 1), (tokens.TO_TWIG, 0)):
        before = np.concatenate(([0], np.cumsum(chosen & (what == kind))))
        found.append(first + before[stream.starts[:tops]])
    return np.stack(found, axis=1)


def _blocks(runs: list[Run]) -> list[tuple[int, bytes]]:
    """Return (entries, bytes) of each block: a list of its runs, then the runs; no checksum."""
    blocks = []
    start = size = entries = 0
    for at, (count, data) in enumerate(runs):
        size += 2 + len(data)
        entries += count
        if at > start and (5 + size > BLOCK_BYTES or entries > BLOCK_ENTRIES):
            blocks.append(_block(runs[start:at]))
            start, size, entries = at, 2 + len(data), count
    return blocks + [_block(runs[start:])]


def _block(runs: list[Run]) -> tuple[int, bytes]:
    listed = b"".join(struct.pack("<H", count << 10 | len(data)) for count, data in runs)
    data = bytes((len(runs),)) + listed + b"".join(data for _, data in runs)
    return sum(count for count, _ in runs), data


def _tables(made: list[models.Model], kinds: classes.Classes) -> bytes:
    """Return everything that corrido.lexicon.tables.Tables reads, as a bit string."""
    symbols = sum(int((levels >= 0).sum()) for _, levels in made)
    bits = [f"{len(levels):08b}" for _, levels in made] + [f"{symbols:016b}"]
    for contexts, levels in made:
        width = row_bits(len(levels))
        for row in contexts:
            bits.append("0" if row < 0 else f"1{row:0{width}b}" if width else "1")
        for level in levels.flat:
            bits.append("0" if level < 0 else f"1{level:0{LEVEL_BITS}b}")
    bits += [f"{start:016b}" for start in kinds.starts]
    text = "".join(bits)
    size = (len(text) + 7) // 8
    return int(text.ljust(8 * size, "0"), 2).to_bytes(size, "big")


def _file(words: int, about: About, certificate: bytes, kinds: classes.Classes, tables: bytes,
          blocks: list[tuple[int, bytes]]) -> bytes:  # fmt: skip
    labels = len(alphabet(about.alphabet).tiles) + 2
    texts = b"".join(bytes((len(text),)) + text for text in map(str.encode, about.texts()))
    texts += certificate
    sizes = [len(data) + CHECK_BYTES for _, data in blocks]
    directory = b"".join(
        (size << 12 | count).to_bytes(3, "little")
        for (count, _), size in zip(blocks, sizes, strict=True)
    )
    tables_at = struct.calcsize(HEAD) + len(texts)
    blocks_at = tables_at + len(tables)
    data_at = blocks_at + len(directory) + 4
    size = data_at + sum(sizes) + HASH_BYTES
    head = struct.pack(
        HEAD, MAGIC, VERSION, labels, len(kinds.starts) - 1, about.official, words, size, data_at,
        kinds.entries.tops, kinds.entries.twigs, tables_at, blocks_at, len(blocks), max(sizes),
    )  # fmt: skip
    head += texts + tables + directory
    return sealed(head, [data for _, data in blocks])


def sealed(head: bytes, blocks: Sequence[bytes]) -> bytes:
    """Return the file of a head and its blocks' data, with every checksum and the hash."""
    head += struct.pack("<I", crc32(head))
    digest = sha256(head)
    for data in blocks:
        digest.update(data)
    identity = digest.digest()
    checked = [
        data + struct.pack("<I", block_check(identity, number, data))
        for number, data in enumerate(blocks)
    ]
    return head + b"".join(checked) + identity
