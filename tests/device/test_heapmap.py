"""A hand-made MicroPython heap: its content, and the part that a collection would keep."""

import struct
from types import SimpleNamespace

import pytest

from host_tools.errors import UserError
from host_tools.workshop.emulator.heapmap import FLASH_BASE, RAM_BASE, HeapMap, Marks

BLOCKS = 4096  # of 16 bytes: 64 KB
TABLE = RAM_BASE + 0x200
POOL = RAM_BASE + 0x1000
TYPES = ("type", "dict", "module", "function", "str")
TYPE, DICT, MODULE, FUNCTION, STR = (FLASH_BASE + 0x100 + 0x20 * at for at in range(len(TYPES)))
TEXT_BYTES = 16
WORDS = ("", *TYPES, "__name__", "__module__", "corrido.app.app")
NAMES, MORE_NAMES = FLASH_BASE + 0x200, FLASH_BASE + 0x300
TEXTS = FLASH_BASE + 0x400


class Memory:
    """A chip's RAM and flash, to be filled word by word."""

    def __init__(self):
        self.ram, self.flash = bytearray(0x12000), bytearray(0x1000)
        # The heap's description, and where the pools of names begin.
        self.put(
            RAM_BASE + 0x40, TABLE, BLOCKS // 4, TABLE + BLOCKS // 4, POOL, POOL + 16 * BLOCKS
        )
        self.put(RAM_BASE + 0x80, MORE_NAMES)
        self.put(NAMES, 0, 0, 10, 1, 0, 0, TEXTS)
        texts = range(TEXTS + TEXT_BYTES, TEXTS + TEXT_BYTES * len(WORDS), TEXT_BYTES)
        self.put(MORE_NAMES, NAMES, 1, 10, len(texts), 0, 0, *texts)
        padded = b"".join(word.encode().ljust(TEXT_BYTES, b"\0") for word in WORDS)
        at = TEXTS - FLASH_BASE
        self.flash[at : at + len(padded)] = padded
        for at, name in enumerate(TYPES):
            self.put(TYPE + 0x20 * at, TYPE, WORDS.index(name) << 16)

    def put(self, address, *words):
        memory, base = (self.ram, RAM_BASE) if address >= RAM_BASE else (self.flash, FLASH_BASE)
        struct.pack_into(f"<{len(words)}I", memory, address - base, *words)

    def take(self, block, blocks, *words):
        """Make an object of some blocks, and return its address."""
        for at in range(block, block + blocks):
            kind = 1 if at == block else 2
            self.ram[TABLE - RAM_BASE + at // 4] |= kind << 2 * (at % 4)
        address = POOL + 16 * block
        self.put(address, *words)
        return address

    def map(self):
        return HeapMap(bytes(self.ram), bytes(self.flash))


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
    first = memory.take(2, 1, DICT, held)
    memory.put(RAM_BASE + 0x100, first)
    heap = memory.map()
    assert heap.live == {first, held} and len(heap.objects) == 3
    assert heap.free_after == 16 * (BLOCKS - 4)
    assert heap.gaps_after() == [16 * 2, 16 * 7, 16 * (BLOCKS - 13)]
    assert heap.largest_after == 16 * (BLOCKS - 13)


def test_an_object_is_known_by_its_type():
    memory = Memory()
    first, second = memory.take(0, 1, DICT), memory.take(1, 2, 7, 8)
    heap = memory.map()
    assert heap.objects[first].type == "dict" and heap.objects[second].type == "data"
    assert heap.objects[second].size == 32


def interned(text):
    return WORDS.index(text) << 3 | 2


def test_a_text_is_read_whether_interned_or_not():
    memory = Memory()
    whole = memory.take(0, 1, STR, 0, 3, TEXTS + TEXT_BYTES * WORDS.index("module"))
    other = memory.take(1, 1, DICT)
    heap = memory.map()
    assert [heap.text(value) for value in (interned("str"), whole, other, 0)] == [
        "str", "mod", "", "",
    ]  # fmt: skip


def test_memory_without_a_heap_is_one_line():
    with pytest.raises(UserError, match="no heap"):
        HeapMap(bytes(0x12000), bytes(0x1000))
