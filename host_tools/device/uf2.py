"""UF2 images: their content, where their MicroPython keeps its files, and files made of them."""

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from host_tools.device.image import OWN_NAME, UF2_ABSOLUTE, UF2_BLOCK, load, uf2_parts
from host_tools.device.image import UF2_FIRST as FIRST
from host_tools.device.image import UF2_LAST as LAST
from host_tools.device.image import UF2_SECOND as SECOND
from host_tools.errors import UserError

FLASH_BASE = 0x10000000
FLASH_BYTES = 2 << 20
PAGE, SECTOR = 256, 4096
_FAMILY_GIVEN = 0x2000
# Binary info (pico-sdk, binary_info/structure.h).
_INFO_START, _INFO_END = 0x7188EBF2, 0xE71AA390
_BLOCK_DEVICE = 7
_FROZEN_NAME = b"corrido/app/app.py"


class Image(NamedTuple):
    """The content of flash from the address `start` on."""

    start: int
    data: bytes

    def word(self, address: int) -> int:
        """Return the 32-bit word at an address."""
        return struct.unpack_from("<I", self.data, address - self.start)[0]

    @property
    def own(self) -> bool:
        """Whether it was built with one of this project's board definitions."""
        return OWN_NAME.encode() in self.data

    @property
    def frozen(self) -> bool:
        """Whether the image contains the firmware, so that the disk needs none."""
        return _FROZEN_NAME in self.data

    @property
    def state(self) -> str:
        """State of the frozen firmware's sources (bundle.source_state()); "" if unknown."""
        found = re.search(rb"corrido-state:([0-9a-f]{16})", self.data)
        return found[1].decode() if found else ""


class Region(NamedTuple):
    """A stretch of flash: offset from the start of flash, and size, in bytes."""

    offset: int
    size: int


def read_uf2(path: Path) -> Image:
    """Read an image; UserError if it is missing, damaged or not a UF2 for flash."""
    found = load(str(path), None)
    if found.kind != "uf2":
        raise UserError(f"{path}: not a UF2 file (a MicroPython image for RPI_PICO)")
    parts = dict(uf2_parts(found.data))
    if not parts or min(parts) < FLASH_BASE:
        raise UserError(f"{path}: nothing in it is for the flash of an RP2040")
    start = min(parts)
    data = bytearray(b"\xff" * (max(at + len(part) for at, part in parts.items()) - start))
    for at, part in parts.items():
        data[at - start : at - start + len(part)] = part
    return Image(start, bytes(data))


def data_region(image: Image) -> Region:
    """Return the image's region for MicroPython's data; UserError if it names none."""
    for entry in _info_entries(image):
        kind = struct.unpack_from("<H", image.data, entry - image.start)[0]
        if kind == _BLOCK_DEVICE:
            name = _text(image, image.word(entry + 4))
            if name == "MicroPython":
                return Region(image.word(entry + 8) - FLASH_BASE, image.word(entry + 12))
    raise UserError("the image does not say where its file system is: not MicroPython for RP2040")


def _info_entries(image: Image) -> list[int]:
    """Return the addresses of the image's binary info entries."""
    head = min(0x1000, len(image.data) - 16)
    for at in range(image.start, image.start + head, 4):
        if image.word(at) == _INFO_START and image.word(at + 16) == _INFO_END:
            table = range(image.word(at + 4), image.word(at + 8), 4)
            end = image.start + len(image.data)
            entries = [image.word(pointer) for pointer in table]
            return [entry for entry in entries if image.start <= entry < end - 16]
    return []


def _text(image: Image, address: int) -> str:
    at = address - image.start
    return image.data[at : image.data.index(b"\0", at)].decode("ascii", "replace")


def joined(base: bytes, parts: Mapping[int, bytes]) -> bytes:
    """Return a UF2 file with what a file has below the first of `parts`, and those sectors.

    Every sector is whole: the RP2040's boot loader erases one at the first page for it, and may
    do so again at another (RP2040-E14). A block for no chip, which an RP2350's file begins with
    (RP2350-E10), stays as it is.
    """
    blocks = [base[at : at + UF2_BLOCK] for at in range(0, len(base), UF2_BLOCK)]
    families = [struct.unpack_from("<I", block, 28)[0] for block in blocks]
    alone = [block for block, family in zip(blocks, families) if family == UF2_ABSOLUTE]
    family = next(family for family in families if family != UF2_ABSOLUTE)
    pages: dict[int, bytes] = {}
    kept = ((at, data) for at, data in uf2_parts(base) if at < min(parts))
    for at, data in [*kept, *parts.items()]:
        for done in range(0, len(data), PAGE):
            pages[at + done] = data[done : done + PAGE].ljust(PAGE, b"\xff")
    for page in list(pages):
        first = page - page % SECTOR
        for other in range(first, first + SECTOR, PAGE):
            pages.setdefault(other, b"\xff" * PAGE)
    made = [
        struct.pack("<8I", FIRST, SECOND, _FAMILY_GIVEN, at, PAGE, number, len(pages), family)
        + pages[at].ljust(UF2_BLOCK - 36, b"\0") + struct.pack("<I", LAST)
        for number, at in enumerate(sorted(pages))
    ]  # fmt: skip
    return b"".join([*alone, *made])
