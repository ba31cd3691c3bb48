"""A device without a page: so many simulated seconds, as fast as they go."""

from host_tools.errors import UserError
from host_tools.web.machine import Machine

# A chip on a serial line answers a little later: it is asked before the end, and again at the end.
ASKED_BEFORE_US = 200_000
# An emulated chip that is still starting at the end is given so long to answer.
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

    One that is still starting then goes on until it answers; UserError if it never does.
    """
    left_us = round(seconds * 1_000_000)
    machine.run_for_us(max(0, left_us - ASKED_BEFORE_US))
    machine.status()
    machine.run_for_us(min(left_us, ASKED_BEFORE_US))
    until_us = machine.now_us + LONGEST_START_US
    while not (status := machine.status()):
        if machine.now_us >= until_us:
            raise UserError("the firmware does not answer: is it on the image or on its disk?", 1)
        machine.run_for_us(ASKED_BEFORE_US)
    return status
