"""`corrido image`: one file for a board: an official MicroPython image, and behind it a full disk.

The disk is a littlefs with the compiled firmware, the board file and the lists; the journal's
blocks, reserved in it, hold the settings and the PIN. So the first start finds all its work done.
"""

import argparse
import json
import os
import re
import runpy
import tempfile
from binascii import unhexlify
from pathlib import Path
from typing import Any, NamedTuple

from corrido.hal.flash import RESERVED_BLOCKS
from corrido.store.journal.ring import Ring
from corrido.store.nor import layout
from corrido.store.settings import Settings

from host_tools.arguments import once
from host_tools.build import mpy
from host_tools.device import config, kinds, payload, plan
from host_tools.device.disk import BLOCK_BYTES, Disk, make_disk
from host_tools.device.image import FLASH_BASE, Image, Region, esptool, joined, load
from host_tools.device.norflash import NorFlash
from host_tools.device.stores import Provision, write
from host_tools.errors import UserError
from host_tools.files import made_folder, write_whole
from host_tools.paths import boards_dir, lexicon_path

SALT_BYTES = 8
_OLDEST = (1, 24)
_SAYS = re.compile(rb"MicroPython v((\d+)\.(\d+)[^ \0]*) on ")
_MACHINE = re.compile(rb"; ([ -~]{3,80} with [A-Z0-9-]{4,14})[^A-Za-z0-9]")


class Base(NamedTuple):
    """An image to compose with, and what it is for.

    disk: littlefs's place in flash. raw: the journal's, on our own image; else it is in littlefs.
    """

    file: Image
    release: str
    board: Path
    disk: Region
    raw: Region | None


def open_base(path: str, board: str | None = None) -> Base:
    """Read an image; board: its folder, if its name does not tell.

    Raises UserError for a file that is damaged, not MicroPython, too old, for a chip without a
    folder of ours, or whose memory cannot hold the firmware as files.
    """
    found = load(path)
    says, machine = _SAYS.search(found.content), _MACHINE.search(found.content)
    if says is None or machine is None:
        raise UserError(
            f"{path}: not MicroPython: take the image for your board from micropython.org"
        )
    if (int(says[2]), int(says[3])) < _OLDEST:
        raise UserError(f"{path}: MicroPython {says[1].decode()}: release 1.24 or newer is needed")
    name = machine[1].decode()
    if found.kind == "uf2" and not name.lower().endswith(f" with {found.chip}"):
        raise UserError(f"{path}: for {found.chip}, with a program for {name!r}: not a board's")
    folder = kinds.named(board) if board else kinds.guessed(name)
    kinds.refuse_other_chip(folder, name, "")
    with_psram = b"module with SPIRAM" in found.content  # an ESP32's, by the name it contains
    if not found.frozen and kinds.kind_of(folder).frozen and not with_psram:
        raise UserError(
            f"{path}: {name} has too little memory for the firmware as files: a "
            f"{kinds.kind_of(boards_dir() / 'pico').title} has enough, or build our image for it"
        )
    disk, raw = found.disk(), None
    if found.own:
        journal = runpy.run_path(str(folder / "corrido_region.py"))
        raw = Region(disk.offset + journal["START"], journal["LENGTH"])
        disk = Region(disk.offset, journal["START"])
    return Base(found, says[1].decode(), folder, disk, raw)


def composed(base: Base, files: payload.Files, region: bytes | None) -> tuple[bytes, Disk]:
    """Return a board's file and the disk in it, with the files and the region of raw_region().

    region: None leaves it to the first start. UserError if they do not fit.
    """
    disk = make_disk(files, base.disk.size, None if base.raw else region)
    if base.file.kind == "esp":
        data = _merged(base, disk.data[: (disk.needed()[-1] + 1) * BLOCK_BYTES])
    else:
        start = FLASH_BASE + base.disk.offset
        parts = {start + number * BLOCK_BYTES: disk.block(number) for number in disk.needed()}
        if base.raw and region:
            parts[FLASH_BASE + base.raw.offset] = region
        data = joined(base.file.data, parts)
    return data, disk


def raw_region(values: dict[str, Any], salt: bytes) -> bytes:
    """Return the raw flash with settings, PIN and a journal's blank blocks, each marked as ready.

    The firmware's own code writes it.

    salt: makes equal PINs differ on the flash. UserError for settings that do not go together.
    """
    flash = NorFlash(blocks=RESERVED_BLOCKS)
    settings_place, _, journal_place, _ = layout(flash)
    ring = Ring(flash, *journal_place)
    for index in range(ring.blocks):
        ring.clear(index)
    stored = {name: values[name] for name in values if name not in (config.SECRET, config.LOG_KEY)}
    write(Provision(pin=values.get(config.SECRET) or "", stored=stored), flash, salt)
    if config.LOG_KEY in values:
        settings = Settings(flash, settings_place[0])
        settings.set_log_key(unhexlify(values[config.LOG_KEY]))
        settings.commit()
    return flash.image()


def _merged(base: Base, disk: bytes) -> bytes:
    """Return an ESP32's base and disk as one binary for address 0, by esptool's own merge."""
    with tempfile.TemporaryDirectory() as folder:
        first, second, made = (Path(folder) / name for name in ("base", "disk", "made"))
        first.write_bytes(base.file.data)
        second.write_bytes(disk)
        parts = [hex(base.file.start), str(first), hex(base.disk.offset), str(second)]
        reason = esptool("--chip", base.file.chip, "merge-bin", "-o", str(made), *parts)
        if reason:
            raise UserError(f"{base.file.path}: esptool: {reason}")
        return made.read_bytes()


# -- the command


def _values(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings for every board of one run."""
    preset = [f"preset={args.preset}"] if args.preset else []
    values = once(config.parse(text) for text in [*preset, *args.set])
    if args.lexicon and "lexicon" not in values:
        values["lexicon"] = Path(args.lexicon[0]).stem
    return values


def _lists(args: argparse.Namespace, rows: list[dict[str, Any]]) -> list[str] | None:
    """Return the lists for the boards: those named, and those that the settings name."""
    wanted = [row[name] for row in rows for name in ("lexicon", "lexicon-next") if row.get(name)]
    named = list(args.lexicon or [])
    if not named and not wanted:
        return None
    there = {Path(name).stem for name in named}
    for name in dict.fromkeys(wanted):
        if name not in there:
            lexicon_path(name)
            named.append(name)
    return named


def _file_names(rows: list[dict[str, Any]], suffix: str) -> list[str]:
    """Return a file's name for each line of a table: its device's name, or its table's number."""
    names = []
    for number, row in enumerate(rows, 1):
        told = row.get("device-name") or (f"table-{row['table']}" if row.get("table") else "")
        names.append((re.sub(r"[^\w.-]+", "-", str(told)).strip("-.") or f"{number:02}") + suffix)
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"two lines of the table are for {name}: give each its device-name")
    return names


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido image`."""
    common = _values(args)
    lines = plan.load(args.table).rows if args.table else []
    rows = [common | line.settings for line in lines] or [common]
    regions = []
    for number, values in enumerate(rows):
        try:
            regions.append(raw_region(values, os.urandom(SALT_BYTES)))
        except UserError as error:
            where = f"{lines[number].where}: " if lines else ""
            raise UserError(f"{where}{error}") from error
    base = open_base(args.base, args.board)
    kind = kinds.kind_of(base.board)
    target, lists = mpy.made_for(kind.architecture), _lists(args, rows)
    files = payload.assemble(target, base.board, base.file.frozen, lists)
    targets = [args.output]
    if args.table:
        folder = made_folder(args.output)
        targets = [folder / name for name in _file_names(rows, base.file.path.suffix)]
    told = []
    for target, region in zip(targets, regions, strict=True):
        try:
            data, disk = composed(base, files, region)
        except UserError as error:
            raise UserError(f"{base.file.path}: {error}") from error
        write_whole(target, data, [base.file.path])
        told.append({"file": str(target), "files": len(files),
                     "bytes": sum(map(len, files.values())),
                     "free_blocks": disk.blocks - disk.used, "size": len(data)})  # fmt: skip
    if args.json:
        print(json.dumps({"board": base.board.name, "micropython": base.release, "made": told}))
        return 0
    for one in told:
        print(f"{one['file']}: {kind.title}, MicroPython {base.release}, {one['files']} files of "
              f"{one['bytes']:,} bytes, {one['free_blocks']} blocks of 4 KiB free; "
              f"{one['size']:,} bytes")  # fmt: skip
    if kind.listless and not base.file.frozen:
        print(f"{kind.title}: beside the firmware as files no word list has room: challenges are "
              "the arbiter's; with our image the device judges them")  # fmt: skip
    return 0
