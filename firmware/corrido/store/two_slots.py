"""Keep a small image in two flash blocks: the newest copy counts, never a torn or old one.

A block begins with its mark, 32 known bytes, written once the block holds a whole copy. A copy
starts on a page: magic (2), format, room for bits in units of 8 bytes, sequence (4), length (2),
the data, CRC-32, then the erased bits that mark() clears one by one.

A replaced copy is cleared to zeros once the new one is whole, before save() returns. So at rest
exactly one copy is readable, and its block is marked. If none is readable, a mark tells damage
from a store that was never written: 64 turned bits cannot hide it, and an older copy never counts.
"""

import struct
from binascii import crc32
from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.store import nor
from corrido.store.journal.codec import check_format, next_page, whole_at

if TYPE_CHECKING:
    from corrido.parts import Flash

    Found = tuple[int, int, int]  # sequence, data bytes, bytes of bits
    Copy = tuple[int, int, int]  # block, offset, bytes

HEAD = "<2sBBIH"
HEAD_BYTES = const(10)
CRC_BYTES = const(4)
FRAME_BYTES = const(14)  # with both
MARK_BYTES = const(32)
MOST_TURNED = const(80)  # bits of a mark; of other content half of its 256 differ
NO_COPY = (-1, 0, 0)
AFTER_DAMAGE = const(1 << 28)  # beyond the sequence of any damaged copy that may read well again


class Slots:
    """One image of up to a block less 14 bytes. magic: 2 bytes that tell it from other images."""

    def __init__(self, flash: "Flash", first: int, magic: bytes, form: int) -> None:
        self._flash = flash
        self._first = first
        self._magic = magic
        self._form = form
        self.damaged = False  # the newest image cannot be read and has no substitute
        self._sequence = 0
        self._block: int = 0  # 0 or 1: where the next copy goes
        self._free = 0  # offset of the next copy in that block
        self._copy: "Copy" = NO_COPY  # the newest whole one
        self._bits = 0  # behind it
        self.marked = 0  # of these, how many are cleared
        self._other_erased = False  # in this session
        self._resumed = False

    def newest(self) -> bytes:
        """Return the newest image; b"" if there is none or it is `damaged`.

        FormatError if other firmware wrote it. An unreadable image is read again: one failed read
        is not damage.
        """
        copy, buffer = b"", bytearray(self._flash.block_size)  # one: two may cost a collection
        for _ in range(nor.TRIES):
            copy = self._seek(buffer)
            if copy or not self.damaged:
                break
        if copy:
            nor.firm(self._flash, self._address(self._copy[0], self._copy[1]), copy)
            self._sign()
            self._retire_others(buffer)
        return copy[HEAD_BYTES:-CRC_BYTES]

    def _seek(self, buffer: bytearray) -> bytes:
        copy, marked = b"", 0
        self._sequence, self._free = 0, self._flash.block_size
        self._copy, self.damaged = NO_COPY, False
        for block in (0, 1):
            buffer[:MARK_BYTES] = bytes(MARK_BYTES)  # not the other's, if no reading succeeds
            if not nor.steady(self._flash, self._address(block, 0), buffer):
                self.damaged = True
            if nor.differing(_mark_of(self._magic), buffer) <= MOST_TURNED:
                self.damaged = True
                marked = block
            copy = self._newest_in(block, buffer) or copy
        if copy:
            self.damaged = False
        elif self.damaged:
            self._sequence = AFTER_DAMAGE
            self._block = marked  # the next copy goes to the other one: a cut leaves the mark
        return copy

    def _sign(self) -> None:
        """Mark the block of the newest copy."""
        there, address = bytearray(MARK_BYTES), self._address(self._copy[0], 0)
        if nor.steady(self._flash, address, there):  # else the next start tries again
            mark = bytes([ours & byte for ours, byte in zip(_mark_of(self._magic), there)])
            if mark != bytes(there):
                nor.program(self._flash, address, mark)

    def _newest_in(self, block: int, buffer: bytearray) -> bytes:
        """Adopt a copy in a block that is newer than any found before; return it, or b""."""
        copy, page = b"", self._flash.page_size
        erased = bytearray(b"\xff" * page)
        # The first page too: before format 2 blocks had no mark. Its copy is told by its number.
        for offset in range(0, len(buffer), page):
            head = self._head(buffer, offset)
            if head and head[0] > self._sequence:
                self._sequence, length, bits = head
                end = offset + FRAME_BYTES + length
                copy = bytes(buffer[offset:end])
                self._block, self._copy, self._bits = block, (block, offset, len(copy)), bits * 8
                self.marked = nor.cleared_bits(buffer[end : end + bits])
                free = len(buffer)
                while free - page >= end + bits and buffer[free - page : free] == erased:
                    free -= page
                self._free = free
        return copy

    def _address(self, block: int, offset: int) -> int:
        return (self._first + block) * self._flash.block_size + offset

    def _head(self, buffer: bytearray, offset: int) -> "Found | None":
        """Return the fields of a whole copy at `offset`, after repairing one flipped bit."""
        differing = buffer[offset] ^ self._magic[0] | (buffer[offset + 1] ^ self._magic[1]) << 8
        if differing & (differing - 1):
            return None
        room = len(buffer) - offset - buffer[offset + 3] * 8
        found = whole_at(buffer, offset, 8, FRAME_BYTES, FRAME_BYTES, room)
        if not found:
            return None
        buffer[offset : offset + len(found[0])] = found[0]
        magic, form, units, sequence, length = struct.unpack_from(HEAD, buffer, offset)
        if magic != self._magic:
            return None
        check_format(form, self._form, "store " + str(self._magic, "ascii"))
        return sequence, length, units * 8

    def save(self, data: bytes, bits: int = 0) -> None:
        """Write a new copy with room for `bits` marks; the previous one stays until it is whole.

        Erases if both blocks are full. OSError if the flash refuses it.
        """
        self._leave_the_cut_behind()
        units = (bits + 63) // 64
        head = struct.pack(HEAD, self._magic, self._form, units, self._sequence + 1, len(data))
        copy = head + data
        copy += struct.pack("<I", crc32(copy) & 0xFFFFFFFF)
        size = len(copy) + units * 8
        for _ in range(4):
            if self._free + size > self._flash.block_size:
                self._next_block()
            if self._free + size > self._flash.block_size:
                continue
            at, block = self._free, self._block
            self._free = next_page(at + size - 1, self._flash.page_size)
            if nor.program(self._flash, self._address(block, at), copy):
                self._sequence += 1
                before, self._copy = self._copy, (block, at, len(copy))
                self._bits, self.marked = units * 64, 0
                self._sign()
                if self.damaged:
                    self._retire_others(bytearray(self._flash.block_size))
                elif before[0] >= 0:
                    nor.blot(self._flash, self._address(before[0], before[1]), before[2])
                self.damaged = False
                return
        raise OSError("store %s: the flash takes no more" % str(self._magic, "ascii"))

    def _retire_others(self, buffer: bytearray) -> None:
        """Clear every other page that may begin a copy, whether left by a cut or damaged."""
        home, begin, length = self._copy
        end, page = begin + length + self._bits // 8, self._flash.page_size
        for block in (0, 1):
            whole = nor.steady(self._flash, self._address(block, 0), buffer)
            for offset in range(page, len(buffer), page):
                head, address = buffer[offset : offset + HEAD_BYTES], self._address(block, offset)
                if block == home and begin <= offset < end:
                    continue
                if not (whole or nor.steady(self._flash, address, head)):
                    continue
                if any(head) and head.count(b"\xff") < HEAD_BYTES:
                    nor.blot(self._flash, address, page)

    def _leave_the_cut_behind(self) -> None:
        """Skip a page that reads as erased: a copy cut while being written may reappear there."""
        if not self._resumed:
            self._resumed = True
            page = self._flash.page_size
            if self._free < self._flash.block_size:
                nor.program(self._flash, self._address(self._block, self._free), bytes(page))
                self._free += page

    def _next_block(self) -> None:
        if self._copy[0] == self._block ^ 1:
            raise OSError("store %s: the flash takes no more" % str(self._magic, "ascii"))
        self._block ^= 1
        self._free = self._flash.page_size  # the first one has the mark
        if not self._other_erased:
            # A block that reads as erased may have had its erase cut.
            try:
                self._flash.erase(self._first + self._block)
            except OSError:
                self._free = self._flash.block_size
        self._other_erased = False

    def erase_spare(self) -> bool:
        """Erase the other block now, so that no copy needs an erase later in this session.

        Return False if that was already done. Only while no clock runs. OSError if the flash
        refuses it.
        """
        if self._other_erased or self._copy[0] != self._block:
            return False
        self._flash.erase(self._first + (self._block ^ 1))
        self._other_erased = True
        return True

    def mark(self, count: int) -> None:
        """Clear bits until `count` are cleared; a refusal by the flash is not an error."""
        count = min(count, self._bits)
        if count > self.marked:
            home, offset, length = self._copy
            address = self._address(home, offset + length)
            nor.clear_bits(self._flash, address, self.marked, count)
            self.marked = count


def _mark_of(magic: bytes) -> bytes:
    """Return the 32 bytes that mark a block of images of that kind."""
    return sha256(b"corrido " + magic).digest()
