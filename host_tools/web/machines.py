"""The choice of the device behind the page."""

import argparse
import hashlib
import json
from pathlib import Path

from host_tools.errors import UserError
from host_tools.web.machine import Machine

TARGETS = ("sim", "rp2040")
# The second display faces the opponent.
DISPLAYS = ((0x3C, 0, False), (0x3D, 0, True))


def make_machine(args: argparse.Namespace, settings: dict[str, str]) -> Machine:
    """Return the machine that the command line asks for, not yet powered.

    Raises UserError if it cannot be made: an unknown setting, a missing image.
    """
    if args.target == "rp2040":
        return _emulated(args, settings)
    if args.uf2:
        raise UserError("--uf2 needs --target rp2040")
    return _simulated(args, settings)


def _simulated(args: argparse.Namespace, settings: dict[str, str]) -> Machine:
    """Make the simulated device; with a page it continues with the flash of its last run."""
    from host_tools.sim.device import Device, runtime_factory
    from host_tools.sim.lexicons import LexiconStore
    from host_tools.sim.norflash import NorFlash
    from host_tools.sim.provision import provision, write
    from host_tools.sim.world import World
    from host_tools.web.simulated import SimulatedMachine

    made = provision(settings)
    lexicons = LexiconStore()
    made.stored["lexicon"] = lexicons.add(made.lexicon)
    flash, place = NorFlash(), None if args.headless else flash_file(settings)
    if place is not None and place.is_file() and not args.fresh:
        flash.load(place.read_bytes()[: len(flash.data)])
    else:
        write(made, flash)
    world = World(flash, lexicons, made.bounce_us, DISPLAYS[: args.displays])
    device = Device(world, runtime_factory(args.runtime), made.boot_us)
    device.lexicon = str(made.stored["lexicon"])
    return SimulatedMachine(device, place)


def flash_file(settings: dict[str, str]) -> Path:
    """Return the file that keeps the flash of a device with these settings between runs."""
    from host_tools.paths import writable_cache

    whose = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]
    return writable_cache("sim") / f"{whose}.flash"


def _emulated(args: argparse.Namespace, settings: dict[str, str]) -> Machine:
    if not args.uf2:
        raise UserError("--target rp2040 needs --uf2 FILE, a MicroPython image for RPI_PICO")
    if args.runtime != "cpython":
        raise UserError("not --runtime with --target rp2040: the image is the interpreter")
    try:
        from host_tools.workshop.emulator.machine import EmulatedMachine
    except ModuleNotFoundError:
        raise UserError(
            "--target rp2040 needs a checkout: an installed package has no emulator"
        ) from None
    return EmulatedMachine(Path(args.uf2), settings)
