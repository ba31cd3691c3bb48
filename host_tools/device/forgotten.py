"""`corrido config forget-pin`: erase a forgotten PIN; settings and log stay."""

from host_tools.device import faults, prelude, ready
from host_tools.device.repl import Repl
from host_tools.device.session import interruptible, standing


def forget_pin(port: str, force: bool) -> None:
    """Erase a device's arbiter PIN and check that the device starts without one.

    Without force, UserError, and nothing done, while a clock runs; DeviceFault if a PIN is left.
    """
    with interruptible(port):
        with Repl(port) as repl, standing(repl, force):
            repl.run(prelude.code("forgotten"))
        if ready.check(port)["pin"]:
            raise faults.DeviceFault(f"{port}: the device has its PIN yet: try again")
