"""A flash with MicroPython and the deployed firmware on it, as `corrido deploy` would leave it."""

from pathlib import Path

from host_tools.device.bundle import assemble, board_folder
from host_tools.device.mpy import Target
from host_tools.lab.chip import erased_with
from host_tools.lab.disk import make_disk
from host_tools.lab.uf2 import Image, Region, data_region, read_uf2

TARGET = Target(version=6, sub_version=3, architecture="armv6m")
# boards/pico/corrido_region.py: littlefs ends where the journal's raw flash begins.
_OWN_DISK_BYTES = 1152 * 1024


def disk_region(image: Image) -> Region:
    """Where littlefs lies: all of the data region, or on our own image what the journal leaves."""
    region = data_region(image)
    return Region(region.offset, _OWN_DISK_BYTES) if image.own else region


def deployed_files(board: str = "pico") -> dict[str, bytes]:
    """Every file that a deployment puts on a board, by its path without the leading slash."""
    files = assemble(TARGET, board_folder(board, ""))
    return {path.lstrip("/"): data for path, data in files.items()}


def prepared_flash(uf2: Path, files: dict[str, bytes]) -> bytes:
    """The content of flash: the image, and a littlefs with the files."""
    image = read_uf2(uf2)
    region = disk_region(image)
    flash = bytearray(erased_with(image))
    flash[region.offset : region.offset + region.size] = make_disk(files, region.size)
    return bytes(flash)
