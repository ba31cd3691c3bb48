"""Crafted lexicons: files that lie with correct checksums, read on the host and by native code.

A list is compiled, a few of its bytes are changed where it hurts, and checksums and hash are
recomputed. A reader may find words in it or refuse it as damaged; nothing else may happen.
"""

import random
import struct
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import CHECK_BYTES, HASH_BYTES, HEAD, Lexicon, LexiconDamaged

from host_tools.errors import UserError
from host_tools.lexicon.about import About
from host_tools.lexicon.ask import by_micropython
from host_tools.lexicon.unpack import unpack
from host_tools.paths import lexicon_path

ASKED = 12  # words looked up in each file
SHIPPED_EVERY = 500  # such a file is the shipped list: listing it takes 300 times as long
_SIZE_AT = 12  # in HEAD


Parts = tuple[bytes, list[bytes]]  # a head without its checksum, the data of the blocks


def parts_of(file: bytes) -> Parts:
    """Take a whole file apart."""
    data_at, _, _, _, blocks_at, blocks = struct.unpack(HEAD, file[:32])[7:13]
    found, at = [], data_at
    for block in range(blocks):
        size = int.from_bytes(file[blocks_at + 3 * block :][:3], "little") >> 12
        found.append(file[at : at + size - CHECK_BYTES])
        at += size
    return file[: data_at - CHECK_BYTES], found


def crafted(parts: Parts, chance: random.Random) -> bytes:
    """Return the file with something changed and all its checksums correct."""
    from host_tools.lexicon.pack import sealed  # numpy is needed only here

    head, blocks = bytearray(parts[0]), [bytearray(one) for one in parts[1]]
    tables, directory = struct.unpack_from("<H", head, 24)[0], len(head) - 3 * len(blocks)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        one, other = chance.randrange(len(blocks)), chance.randrange(len(blocks))
        data, kind = blocks[one], chance.randrange(3)
        if kind == 0:  # sizes that set the reader's buffers, tables, counts, or the directory
            start, end, most = chance.choice((
                (5, 32, 1), (tables, directory, 8), (tables, tables + 6, 1),
                (directory - 40, directory, 1), (directory, len(head), 2),
            ))  # fmt: skip
            _spoil(head, max(5, start), end, chance.choice((1, most)), chance)
        elif kind == 1:  # the block's list of runs, the counters of a TOP run, or anywhere
            reach = chance.choice((1, 8, 1 + 2 * data[0] + 4, len(data)))
            _spoil(data, 0, reach, chance.choice((1, 2, 8, 40)), chance)
        else:  # a block is cut, is noise, stands twice, or two change places
            blocks[one], blocks[other] = chance.choice((
                (blocks[other][: max(4, chance.randrange(len(blocks[other])))], blocks[other]),
                (blocks[other], data),
                (blocks[other][:], blocks[other]),
                (bytearray(chance.randbytes(chance.randint(4, 1500))), blocks[other]),
            ))  # fmt: skip
    if len(blocks) == struct.unpack_from("<H", head, 28)[0]:
        _fit(head, list(map(len, blocks)))
    return sealed(bytes(head), list(map(bytes, blocks)))


def _spoil(data: bytearray, start: int, end: int, times: int, chance: random.Random) -> None:
    """Replace some bytes between two places."""
    for _ in range(times):
        at = min(chance.randrange(start, max(end, start + 1)), len(data) - 1)
        data[at] = chance.choice((0, 1, 2, 63, 64, 128, 255, chance.randrange(256)))


def _fit(head: bytearray, lengths: list[int]) -> None:
    """Correct the sizes that the reader checks first, so that it reaches the change."""
    at, sizes = len(head) - 3 * len(lengths), [length + CHECK_BYTES for length in lengths]
    for number, whole in enumerate(sizes, 1):
        (size,) = struct.unpack_from("<H", head, at + 3 * number - 2)
        struct.pack_into("<H", head, at + 3 * number - 2, (size & 15 | whole << 4) & 0xFFFF)
    struct.pack_into("<H", head, 30, max(sizes))
    struct.pack_into("<I", head, _SIZE_AT, len(head) + CHECK_BYTES + sum(sizes) + HASH_BYTES)


def lists(count: int, seed: int) -> Iterator[bytes]:
    """Yield `count` crafted files: most from small lists, some from the shipped one."""
    from host_tools.lexicon.pack import pack

    chance = random.Random(seed)
    path = lexicon_path("es")
    shipped = parts_of(path.read_bytes())
    with closing(Lexicon(str(path))) as lexicon:
        every = sorted(unpack(lexicon))
    starts = [(chance.randrange(len(every) - count), count) for count in (3, 60, 400, 1500)]
    small = [every[start : start + count] for start, count in starts]
    bases = [parts_of(pack(words, About("es", "crafted", "1"))) for words in small]
    for number in range(count):
        whole = number % SHIPPED_EVERY == SHIPPED_EVERY // 5
        yield crafted(shipped if whole else chance.choice(bases), chance)


def crafted_lists(count: int, seed: int = 1) -> dict[str, int]:
    """Read `count` crafted files on this interpreter and under native MicroPython."""
    found: Counter[str] = Counter(lists=count)
    chance = random.Random(seed)
    tiles = len(alphabet("es").tiles)
    words = [
        tuple(chance.randrange(tiles) for _ in range(chance.randint(1, 15))) for _ in range(ASKED)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crafted.lex"
        for data in lists(count, seed):
            path.write_bytes(data)
            found[_on_host(path, words)] += 1
            try:  # with machine code, which no exception stops
                by_micropython(path, words, "2m")
                found["answered by it"] += 1
            except UserError as error:
                told = str(error).removeprefix(f"{path}: ")
                refused = "LexiconDamaged" in told
                found["refused by native code" if refused else f"native code: {told}"] += 1
    return dict(found)


def _on_host(path: Path, words: list[tuple[int, ...]]) -> str:
    """Look words up, then list all words."""
    try:
        with closing(Lexicon(str(path))) as lexicon:
            if not lexicon.verify_whole():
                return "right checksums refused"
            for word in words:
                lexicon.contains(word)
            for _ in unpack(lexicon):
                pass
    except LexiconDamaged:
        return "refused by the host"
    except Exception as error:  # whatever a reader without bounds checks raises
        return f"{type(error).__name__} on the host"
    return "answered by the host"
