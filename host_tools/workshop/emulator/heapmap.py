"""Read the heap of an emulated chip from outside: what lies where.

Nothing runs on the chip for it, so the map is that of the instant. The layouts are those of
MicroPython 1.23 to 1.28 on a 32-bit chip (py/gc.c, py/mpstate.h).
"""

import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from host_tools.errors import UserError

if TYPE_CHECKING:
    from host_tools.workshop.emulator.chip import Chip

RAM_BASE = 0x20000000
BLOCK_BYTES = 16
_FREE, _TAIL, _MARK = 0, 2, 3
_BLOCKS_PER_BYTE = 4
# For each byte of the allocation table, 1 if a collection has marked one of its four blocks.
_MARKED = bytes(any(byte >> at & 3 == _MARK for at in (0, 2, 4, 6)) for byte in range(256))
_LEAST_HEAP = 32 * 1024


class Marks:
    """A view of a running chip's heap that tells when a collection is in progress."""

    def __init__(self, chip: "Chip") -> None:
        """Find the heap; UserError if MicroPython has not started."""
        self._ram = chip.mcu.sram
        table, length, _, _ = _area(bytes(self._ram))
        self._table = slice(table - RAM_BASE, table - RAM_BASE + length)

    def any(self) -> bool:
        """Return whether any block is marked, as it is from a collection's start to its end."""
        return 1 in bytes(self._ram[self._table]).translate(_MARKED)


def _area(ram: bytes) -> tuple[int, int, int, int]:
    """Return the allocation table's address and length, and where the pool begins and ends.

    The table, the finalisers' table and the pool follow each other, and their lengths agree.
    """
    words = struct.unpack(f"<{len(ram) // 4}I", ram)
    for at in range(len(words) - 4):
        table, length, finalisers, start, end = words[at : at + 5]
        if not RAM_BASE <= table < RAM_BASE + len(ram) or start % BLOCK_BYTES:
            continue
        blocks = length * _BLOCKS_PER_BYTE
        after = 0 <= finalisers - table - length <= BLOCK_BYTES
        if after and end - start == blocks * BLOCK_BYTES and end - start >= _LEAST_HEAP:
            return table, length, start, end
    raise UserError("no heap of MicroPython in this memory", 1)


class HeapMap:
    """The heap in a copy of a chip's RAM. UserError if there is none in it."""

    def __init__(self, ram: bytes) -> None:
        self._ram = ram
        table, length, self.start, self.end = _area(ram)
        self._atb = ram[table - RAM_BASE : table - RAM_BASE + length]
        self.objects = dict(self._pieces())  # bytes by address: an object, or a part of one
        self.live = self._reachable(self._roots())

    # -- the pieces

    @classmethod
    def of(cls, chip: "Chip") -> "HeapMap":
        """Return the present heap of an emulated RP2040."""
        return cls(bytes(chip.mcu.sram))

    @property
    def free_after(self) -> int:
        """Return the bytes that a collection would leave free."""
        return sum(self.gaps_after())

    @property
    def largest_after(self) -> int:
        """Return the bytes of the largest piece that a collection would leave free."""
        return max(self.gaps_after(), default=0)

    def gaps_after(self) -> list[int]:
        """Return the sizes of the free pieces that a collection would leave."""
        gaps, end = [], self.start
        for address in sorted(self.live):
            if address > end:
                gaps.append(address - end)
            end = address + self.objects[address]
        return gaps + [self.end - end] * (self.end > end)

    def _block(self, index: int) -> int:
        return self._atb[index // _BLOCKS_PER_BYTE] >> 2 * (index % _BLOCKS_PER_BYTE) & 3

    def _pieces(self) -> Iterator[tuple[int, int]]:
        count = (self.end - self.start) // BLOCK_BYTES
        at = 0
        while at < count:
            first = at
            at += 1
            if self._block(first) == _FREE:
                continue
            while at < count and self._block(at) == _TAIL:
                at += 1
            yield self.start + first * BLOCK_BYTES, (at - first) * BLOCK_BYTES

    # -- what a collection would keep

    def _roots(self) -> Iterator[int]:
        """Yield the words outside the pool: the interpreter's state and the stack."""
        for base, end in ((RAM_BASE, self.start), (self.end, RAM_BASE + len(self._ram))):
            yield from self._words(base, end - base)

    def _reachable(self, roots: Iterable[int]) -> set[int]:
        """Return the addresses of the objects that any of the words leads to."""
        found: set[int] = set()
        waiting = [word for word in roots if word in self.objects]
        while waiting:
            address = waiting.pop()
            if address not in found:
                found.add(address)
                words = self._words(address, self.objects[address])
                waiting += [word for word in words if word in self.objects]
        return found

    def _words(self, address: int, size: int) -> tuple[int, ...]:
        at = address - RAM_BASE
        return struct.unpack(f"<{size // 4}I", self._ram[at : at + size])
