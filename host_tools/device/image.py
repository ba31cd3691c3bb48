"""A MicroPython image: its source, its board, and whether it is the published one."""

import hashlib
import struct
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.files import write_whole
from host_tools.paths import writable_cache

UF2_BLOCK = 512
UF2_FIRST, UF2_SECOND, UF2_LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
UF2_FAMILIES = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350", 0xE48BFF5B: "rp2350"}
UF2_ABSOLUTE = 0xE48BFF57  # for no chip: an RP2350's file may begin with such a block (E10)
ESP_MAGIC = 0xE9
ESP_CHIPS = {0: "esp32", 2: "esp32s2", 5: "esp32c3", 9: "esp32s3", 13: "esp32c6"}
FETCH_S = 60
OWN_NAME = "Corrido on "  # prefix of the board names in boards/*/mpconfigboard.h
_NOT_FLASH = 1


class Image(NamedTuple):
    """An image of a kind (`uf2` or `esp`) for a chip, with its bytes and their SHA-256."""

    path: Path
    kind: str
    chip: str
    data: bytes
    sha256: str

    @property
    def whole(self) -> bool:
        """Whether it is for an ESP32's flash from its first byte on: a chip's, made by merging."""
        return self.kind == "esp" and self.data[0] != ESP_MAGIC

    @property
    def own(self) -> bool:
        """Whether a UF2 file was built with one of this project's board definitions."""
        return OWN_NAME.encode() in b"".join([part for _, part in uf2_parts(self.data)])


def uf2_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) of each flash block in a complete UF2 file."""
    for at in range(0, len(data), UF2_BLOCK):
        flags, address, size = struct.unpack_from("<3I", data, at + 8)
        family = struct.unpack_from("<I", data, at + 28)[0]
        if not flags & _NOT_FLASH and family != UF2_ABSOLUTE:
            yield address, data[at + 32 : at + 32 + size]


def load(source: str, sha256: str | None) -> Image:
    """Read a file, or fetch an https address into the cache; UserError if it is damaged.

    A refused image is removed from the cache, so that the next run fetches it again.
    """
    if "://" in source and not source.startswith("https://"):
        raise UserError(f"{source}: give an https:// address or a file")
    if not source.startswith("https://"):
        return _read(Path(source), sha256)
    path = _fetched(source)
    try:
        return _read(path, sha256)
    except UserError:
        path.unlink(missing_ok=True)  # or every later run would get the same bytes
        raise


def _read(path: Path, sha256: str | None) -> Image:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    found = hashlib.sha256(data).hexdigest()
    if sha256 is not None and found != sha256:
        raise UserError(f"{path}: SHA-256 is {found}, not {sha256}: download the image again")
    kind, chip = _what(path, data)
    return Image(path, kind, chip, data, found)


def _what(path: Path, data: bytes) -> tuple[str, str]:
    if data[:4] == struct.pack("<I", UF2_FIRST):
        return "uf2", _uf2_chip(path, data)
    start = 0x1000 if data[:0x1000] == b"\xff" * 0x1000 else 0  # what `corrido image` made
    if len(data) > start + 16 and data[start] == ESP_MAGIC:
        number = struct.unpack_from("<H", data, start + 12)[0]
        if number not in ESP_CHIPS:
            raise UserError(f"{path}: an image for an unknown ESP chip ({number})")
        return "esp", ESP_CHIPS[number]
    raise UserError(f"{path}: neither a UF2 file nor an ESP image (.uf2 or .bin of MicroPython)")


def _uf2_chip(path: Path, data: bytes) -> str:
    """Return the chip of a UF2 after checking every block, which finds a partial download."""
    if len(data) % UF2_BLOCK:
        raise UserError(f"{path}: cut off within a block: download the image again")
    families, totals = [], {}
    for at in range(0, len(data), UF2_BLOCK):
        block = struct.unpack_from("<8I", data, at)
        last = struct.unpack_from("<I", data, at + UF2_BLOCK - 4)[0]
        if block[:2] != (UF2_FIRST, UF2_SECOND) or last != UF2_LAST:
            raise UserError(
                f"{path}: block {at // UF2_BLOCK} is damaged: download the image again"
            )
        families.append(block[7])
        totals[block[7]] = block[6]
    # RP2350 erratum E10: its images begin with a block that is for no chip at all.
    known = [family for family in families if family in UF2_FAMILIES] or families[:1]
    here, total = families.count(known[0]), totals[known[0]]
    if here < total and known[0] != UF2_ABSOLUTE:
        raise UserError(f"{path}: {here} of {total} blocks: download it again")
    return UF2_FAMILIES.get(known[0], f"family {known[0]:#x}")


def _fetched(address: str) -> Path:
    # Each address gets its own folder: the file keeps the name that goes on the drive.
    folder = hashlib.sha256(address.encode()).hexdigest()[:8]
    name = address.partition("?")[0].rpartition("/")[2] or "image"
    path = writable_cache("images") / folder / name
    if path.is_file():
        return path
    try:
        with urllib.request.urlopen(address, timeout=FETCH_S) as answer:
            data = answer.read()
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise UserError(
            f"{address}: {reason}; download it on another computer and give the file"
        ) from error
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
    return path
