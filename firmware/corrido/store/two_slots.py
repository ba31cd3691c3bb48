"""A small image kept in two flash blocks: the newest whole copy wins, a torn one never does.

A copy starts on a page: magic (2), format, room for bits in units of 8 bytes, sequence (4),
length (2), the data, CRC-32, and then the bits, erased, that mark() clears one by one.
"""

import struct
from binascii import crc32

from corrido.store.journal.codec import check_format, repair, sealed
from corrido.store.nor import firm, program

HEAD = "<2sBBIH"
HEAD_BYTES = 10
CRC_BYTES = 4


class Slots:
    """One image of up to a block, less 14 bytes. magic: 2 bytes that tell it from other images."""

    def __init__(self, flash: object, first: int, magic: bytes, form: int) -> None:
        self._flash = flash
        self._first = first
        self._magic = magic
        self._form = form
        self._sequence = 0
        self._block = 0  # 0 or 1: where the next copy goes
        self._home = -1  # where the newest whole copy is
        self._free = 0  # offset of the next copy in that block
        self._copy_at = -1  # offset of the newest copy
        self._bits_at = -1
        self._bits = 0
        self._marked = 0
        self._other_erased = False  # the other block, in this session
        self._resumed = False

    def load(self) -> bytes:
        """The newest whole image, b"" if there is none. FormatError for a newer firmware's."""
        newest = b""
        self._sequence, self._bits_at, self._free = 0, -1, self._flash.block_size
        for block in (0, 1):
            buffer, place = self._read(block), None
            for offset in range(0, len(buffer), self._flash.page_size):
                head = self._head(buffer, offset)
                if head and head[0] > self._sequence:
                    self._sequence = head[0]
                    place = offset, head[1], head[2]
            if place:
                newest = self._take(block, buffer, *place)
        if newest:
            firm(self._flash, self._address(self._home, self._copy_at), newest)
            newest = newest[HEAD_BYTES:-CRC_BYTES]
        return newest

    def _take(self, block: int, buffer: bytearray, offset: int, length: int, bits: int) -> bytes:
        """Take a copy for the newest; returns its bytes."""
        self._block = self._home = block
        self._copy_at = offset
        self._bits_at = offset + HEAD_BYTES + length + CRC_BYTES
        self._bits = bits * 8
        strip = buffer[self._bits_at : self._bits_at + bits]
        self._marked = sum([8 - _ones(byte) for byte in strip])
        self._free = self._blank_from(buffer, self._bits_at + bits)
        return bytes(buffer[offset : self._bits_at])

    def _blank_from(self, buffer: bytearray, offset: int) -> int:
        """The first page after `offset` from which the block is erased."""
        end = len(bytes(buffer).rstrip(b"\xff"))
        page = self._flash.page_size
        return (max(end, offset) + page - 1) // page * page

    def _read(self, block: int) -> bytearray:
        buffer = bytearray(self._flash.block_size)
        try:
            self._flash.read(self._address(block, 0), buffer)
        except OSError:
            return bytearray()
        return buffer

    def _address(self, block: int, offset: int) -> int:
        return (self._first + block) * self._flash.block_size + offset

    def _head(self, buffer: bytearray, offset: int) -> tuple | None:
        """(sequence, data bytes, bytes of bits) of a whole copy; one turned bit is put right."""
        differing = buffer[offset] ^ self._magic[0] | (buffer[offset + 1] ^ self._magic[1]) << 8
        if differing & (differing - 1):
            return None
        for bit in range(-1, 16):
            copy = _copy_at(buffer, offset, bit)
            if copy and (sealed(copy) or (bit < 0 and repair(copy))):
                buffer[offset : offset + len(copy)] = copy
                break
        else:
            return None
        magic, form, units, sequence, length = struct.unpack_from(HEAD, buffer, offset)
        if magic != self._magic:
            return None
        check_format(form, self._form, "store " + str(self._magic, "ascii"))
        return sequence, length, units * 8

    def save(self, data: bytes, bits: int = 0) -> None:
        """Write a new copy with room for `bits` marks; the one before stays until it is whole.

        Erases when both blocks are full. OSError if the flash does not take it.
        """
        units = (bits + 63) // 64
        self._leave_the_cut_behind()
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
            page = self._flash.page_size
            self._free += (size + page - 1) // page * page
            if program(self._flash, self._address(block, at), copy):
                self._sequence += 1
                self._home = block
                self._bits_at = at + len(copy)
                self._bits, self._marked = units * 64, 0
                return
        raise OSError("store %s: the flash takes no more" % str(self._magic, "ascii"))

    def _leave_the_cut_behind(self) -> None:
        """A copy whose writing was cut may read as erased and come back: its page is left out."""
        if not self._resumed:
            self._resumed = True
            page = self._flash.page_size
            if self._free < self._flash.block_size:
                program(self._flash, self._address(self._block, self._free), bytes(page))
                self._free += page

    def _next_block(self) -> None:
        if self._home == self._block ^ 1:
            raise OSError("store %s: the flash takes no more" % str(self._magic, "ascii"))
        self._block ^= 1
        self._free = 0
        if not self._other_erased:
            # A block that reads as erased may be one whose erase was cut.
            try:
                self._flash.erase(self._first + self._block)
            except OSError:
                self._free = self._flash.block_size
        self._other_erased = False

    def prepare(self) -> None:
        """Erase the other block now, so that no copy needs an erase later in this session.

        Only while no clock runs. OSError if the flash does not take it.
        """
        if not self._other_erased and self._home == self._block:
            self._flash.erase(self._first + (self._block ^ 1))
            self._other_erased = True

    def marked(self) -> int:
        """How many bits of the newest copy are cleared."""
        return self._marked

    def mark(self, count: int) -> None:
        """Clear bits until `count` are; a flash that refuses is no error."""
        count = min(count, self._bits)
        while self._marked < count:
            byte = self._marked // 8
            cleared = min(8, count - byte * 8)
            at = self._address(self._home, self._bits_at + byte)
            program(self._flash, at, bytes((0xFF << cleared & 0xFF,)))
            self._marked = byte * 8 + cleared


def _copy_at(buffer: bytearray, offset: int, bit: int) -> bytearray | None:
    """What stands at `offset`, with one bit of its length turned over if `bit` is not negative."""
    length = buffer[offset + 8] | buffer[offset + 9] << 8
    if bit >= 0:
        length ^= 1 << bit
    end = offset + HEAD_BYTES + length + CRC_BYTES
    if end + buffer[offset + 3] * 8 > len(buffer):
        return None
    copy = bytearray(buffer[offset:end])
    copy[8], copy[9] = length & 0xFF, length >> 8
    return copy


def _ones(byte: int) -> int:
    return sum([byte >> bit & 1 for bit in range(8)])
