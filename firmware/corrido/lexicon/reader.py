"""Is this word in the list? Answered from a `.lex` file with a few small reads, never unpacked.

A word is followed from entry to entry of the minimal automaton (DAFSA). Entries are numbered and
stand in blocks of about 1 KB, which are read and checked one at a time; within a block they are
coded in short runs, each decoded from its start by `scan`. Reference: docs/lexicon-format.md.
"""

import struct
import sys
from array import array
from binascii import crc32
from hashlib import sha256

from corrido.lexicon.alphabet import TABLE
from corrido.lexicon.tables import Bits, Tables

try:
    if sys.implementation.name != "micropython":
        raise ImportError
    from corrido.lexicon import scan_viper as S
except (ImportError, SyntaxError, ValueError):
    from corrido.lexicon import scan as S  # no native code on this port, or for another processor

MAGIC = b"CLEX"
VERSION = 3
HEAD = "<4sBBBBIIIHHHHHH"
HASH_BYTES = 32
WHOLE_BYTES = 256 * 1024  # files up to this are checked whole before every verdict
MOST_ENTRIES = 255  # on the way of a word: more than any list needs
_HEAD_BYTES = struct.calcsize(HEAD)
_LARGEST_HEAD = 65535


class LexiconDamaged(OSError):
    """The file is not what was compiled, or this firmware cannot read it; no answer is given."""


class Lexicon:
    """One open `.lex` file.

    name, edition, alphabet: texts; words, bytes: counts; sha256: the hash that the file carries,
    hexadecimal; tops, trunk, blocks: how many entries come before the first TWIG and before the
    first SHARED one, and how many blocks hold them. OSError if it cannot be opened, LexiconDamaged
    if it is no whole lexicon. All that a look-up needs is allocated here.
    """

    def __init__(self, path: str) -> None:
        # Without a buffer: what verify() reads must come from the storage, each time.
        self._file = open(path, "rb", 0)
        try:
            self._read_head()
        except (ValueError, IndexError, OverflowError, OSError) as error:
            self._file.close()
            raise LexiconDamaged("%s: %s" % (path, error)) from None

    def _read_head(self) -> None:
        head = self._file.read(_HEAD_BYTES)
        if head[:4] != MAGIC:
            raise ValueError("not a lexicon")
        if len(head) > 4 and head[4] != VERSION:
            text = "format %d, this reader knows format %d: compile the list again"
            raise ValueError(text % (head[4], VERSION))
        if len(head) < _HEAD_BYTES:
            raise ValueError("damaged: cut short")
        fields = struct.unpack(HEAD, head)
        _, _, labels, classes, _, self.words, self.bytes, self._data_at = fields[:8]
        self.tops, twigs, tables_at, blocks_at, blocks, largest = fields[8:]
        self.trunk = self.tops + twigs  # entries before the first shared one
        self._file.seek(0, 2)
        if self._file.tell() != self.bytes or not 64 < self._data_at <= _LARGEST_HEAD:
            raise ValueError("damaged: not as long as its head says")
        self._file.seek(self.bytes - HASH_BYTES)
        self._hash = self._file.read(HASH_BYTES)
        self.sha256 = "".join(["%02x" % byte for byte in self._hash])
        self._file.seek(0)
        head = self._file.read(self._data_at)
        if crc32(head[:-4]) != int.from_bytes(head[-4:], "little"):
            raise ValueError("damaged: its head does not agree with its checksum")
        self.name, at = _text(head, _HEAD_BYTES)
        self.edition, at = _text(head, at)
        self.alphabet, at = _text(head, at)
        if self.alphabet not in TABLE:
            known = ", ".join(sorted(TABLE))
            raise ValueError("alphabet %r, this reader knows %s" % (self.alphabet, known))
        self.tables = Tables(Bits(head, tables_at), labels, classes)
        self._make_state(labels)
        self._make_directory(head, blocks_at, blocks, largest)

    def _make_state(self, labels: int) -> None:
        tables = self.tables
        self._state = array("i", [0] * S.STATE_SIZE)
        fixed = [self.tops, self.trunk, labels]
        fixed += tables.map_bases[1:] + tables.row_bases[1:] + [tables.starts]
        for place, value in enumerate(fixed):
            self._state[S.TOPS + place] = value

    def _make_directory(self, head: bytes, at: int, blocks: int, largest: int) -> None:
        """Block b begins at byte offsets[b] with entry firsts[b]."""
        self.blocks = blocks
        self._offsets = array("I", [self._data_at] * (blocks + 1))
        self._firsts = array("H", [0] * (blocks + 1))
        for block in range(blocks):
            entries, size = struct.unpack_from("<HH", head, at + 4 * block)
            self._offsets[block + 1] = self._offsets[block] + size
            self._firsts[block + 1] = self._firsts[block] + entries
        self._block = -1
        self._buffer = bytearray(S.BLOCK + largest + 4)
        self._view = memoryview(self._buffer)

    def verify(self) -> bool:
        """What goes before every verdict: True if the file is as it was compiled.

        Of a file over WHOLE_BYTES only the head, which has no checks later: its blocks are checked
        when they are read.
        """
        self._block = -1
        if self.bytes > WHOLE_BYTES:
            return self._head_is_whole()
        return self.verify_whole()

    def verify_whole(self) -> bool:
        """True if every byte of the file is as it was compiled, whatever its size."""
        digest = sha256()
        self._block = -1
        self._file.seek(0)
        for part in self._parts(self.bytes - HASH_BYTES):
            digest.update(part)
        return digest.digest() == self._hash and self._file.read() == self._hash

    def _head_is_whole(self) -> bool:
        """True if everything before the blocks agrees with its CRC-32."""
        crc = 0
        self._file.seek(0)
        for part in self._parts(self._data_at - 4):
            crc = crc32(part, crc)
        return self._file.read(4) == struct.pack("<I", crc & 0xFFFFFFFF)

    def _parts(self, left: int) -> object:
        """Yield the next `left` bytes of the file in pieces, or less at its end."""
        while left > 0:
            part = self._view[S.BLOCK : S.BLOCK + min(left, len(self._view) - S.BLOCK)]
            got = self._file.readinto(part)
            if not got:
                return
            yield part[:got]
            left -= got

    def contains(self, word: tuple) -> bool:
        """True if the word, a sequence of tile indices, is in the list; LexiconDamaged if a block
        on the way does not agree with its checksum."""
        length = len(word)
        if not 0 < length < S.QUEUE:
            return False
        for i in range(length):
            self._buffer[i] = word[i] + 1
        state = self._state
        state[S.AT] = 0
        state[S.END] = length
        maps, rows = self.tables.maps, self.tables.rows
        entry = 0
        for _ in range(MOST_ENTRIES):
            block = S.last_up_to(self._firsts, self.blocks, entry)
            if block != self._block:
                self.read_block(block)
            state[S.ENTRY] = entry
            state[S.FIRST] = self._firsts[block]
            S.locate(state, self._buffer, rows)
            answer = S.scan(state, self._buffer, maps, rows)
            if answer < S.SHARED:
                return answer == S.PRESENT
            entry = state[S.CHILD]
            if answer != S.TOP:
                entry += self.tops if answer == S.TWIG else self.trunk
        raise LexiconDamaged("damaged: its entries lead in a circle")

    def read_block(self, block: int) -> memoryview:
        """The bytes of a block, without its checksum; LexiconDamaged if that is not theirs."""
        self._block = -1
        offset = self._offsets[block]
        size = self._offsets[block + 1] - offset
        self._file.seek(offset)
        part = self._view[S.BLOCK : S.BLOCK + size]
        got = self._file.readinto(part)
        sum_at = S.BLOCK + size - 4
        data = self._view[S.BLOCK : sum_at]
        kept = struct.unpack_from("<I", self._buffer, sum_at)[0]
        if got != size or crc32(data) != kept:
            raise LexiconDamaged("damaged: block %d does not agree with its checksum" % block)
        self._block = block
        return data

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


def _text(data: bytes, at: int) -> tuple:
    end = at + 1 + data[at]
    return data[at + 1 : end].decode(), end
