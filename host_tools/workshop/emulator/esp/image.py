"""The flash of an ESP32 with an image and a board's files, as a deployment leaves it."""

import struct
from pathlib import Path

from host_tools.device.image import load
from host_tools.device.kinds import kind_of
from host_tools.errors import UserError
from host_tools.paths import boards_dir
from host_tools.workshop.emulator.disk import make_disk
from host_tools.workshop.emulator.payload import Files, disk_with_reserved
from host_tools.workshop.emulator.uf2 import Image, Region

FLASH_BYTES = 4 << 20
_TABLE, _ENTRY = 0x8000, 32
_MAGIC = b"\xaaP"
_FILES, _FAT = b"vfs", b"ffat"


def read_esp(image: Path) -> Image:
    """Return an image's content of flash; UserError for one that is not for an ESP32."""
    found = load(str(image), None)
    if found.kind != "esp":
        raise UserError(f"{image}: not an image of MicroPython for an ESP32")
    return Image(kind_of(boards_dir() / found.chip).address, found.data)


def flash_of(image: Path, files: Files, raw: bytes | None = None) -> bytes:
    """Return the content of flash: image, littlefs with the files, the settings' raw blocks.

    UserError for an image that is not for an ESP32, or has no partition `vfs`.
    """
    content = read_esp(image)
    flash = bytearray(b"\xff" * content.start + content.data).ljust(FLASH_BYTES, b"\xff")
    region = _partition(bytes(flash), _FILES, image)
    made = make_disk(files, region.size)
    if raw is not None:
        made = disk_with_reserved(files, region.size, raw)
    flash[region.offset : region.offset + region.size] = made
    return bytes(flash)


def _partition(flash: bytes, name: bytes, image: Path) -> Region:
    """Return a partition of the table (ESP-IDF, Partition Tables); UserError if it has none.

    An image without a partition for files gets `vfs` when it starts: all remaining flash
    (MicroPython, ports/esp32/main.c, boardctrl_startup; since 1.26).
    """
    found: dict[bytes, Region] = {}
    for at in range(_TABLE, _TABLE + 0xC00, _ENTRY):
        if flash[at : at + 2] != _MAGIC:
            break
        label = flash[at + 12 : at + 28].rstrip(b"\0")
        found[label] = Region(*struct.unpack_from("<II", flash, at + 4))
    if name not in found:
        if not found or _FAT in found:
            raise UserError(f"{image}: no partition {name.decode()!r} in its table")
        end = max(region.offset + region.size for region in found.values())
        return Region(end, FLASH_BYTES - end)
    return found[name]


def wants_psram(flash: bytes) -> bool:
    """Return whether an image is for an ESP32 with PSRAM, judging by the name it contains."""
    return b"module with SPIRAM" in flash
