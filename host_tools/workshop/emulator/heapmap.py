"""Read the heap of an emulated chip from outside: what lies where, and to whom it belongs.

Nothing runs on the chip for it, so the map is that of the instant. The layouts are those of
MicroPython 1.23 to 1.28 on a 32-bit chip (py/gc.c, py/mpstate.h, py/obj.h, py/qstr.h).
"""

import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from host_tools.errors import UserError

if TYPE_CHECKING:
    from host_tools.workshop.emulator.chip import Chip

RAM_BASE, FLASH_BASE = 0x20000000, 0x10000000
BLOCK_BYTES = 16
_FREE, _TAIL, _MARK = 0, 2, 3
_BLOCKS_PER_BYTE = 4
# For each byte of the allocation table, 1 if a collection has marked one of its four blocks.
_MARKED = bytes(any(byte >> at & 3 == _MARK for at in (0, 2, 4, 6)) for byte in range(256))
_LEAST_HEAP = 32 * 1024
_MOST_QSTR_BYTES = 64
_MOST_TEXT_BYTES = 256
_INTERNED = 2  # in the lowest three bits of an object
_POOL_WORDS = 6


class Piece(NamedTuple):
    """A run of blocks in use: an object or a part of one. Sizes in bytes."""

    address: int
    size: int
    type: str

    @property
    def end(self) -> int:
        """Return the address after it."""
        return self.address + self.size


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
    """The heap in a copy of a chip's RAM and flash. UserError if there is none in it."""

    def __init__(self, ram: bytes, flash: bytes) -> None:
        self._ram, self._flash = ram, flash
        table, length, self.start, self.end = _area(ram)
        self._atb = ram[table - RAM_BASE : table - RAM_BASE + length]
        self._names: dict[int, str] = {}
        self._pools = self._qstr_pools()
        self.objects = {piece.address: piece for piece in self._pieces()}
        self.live = self._reachable(self._roots())

    # -- the pieces

    @classmethod
    def of(cls, chip: "Chip") -> "HeapMap":
        """Return the present heap of an emulated RP2040."""
        return cls(bytes(chip.mcu.sram), chip.flash_image())

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
            end = self.objects[address].end
        return gaps + [self.end - end] * (self.end > end)

    def _block(self, index: int) -> int:
        return self._atb[index // _BLOCKS_PER_BYTE] >> 2 * (index % _BLOCKS_PER_BYTE) & 3

    def _pieces(self) -> Iterator[Piece]:
        count = (self.end - self.start) // BLOCK_BYTES
        at = 0
        while at < count:
            first = at
            at += 1
            if self._block(first) == _FREE:
                continue
            while at < count and self._block(at) == _TAIL:
                at += 1
            address = self.start + first * BLOCK_BYTES
            yield Piece(address, (at - first) * BLOCK_BYTES, self._type_name(address))

    # -- what a collection would keep

    def _roots(self) -> Iterator[int]:
        """Yield the words outside the pool: the interpreter's state and the stack."""
        for base, end in ((RAM_BASE, self.start), (self.end, RAM_BASE + len(self._ram))):
            yield from (self.word(at) for at in range(base, end, 4))

    def _reachable(self, roots: Iterable[int]) -> set[int]:
        """Return the addresses of the objects that any of the words leads to."""
        found: set[int] = set()
        waiting = [word for word in roots if word in self.objects]
        while waiting:
            address = waiting.pop()
            if address not in found:
                found.add(address)
                words = self.words(self.objects[address])
                waiting += [word for word in words if word in self.objects]
        return found

    # -- words, types and names

    def word(self, address: int) -> int:
        """Return the word at an address; 0 outside RAM and flash."""
        for base, memory in ((RAM_BASE, self._ram), (FLASH_BASE, self._flash)):
            at = address - base
            if 0 <= at <= len(memory) - 4:
                return int.from_bytes(memory[at : at + 4], "little")
        return 0

    def words(self, piece: Piece) -> tuple[int, ...]:
        """Return the words of an object."""
        at = piece.address - RAM_BASE
        return struct.unpack(f"<{piece.size // 4}I", self._ram[at : at + piece.size])

    def _bytes(self, address: int, size: int) -> bytes:
        for base, memory in ((RAM_BASE, self._ram), (FLASH_BASE, self._flash)):
            if 0 <= address - base < len(memory):
                return memory[address - base : address - base + size]
        return b""

    def _type_name(self, address: int) -> str:
        """Return the name of the object's type, "data" if it does not begin like an object."""
        kind = self.word(address)
        return self.name(self.word(kind + 4) >> 16) if self.is_type(kind) else "data"

    def is_type(self, address: int) -> bool:
        """Return whether a type lies there: its own type is `type`, the type of itself."""
        if address % 4 or not address:
            return False
        meta = self.word(address)
        return meta >= FLASH_BASE and meta % 4 == 0 and self.word(meta) == meta

    def text(self, value: int) -> str:
        """Return the text of a string given as an object, interned or not; "" if it is none."""
        if value & 7 == _INTERNED:
            return self.name(value >> 3)
        if self._type_name(value) != "str":
            return ""
        size = min(self.word(value + 8), _MOST_TEXT_BYTES)
        return self._bytes(self.word(value + 12), size).decode("utf-8", "replace")

    def name(self, qstr: int) -> str:
        """Return the text of an interned string."""
        if qstr not in self._names:
            self._names[qstr] = self._read_name(qstr)
        return self._names[qstr]

    def _read_name(self, qstr: int) -> str:
        for before, count, texts in self._pools:
            if before <= qstr < before + count:
                text = self._bytes(self.word(texts + 4 * (qstr - before)), _MOST_QSTR_BYTES)
                return text.split(b"\0", 1)[0].decode("utf-8", "replace")
        return f"qstr {qstr}"

    def _qstr_pools(self) -> list[tuple[int, int, int]]:
        """Return (first string, how many, address of their texts' addresses) of each pool."""
        for at in range(RAM_BASE, self.start, 4):
            pools: list[tuple[int, int, int]] = []
            pool, expected = self.word(at), -1
            while self.start <= pool < self.end or FLASH_BASE <= pool < FLASH_BASE + (2 << 20):
                before = self.word(pool + 4) & 0x7FFFFFFF
                count = self.word(pool + 12)
                if pool % 4 or count > 5000 or expected not in (-1, before + count):
                    break
                pools.append((before, count, pool + 4 * _POOL_WORDS))
                pool, expected = self.word(pool), before
            if pool == 0 and expected == 0 and len(pools) > 1:
                return pools
        raise UserError("no interned strings in this memory", 1)
