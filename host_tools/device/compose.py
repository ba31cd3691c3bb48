"""`corrido image`: one file for a board: an official MicroPython image, and behind it a full disk.

The disk is a littlefs with the compiled firmware, the board file and the lists; the journal's
blocks, reserved in it, hold the settings and the PIN. So the first start finds all its work done.
"""

import argparse
import json
import os
import re
import runpy
import struct
import subprocess
import sys
import tempfile
from binascii import unhexlify
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device import config, image, kinds, mpy, payload, plan, uf2
from host_tools.device.uf2 import Region
from host_tools.errors import UserError
from host_tools.files import made_folder, write_whole
from host_tools.paths import boards_dir, lexicon_path
from host_tools.tools import install_extra

SALT_BYTES = 8
_OLDEST = (1, 24)
_SAYS = re.compile(rb"MicroPython v((\d+)\.(\d+)[^ \0]*) on ")
_MACHINE = re.compile(rb"; ([ -~]{3,80} with [A-Z0-9]{4,12})[^A-Za-z0-9]")
_PARTITIONS, _ENTRY, _PARTITION = 0x8000, 32, b"\xaaP"
_FILES, _FAT = b"vfs", b"ffat"
_FLASH_MIB = 1 << 20


class Base(NamedTuple):
    """An image to compose with: its file, its content of flash, and what it is for.

    disk: littlefs's place in flash. raw: the journal's, on our own image; else it is in littlefs.
    """

    file: image.Image
    content: uf2.Image
    release: str
    board: Path
    disk: Region
    raw: Region | None

    @property
    def target(self) -> mpy.Target:
        """What its files are compiled for."""
        return mpy.made_for(kinds.kind_of(self.board).architecture)


def open_base(path: str, board: str | None = None) -> Base:
    """Read an image; board: its folder, if its name does not tell.

    Raises UserError for a file that is damaged, not MicroPython, too old, for a chip without a
    folder of ours, or whose memory cannot hold the firmware as files.
    """
    found = image.load(path, None)
    content = uf2.read_uf2(found.path) if found.kind == "uf2" else read_esp(found.path)
    says, machine = _SAYS.search(content.data), _MACHINE.search(content.data)
    if says is None or machine is None:
        raise UserError(
            f"{path}: not MicroPython: take the image for your board from micropython.org"
        )
    if (int(says[2]), int(says[3])) < _OLDEST:
        raise UserError(f"{path}: MicroPython {says[1].decode()}: release 1.24 or newer is needed")
    name = machine[1].decode()
    folder = kinds.named(board) if board else kinds.guessed(name)
    kinds.refuse_other_chip(folder, name, "")
    if not content.frozen and kinds.kind_of(folder).frozen and not wants_psram(content.data):
        raise UserError(
            f"{path}: {name} has too little memory for the firmware as files: a "
            f"{kinds.kind_of(boards_dir() / 'pico').title} has enough, or build our image for it"
        )
    if found.kind == "esp":
        disk, raw = esp_region(content, path), None
    else:
        disk, raw = uf2.data_region(content), None
        if content.own:
            journal = runpy.run_path(str(folder / "corrido_region.py"))
            raw = Region(disk.offset + journal["START"], journal["LENGTH"])
            disk = Region(disk.offset, journal["START"])
    return Base(found, content, says[1].decode(), folder, disk, raw)


def read_esp(path: Path) -> uf2.Image:
    """Return an image's content of flash; UserError for one that is not for an ESP32."""
    found = image.load(str(path), None)
    if found.kind != "esp":
        raise UserError(f"{path}: not an image of MicroPython for an ESP32")
    start = 0 if found.whole else kinds.kind_of(boards_dir() / found.chip).address
    return uf2.Image(start, found.data)


def brings_files(found: image.Image) -> bool:
    """Return whether an image has a board's files in it, as `corrido image` makes it."""
    try:
        if found.kind == "esp":
            content = read_esp(found.path)
            return esp_region(content, str(found.path)).offset < content.start + len(found.data)
        content = uf2.read_uf2(found.path)
        end = content.start + len(content.data)
        return uf2.FLASH_BASE + uf2.data_region(content).offset < end
    except UserError:
        return False  # not MicroPython's


def wants_psram(flash: bytes) -> bool:
    """Return whether an image is for an ESP32 with PSRAM, judging by the name it contains."""
    return b"module with SPIRAM" in flash


def esp_region(content: uf2.Image, path: str) -> Region:
    """Return an ESP32 image's partition for files (ESP-IDF, Partition Tables).

    An image without one gets `vfs` when it starts: all flash behind the last (MicroPython,
    ports/esp32/main.c, boardctrl_startup; since 1.26). UserError if its table has no room for it.
    """
    found: dict[bytes, Region] = {}
    table = _PARTITIONS - content.start
    for at in range(table, min(table + 0xC00, len(content.data) - _ENTRY + 1), _ENTRY):
        entry = content.data[at : at + _ENTRY]
        if entry[:2] != _PARTITION:
            break
        found[entry[12:28].rstrip(b"\0")] = Region(*struct.unpack_from("<II", entry, 4))
    if _FILES in found:
        return found[_FILES]
    end = max((region.offset + region.size for region in found.values()), default=0)
    head = content.data.lstrip(b"\xff")[:4]
    size = (_FLASH_MIB << (head[3] >> 4)) - end  # the header's size of flash
    if not found or _FAT in found or size <= 0:
        raise UserError(f"{path}: no partition {_FILES.decode()!r} in its table")
    return Region(end, size)


class Made(NamedTuple):
    """A composed file's bytes, and what is in it."""

    data: bytes
    files: int
    bytes: int
    used: int
    blocks: int


def composed(base: Base, files: payload.Files, region: bytes) -> Made:
    """Return a board's file: the base with the files and the journal's region (raw_region()).

    UserError if they do not fit.
    """
    from host_tools.device.disk import BLOCK_BYTES, make_disk

    named = {path.lstrip("/"): data for path, data in files.items()}
    disk = make_disk(named, base.disk.size, None if base.raw else region)
    if base.file.kind == "esp":
        data = _merged(base, disk.data[: (disk.needed()[-1] + 1) * BLOCK_BYTES])
    else:
        start = uf2.FLASH_BASE + base.disk.offset
        parts = {start + number * BLOCK_BYTES: disk.block(number) for number in disk.needed()}
        if base.raw:
            parts[uf2.FLASH_BASE + base.raw.offset] = region
        data = uf2.joined(base.file.data, parts)
    return Made(data, len(named), sum(map(len, named.values())), disk.used, disk.blocks)


def raw_region(values: dict[str, Any], salt: bytes) -> bytes:
    """Return the raw flash with settings, PIN and a journal's blank blocks, each marked as ready.

    The firmware's own code writes it.

    salt: makes equal PINs differ on the flash. UserError for settings that do not go together.
    """
    from corrido.hal.flash import RESERVED_BLOCKS
    from corrido.store.journal.ring import Ring
    from corrido.store.nor import layout
    from corrido.store.pin import Pin
    from corrido.store.settings import Settings

    from host_tools.sim.norflash import NorFlash

    flash = NorFlash(blocks=RESERVED_BLOCKS)
    settings_place, pin_place, journal_place = layout(flash)
    ring = Ring(flash, *journal_place)
    for index in range(ring.blocks):
        ring.clear(index)
    settings = Settings(flash, settings_place[0])
    try:
        for name, value in sorted(values.items()):  # own-1 comes before preset
            if name == config.LOG_KEY:
                settings.set_log_key(unhexlify(value))
            elif name != config.SECRET:
                settings.set(name, value)
    except ValueError as error:
        raise UserError(str(error)) from error
    settings.commit()
    if values.get(config.SECRET):
        Pin(flash, pin_place[0], salt).set(values[config.SECRET])
    return flash.image()


def _merged(base: Base, disk: bytes) -> bytes:
    """Return an ESP32's base and disk as one binary for address 0, by esptool's own merge."""
    if find_spec("esptool") is None:
        raise UserError(f"esptool is not installed: {install_extra('esp32')}")
    with tempfile.TemporaryDirectory() as folder:
        first, second, made = (Path(folder) / name for name in ("base", "disk", "made"))
        first.write_bytes(base.file.data)
        second.write_bytes(disk)
        command = [sys.executable, "-m", "esptool", "--chip", base.file.chip, "merge-bin"]
        command += ["-o", str(made), hex(base.content.start), str(first)]
        command += [hex(base.disk.offset), str(second)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines()
            raise UserError(
                f"{base.file.path}: esptool: {said[-1] if said else 'no reason given'}"
            )
        return made.read_bytes()


# -- the command


def _values(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings for every board of one run."""
    values = dict(config.parse(text) for text in args.set)
    if args.preset:
        values["preset"] = config.checked("preset", args.preset)
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
    lists = _lists(args, rows)
    files = payload.assemble(base.target, base.board, lists)
    if base.content.frozen:
        files = payload.beside_frozen(files)
    targets = [args.output]
    if args.table:
        folder = made_folder(args.output)
        targets = [folder / name for name in _file_names(rows, base.file.path.suffix)]
    told = []
    for target, region in zip(targets, regions, strict=True):
        try:
            made = composed(base, files, region)
        except UserError as error:
            raise UserError(f"{base.file.path}: {error}") from error
        write_whole(target, made.data, [base.file.path])
        told.append({"file": str(target), "files": made.files, "bytes": made.bytes,
                     "free_blocks": made.blocks - made.used, "size": len(made.data)})  # fmt: skip
    kind = kinds.kind_of(base.board)
    if args.json:
        print(json.dumps({"board": base.board.name, "micropython": base.release, "made": told}))
        return 0
    for one in told:
        print(f"{one['file']}: {kind.title}, MicroPython {base.release}, {one['files']} files of "
              f"{one['bytes']:,} bytes, {one['free_blocks']} blocks of 4 KiB free; "
              f"{one['size']:,} bytes")  # fmt: skip
    if kind.listless and not base.content.frozen:
        print(f"{kind.title}: beside the firmware as files no word list has room: challenges are "
              "the arbiter's; with our image the device judges them")  # fmt: skip
    return 0
