"""A device without a page: simulated seconds, as fast as possible."""

from host_tools.errors import UserError
from host_tools.web.machine import Machine

# A chip on a serial line answers a little later, and one that is still starting once it is up.
STEP_US = 50_000
LONGEST_START_US = 10_000_000


def last_status(machine: Machine, seconds: float) -> dict[str, str]:
    """Power a machine, let `seconds` of its time pass, return its status and close it.

    Raises UserError if it does not answer.
    """
    try:
        machine.power_on()
        return status_after(machine, seconds)
    finally:
        machine.close()


def status_after(machine: Machine, seconds: float) -> dict[str, str]:
    """Let `seconds` of a powered machine's time pass, and return its status.

    An emulated chip then runs on until it answers; UserError if it never does.
    """
    machine.run_for_us(round(seconds * 1_000_000))
    until_us = machine.now_us + LONGEST_START_US
    status = machine.status()
    while not (status and machine.answered):
        if machine.now_us >= until_us:
            raise UserError("the firmware does not answer: is it on the image or on its disk?", 1)
        machine.run_for_us(STEP_US)
        status = machine.status()
    return status
