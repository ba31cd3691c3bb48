"""A device without a page: so many simulated seconds, as fast as they go."""

from host_tools.web.machine import Machine

# A chip on a serial line answers a little later: it is asked before the end, and again at the end.
ASKED_BEFORE_US = 200_000


def last_status(machine: Machine, seconds: float) -> dict[str, str]:
    """Power a machine, let `seconds` of its time pass, return its status and close it."""
    left_us = round(seconds * 1_000_000)
    try:
        machine.power_on()
        machine.run_for_us(max(0, left_us - ASKED_BEFORE_US))
        machine.status()
        machine.run_for_us(min(left_us, ASKED_BEFORE_US))
        return machine.status()
    finally:
        machine.close()
