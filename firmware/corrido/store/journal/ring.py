"""The journal's blocks: which are in use and in what order, which are erased and ready.

A block begins with a mark written after a finished erase, then a header written when the
block is opened: magic, format, key, block sequence, game, chain link, CRC-32.
"""

import struct
from array import array
from binascii import crc32

from corrido.compat import TYPE_CHECKING, const
from corrido.store import nor
from corrido.store.journal.codec import BODY_AT, FORMAT, check_format, repair, sealed

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.parts import Flash

    Header = tuple[int, int, bytes, int]  # sequence, game, chain link, key

MARK = b"CJ" + bytes((FORMAT, FORMAT ^ 0xFF))
MARK_BYTES = const(4)
HEADER_AT = const(8)
HEADER = "<2sBBII8s"

STALE = const(0)
USED = const(1)
READY = const(2)
TORN = const(3)  # its header was being written
BAD = const(4)  # it is unreadable
NAMELESS = const(5)  # neither erased nor headed: damage, or the remains of a cut
_GAP = const(2)  # an unreadable block must not hide those before it


class Ring:
    """The blocks `first` .. `first + blocks - 1` of a NOR flash, used one after the other."""

    def __init__(
        self, flash: "Flash", first: int, blocks: int,
        on_block: "Callable[[], None] | None" = None,
    ) -> None:  # fmt: skip
        self.flash = flash
        self.first = first
        self.blocks = blocks
        self.states = bytearray(blocks)
        self.numbers = array("I", [0] * blocks)
        self.games = array("I", [0] * blocks)
        self.newest = -1
        self.on_block = on_block
        self.blank: "set[int]" = set()  # ready blocks that have been read whole
        self._page = bytearray(flash.page_size)
        self._white = bytearray(b"\xff" * flash.page_size)

    def address(self, index: int) -> int:
        """Return the flash address of the block `index` of the ring."""
        return (self.first + index) * self.flash.block_size

    def find(self, number: int) -> int:
        """Return the index of the block with that sequence number; -1 if there is none."""
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
        # A stale block that could not be erased lies beyond the gap.
        while gap < _GAP and number > 1:
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
                    nor.read(self.flash, base + offset, self._page)
                    if self._page != self._white and self._page[skip:] != self._white[skip:]:
                        return False
        except OSError:
            return False
        return True

    def clear(self, index: int) -> bool:
        """Discard the block's content and make it ready; False (and BAD) if that fails.

        The erase stops the processor for 45 ms, 400 at most.
        """
        self.kill(index)
        self.numbers[index], self.states[index] = 0, BAD
        if self.on_block:
            self.on_block()
        try:
            self.flash.erase(self.first + index)
        except OSError:
            return False
        if self.is_blank(index) and nor.program(self.flash, self.address(index), MARK):
            self.states[index] = READY
            self.blank.add(index)
        return self.states[index] == READY

    def check_one(self) -> bool:
        """Read a ready block whole, 6 ms that a press need not take; False if all have been."""
        for index in range(self.blocks):
            if self.states[index] == READY and index not in self.blank:
                if not self._is_blank_once(index):
                    self._discard(index)
                return True
        return False

    def _is_blank_once(self, index: int) -> bool:
        """Return whether a ready block is blank; it is read once after a start."""
        if index not in self.blank and self.is_blank(index, MARK_BYTES):
            self.blank.add(index)
        return index in self.blank

    def _discard(self, index: int) -> None:
        self.states[index] = STALE
        self.kill(index)

    def kill(self, index: int) -> None:
        """Clear a head, so that a half-finished erase looks neither in use nor ready."""
        self.blank.discard(index)
        nor.blot(self.flash, self.address(index), BODY_AT)

    def ahead(self) -> int:
        """Return the number of ready blocks."""
        return self.states.count(bytes((READY,)))

    def open(self, game: int, chain: bytes, key: int) -> bool:
        """Open the next ready block after the newest; return False if there is none."""
        number = self.numbers[self.newest] + 1 if self.newest >= 0 else 1
        header = header_bytes(number, game, chain, key)
        for step in range(1, self.blocks + 1):
            index = (self.newest + step) % self.blocks
            if self.states[index] != READY:
                continue
            if self._is_blank_once(index) and nor.program(
                self.flash, self.address(index) + HEADER_AT, header
            ):
                self.states[index], self.numbers[index] = USED, number
                self.games[index], self.newest = game, index
                return True
            self._discard(index)
        return False

    def clear_next(self, needed_from: int) -> bool:
        """Make the next expendable block ready; False if there is none.

        Blocks numbered `needed_from` and above stay. A block that fails is skipped.
        """
        for step in range(1, self.blocks + 1):
            index = (self.newest + step) % self.blocks
            if self._may_go(index, needed_from) and self.clear(index):
                return True
        return False

    def spare(self, needed_from: int) -> int:
        """Return how many blocks clear_next() could still make ready."""
        return sum([self._may_go(index, needed_from) for index in range(self.blocks)])

    def try_spare(self, needed_from: int) -> bool:
        """Program a page of a ready block 256 times, as heartbeats do, and erase it again.

        Return whether all was as programmed; False too if no block can be spared. 45 to 800 ms.
        """
        if not self.ahead() and not self.clear_next(needed_from):
            return False
        index = self.states.find(bytes((READY,)))
        worn = self.address(index) + self.flash.page_size
        for at in range(self.flash.page_size):
            if not nor.program(self.flash, worn + at, b"\x00"):
                return False
        return self.clear(index)

    def _may_go(self, index: int, needed_from: int) -> bool:
        if self.states[index] == USED:
            return self.numbers[index] < needed_from
        return self.states[index] in (STALE, TORN, NAMELESS)


def header_bytes(number: int, game: int, chain: bytes, key: int) -> bytes:
    """Return the bytes of a block's header."""
    body = struct.pack(HEADER, b"CJ", FORMAT, key, number, game, chain)
    return body + struct.pack("<I", crc32(body) & 0xFFFFFFFF)


def header_in(head: "bytes | bytearray") -> "Header | None":
    """Return a block's (sequence, game, chain link, key), or None if it is not in use."""
    header = bytearray(head[HEADER_AT:BODY_AT])
    if not sealed(header):
        # Trying to repair each of 64 blank or cleared heads, twice, made a start a second longer.
        blank = header.count(b"\xff") == len(header)
        if blank or not any(header) or not repair(header):
            return None
    magic, form, key, number, game, chain = struct.unpack_from(HEADER, header, 0)
    if magic != b"CJ":
        return None
    check_format(form, FORMAT, "journal")
    return number, game, chain, key
