"""A serial port that bounds every read: bulk reads, a deadline, a limit of bytes.

The only adapter around mpremote's transport; made for mpremote 1.29, whose library interface is
not guaranteed to stay. An endless sender (a GPS receiver, a flood without line ends) is cut off.
"""

import contextlib
import errno
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import serial
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host_tools.device import faults
from host_tools.untrusted.reading import OUTPUT_BYTES

ANSWER_S = 10.0  # without a byte, of a board that has nothing to do but answer
# Without a byte while the board runs our code: littlefs says nothing during a rename, which also
# tidies up its folder (16 s were measured on an emulated ESP32-C3).
WORK_S = 30.0
# Time limit of a command in multiples of ANSWER_S, however much is received meanwhile.
PATIENCE = 6


class Wire:
    """A serial port with a buffer in front, so that each read takes everything available."""

    def __init__(self, serial: Any) -> None:
        self._serial = serial
        self._buffer = bytearray()
        self._limit(float("inf"), float("inf"))

    @contextlib.contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Raise TransportError within the context after `seconds`, or OUTPUT_BYTES of answers.

        A console is asked for hours: outside such a context only its own answers have limits.
        """
        self._limit(seconds, OUTPUT_BYTES)
        try:
            yield
        finally:
            self._limit(float("inf"), float("inf"))

    def _limit(self, seconds: float, most_bytes: float) -> None:
        self._end_s, self._left_bytes = monotonic() + seconds, most_bytes

    def inWaiting(self) -> int:
        """Return how many bytes can be read without waiting, under the name mpremote uses."""
        return len(self._buffer) + self._serial.in_waiting

    def read(self, size: int = 1) -> bytes:
        """Return `size` bytes, or fewer if none came for ANSWER_S."""
        quiet_end_s = monotonic() + ANSWER_S
        while len(self._buffer) < size and monotonic() < quiet_end_s:
            if self._receive(size - len(self._buffer)):
                quiet_end_s = monotonic() + ANSWER_S
        return self._take(size)

    def read_past(
        self, ending: bytes, quiet_s: float, total_s: float = float("inf"),
        most_bytes: int = OUTPUT_BYTES,
    ) -> bytes:  # fmt: skip
        """Return all bytes up to and including `ending`, or those received up to a limit.

        quiet_s: the longest silence; total_s: the total time; most_bytes: how many may come
        without `ending` among them.
        """
        start, quiet_end_s, end_s = 0, monotonic() + quiet_s, monotonic() + total_s
        while True:
            found = self._buffer.find(ending, start)
            if found >= 0:
                return self._take(found + len(ending))
            start = max(0, len(self._buffer) - len(ending) + 1)
            if len(self._buffer) >= most_bytes or monotonic() >= min(quiet_end_s, end_s):
                return self._take(len(self._buffer))
            if self._receive(min(self._serial.in_waiting, most_bytes) or 1):
                quiet_end_s = monotonic() + quiet_s

    def _receive(self, size: int) -> int:
        """Receive at most `size` bytes into the buffer and return how many came."""
        if monotonic() >= self._end_s:
            raise TransportError("too slow")
        data = self._serial.read(size)
        self._buffer += data
        self._left_bytes -= len(data)
        if self._left_bytes < 0:
            raise TransportError("too much")
        return len(data)

    def _take(self, size: int) -> bytes:
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def write(self, data: bytes) -> None:
        """Send all of data."""
        if monotonic() >= self._end_s:
            raise TransportError("too slow")
        self._serial.write(data)

    def clear(self) -> None:
        """Discard received bytes."""
        self._buffer.clear()
        # Not by reset_input_buffer(): for a port that is gone it raises what is no OSError.
        if waiting := self._serial.in_waiting:
            self._serial.read(waiting)

    def close(self) -> None:
        """Close the port, its control lines first.

        Windows drops them in an order that resets an ESP32. A port without control lines, or one
        that is gone, is not harmed.
        """
        with contextlib.suppress(OSError):
            self._serial.rts = False
            self._serial.dtr = False
        with contextlib.suppress(OSError):
            self._serial.close()


class QuietTransport(SerialTransport):
    """mpremote's transport on a Wire: bulk reads, no output, bounded waits."""

    def __init__(self, port: str) -> None:
        super().__init__(port, timeout=0.2)
        opened: Any = self.serial
        opened.write_timeout = ANSWER_S
        self.wire = Wire(opened)
        self.serial = self.wire

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = 0,
        data_consumer: Callable[[bytes], object] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Read as mpremote's own does, but not byte by byte and without its 10 ms polls."""
        data = self.wire.read_past(ending, max(timeout or 0, ANSWER_S))
        if data_consumer:
            data_consumer(data)
        return data

    def close(self) -> None:
        """Close the port, whatever state its lines are in."""
        self.wire.close()


def open_port(port: str) -> QuietTransport:
    """Open a serial port for exclusive use; DeviceFault with the remedy if that fails."""
    try:
        return QuietTransport(port)
    except (TransportError, OSError, ValueError) as error:
        raise faults.cannot_open(port, _why_closed(port)) from error


def _why_closed(port: str) -> OSError:
    """Return the reason, by opening the port again without mpremote, which hides it."""
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except OSError as error:  # pyserial's SerialException is one
        return error
    except ValueError as error:  # an address such as socket://nowhere
        return OSError(errno.EINVAL, str(error))
    return OSError(errno.EBUSY, "busy a moment ago")
