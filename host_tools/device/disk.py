"""The littlefs of a board, made and read on the host, with the journal's blocks reserved in it."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from corrido.hal.flash import RESERVED_BLOCKS, RESERVED_DIR
from littlefs import LittleFS, LittleFSError, UserContext

from host_tools.errors import UserError

BLOCK_BYTES = 4096
_PROGRAM_BYTES = 256
_DISK_VERSION = 0x00020000
_NO_SPACE = -28


class Disk(NamedTuple):
    """A littlefs's bytes, how many of its blocks are in use, and which are the journal's."""

    data: bytes
    used: int
    reserved: list[int]

    @property
    def blocks(self) -> int:
        """Its number of blocks."""
        return len(self.data) // BLOCK_BYTES

    def needed(self) -> list[int]:
        """Return the blocks that have to be on the flash, in order.

        The blank half of a metadata pair is one of them: an older file system's block there would
        pass for a newer copy. littlefs takes a pair's blocks one after the other, and begins
        again behind the first two.
        """
        held = [at for at in range(2, self.blocks) if self.block(at).strip(b"\xff")]
        behind = [at + 1 if at + 1 < self.blocks else 2 for at in held]
        return sorted({0, 1, *held, *behind, *self.reserved})

    def block(self, number: int) -> bytes:
        """Return a block's bytes."""
        return self.data[number * BLOCK_BYTES : (number + 1) * BLOCK_BYTES]


def make_disk(files: Mapping[str, bytes], size: int, raw: bytes | None = None) -> Disk:
    """Return a littlefs of `size` bytes with the files, named by their path on the device.

    raw: the content of the journal's blocks, which hal/flash.py then finds reserved; without it
    the board reserves them at its first start. UserError if there is not enough space.
    """
    context = UserContext(buffsize=size)
    try:
        disk = LittleFS(
            context=context,
            block_size=BLOCK_BYTES,
            block_count=size // BLOCK_BYTES,
            prog_size=_PROGRAM_BYTES,
            disk_version=_DISK_VERSION,
        )
        for name, content in files.items():
            _write(disk, name, content)
        numbers = [] if raw is None else _reserve(disk, context.buffer)
        used = disk.used_block_count
        disk.unmount()
    except LittleFSError as error:
        if error.code != _NO_SPACE:
            raise
        need_kib = sum(-(-len(data) // BLOCK_BYTES) for data in files.values()) * 4
        need_kib += 0 if raw is None else RESERVED_BLOCKS * 4
        raise UserError(
            f"no room: the files need {need_kib} KiB and more, the board has {size >> 10} KiB for "
            "them: take fewer or smaller lists (--lexicon)"
        ) from error
    for index, number in enumerate(numbers):
        part = (raw or b"")[index * BLOCK_BYTES : (index + 1) * BLOCK_BYTES]
        context.buffer[number * BLOCK_BYTES : (number + 1) * BLOCK_BYTES] = part
    return Disk(bytes(context.buffer), used, numbers)


def _write(disk: LittleFS, name: str, content: bytes) -> None:
    folder = str(PurePosixPath(name).parent)
    if folder not in (".", "/"):
        disk.makedirs(folder, exist_ok=True)
    with disk.open(name, "wb") as file:
        file.write(content)


def _reserve(disk: LittleFS, flash: bytearray) -> list[int]:
    """Write the files of one block each, and the map of where they lie; return that map."""
    marks = [
        (b"reserved %4d" % index).ljust(BLOCK_BYTES, b"\0") for index in range(RESERVED_BLOCKS)
    ]
    for index, mark in enumerate(marks):
        _write(disk, f"{RESERVED_DIR}/{index:03d}", mark)
    numbers = [flash.index(mark) // BLOCK_BYTES for mark in marks]
    block_map = b"".join(number.to_bytes(2, "little") for number in numbers)
    _write(disk, f"{RESERVED_DIR}/map", block_map)
    return numbers
