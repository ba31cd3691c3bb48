"""MQTT 3.1.1 to a broker in steps that never wait.

Packets are written into a buffer, which is sent in slices; answers are read a few bytes at a time,
and anything but the four short answers that a publisher can expect, or a message of under 128
bytes, ends the connection.
"""

import select
import socket
import struct
from errno import EINPROGRESS

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

SLICE_BYTES = const(256)
MOST_WAITING = const(6144)  # unsent bytes: a status and the longest entry, twice
EPROTO = const(71)
ECONNREFUSED = const(111)
ECONNRESET = const(104)
ENOBUFS = const(105)

CONNACK = const(0x20)
PUBLISH = const(0x30)  # at QoS 0, not retained
PUBACK = const(0x40)
SUBACK = const(0x90)
PINGRESP = const(0xD0)
_BODY_BYTES = {CONNACK: 2, PUBACK: 2, SUBACK: 3, PINGRESP: 0}
_LONGEST_BODY = const(127)
_LAST_PID = const(0xFFFF)


def _text(text: bytes) -> bytes:
    return struct.pack("!H", len(text)) + text


class Uplink:
    """A publisher's connection, which never waits, and its packets; what is unsent is bounded."""

    def __init__(
        self, client_id: str, user: str, password: str, keepalive_s: int, will: "list[bytes]"
    ) -> None:
        """Prepare to connect. will: topic and message that the broker retains on a loss."""
        self._sock: "Any" = None
        self._stream: "Any" = None
        self._poll: "Any" = None
        self._out = bytearray()
        self._id, self._keepalive_s = client_id.encode(), keepalive_s
        self._account = [user.encode(), password.encode()] if user else []
        self._will = will
        self._number = 0  # of the latest message of QoS 1
        self._in = b""
        self.message = b""  # of the latest PUBLISH

    def open(self, host: str, port: int) -> None:
        """Begin to connect; OSError if that is impossible. Asks DNS unless host is numeric."""
        info = socket.getaddrinfo(host, port)[0]
        sock = self._sock = socket.socket(info[0])
        sock.setblocking(False)
        try:
            sock.connect(info[-1])
        except OSError as error:
            if error.errno != EINPROGRESS:
                raise
        self._poll = select.poll()
        self._poll.register(sock, select.POLLOUT)

    def opened(self) -> bool:
        """Return whether the peer has accepted; OSError if it has refused."""
        for event in self._poll.poll(0):
            if event[1] & (select.POLLERR | select.POLLHUP):
                raise OSError(ECONNREFUSED)
            # MicroPython's sockets are streams; CPython's provide one.
            sock = self._sock
            self._stream = sock if hasattr(sock, "read") else sock.makefile("rwb", 0)
            return True
        return False

    def _write(self, data: "bytes | bytearray") -> None:
        """Buffer `data` for flush(); OSError if too much waits."""
        if len(self._out) + len(data) > MOST_WAITING:
            raise OSError(ENOBUFS)
        self._out += data

    def waiting(self) -> int:
        """Return the number of unsent bytes."""
        return len(self._out)

    def flush(self) -> bool:
        """Send a slice; False if none could be sent. OSError if the connection is gone."""
        sent = self._stream.write(self._out[:SLICE_BYTES])
        if not sent:
            return False
        self._out = self._out[sent:]
        return True

    def _take(self, count: int) -> bytes:
        """Return at most `count` received bytes, b"" if none; OSError once the peer has closed."""
        data = self._stream.read(count)
        if data == b"":
            raise OSError(ECONNRESET)
        return data or b""

    # -- packets

    def _send(self, kind: int, *parts: bytes) -> None:
        """Write a packet: its kind, its length, its parts."""
        size, head = sum([len(part) for part in parts]), bytearray((kind,))
        while size > 0x7F:
            head.append(size & 0x7F | 0x80)
            size >>= 7
        head.append(size)
        for part in (head,) + parts:
            self._write(part)

    def greet(self) -> None:
        """Write CONNECT with the last will; CONNACK will be the answer."""
        flags = 0x02  # a clean session: the radio itself repeats unacknowledged entries
        flags |= 0x2C | (0xC0 if self._account else 0)
        head = struct.pack("!H4sBBH", 4, b"MQTT", 4, flags, self._keepalive_s)
        self._send(0x10, head, *[_text(one) for one in [self._id] + self._will + self._account])

    def keep_alive(self) -> None:
        """Write PINGREQ."""
        self._send(0xC0)

    def send_message(self, topic: bytes, message: bytes) -> None:
        """Write a retained message of QoS 0."""
        self._send(0x31, _text(topic), message)

    def post(self, topic: bytes, message: bytes) -> int:
        """Write a QoS 1 message; return the number that its acknowledgement will carry."""
        self._number = self._number % _LAST_PID + 1
        self._send(0x32, _text(topic), struct.pack("!H", self._number), message)
        return self._number

    def hear(self, topic: bytes) -> None:
        """Subscribe to a topic of up to 120 bytes, at QoS 0."""
        self._send(0x82, struct.pack("!H", _LAST_PID), _text(topic), b"\0")

    def receive(self) -> tuple[int, int]:
        """Return the next answer's (kind, number), (0, 0) for none; OSError for any other."""
        need = 2 if len(self._in) < 2 else 2 + self._in[1]
        if len(self._in) < need:
            self._in += self._take(need - len(self._in))
        head = self._in
        if len(head) < 2:
            return 0, 0
        if head[1] != _BODY_BYTES.get(head[0], min(head[1], _LONGEST_BODY)):
            raise OSError(EPROTO)
        if head[0] != PUBLISH and head[0] not in _BODY_BYTES:
            raise OSError(EPROTO)
        if len(head) < 2 + head[1]:
            return 0, 0
        self._in = b""
        if head[0] == CONNACK:
            return CONNACK, head[3]
        if head[0] == PUBLISH:
            self.message = head[4 + (head[2] << 8 | head[3]) :] if head[1] > 1 else b""
            return PUBLISH, 0
        return head[0], head[2] << 8 | head[3] if head[1] else 0

    def close(self) -> None:
        """Abandon the connection."""
        for part in (self._stream, self._sock):
            if part is not None:
                part.close()
        self._sock = self._stream = self._poll = None
        self._out, self._in = bytearray(), b""
