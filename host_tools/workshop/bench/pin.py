"""`corrido bench pin`: the cost of a check of the arbiter's PIN on an emulated RP2040."""

import argparse
import json
from pathlib import Path

from host_tools.device.payload import beside_firmware
from host_tools.workshop.bench.device import find_image

SUMMARY = "a check of the PIN on an emulated RP2040: a round, a slice, all of them"
EXAMPLE = "--uf2 CORRIDO_PICO.uf2"
ON_CHIP = Path(__file__).parent.parent / "emulator" / "ondevice" / "pin.py"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--uf2", metavar="FILE",
        help="the MicroPython image; by default CORRIDO_UF2, or an image in ~/.cache/corrido",
    )  # fmt: skip


def run(args: argparse.Namespace) -> dict[str, int]:
    """Return rounds, rounds per slice, and the microseconds of one slice and of all.

    UserError without an image.
    """
    uf2 = find_image(args.uf2)
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.payload import needed_files, prepared_flash

    script = beside_firmware(ON_CHIP)
    code = {name: data for name, data in needed_files(uf2).items() if name.startswith("corrido/")}
    chip = Chip(uf2, prepared_flash(uf2, code), {})
    chip.run_until(lambda: chip.console.connected, 5e6)
    return json.loads(chip.execute(script).splitlines()[-1])


def table(result: dict[str, int]) -> str:
    """Return the figures for people."""
    return (
        f"{result['rounds']} rounds {result['all_us'] / 1000:.0f} ms, "
        f"{result['slice']} of them at a time {result['slice_us'] / 1000:.1f} ms; "
        "emulated RP2040, 125 MHz"
    )
