"""The USB console: the firmware's output, and code sent to the raw REPL.

rp2040py's host answers every poll for input with an empty packet, which keeps the firmware busy
with interrupts. A real host stays silent until it has something to send; so does this one.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.device.raw_repl import CTRL_A, CTRL_C, RawReplRunner

from host_tools.workshop.emulator.pins import Console

_GATHER_US = 100.0
_PUMP_US = 1000.0


class UsbConsole(Console):
    """The chip's console, with what code of submit() says too."""

    def __init__(self, device: Any, at: Callable[[float, Callable[[], None]], None]) -> None:
        super().__init__(self._type)
        self._cdc = device.cdc
        self._at = at
        self._runner: RawReplRunner | None = None
        self._waiting: tuple[int, int] | None = None
        self.connected = False
        self._cdc.on_serial_data = self._receive
        self._cdc.on_device_connected = self._connect
        usb = device.mcu.usb_ctrl
        self._read_endpoint = usb.on_endpoint_read
        usb.on_endpoint_read = self._poll
        self._send_byte = self._cdc.send_serial_byte
        self._cdc.send_serial_byte = self._send

    def _connect(self) -> None:
        self.connected = True

    def disconnect(self) -> None:
        """Reset with the chip: nothing is connected until it has enumerated again."""
        self.connected = False
        self._waiting = None
        self._runner = None
        self._line = b""

    def _receive(self, data: bytes) -> None:
        if self._runner is not None:
            self._runner.feed(bytes(data))
        self.hear(bytes(data))

    def _poll(self, endpoint: int, size: int) -> None:
        input_endpoint = self._cdc._out_endpoint
        if endpoint == input_endpoint and endpoint > 0 and self._cdc.tx_fifo.empty:
            self._waiting = (endpoint, size)
        else:
            self._read_endpoint(endpoint, size)

    def _send(self, byte: int) -> None:
        self._send_byte(byte)
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._at(_GATHER_US, lambda: self._read_endpoint(*waiting))

    def _type(self, data: bytes) -> None:
        """Type data; the port takes 512 bytes at a time."""
        for byte in data:
            self._cdc.send_serial_byte(byte)

    def submit(self, source: str, done: Callable[[str, str], object]) -> None:
        """Interrupt the running program and run source; call done(output, error) at its end."""

        def finish(result: tuple[bytes, bytes]) -> None:
            self._runner = None
            out, err = (part.decode("utf-8", "replace").replace("\r\n", "\n") for part in result)
            done(out, err)

        runner = RawReplRunner(self._cdc, source.encode(), on_result=finish)
        self._runner = runner

        def pump() -> None:
            if self._runner is runner:
                runner.pump()
                self._at(_PUMP_US, pump)

        for byte in (CTRL_C, CTRL_C, CTRL_A):
            self._cdc.send_serial_byte(byte)
        self._at(_PUMP_US, pump)
