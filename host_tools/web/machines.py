"""Which device stands behind the page."""

import argparse
from pathlib import Path

from host_tools.errors import UserError
from host_tools.web.machine import Machine

TARGETS = ("sim", "rp2040")


def make_machine(args: argparse.Namespace, settings: dict[str, str]) -> Machine:
    """The machine that the command line asks for, without power yet.

    Raises UserError if it cannot be made: an unknown setting, a missing image.
    """
    if args.target == "rp2040":
        return _emulated(args, settings)
    if args.uf2:
        raise UserError("--uf2 goes with --target rp2040")
    from host_tools.sim.device import Device
    from host_tools.web.simulated import SimulatedMachine

    return SimulatedMachine(Device.provisioned(settings, runtime=args.runtime))


def _emulated(args: argparse.Namespace, settings: dict[str, str]) -> Machine:
    if not args.uf2:
        raise UserError("--target rp2040 needs --uf2 FILE, a MicroPython image for RPI_PICO")
    if args.runtime != "cpython":
        raise UserError("--runtime goes without --target rp2040: the image is the interpreter")
    from host_tools.workshop.emulator.machine import EmulatedMachine

    return EmulatedMachine(Path(args.uf2), settings)
