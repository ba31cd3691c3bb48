"""The one adapter round mpremote: a board at its raw REPL; nothing else imports its transport.

Made for mpremote 1.29 (its library interface is not promised to stay). What it changes: reads in
bulk, has a time limit everywhere, prints nothing, and turns each failure into one line.
"""

import ast
import base64
import contextlib
import errno
import time
from collections.abc import Callable
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.device import faults, prelude

CHUNK_BYTES = 768
ANSWER_S = 10.0
QUIET_S = 0.4
RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n"
READY = b"\x06"


class Wire:
    """A serial port with a buffer before it, so that a read takes all there is."""

    def __init__(self, serial: Any) -> None:
        self._serial = serial
        self._buffer = bytearray()

    def inWaiting(self) -> int:
        """How many bytes can be read without waiting; the name is mpremote's."""
        return len(self._buffer) + self._serial.in_waiting

    def read(self, size: int = 1) -> bytes:
        """`size` bytes; fewer only if none came for ANSWER_S seconds."""
        deadline = time.monotonic() + ANSWER_S
        while len(self._buffer) < size and time.monotonic() < deadline:
            data = self._serial.read(size - len(self._buffer))
            if data:
                self._buffer += data
                deadline = time.monotonic() + ANSWER_S
        return self._take(size)

    def read_past(self, ending: bytes, limit_s: float) -> bytes:
        """All up to and with `ending`, or what came until `limit_s` seconds without a byte."""
        start, deadline = 0, time.monotonic() + limit_s
        while True:
            found = self._buffer.find(ending, start)
            if found >= 0:
                return self._take(found + len(ending))
            start = max(0, len(self._buffer) - len(ending) + 1)
            data = self._serial.read(self._serial.in_waiting or 1)
            if data:
                self._buffer += data
                deadline = time.monotonic() + limit_s
            elif time.monotonic() >= deadline:
                return self._take(len(self._buffer))

    def _take(self, size: int) -> bytes:
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def write(self, data: bytes) -> None:
        """Send all of data."""
        self._serial.write(data)

    def clear(self) -> None:
        """Forget what has come in."""
        self._buffer.clear()
        self._serial.reset_input_buffer()

    def close(self) -> None:
        """Close the port, its control lines first: Windows drops them in an order that resets an
        ESP32. A port that has none, or has gone, does not mind."""
        with contextlib.suppress(OSError):
            self._serial.rts = False
            self._serial.dtr = False
        self._serial.close()


class QuietTransport(SerialTransport):
    """mpremote's transport on a Wire: bulk reads, no output, never waits for ever."""

    def __init__(self, port: str) -> None:
        super().__init__(port, timeout=0.2)
        opened: Any = self.serial
        opened.write_timeout = ANSWER_S
        self.wire = Wire(opened)
        self.serial = self.wire

    def read_until(  # type: ignore[override]
        self, min_num_bytes, ending, timeout=0, data_consumer=None, timeout_overall=None
    ):
        """As mpremote's, without its ten milliseconds a look and its byte at a time."""
        data = self.wire.read_past(ending, max(timeout or 0, ANSWER_S))
        if data_consumer:
            data_consumer(data)
        return data

    def close(self) -> None:
        """Close the port, whatever state its lines are in."""
        self.wire.close()


def open_port(port: str) -> QuietTransport:
    """Open a serial port for this program alone; DeviceFault with the line that mends it."""
    try:
        return QuietTransport(port)
    except (TransportError, OSError) as error:
        raise faults.cannot_open(port, _why_closed(port)) from error


def _why_closed(port: str) -> OSError:
    """Open it once more without mpremote, which keeps the reason to itself."""
    import serial

    try:
        serial.serial_for_url(port, exclusive=True).close()
    except OSError as error:  # pyserial's SerialException is one
        return error
    return OSError(errno.EBUSY, "busy a moment ago")


class Repl:
    """A board whose firmware stands still and which runs what it is sent."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.transport = open_port(port)

    @property
    def wire(self) -> Wire:
        """The bytes to and from the board."""
        return self.transport.wire

    def __enter__(self) -> "Repl":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port, whatever state it is in."""
        try:
            self.transport.close()
        except OSError:
            return  # it has gone already

    def enter(self) -> None:
        """Stop what runs and take the raw REPL; raises DeviceFault if nothing answers as one."""
        with faults.guarded(self.port):
            try:
                self._enter()
            except TransportError:
                # A Ctrl-C that came late has hit the prelude: once more, now nothing runs.
                self._enter()

    def _enter(self) -> None:
        if not any(self._knock(attempt) for attempt in range(4)):
            raise faults.DeviceFault(
                f"{self.port}: no MicroPython answers; `corrido flash` puts it on the board"
            )
        self.transport.in_raw_repl = True
        self.transport.exec(prelude.PRELUDE)

    def _knock(self, attempt: int) -> bool:
        self.wire.write(b"\r\x03" if attempt else b"\r\x03\x03")
        self.wire.clear()
        self.wire.write(b"\r\x01")
        answer = self.wire.read_past(RAW_BANNER, 0.7 + 0.8 * attempt)
        if not answer.endswith(RAW_BANNER):
            return False
        if attempt:
            # The answers to earlier knocks come too: let them pass and ask once more.
            self.wire.read_past(b"\xff", QUIET_S)
            self.wire.write(b"\x01")
            return self.wire.read_past(RAW_BANNER, ANSWER_S).endswith(RAW_BANNER)
        return True

    def run(self, code: str) -> str:
        """Run code on the board and return what it prints; raises DeviceFault."""
        with faults.guarded(self.port):
            return self.transport.exec(code).decode()

    def ask(self, expression: str) -> Any:
        """The value of an expression on the board, as far as its repr is a literal."""
        with faults.guarded(self.port):
            return ast.literal_eval(self.transport.exec(f"print(repr({expression}))").decode())

    def put(self, path: str, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Write a file; the board takes a piece at a time, `progress` gets each piece's bytes."""
        with faults.guarded(self.port):
            self.transport.exec_raw_no_follow(f"_take({path!r}, {len(data)}, {CHUNK_BYTES})")
            for start in range(0, len(data), CHUNK_BYTES):
                self._await_ready()
                piece = data[start : start + CHUNK_BYTES]
                self.wire.write(base64.b64encode(piece))
                if progress:
                    progress(len(piece))
            output, error = self.transport.follow(ANSWER_S)
            if error:
                raise TransportExecError(output, error.decode())

    def _await_ready(self) -> None:
        answer = self.wire.read()
        if answer == b"\x04":  # the board gave up: its traceback comes
            raise TransportExecError(b"", self.transport.read_until(1, b"\x04")[:-1].decode())
        if answer != READY:
            raise TransportError(f"{answer!r} for a go-ahead")

    def get(self, path: str) -> bytes:
        """The bytes of a file on the board."""
        with faults.guarded(self.port):
            return base64.b64decode(self.run(f"_give({path!r})"), validate=True)

    def restart_quietly(self) -> None:
        """Stop what runs, at the ordinary prompt, and start again; its output can be read."""
        with faults.guarded(self.port):
            self.wire.write(b"\r\x03\x03")
            self.wire.read_past(b">>> ", 1.0)
            self.wire.clear()
        self.restart()

    def restart(self) -> None:
        """A soft reset: boot.py and main.py run."""
        with faults.guarded(self.port):
            self.wire.write(b"\r\x02")
            self.wire.read_past(b">>> ", 2.0)
            self.wire.write(b"\x04")
            if not self.wire.read_past(b"soft reboot", ANSWER_S).endswith(b"soft reboot"):
                raise TransportError("no soft reset")
