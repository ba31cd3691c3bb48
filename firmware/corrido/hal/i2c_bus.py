"""The displays' I2C bus: short time-outs, and recovery if a chip holds the data line low."""

import time

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from types import ModuleType

    from machine import I2C

    from corrido.parts import Bytes

_HALF_CLOCK_US = const(5)


class Bus:
    """One I2C controller. machine: the port's module; unit: its number; timeout_us: per call.

    A call of 64 bytes takes 1.6 ms at 400 kHz, so 2.5 ms suffices and also limits a dead bus.
    """

    def __init__(
        self,
        machine: "ModuleType",
        unit: int,
        sda: int,
        scl: int,
        timeout_us: int = 2500,
    ) -> None:
        self._machine = machine
        self._unit = unit
        self._sda = sda
        self._scl = scl
        self._timeout_us = timeout_us
        self.controller = self._open()

    def writeto(self, addr: int, buf: "Bytes") -> None:
        """Write buf to the chip at addr; OSError on NACK or time-out."""
        self.controller.writeto(addr, buf)

    def writevto(self, addr: int, vector: "tuple[Bytes, ...]") -> None:
        """Write several buffers in one transfer; OSError on NACK or time-out."""
        self.controller.writevto(addr, vector)

    def recover(self) -> None:
        """Free the data line: clock out the byte that a chip is holding, stop, and start anew."""
        pin = self._machine.Pin
        scl = pin(self._scl, pin.OPEN_DRAIN, value=1)
        sda = pin(self._sda, pin.OPEN_DRAIN, value=1)
        for _ in range(9):
            scl.value(0)
            time.sleep_us(_HALF_CLOCK_US)
            scl.value(1)
            time.sleep_us(_HALF_CLOCK_US)
        sda.value(0)
        time.sleep_us(_HALF_CLOCK_US)
        sda.value(1)
        self.controller = self._open()

    def _open(self) -> "I2C":
        pin = self._machine.Pin
        return self._machine.I2C(
            self._unit,
            scl=pin(self._scl),
            sda=pin(self._sda),
            freq=400000,
            timeout=self._timeout_us,
        )
