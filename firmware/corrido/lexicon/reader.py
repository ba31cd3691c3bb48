"""Look up words in a `.lex` file with a few small reads, without ever unpacking it.

A word is followed from entry to entry of the minimal automaton (DAFSA). Entries are numbered and
stored in blocks of about 1 KB, which are read and checked one at a time; within a block they are
coded in short runs, each decoded from its start by `scan`. Reference: docs/lexicon-format.md.
"""

import struct
from array import array
from binascii import crc32, hexlify
from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.lexicon.alphabet import alphabet
from corrido.native import loops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from corrido.lexicon.tables import Tables

scan = loops("corrido.lexicon.scan")
_CHILD: int = scan.CHILD

MAGIC = b"CLEX"
VERSION, OLDEST = const(5), const(4)  # the older says nothing of its source
HEAD = "<4sBBBBIIIHHHHHH"
HASH_BYTES = const(32)
CHECK_BYTES = const(4)
WHOLE_BYTES = 256 * 1024  # files up to this are checked whole before every verdict
MOST_ENTRIES = 255  # on a word's path: more than any list needs
STEP_BYTES = const(8192)  # checked in one step: some 12 ms on an RP2040
_HEAD_BYTES = const(32)  # struct.calcsize(HEAD)
_LARGEST_HEAD = const(65535)
_PIECE_BYTES = const(512)  # of a head, while it is checked
_LEAST_BLOCK = const(8)  # one run of one byte


class LexiconDamaged(OSError):
    """Signal a lexicon that is damaged or unreadable to this firmware; no answer is given."""


def block_check(file_hash: bytes, block: int, data: "bytes | memoryview") -> int:
    """Return the CRC-32 of a block's data, bound to its number and to the hash of its file."""
    return crc32(data, crc32(bytes((block & 255, block >> 8)), crc32(file_hash))) & 0xFFFFFFFF


class Lexicon:
    """One open `.lex` file.

    name, edition, alphabet: texts; official: a federation's; words, bytes: counts; tops, trunk:
    how many entries come before the first TWIG and the first SHARED one. Everything a look-up
    needs is allocated here.
    """

    def __init__(self, path: str, sliced: bool = False) -> None:
        """Open the file; sliced: only begin, and go through opening().

        OSError if it cannot be opened, LexiconDamaged if its head is not that of a whole lexicon.
        """
        # Unbuffered: each check must read from the storage.
        self._file = open(path, "rb", 0)
        self._block = -1
        if not sliced:
            for _ in self.opening(path):
                pass

    def opening(self, path: str) -> "Iterator[bool]":
        """Open the file in steps of 30 ms at most on an RP2040; yield True before its tables."""
        try:
            yield from self._open()
        except (ValueError, IndexError, OverflowError, OSError) as error:
            self._file.close()
            raise LexiconDamaged("%s: %s" % (path, error)) from None

    def _open(self) -> "Iterator[bool]":
        labels, classes, data_at, tables_at, blocks_at, blocks, largest = self._read_fields()
        self._file.seek(self.bytes - HASH_BYTES)
        self._hash = self._file.read(HASH_BYTES)
        if not self._head_is_whole(data_at, memoryview(bytearray(_PIECE_BYTES))):
            raise ValueError("damaged: its header does not match its checksum")
        self._file.seek(_HEAD_BYTES)
        self.name = self._text()
        self.edition = self._text()
        self.alphabet = self._text()
        self._about_at = self._file.tell()
        self.about()
        tiles = len(alphabet(self.alphabet).tiles)
        if labels != tiles + 2 or not self._file.tell() <= tables_at < blocks_at:
            raise ValueError("damaged: its parts are not where they belong")
        yield False
        # The directory first: it exposes most flaws of a crafted file at little cost.
        self._make_directory(data_at, blocks_at, blocks, largest)
        yield False
        # Imported here, not above: where code lies in RAM it is unloaded once the list is open.
        from corrido.lexicon.tables import Bits, Tables

        self._file.seek(tables_at)
        bits = Bits(self._file, data_at - tables_at)
        yield True
        tables = Tables(bits, labels, classes, blocks_at - tables_at)
        for _ in tables.read(bits):
            yield False
        self._tables = tables.maps, tables.rows
        self._make_state(tables)

    @property
    def sha256(self) -> str:
        """The hash that the file carries, hexadecimal."""
        return hexlify(self._hash).decode()

    @property
    def blocks(self) -> int:
        """How many blocks hold its entries."""
        return len(self._firsts) - 1

    def _read_fields(self) -> "tuple[int, int, int, int, int, int, int]":
        """Return (labels, classes, data at, tables at, directory at, blocks, largest block)."""
        head = self._file.read(_HEAD_BYTES)
        if head[:4] != MAGIC:
            raise ValueError("not a lexicon")
        if len(head) > 4 and not OLDEST <= head[4] <= VERSION:
            text = "format %d, this reader knows format %d: compile the list again"
            raise ValueError(text % (head[4], VERSION))
        if len(head) < _HEAD_BYTES:
            raise ValueError("damaged: cut short")
        fields = struct.unpack(HEAD, head)
        _, self.version, labels, classes, official, self.words, self.bytes, data_at = fields[:8]
        self.official = bool(official)
        self.tops, twigs, tables_at, blocks_at, blocks, largest = fields[8:]
        self.trunk = self.tops + twigs  # entries before the first shared one
        self._file.seek(0, 2)
        if self._file.tell() != self.bytes or not 64 < data_at <= _LARGEST_HEAD:
            raise ValueError("damaged: not as long as its header says")
        return labels, classes, data_at, tables_at, blocks_at, blocks, largest

    def _text(self) -> str:
        return self._file.read(self._file.read(1)[0]).decode()

    def about(self) -> "tuple[str, str]":
        """Return whence the list comes, and its date, read from the file; "" if it says none."""
        self._file.seek(self._about_at)
        return ("", "") if self.version == OLDEST else (self._text(), self._text())

    def _make_state(self, tables: "Tables") -> None:
        self._state: "array[int]" = array("i", [0] * scan.STATE_SIZE)
        fixed = [self.tops, self.trunk, tables.labels]
        fixed += tables.map_bases[1:] + tables.row_bases[1:] + [tables.starts]
        for place, value in enumerate(fixed):
            self._state[scan.TOPS + place] = value

    def _make_directory(self, data_at: int, at: int, blocks: int, largest: int) -> None:
        """Fill offsets and firsts: block b begins at byte offsets[b] with entry firsts[b]."""
        each = 4 if self.version == OLDEST else 3
        if not blocks or at + each * blocks + CHECK_BYTES != data_at:
            raise ValueError("damaged: its directory is not as long as its header says")
        self._file.seek(at)
        listed = self._file.read(each * blocks)
        self._offsets = array("I", [data_at] * (blocks + 1))
        self._firsts = array("H", [0] * (blocks + 1))
        offset, first = data_at, 0
        for block in range(blocks):
            told = int.from_bytes(listed[each * block : each * (block + 1)], "little")
            size, entries = told >> 4 * each, told & (1 << 4 * each) - 1
            offset, first = offset + size, first + entries
            if not (entries and _LEAST_BLOCK <= size <= largest and first < 1 << 16):
                raise ValueError("damaged: block %d of its directory" % block)
            self._offsets[block + 1] = offset
            self._firsts[block + 1] = first
        if offset != self.bytes - HASH_BYTES or self.trunk > first:
            raise ValueError("damaged: its blocks do not fill it")
        self._buffer = bytearray(scan.BLOCK + largest + scan.SLACK)

    def _view(self, begin: int, end: int) -> memoryview:
        return memoryview(self._buffer)[begin:end]

    def verifying(self) -> "Iterator[None]":
        """Check as before every verdict, like checking().

        Of a file over WHOLE_BYTES this checks only the head, which is not checked later: the whole
        file was checked when opened, and each block is checked again when read.
        """
        if self.bytes <= WHOLE_BYTES:
            yield from self.checking()
        elif not self._head_is_whole(self._offsets[0], self._view(scan.BLOCK, len(self._buffer))):
            raise LexiconDamaged("damaged: its header does not match its checksum")

    def verify_whole(self) -> bool:
        """Return whether every byte of the file is as compiled, whatever its size."""
        try:
            for _ in self.checking():
                pass
        except LexiconDamaged:
            return False
        return True

    def checking(self) -> "Iterator[None]":
        """Check every byte of the file in steps of some 12 ms on an RP2040; LexiconDamaged."""
        self._block = -1
        digest = sha256()
        self._file.seek(0)
        for part in self._parts(self._offsets[0], self._view(scan.BLOCK, len(self._buffer))):
            digest.update(part)
        yield
        good, done = True, 0
        for block in range(self.blocks):
            self._file.seek(self._offsets[block])
            good = self._read_into_buffer(block) and good
            digest.update(self._data_of(block))
            self._block = -1
            done += self._offsets[block + 1] - self._offsets[block]
            if done >= STEP_BYTES:
                done = 0
                yield
        self._file.seek(self.bytes - HASH_BYTES)
        good = self._file.read(HASH_BYTES) == self._hash and good
        if not good or digest.digest() != self._hash or self._file.read(1):
            raise LexiconDamaged("damaged: its hash does not match")

    def _head_is_whole(self, data_at: int, view: memoryview) -> bool:
        """Return whether everything before the blocks matches its CRC-32; it is read into view."""
        crc = 0
        self._block = -1
        self._file.seek(0)
        for part in self._parts(data_at - CHECK_BYTES, view):
            crc = crc32(part, crc)
        return self._file.read(CHECK_BYTES) == struct.pack("<I", crc & 0xFFFFFFFF)

    def _parts(self, left: int, view: memoryview) -> "Iterator[memoryview]":
        """Yield the next `left` bytes of the file in pieces, or fewer at its end."""
        while left > 0:
            part = view[: min(left, len(view))]
            got = self._file.readinto(part)
            if not got:
                return
            yield part[:got]
            left -= got

    def contains(self, word: "Sequence[int]") -> bool:
        """Return whether the word, a sequence of tile indices, is in the list.

        LexiconDamaged if the bytes on its path are not as compiled.
        """
        length = len(word)
        if not 0 < length < scan.QUEUE:
            return False
        for i in range(length):
            self._buffer[i] = word[i] + 1
        state = self._state
        state[scan.AT] = 0
        state[scan.END] = length
        entry: int = 0
        for _ in range(MOST_ENTRIES):
            answer = self._follow(entry)
            if answer < scan.SHARED:
                return answer == scan.PRESENT
            entry = state[_CHILD]
            if answer != scan.TOP:
                entry += self.tops if answer == scan.TWIG else self.trunk
        raise LexiconDamaged("damaged: its entries lead in a circle")

    def _follow(self, entry: int) -> int:
        """Return the result of scan() for one entry; LexiconDamaged if there is no such entry."""
        state, (maps, rows) = self._state, self._tables
        if entry >= self._firsts[self.blocks]:
            raise LexiconDamaged("damaged: there is no entry %d" % entry)
        block = scan.last_up_to(self._firsts, self.blocks, entry)
        if block != self._block:
            self.read_block(block)
        state[scan.ENTRY] = entry
        state[scan.FIRST] = self._firsts[block]
        state[scan.LIMIT] = scan.BLOCK + self._offsets[block + 1] - self._offsets[block]
        answer: int = scan.locate(state, self._buffer, rows)
        if answer != scan.DAMAGED:
            answer = scan.scan(state, self._buffer, maps, rows)
        if answer == scan.DAMAGED:
            raise LexiconDamaged("damaged: entry %d is not coded as an entry" % entry)
        return answer

    def read_block(self, block: int) -> memoryview:
        """Return the bytes of a block without its checksum; LexiconDamaged if that is wrong."""
        self._file.seek(self._offsets[block])
        if not self._read_into_buffer(block):
            raise LexiconDamaged("damaged: block %d does not match its checksum" % block)
        return self._data_of(block)

    def _read_into_buffer(self, block: int) -> bool:
        """Read the next block of the file; return whether it is intact and the right one."""
        self._block = -1
        size = self._offsets[block + 1] - self._offsets[block]
        got = self._file.readinto(self._view(scan.BLOCK, scan.BLOCK + size))
        kept = struct.unpack_from("<I", self._buffer, scan.BLOCK + size - CHECK_BYTES)[0]
        if got != size or block_check(self._hash, block, self._data_of(block)) != kept:
            return False
        self._block = block
        return True

    def _data_of(self, block: int) -> memoryview:
        size = self._offsets[block + 1] - self._offsets[block]
        return self._view(scan.BLOCK, scan.BLOCK + size - CHECK_BYTES)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
