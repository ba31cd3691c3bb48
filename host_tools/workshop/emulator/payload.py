"""A flash with MicroPython and the deployed firmware on it, as `corrido deploy` would leave it."""

import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from corrido.hal.flash import RESERVED_BLOCKS

from host_tools.device import uf2
from host_tools.device.disk import make_disk
from host_tools.device.kinds import kind_of, named
from host_tools.device.mpy import Target
from host_tools.device.payload import assemble
from host_tools.device.uf2 import Image, Region, data_region, read_uf2
from host_tools.paths import lexicon_path
from host_tools.sim.norflash import NorFlash
from host_tools.sim.provision import provision, write
from host_tools.workshop.emulator.chip import erased_with

_MPY = (6, 3)  # MicroPython 1.23 to 1.29
Files = Mapping[str, bytes]


class Layout(NamedTuple):
    """A board and its flash: the size of the whole, and of our own image's littlefs, in bytes.

    That littlefs ends where the journal's raw flash begins (the board's corrido_region.py).
    """

    board: str
    target: Target
    flash_bytes: int
    own_disk_bytes: int


def _layout(board: str, flash_bytes: int) -> Layout:
    """Return the layout of a board's folder in boards/, read from its own files."""
    folder = named(board)
    journal = runpy.run_path(str(folder / "corrido_region.py"))
    target = Target(*_MPY, kind_of(folder).architecture)
    return Layout(board, target, flash_bytes, journal["START"])


PICO = _layout("pico", uf2.FLASH_BYTES)
TARGET = PICO.target


def disk_region(image: Image) -> Region:
    """Return littlefs's region: the data region, minus the journal's on our own image."""
    region = data_region(image)
    return Region(region.offset, PICO.own_disk_bytes) if image.own else region


def deployed_files(board: str = "pico", target: Target = TARGET) -> dict[str, bytes]:
    """Return every file of a deployment, by its path on the board without the leading slash."""
    files = assemble(target, named(board))
    return {path.lstrip("/"): data for path, data in files.items()}


def needed_files(uf2: Path) -> dict[str, bytes]:
    """Return the files of a deployment that are not frozen into the image."""
    frozen, files = read_uf2(uf2).frozen, deployed_files().items()
    return {name: data for name, data in files if not (frozen and name.startswith("corrido/"))}


def without_start(files: Files) -> dict[str, bytes]:
    """Return the files without boot.py and main.py, so that power-on leads to the REPL."""
    return {name: data for name, data in files.items() if name not in ("boot.py", "main.py")}


def provisioned_region(settings: Mapping[str, str]) -> bytes:
    """Return a new chip's raw flash with settings, as scenarios write them; UserError for one."""
    flash = NorFlash(blocks=RESERVED_BLOCKS)
    made = provision(settings, None)
    made.stored["lexicon"] = lexicon_path(made.lexicon).stem
    write(made, flash)
    return flash.image()


def prepared_flash(uf2: Path, files: Files, raw: bytes | None = None) -> bytes:
    """Return the content of flash: the image, a littlefs with the files, the journal's raw flash.

    raw: the raw flash's content; without it, a stock image creates it at its first start.
    """
    image = read_uf2(uf2)
    disk = disk_region(image)
    flash = bytearray(erased_with(image, PICO.flash_bytes))
    inside = None if image.own else raw
    flash[disk.offset : disk.offset + disk.size] = make_disk(files, disk.size, inside).data
    if raw is not None and image.own:
        start = disk.offset + disk.size
        flash[start : start + len(raw)] = raw
    return bytes(flash)
