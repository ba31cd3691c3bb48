"""The I2C bus at wire speed, with display controllers on it and a cable that comes off."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rp2040py.peripherals import i2c as core

_BITS_A_BYTE = 9
# DesignWare takes a few clocks more than its registers say (data book, SCL timing).
_HIGH_EXTRA, _LOW_EXTRA = 7, 1


class Controller(Protocol):
    """A chip on the bus that takes whole write transactions."""

    def transaction(self, data: bytes) -> None:
        """Take the bytes of one write after the address."""


class TimedI2C(core.RPI2C):
    """rp2040py's I2C block: bytes take time, and a NACK empties the FIFO as the driver expects."""

    alarm: Callable[[float, Callable[[], None]], None]
    in_flight = False
    enablings = 0

    def bit_us(self) -> float:
        """Return the duration of one SCL clock in microseconds."""
        clocks = self.scl_high_period + self._spikelen + _HIGH_EXTRA
        clocks += self.scl_low_period + _LOW_EXTRA
        return clocks * 1e6 / self.rp2040.clk_peri

    def after_bits(self, bits: int, action: Callable[[], None]) -> None:
        """Schedule a call after the time of `bits` bits."""
        now = self.enablings
        self.alarm(bits * self.bit_us(), lambda: action() if now == self.enablings else None)

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register; disabling the block ends a hanging transfer, as drivers expect."""
        if offset == core.IC_ENABLE and not value & core.ENABLE and self.enable & core.ENABLE:
            self.enablings += 1
            self._state = core.I2CState.IDLE
            self._busy = self._stop = self._pending_restart = self.in_flight = False
            self._tx_fifo.reset()
        super().write_uint32(offset, value)

    def byte_done(self) -> None:
        """Note that the shift register is free again."""
        self.in_flight = False
        if self._tx_fifo.item_count <= self.tx_threshold:
            self._set_interrupts(core.R_TX_EMPTY)

    def _next_command(self) -> None:
        super()._next_command()
        if self.in_flight and self.control & core.TX_EMPTY_CTRL:
            self._clear_interrupts(core.R_TX_EMPTY)

    def _abort(self, reason: int) -> None:
        self.in_flight = False
        super()._abort(reason)
        self._set_interrupts(core.R_TX_EMPTY)


class Wire:
    """One bus: its devices, and whether its cable is in."""

    def __init__(
        self,
        block: core.RPI2C,
        controllers: Mapping[int, Controller],
        alarm: Callable[[float, Callable[[], None]], None],
    ) -> None:
        block.__class__ = TimedI2C
        self._block: Any = block
        self._block.alarm = alarm
        self.controllers = dict(controllers)
        self.connected = True
        self.held_low = False
        self._current: Controller | None = None
        self._data = bytearray()
        block.on_start = lambda repeated: self._block.after_bits(1, self._start)
        block.on_connect = self._connect
        block.on_write_byte = self._write
        block.on_read_byte = self._read
        block.on_stop = self._stop

    def _start(self) -> None:
        if not self.held_low:
            self._block.complete_start()

    def _connect(self, address: int, mode: int) -> None:
        present = self.connected and mode == core.I2CMode.WRITE
        self._current = self.controllers.get(address & 0x7F) if present else None
        self._data.clear()
        there = self._current is not None
        self._block.after_bits(_BITS_A_BYTE, lambda: self._block.complete_connect(there))

    def _write(self, byte: int) -> None:
        block = self._block
        block.in_flight = True

        def done() -> None:
            self._data.append(byte)
            block.byte_done()
            block.complete_write(self.connected)

        if not self.held_low:
            block.after_bits(_BITS_A_BYTE, done)

    def _read(self, acknowledge: bool) -> None:
        self._block.in_flight = True

        def done() -> None:
            self._block.byte_done()
            self._block.complete_read(0xFF)

        self._block.after_bits(_BITS_A_BYTE, done)

    def _stop(self) -> None:
        if self._current is not None and self.connected and self._data:
            self._current.transaction(bytes(self._data))
        self._current = None
        self._block.after_bits(1, self._block.complete_stop)
