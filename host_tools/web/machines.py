"""The choice of the device behind the page."""

import argparse
import hashlib
import json
from pathlib import Path

from host_tools.errors import UserError
from host_tools.paths import writable_cache
from host_tools.sim.runtime import FirmwareError
from host_tools.web.simulated import SimulatedMachine

# The second display faces the opponent.
DISPLAYS = ((0x3C, 0, False), (0x3D, 0, True))


def make_machine(args: argparse.Namespace, settings: dict[str, str]) -> SimulatedMachine:
    """Return the device that a command line asks for, not yet powered; UserError if it cannot.

    With a page it continues with the flash of its last run.
    """
    machine = SimulatedMachine.provisioned(
        settings, args.runtime, displays=DISPLAYS[: args.displays]
    )
    if not args.headless:
        place = machine.place = flash_file(settings)
        flash = machine.world.flash
        if place.is_file() and not args.fresh:
            flash.load(place.read_bytes()[: len(flash.data)])
    return machine


def last_status(machine: SimulatedMachine, seconds: float) -> dict[str, str]:
    """Power a machine, let `seconds` of its time pass, return its status and close it."""
    try:
        machine.power_on()
        machine.run_until(machine.now_us + round(seconds * 1_000_000))
        return machine.status()
    except FirmwareError as error:
        raise UserError(f"the firmware stopped: {error}", 1) from error
    finally:
        machine.close()


def flash_file(settings: dict[str, str]) -> Path:
    """Return the file that keeps the flash of a device with these settings between runs."""
    whose = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]
    return writable_cache("sim") / f"{whose}.flash"
