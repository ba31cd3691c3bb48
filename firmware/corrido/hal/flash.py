"""Raw flash for the journal: on a partition, or in blocks reserved in littlefs.

A stock MicroPython image gives the whole data region to littlefs. There the blocks come from files
of exactly one block: littlefs keeps such a file in one flash block, adds nothing to it, keeps no
checksum of it and never moves it unless the file is written. So the block can be programmed and
erased underneath the file system. Our own image has a region that littlefs never sees.
"""

import os

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corrido.parts import BlockDevice, Bytes

BLOCK_SIZE = const(4096)
_PAGE_SIZE = const(256)
_ERASE = const(6)
_BLOCK_COUNT = const(4)
_MAP_FILE = "map"
RESERVED_BLOCKS = const(64)
_CHECKED_EACH = const(16)
RESERVED_DIR = "/corrido_raw"


class BlockFlash:
    """NOR flash through a MicroPython block device (`rp2.Flash`, `esp32.Partition`).

    device: has readblocks, writeblocks with an offset (which programs without erasing), ioctl.
    numbers: the device's block for each of ours: a range, or a list of reserved ones. whole_pages:
    the chip programs only whole pages, so parts are padded with ones, which change nothing.
    """

    block_size = BLOCK_SIZE
    page_size = _PAGE_SIZE

    def __init__(
        self, device: "BlockDevice", numbers: "Sequence[int]", whole_pages: bool = True
    ) -> None:
        self._device = device
        self._numbers = numbers
        self._whole_pages = whole_pages
        self._page = bytearray(b"\xff" * _PAGE_SIZE)
        self._ones = bytes(self._page)
        self.blocks = len(numbers)

    def read(self, addr: int, buf: "bytearray | memoryview") -> None:
        """Fill buf from byte addr of the region; it may cross blocks."""
        self._check(addr, len(buf))
        block, offset = divmod(addr, BLOCK_SIZE)
        if offset + len(buf) <= BLOCK_SIZE:
            self._device.readblocks(self._numbers[block], buf, offset)
            return
        view = memoryview(buf)
        done = 0
        while done < len(buf):
            part = view[done : done + BLOCK_SIZE - offset]
            self._device.readblocks(self._numbers[block], part, offset)
            done += len(part)
            block += 1
            offset = 0

    def program(self, addr: int, buf: "Bytes") -> None:
        """Turn ones into zeros from byte addr on, inside one page; OSError if the chip refuses."""
        self._check(addr, len(buf))
        start = addr % _PAGE_SIZE
        end = start + len(buf)
        if end > _PAGE_SIZE:
            raise ValueError("program crosses a page of 256 bytes")
        block, offset = divmod(addr, BLOCK_SIZE)
        if not self._whole_pages:
            self._write(block, buf, offset)
            return
        page = self._page
        page[start:end] = buf
        try:
            self._write(block, page, offset - start)
        finally:
            page[start:end] = self._ones[start:end]

    def erase(self, block: int) -> None:
        """Set a block to ones: 45 ms typically, 400 ms at worst. OSError if the chip refuses."""
        if not 0 <= block < self.blocks:
            raise ValueError("no such block")
        _accepted(self._device.ioctl(_ERASE, self._numbers[block]))

    def _write(self, block: int, buf: "Bytes", offset: int) -> None:
        _accepted(self._device.writeblocks(self._numbers[block], buf, offset))

    def _check(self, addr: int, length: int) -> None:
        if addr < 0 or addr + length > self.blocks * BLOCK_SIZE:
            raise ValueError("outside the region")


def _accepted(answer: "int | None") -> None:
    """Raise OSError for a negative error number that a block device may return."""
    if answer:
        raise OSError(-answer if answer < 0 else answer)


def reserve_blocks(
    device: "BlockDevice",
    folder: str = RESERVED_DIR,
    count: int = RESERVED_BLOCKS,
    told: "Callable[[int, int], None]" = lambda done, of: None,
) -> "list[int]":
    """Return the block numbers of `count` one-block files in folder, creating missing ones.

    device: the block device under the mounted littlefs. Files that do not match their blocks
    (copied, deleted, another file system) are rewritten, and their content is lost. OSError
    if full. told(done, of) is called at each step of creating them, which takes some 15 s.
    """
    numbers = _read_map(folder, count)
    if numbers and _all_match(device, folder, numbers):
        return numbers
    return _make_files(device, folder, count, told)


def _name(folder: str, index: int) -> str:
    return "%s/%03d" % (folder, index)


def _read_map(folder: str, count: int) -> "list[int] | None":
    try:
        with open(folder + "/" + _MAP_FILE, "rb") as file:
            raw = file.read()
    except OSError:
        return None
    if len(raw) != 2 * count:
        return None
    return [raw[2 * i] | raw[2 * i + 1] << 8 for i in range(count)]


def _all_match(device: "BlockDevice", folder: str, numbers: "list[int]") -> bool:
    """Return whether all files are there, and lie in the blocks that the map names.

    Files move all together, by being copied, so some of them tell; all took 0.2 s of each start.
    """
    here = bytearray(BLOCK_SIZE)
    there = bytearray(BLOCK_SIZE)
    if max(numbers) >= (device.ioctl(_BLOCK_COUNT, 0) or 0):
        return False
    if len(os.listdir(folder)) <= len(numbers):  # one is the map
        return False
    for index in range(0, len(numbers), _CHECKED_EACH):
        number = numbers[index]
        try:
            with open(_name(folder, index), "rb") as file:
                if file.readinto(here) != BLOCK_SIZE or file.read(1):
                    return False
        except OSError:
            return False
        device.readblocks(number, there, 0)
        if here != there:
            return False
    return True


def _make_files(
    device: "BlockDevice", folder: str, count: int, told: "Callable[[int, int], None]"
) -> "list[int]":
    """Write the files, each with its own mark, then find the blocks where the marks ended up."""
    try:
        os.mkdir(folder)
    except OSError:
        pass  # It exists already; if it could not be made, writing the files will fail.
    salt = os.urandom(12)
    filler = bytes(BLOCK_SIZE - 16)
    for index in range(count):
        told(index, 2 * count)
        with open(_name(folder, index), "wb") as file:
            file.write(salt + index.to_bytes(4, "little"))
            file.write(filler)
    numbers = [-1] * count
    head = bytearray(16)
    for number in range(device.ioctl(_BLOCK_COUNT, 0) or 0):
        device.readblocks(number, head, 0)
        index = int.from_bytes(head[12:], "little")
        if head[:12] == salt and index < count:
            numbers[index] = number
    if -1 in numbers:
        raise OSError("a reserved file has no block of its own")
    raw = b"".join([number.to_bytes(2, "little") for number in numbers])
    with open(folder + "/" + _MAP_FILE, "wb") as file:
        file.write(raw)
    for done, number in enumerate(numbers):
        told(count + done, 2 * count)
        _accepted(device.ioctl(_ERASE, number))
    return numbers
