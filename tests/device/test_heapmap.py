"""A hand-made MicroPython heap: its content, and the part that a collection would keep."""

import struct
from types import SimpleNamespace

import pytest

from host_tools.errors import UserError
from host_tools.workshop.emulator.heapmap import RAM_BASE, HeapMap, Marks

BLOCKS = 4096  # of 16 bytes: 64 KB
TABLE = RAM_BASE + 0x200
POOL = RAM_BASE + 0x1000


class Memory:
    """A chip's RAM, to be filled word by word."""

    def __init__(self):
        self.ram = bytearray(0x12000)
        # The heap's description.
        end = POOL + 16 * BLOCKS
        self.put(RAM_BASE + 0x40, TABLE, BLOCKS // 4, TABLE + BLOCKS // 4, POOL, end)

    def put(self, address, *words):
        struct.pack_into(f"<{len(words)}I", self.ram, address - RAM_BASE, *words)

    def take(self, block, blocks, *words):
        """Make an object of some blocks, and return its address."""
        for at in range(block, block + blocks):
            kind = 1 if at == block else 2
            self.ram[TABLE - RAM_BASE + at // 4] |= kind << 2 * (at % 4)
        address = POOL + 16 * block
        self.put(address, *words)
        return address

    def map(self):
        return HeapMap(bytes(self.ram))


def test_a_marked_block_tells_of_a_collection():
    memory = Memory()
    memory.take(5, 3)
    marks = Marks(SimpleNamespace(mcu=SimpleNamespace(sram=memory.ram)))
    assert not marks.any()
    memory.ram[TABLE - RAM_BASE + 1] |= 3 << 2  # the head of block 5
    assert marks.any()


def test_an_empty_heap_is_one_piece():
    heap = Memory().map()
    assert (heap.free_after, heap.largest_after, heap.objects) == (16 * BLOCKS,) * 2 + ({},)


def test_what_is_reachable_stays_and_garbage_goes():
    memory = Memory()
    held = memory.take(10, 3)
    memory.take(100, 50)  # nothing leads there
    first = memory.take(2, 1, held)
    memory.put(RAM_BASE + 0x100, first)
    heap = memory.map()
    assert heap.live == {first, held} and len(heap.objects) == 3
    assert heap.free_after == 16 * (BLOCKS - 4)
    assert heap.gaps_after() == [16 * 2, 16 * 7, 16 * (BLOCKS - 13)]
    assert heap.largest_after == 16 * (BLOCKS - 13)


def test_memory_without_a_heap_is_one_line():
    with pytest.raises(UserError, match="no heap"):
        HeapMap(bytes(0x12000))
