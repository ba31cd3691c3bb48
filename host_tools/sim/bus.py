"""The displays' I2C bus: the controllers on it, and whether the cable is plugged in."""

from host_tools.sim.ssd1306 import ProtocolError, Ssd1306

ENODEV = 19


class I2CBus:
    """The I2C bus: transactions reach the controller at their address, if any."""

    def __init__(self, controllers: dict[int, Ssd1306]) -> None:
        """Connect the controllers by 7-bit address, with the cable plugged in."""
        self.controllers = controllers
        self.connected = True
        self.transactions = 0
        self.nacks = 0
        self.recoveries = 0
        self.complaint = ""

    def unplug(self) -> None:
        """Unplug the cable: nothing acknowledges any more, and the glass is dark."""
        self.connected = False
        for controller in self.controllers.values():
            controller.power_on()

    def plug(self) -> None:
        """Plug the cable back in; the controllers have lost their state."""
        self.connected = True

    def write(self, addr: int, data: bytes) -> None:
        """Carry out one write transaction; OSError if nothing acknowledges the address.

        A controller acknowledges even what it does not understand, and sets `complaint`.
        """
        self.transactions += 1
        controller = self.controllers.get(addr) if self.connected else None
        if controller is None:
            self.nacks += 1
            raise OSError(ENODEV, f"no I2C device acknowledges address {addr:#04x}")
        try:
            controller.transaction(data)
        except ProtocolError as error:
            self.complaint = str(error)
