"""A device without a page: so many simulated seconds, as fast as they go."""

from host_tools.web.machine import Machine


def last_status(machine: Machine, seconds: float) -> dict[str, str]:
    """Power a machine, let `seconds` of its time pass, return its status and close it."""
    try:
        machine.power_on()
        machine.run_for_us(round(seconds * 1_000_000))
        return machine.status()
    finally:
        machine.close()
