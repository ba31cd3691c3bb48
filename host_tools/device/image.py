"""Images of MicroPython: their board and content, and files made of them.

What is where in one is read here: the firmware frozen into it, and the region for files.
"""

import hashlib
import re
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.files import read_bytes
from host_tools.tools import install

FLASH_BASE = 0x10000000  # of an RP2's flash in its memory; an ESP32's images count from 0
FLASH_BYTES = 2 << 20
MOST_FLASH = 16 << 20  # that an RP2's memory, or an ESP32's header, has room for
PAGE, SECTOR = 256, 4096
UF2_BLOCK = 512
UF2_FIRST, UF2_SECOND, UF2_LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
# Of the data sheet of the RP2350, 5.5.3.
UF2_FAMILIES = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350", 0xE48BFF5A: "rp2350-riscv",
                0xE48BFF5B: "rp2350"}  # fmt: skip
UF2_ABSOLUTE = 0xE48BFF57  # for no chip: an RP2350's file may begin with such a block (E10)
_NOT_FLASH, _FAMILY_GIVEN = 1, 0x2000
ESP_MAGIC = 0xE9
ESP_CHIPS = {0: "esp32", 2: "esp32s2", 5: "esp32c3", 9: "esp32s3", 13: "esp32c6"}
# Where the chip's ROM looks for the boot loader, which begins MicroPython's .bin; others: at 0.
ESP_START = {"esp32": 0x1000, "esp32s2": 0x1000}
_FATAL = "ERROR: A fatal error occurred:"
OWN_NAME = "Corrido on "  # prefix of the board names in boards/*/mpconfigboard.h
# Binary info (pico-sdk, binary_info/structure.h).
_INFO_START, _INFO_END = 0x7188EBF2, 0xE71AA390
_BLOCK_DEVICE = 7
_BINARY_END = 0x68F465DE
_FROZEN_NAME = b"corrido/app/app.py"
_PARTITIONS, _ENTRY, _PARTITION, _SUM, _APP = 0x8000, 32, b"\xaaP", b"\xeb\xeb", 0
_FILES, _FAT = b"vfs", b"ffat"
_FLASH_MIB = 1 << 20


class Region(NamedTuple):
    """A stretch of flash: offset from the start of flash, and size, in bytes."""

    offset: int
    size: int


@dataclass(frozen=True)
class Image:
    """An image of a kind (`uf2` or `esp`) for a chip, with its bytes and their SHA-256."""

    path: Path
    kind: str
    chip: str
    data: bytes
    sha256: str

    @cached_property
    def start(self) -> int:
        """The offset in flash of the first byte of `content`."""
        if self.kind == "esp":
            merged = self.data[0] != ESP_MAGIC  # of a chip's flash from its first byte on
            return 0 if merged else ESP_START.get(self.chip, 0)
        return min((at for at, _ in uf2_parts(self.data)), default=FLASH_BASE) - FLASH_BASE

    @cached_property
    def content(self) -> bytes:
        """What it puts into flash, from `start` on."""
        if self.kind == "esp":
            return self.data
        data = bytearray()
        for address, part in uf2_parts(self.data):
            at = address - FLASH_BASE - self.start
            data += b"\xff" * (at + len(part) - len(data))
            data[at : at + len(part)] = part
        return bytes(data)

    @property
    def own(self) -> bool:
        """Whether a UF2 file was built with one of this project's board definitions."""
        return self.kind == "uf2" and OWN_NAME.encode() in self.content

    @property
    def frozen(self) -> bool:
        """Whether the image contains the firmware, so that the disk needs none."""
        return _FROZEN_NAME in self.content

    @property
    def state(self) -> str:
        """State of the frozen firmware's sources (build.sources.state_of()); "" if unknown."""
        found = re.search(rb"corrido-state:([0-9a-f]{16})", self.content)
        return found[1].decode() if found else ""

    @property
    def brings_files(self) -> bool:
        """Whether it has a board's files in it, as `corrido image` makes it."""
        try:
            return self.disk().offset < self.start + len(self.content)
        except UserError:
            return False  # not MicroPython's

    def disk(self) -> Region:
        """Return the region for files; UserError if it names none."""
        return self._partition() if self.kind == "esp" else self._data_region()

    def _data_region(self) -> Region:
        entries = self._info_entries()
        found, end = None, max(entries, default=FLASH_BASE) - FLASH_BASE
        for entry in entries:
            at = self._word(entry + 4) - FLASH_BASE - self.start
            if self._word(entry + 4) == _BINARY_END:
                end = self._word(entry + 8) - FLASH_BASE
            elif self._word(entry) & 0xFFFF == _BLOCK_DEVICE and (
                at >= 0 and self.content[at : at + 12] == b"MicroPython\0"
            ):
                found = self._word(entry + 8) - FLASH_BASE, self._word(entry + 12)
        if not found:
            raise UserError(
                f"{self.path}: it does not say where its file system is: not MicroPython"
            )
        pages = {address for address, _ in uf2_parts(self.data)}
        if not 0 <= end <= MOST_FLASH or not pages.issuperset(
            range(FLASH_BASE, FLASH_BASE + end, PAGE)
        ):
            raise UserError(f"{self.path}: a page of it is missing: download it again")
        flash = sum(found)  # the files lie at its end
        return self._within(Region(*found), end, flash if flash.bit_count() == 1 else 0)

    def _within(self, region: Region, first: int, flash: int) -> Region:
        """Return a region behind `first` in flash of so many bytes; UserError for another."""
        offset, size = region
        inside = first <= offset < offset + size <= min(flash, MOST_FLASH)
        if offset % SECTOR or size % SECTOR or not inside:
            raise UserError(f"{self.path}: a file system at {offset:#x}, {size} bytes: no chip's")
        return region

    def _word(self, address: int) -> int:
        """Return the word of the content at an address; 0 outside it."""
        if not 0 <= address - FLASH_BASE - self.start <= len(self.content) - 4:
            return 0
        return struct.unpack_from("<I", self.content, address - FLASH_BASE - self.start)[0]

    def _info_entries(self) -> list[int]:
        """Return the addresses of the binary info entries."""
        first, size = FLASH_BASE + self.start, len(self.content) - 16
        for at in range(first, first + min(0x1000, size), 4):
            if self._word(at) == _INFO_START and self._word(at + 16) == _INFO_END:
                begin, end = self._word(at + 4), self._word(at + 8)
                table = range(begin, min(end, begin + 0x1000), 4)
                entries = [self._word(pointer) for pointer in table]
                return [entry for entry in entries if first <= entry < first + size]
        return []

    def _partition(self) -> Region:
        """Return an ESP32's partition for files (ESP-IDF, Partition Tables).

        An image without one gets `vfs` when it starts: all flash behind the last (MicroPython,
        ports/esp32/main.c, boardctrl_startup; since 1.26). UserError if its table has no room.
        """
        found: dict[bytes, Region] = {}
        flash = _FLASH_MIB << (self.data.lstrip(b"\xff")[3] >> 4)  # as the header says
        table, end = _PARTITIONS - self.start, _PARTITIONS + SECTOR
        for at in range(table, min(table + 0xC00, len(self.data) - _ENTRY + 1), _ENTRY):
            entry = self.data[at : at + _ENTRY]
            if entry[:2] != _PARTITION:
                if entry[:2] == _SUM and hashlib.md5(self.data[table:at]).digest() != entry[16:]:
                    raise UserError(f"{self.path}: its table is damaged: download it again")
                break
            found[entry[12:28].rstrip(b"\0")] = Region(*struct.unpack_from("<II", entry, 4))
            if entry[2] == _APP:
                self._refuse_cut(found[entry[12:28].rstrip(b"\0")].offset - self.start)
        for region in sorted(found.values()):
            end = sum(self._within(region, end, flash))
        if _FILES in found:
            return found[_FILES]
        if not found or _FAT in found or flash <= end:
            raise UserError(f"{self.path}: no partition {_FILES.decode()!r} in its table")
        return self._within(Region(end, flash - end), end, flash)

    def _refuse_cut(self, at: int) -> None:
        """Raise UserError unless a program is there to its end (ESP-IDF, App Image Format)."""
        segments = self.data[at + 1] if self.data[at : at + 1] == bytes([ESP_MAGIC]) else 0
        at += 24
        for _ in range(segments):
            at += 8 + int.from_bytes(self.data[at + 4 : at + 8], "little")
        if not segments or at >= len(self.data):
            raise UserError(f"{self.path}: its program is cut off: download it again")


def uf2_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) of each flash block in a complete UF2 file."""
    for at in range(0, len(data), UF2_BLOCK):
        flags, address, size = struct.unpack_from("<3I", data, at + 8)
        family = struct.unpack_from("<I", data, at + 28)[0]
        if not flags & _NOT_FLASH and family != UF2_ABSOLUTE:
            yield address, data[at + 32 : at + 32 + size]


def load(name: str, sha256: str | None = None) -> Image:
    """Read a file; UserError if it is damaged, or has another hash than the published one."""
    path = Path(name)
    data = read_bytes(path)
    found = hashlib.sha256(data).hexdigest()
    if sha256 is not None and found != sha256:
        raise UserError(f"{path}: SHA-256 is {found}, not {sha256}: download the image again")
    if data[:4] == struct.pack("<I", UF2_FIRST):
        return Image(path, "uf2", _uf2_chip(path, data), data, found)
    start = 0x1000 if data[:0x1000] == b"\xff" * 0x1000 else 0  # what `corrido image` made
    if len(data) <= start + 16 or data[start] != ESP_MAGIC:
        wanted = "neither a UF2 file nor an ESP image (.uf2 or .bin of MicroPython)"
        raise UserError(f"{path}: {wanted}")
    number = struct.unpack_from("<H", data, start + 12)[0]
    if number not in ESP_CHIPS:
        raise UserError(f"{path}: an image for an unknown ESP chip ({number})")
    return Image(path, "esp", ESP_CHIPS[number], data, found)


def _uf2_chip(path: Path, data: bytes) -> str:
    """Return the chip of a UF2 after checking every block, which finds a partial download."""
    if len(data) % UF2_BLOCK:
        raise UserError(f"{path}: cut off within a block: download the image again")
    totals: dict[int, int] = {}  # by family, as its blocks name it
    places: list[tuple[int, int]] = []  # each block's number and address
    for at in range(0, len(data), UF2_BLOCK):
        block = struct.unpack_from("<8I", data, at)
        last = struct.unpack_from("<I", data, at + UF2_BLOCK - 4)[0]
        if block[:2] != (UF2_FIRST, UF2_SECOND) or last != UF2_LAST:
            raise UserError(
                f"{path}: block {at // UF2_BLOCK} is damaged: download the image again"
            )
        if not block[2] & _NOT_FLASH and block[7] != UF2_ABSOLUTE:
            places.append((block[5], block[3]))
            inside = 0 <= block[3] - FLASH_BASE <= MOST_FLASH - PAGE
            if not inside or block[3] % PAGE or block[4] != PAGE:
                raise UserError(
                    f"{path}: block {at // UF2_BLOCK} is for {block[3]:#x}, {block[4]} bytes: "
                    f"{PAGE} at a multiple of it within the chip's flash are right"
                )
            if totals.setdefault(block[7], block[6]) != block[6]:
                raise UserError(f"{path}: not all blocks name as many: download it again")
    if len(totals) != 1:
        raise UserError(f"{path}: for {len(totals)} chips: take the image of one board")
    ((family, total),) = totals.items()
    if len(places) < total:
        raise UserError(f"{path}: {len(places)} of {total} blocks: download it again")
    numbers, addresses = map(set, zip(*places, strict=True))
    if len(addresses) < total or numbers != set(range(len(places))):
        raise UserError(f"{path}: its blocks are not numbered 0 to {total - 1}, "
                        "each once for its own place: download it again")  # fmt: skip
    return UF2_FAMILIES.get(family, f"family {family:#x}")


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
        struct.pack("<8I", UF2_FIRST, UF2_SECOND, _FAMILY_GIVEN, at, PAGE, number, len(pages),
                    family)
        + pages[at].ljust(UF2_BLOCK - 36, b"\0") + struct.pack("<I", UF2_LAST)
        for number, at in enumerate(sorted(pages))
    ]  # fmt: skip
    return b"".join([*alone, *made])


def refuse_without_esptool() -> None:
    """Raise UserError where esptool is not installed."""
    if find_spec("esptool") is None:
        raise UserError(f"no esptool here: {install('esp32')}")


def esptool(*words: str) -> str:
    """Run esptool; return the reason that it gives if it fails, else ""."""
    refuse_without_esptool()
    command = [sys.executable, "-m", "esptool", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.returncode:
        return ""
    # Without frames or prefixes.
    lines = [line.strip(" \t|│") for line in (done.stdout + done.stderr).splitlines()]
    known = [line for line in lines if line.startswith(_FATAL)]
    named = [line for line in lines if line.startswith(("No such", "Invalid", "Error"))]
    last = list(filter(None, lines)) or ["no reason given"]
    return (known or named or last)[-1].removeprefix(_FATAL).strip().rstrip(".")
