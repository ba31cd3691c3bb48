"""The flash of an ESP32 with an image and a board's files, as a deployment leaves it."""

from pathlib import Path

from host_tools.device.compose import esp_region, read_esp
from host_tools.device.disk import make_disk
from host_tools.workshop.emulator.payload import Files

FLASH_BYTES = 4 << 20


def flash_of(image: Path, files: Files, raw: bytes | None = None) -> bytes:
    """Return the content of flash: image, littlefs with the files, the settings' raw blocks.

    UserError for an image that is not for an ESP32, or has no partition `vfs`.
    """
    content = read_esp(image)
    flash = bytearray(b"\xff" * content.start + content.data).ljust(FLASH_BYTES, b"\xff")
    region = esp_region(content, str(image))
    flash[region.offset : region.offset + region.size] = make_disk(files, region.size, raw).data
    return bytes(flash)
