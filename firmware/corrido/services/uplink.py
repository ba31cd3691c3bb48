"""MQTT 3.1.1 to a broker in steps that never wait: umqtt.simple on a buffered wire.

The library's calls block: connect() on the name, the network and the answer, publish() at QoS 1 on
the acknowledgement, wait_msg() on as many bytes as the peer announces. Here it writes its packets
into a buffer, which is sent in slices; answers are read a few bytes at a time, and anything but
the four short answers that a publisher can expect, or a message of under 128 bytes, ends the
connection.
"""

import select
import socket
import struct
from errno import EINPROGRESS

from umqtt.simple import MQTTClient

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

SLICE_BYTES = const(256)
MOST_WAITING = const(6144)  # unsent bytes: a status and the longest entry, twice
ENOSYS = const(38)
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


class Written(Exception):
    """Signal that a packet is complete in the wire's buffer; its acknowledgement comes later."""


class Wire:
    """A non-blocking connection with a bounded send buffer."""

    def __init__(self) -> None:
        self._sock: "Any" = None
        self._stream: "Any" = None
        self._poll: "Any" = None
        self._trusted = True
        self._host = ""
        self._out = bytearray()

    def open(self, host: str, port: int) -> None:
        """Begin to connect; OSError if that is impossible. Asks DNS unless host is numeric."""
        self._host = host
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

    def secure(self, trusts: "Any") -> None:
        """Continue with TLS; trusts(certificate in DER) -> bool judges the broker's own."""
        try:
            import tls
        except ImportError:  # CPython: the simulator calls brokers only without TLS
            raise OSError(ENOSYS) from None

        self._trusted = False

        def verify(certificate: bytes, depth: int) -> int:
            if depth == 0:
                self._trusted = trusts(certificate)
                return 0 if self._trusted else 1
            return 0

        context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
        # Without a calendar no validity date can be checked: the certificate is known by its hash.
        context.verify_mode = tls.CERT_OPTIONAL
        context.verify_callback = verify
        self._stream = context.wrap_socket(
            self._sock, server_hostname=self._host, do_handshake_on_connect=False
        )

    def secured(self) -> bool:
        """Return whether the broker is verified, OSError if wrong; TLS may take a second."""
        if not self._trusted and self._stream.read(1):
            raise OSError(EPROTO)
        return self._trusted

    def write(self, data: "bytes | bytearray | str", length: int = -1) -> int:
        """Buffer `data`, or its first `length` bytes, for flush(); OSError if too much waits."""
        whole = data.encode() if isinstance(data, str) else data
        part = whole if length < 0 else whole[:length]
        if len(self._out) + len(part) > MOST_WAITING:
            raise OSError(ENOBUFS)
        self._out += part
        return len(part)

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

    def take(self, count: int) -> bytes:
        """Return at most `count` received bytes, b"" if none; OSError once the peer has closed."""
        data = self._stream.read(count)
        if data == b"":
            raise OSError(ECONNRESET)
        return data or b""

    def close(self) -> None:
        """Release the socket."""
        for part in (self._stream, self._sock):
            if part is not None:
                part.close()
        self._sock = self._stream = self._poll = None
        self._out = bytearray()


class Uplink(MQTTClient):
    """The umqtt.simple client, with its packets but without its waiting."""

    def __init__(self, client_id: str, user: str, password: str, keepalive_s: int) -> None:
        super().__init__(client_id, "", 0, user or None, password, keepalive_s)
        self.wire = self.sock = Wire()
        self._in = b""
        self.message = b""  # of the latest PUBLISH

    def greet(self) -> None:
        """Write CONNECT with the last will; CONNACK will be the answer."""
        flags = 0x02  # a clean session: the radio itself repeats unacknowledged entries
        parts = [self.client_id.encode()]
        if self.lw_topic:
            flags |= 0x04 | (self.lw_qos & 0x03) << 3 | (0x20 if self.lw_retain else 0)
            parts += [self.lw_topic, self.lw_msg]
        if self.user:
            flags |= 0xC0
            parts += [self.user.encode(), self.pswd.encode()]
        size = 10 + sum([2 + len(part) for part in parts])
        head = bytearray(b"\x10")
        while size > 0x7F:
            head.append(size & 0x7F | 0x80)
            size >>= 7
        head.append(size)
        self.wire.write(head)
        self.wire.write(struct.pack("!H4sBBH", 4, b"MQTT", 4, flags, self.keepalive))
        for part in parts:
            self._send_str(part)

    def wait_msg(self) -> None:
        """Return at once where publish() would wait for its acknowledgement."""
        raise Written

    def post(self, topic: bytes, message: bytes) -> int:
        """Write a QoS 1 message; return the number that its acknowledgement will carry."""
        self.pid %= _LAST_PID
        try:
            self.publish(topic, message, False, 1)
        except Written:
            pass
        return self.pid

    def hear(self, topic: bytes) -> None:
        """Subscribe to a topic of up to 120 bytes, at QoS 0."""
        head = struct.pack("!BBHH", 0x82, len(topic) + 5, _LAST_PID, len(topic))
        self.wire.write(head + topic + b"\0")

    def receive(self) -> tuple[int, int]:
        """Return the next answer's (kind, number), (0, 0) for none; OSError for any other."""
        need = 2 if len(self._in) < 2 else 2 + self._in[1]
        if len(self._in) < need:
            self._in += self.wire.take(need - len(self._in))
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
        self.wire.close()
        self._in = b""
