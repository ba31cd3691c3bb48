"""What the radio needs of micropython-lib's umqtt.simple, under CPython: packets, no waiting."""

import struct
import sys
from types import ModuleType
from typing import Any


class MQTTClient:
    """A client whose packets go to `sock`, which its user makes."""

    def __init__(
        self, client_id: str, server: str, port: int, user: str | None, password: str,
        keepalive: int,
    ) -> None:  # fmt: skip
        """Take what greets a broker; server and port are its user's concern."""
        self.client_id, self.user, self.pswd, self.keepalive = client_id, user, password, keepalive
        self.sock: Any = None
        self.pid = self.lw_qos = 0
        self.lw_topic, self.lw_msg, self.lw_retain = b"", b"", False

    def set_last_will(self, topic: bytes, message: bytes, retain: bool, qos: int) -> None:
        """Let the broker say this once the connection is lost."""
        self.lw_topic, self.lw_msg, self.lw_retain, self.lw_qos = topic, message, retain, qos

    def ping(self) -> None:
        """Write a PINGREQ."""
        self.sock.write(b"\xc0\0")

    def publish(self, topic: bytes, message: bytes, retain: bool = False, qos: int = 0) -> None:
        """Write a PUBLISH (MQTT 3.1.1, 3.3); of QoS 1, wait for its acknowledgement."""
        size = 2 + len(topic) + len(message) + (2 if qos else 0)
        head = bytearray([0x30 | qos << 1 | retain])
        while size > 0x7F:
            head.append(size & 0x7F | 0x80)
            size >>= 7
        self.sock.write(bytes([*head, size]))
        self._send_str(topic)
        if qos:
            self.pid += 1
            self.sock.write(struct.pack("!H", self.pid))
        self.sock.write(message)
        if qos:
            self.wait_msg()

    def wait_msg(self) -> None:
        """Read an answer, as its user defines it."""
        raise NotImplementedError

    def _send_str(self, text: bytes) -> None:
        self.sock.write(struct.pack("!H", len(text)))
        self.sock.write(text)


def install() -> None:
    """Let the firmware in this interpreter import it under its name."""
    package, simple = ModuleType("umqtt"), ModuleType("umqtt.simple")
    vars(simple)["MQTTClient"] = MQTTClient
    vars(package).update(simple=simple, __path__=[])
    sys.modules.update({"umqtt": package, "umqtt.simple": simple})
