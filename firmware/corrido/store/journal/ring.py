"""Blocks of the journal: which are in use, in what order, which are erased and ready.

A block begins with a mark written after a finished erase, then a header written when the
block is opened: magic, format, block sequence, game, chain link, CRC-32.
"""

import struct
from array import array
from binascii import crc32

from corrido.compat import const
from corrido.store.journal.codec import FORMAT, check_format, repair, sealed
from corrido.store.nor import firm, program

MARK = b"CJ" + bytes((FORMAT, FORMAT ^ 0xFF))
MARK_BYTES = const(4)
HEADER_AT = const(8)
HEADER = "<2sBBII8s"
HEADER_BYTES = const(24)
BODY_AT = const(32)

STALE = const(0)
USED = const(1)
READY = const(2)
TORN = const(3)
BAD = const(4)


class Ring:
    """The blocks `first` .. `first + blocks - 1` of a NOR flash, used one after the other."""

    def __init__(self, flash, first: int, blocks: int) -> None:
        self.flash = flash
        self.first = first
        self.blocks = blocks
        self.states = bytearray(blocks)
        self.numbers = array("I", (0 for _ in range(blocks)))
        self.newest = -1
        self.on_block = None
        self._page = bytearray(flash.page_size)
        self._white = bytes(b"\xff" * flash.page_size)

    def address(self, index: int) -> int:
        """Return the flash address of the block `index` of the ring."""
        return (self.first + index) * self.flash.block_size

    def mount(self) -> None:
        """Read every block's head. Raises FormatError if one is of a newer format."""
        self.newest = -1
        for index in range(self.blocks):
            self.states[index], self.numbers[index] = self._look(index)
        for index in range(self.blocks):
            if self.states[index] == USED and self._newer(index):
                self.newest = index

    def _newer(self, index):
        if self.newest < 0 or self.numbers[index] > self.numbers[self.newest]:
            return True
        # A header that failed when written may read well later: its block has no records.
        same = self.numbers[index] == self.numbers[self.newest]
        return same and not self.is_blank(index, BODY_AT)

    def _look(self, index):
        try:
            head = bytearray(BODY_AT)
            self.flash.read(self.address(index), head)
        except OSError:
            return BAD, 0
        if head[:2] == MARK[:2] and head[2] ^ head[3] == 0xFF:
            check_format(head[2], FORMAT, "journal")
        found = _header_in(head)
        if found:
            return USED, found[0]
        marked = head[:MARK_BYTES] == MARK
        if marked and head[MARK_BYTES:] == self._white[: BODY_AT - MARK_BYTES]:
            return READY, 0
        return (TORN if marked else STALE), 0

    def header(self, index: int):
        """Return (sequence, game, chain link) of the block, or None."""
        head = bytearray(BODY_AT)
        try:
            self.flash.read(self.address(index), head)
        except OSError:
            return None
        return _header_in(head)

    def find(self, number: int) -> int:
        """Return the index of the block with that sequence number, -1 if there is none."""
        guess = (self.newest + number - self.numbers[self.newest]) % self.blocks
        if self.numbers[guess] == number:
            return guess
        found = -1
        for index in range(self.blocks):
            if self.states[index] == USED and self.numbers[index] == number:
                found = index
        return found

    def oldest(self) -> int:
        """Return the lowest sequence number kept; 0 if the ring is empty."""
        if self.newest < 0:
            return 0
        number = self.numbers[self.newest]
        gap = 0
        low = number
        # One unreadable block must not hide those before it; a block that could not be erased
        # is further away.
        while gap < 2 and number > 1:
            number -= 1
            if self.find(number) >= 0:
                low = number
                gap = 0
            else:
                gap += 1
        return low

    def is_blank(self, index: int, start: int = 0) -> bool:
        """Return whether every byte of the block from `start` on reads as erased."""
        base = self.address(index)
        page = self.flash.page_size
        try:
            for offset in range(0, self.flash.block_size, page):
                skip = max(0, start - offset)
                if skip < page:
                    self.flash.read(base + offset, self._page)
                    if self._page[skip:] != self._white[skip:]:
                        return False
        except OSError:
            return False
        return True

    def clear(self, index: int) -> bool:
        """Give up the block's content and make it ready; False (and BAD) if that fails."""
        self._kill(index)
        self.numbers[index] = 0
        self.states[index] = BAD
        if self.on_block:
            self.on_block()
        try:
            self.flash.erase(self.first + index)
        except OSError:
            return False
        if not (self.is_blank(index) and program(self.flash, self.address(index), MARK)):
            return False
        self.states[index] = READY
        return True

    def _kill(self, index):
        # A half erased block must not look like one in use, nor like a ready one.
        try:
            self.flash.program(self.address(index), bytes(BODY_AT))
        except OSError:
            pass

    def kill_torn(self) -> None:
        """Blot out headers whose writing was cut, so that they cannot come back."""
        for index in range(self.blocks):
            if self.states[index] == TORN:
                self._kill(index)
                self.states[index] = STALE

    def refresh(self) -> None:
        """Program the newest header once more: a cut may have left its bits weak."""
        found = self.header(self.newest)
        if found:
            firm(self.flash, self.address(self.newest) + HEADER_AT, _header(*found))

    def ahead(self) -> int:
        """Return the number of ready blocks."""
        return sum(1 for state in self.states if state == READY)

    def open(self, game: int, chain: bytes) -> bool:
        """Open the next ready block after the newest; False if there is none."""
        number = self.numbers[self.newest] + 1 if self.newest >= 0 else 1
        header = _header(number, game, chain)
        for step in range(1, self.blocks + 1):
            index = (self.newest + step) % self.blocks
            if self.states[index] != READY:
                continue
            self.states[index] = STALE
            if self.is_blank(index, MARK_BYTES):
                if program(self.flash, self.address(index) + HEADER_AT, header):
                    self.states[index] = USED
                    self.numbers[index] = number
                    self.newest = index
                    return True
            self._kill(index)
        return False

    def clear_next(self, keep_from: int) -> bool:
        """Make the next block that may go ready; False if none may.

        Blocks numbered `keep_from` and above stay. A block that fails is left out.
        """
        for step in range(1, self.blocks + 1):
            index = (self.newest + step) % self.blocks
            state = self.states[index]
            if state == USED and self.numbers[index] >= keep_from:
                continue
            if state in (STALE, TORN, USED) and self.clear(index):
                return True
        return False


def _header(number, game, chain):
    body = struct.pack(HEADER, b"CJ", FORMAT, 0xFF, number, game, chain)
    return body + struct.pack("<I", crc32(body) & 0xFFFFFFFF)


def header_whole(head: bytes) -> bool:
    """Return whether the first BODY_AT bytes of a block in use are as they were written."""
    return head[:MARK_BYTES] == MARK and sealed(head[HEADER_AT:BODY_AT])


def _header_in(head):
    header = head[HEADER_AT:BODY_AT]
    if not sealed(header) and (header[:HEADER_BYTES] == bytes(24) or not repair(header)):
        return None
    magic, form, _, number, game, chain = struct.unpack_from(HEADER, header, 0)
    if magic != b"CJ":
        return None
    check_format(form, FORMAT, "journal")
    return number, game, chain
