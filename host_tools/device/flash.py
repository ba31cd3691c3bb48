"""Putting MicroPython on a board: a copy to the drive of an RP2, esptool for an ESP32."""

import argparse
import errno
import json
import os
import sys
import time
from pathlib import Path

from host_tools.device import faults, ports
from host_tools.device.client import Client, give_way, refuse_in_play
from host_tools.device.image import OWN_NAME, Image, esptool, load, refuse_without_esptool
from host_tools.device.repl import Repl
from host_tools.errors import UserError

DRIVE_WAIT_S = 15.0
CHUNK_BYTES = 64 * 1024
HOLD_BOOT = "hold BOOT on the board while it connects, and close other programs on the port"


def flash(image: Image, port: str | None, drive: Path | None, erase: bool, force: bool) -> str:
    """Put the image on the one intended board; return a line that reports it."""
    if image.kind == "esp":
        return _by_esptool(image, ports.only([port] if port else None), erase, force)
    if drive is None:
        drive = _drive(image, port, force)
    return _by_copy(image, drive)


def _drive(image: Image, port: str | None, force: bool) -> Path:
    """Return the drive of the board's boot loader, starting that first if MicroPython runs."""
    found = ports.uf2_drives()
    if port and not found:
        with Repl(port) as repl:
            client = Client(port, repl.transport)
            if refuse_in_play(client, force):
                if not force:
                    refuse_emptying(client, image)
                give_way(client, force)
            repl.enter()
            repl.wire.write(b"import machine\nmachine.bootloader()\n\x04")
        deadline = time.monotonic() + DRIVE_WAIT_S
        while not found and time.monotonic() < deadline:
            time.sleep(0.5)
            found = ports.uf2_drives()
    if len(found) > 1:
        raise UserError(f"which drive? --drive one of {', '.join(map(str, found))}")
    if not found:
        raise UserError(
            "no board waits for an image: hold BOOTSEL while you plug it in (if its drive is "
            "mounted elsewhere, --drive FOLDER)"
        )
    return found[0]


def refuse_emptying(client: Client, image: Image) -> None:
    """Raise UserError for an image that takes a board's settings and log from it.

    One with files of its own replaces the board's; one that divides the flash differently from
    the running one formats it anew.
    """
    other = (
        image.kind == "uf2" and client.ask("about")["machine"].startswith(OWN_NAME) != image.own
    )
    if other or image.brings_files:
        raise UserError(
            f"{client.port}: this image empties the board, settings and log too (`corrido deploy` "
            "updates and keeps them): `corrido log pull` and `corrido config export` first, then "
            "--force"
        )


def _by_copy(image: Image, drive: Path) -> str:
    info = drive / ports.UF2_INFO
    if not info.is_file():
        raise UserError(f"{drive}: not the drive of a board: it has no {ports.UF2_INFO}")
    model = info.read_text(errors="replace")
    wanted = "RP2350" if "RP2350" in model else "RP2040" if "RPI-RP2" in model else ""
    if not image.chip.upper().startswith(wanted):
        raise UserError(f"{image.path}: for {image.chip}, but the board on {drive} is {wanted}")
    try:
        _copy(image.data, drive / image.path.name)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise faults.DeviceFault(f"{drive}: no room for the image: wrong drive?") from error
        raise faults.LinkLost(
            f"{drive}: the copy broke off ({error.strerror}); hold BOOTSEL, plug the board in and "
            "run the command again: an RP2 cannot be spoilt by it"
        ) from error
    return f"{drive}: {image.path.name} for {image.chip}, SHA-256 {image.sha256}"


def _copy(data: bytes, target: Path) -> None:
    """Copy the image to the drive; the board restarts by itself at the last block."""
    done = 0
    try:
        with target.open("wb", buffering=0) as file:
            while done < len(data):
                done += file.write(data[done : done + CHUNK_BYTES])
            os.fsync(file)
    except OSError:
        if done < len(data):
            raise


def _by_esptool(image: Image, port: str, erase: bool, force: bool) -> str:
    refuse_without_esptool()
    with Client(port) as client:
        if refuse_in_play(client, force) and not force:
            refuse_emptying(client, image)
    if sys.stderr.isatty():
        print(f"{port}: esptool writes {len(image.data) // 1024} KiB, about a minute",
              file=sys.stderr)  # fmt: skip
    write = ["--baud", "460800", "write-flash", hex(image.start), str(image.path)]
    for words in ([["erase-flash"]] if erase else []) + [write]:
        if reason := esptool("--chip", image.chip, "--port", port, *words):
            mend = HOLD_BOOT if "connect" in reason.lower() else "run the command again"
            raise faults.DeviceFault(f"{port}: esptool: {reason}; {mend}")
    return f"{port}: {image.path.name} for {image.chip}, SHA-256 {image.sha256}"


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido flash`."""
    loaded = load(args.image, args.sha256)
    port = args.port[0] if args.port else None
    line = flash(loaded, port, args.drive, args.erase, args.force)
    if args.json:
        facts = {"image": str(loaded.path), "chip": loaded.chip, "sha256": loaded.sha256}
        print(json.dumps(facts))
        return 0
    print(line)
    if args.sha256 is None:
        print("not checked against a published hash: give it with --sha256", file=sys.stderr)
    return 0
