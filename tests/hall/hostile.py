"""Harmful brokers: each accepts, reads, and then misbehaves in its own way."""

import socket
import threading
from collections.abc import Callable
from typing import Any

CONNACK = b"\x20\x02\x00\x00"
SILENT_S = 60  # how long a broker keeps a silent connection open
HUGE = b"\x30\xff\xff\xff\x7f" + b"x" * 65536  # the beginning of a message of 256 MiB

Behaviour = Callable[[socket.socket], Any]


def silent(peer: socket.socket) -> None:
    """Never answer CONNECT."""


def no_acknowledgement(peer: socket.socket) -> None:
    """Greet, and never send a PUBACK."""
    peer.sendall(CONNACK)


def huge_packets(peer: socket.socket) -> None:
    """Greet, then send one endless packet."""
    peer.sendall(CONNACK)
    for _ in range(100):
        peer.sendall(HUGE)


def half_packets(peer: socket.socket) -> None:
    """Greet, then send half an acknowledgement."""
    peer.sendall(CONNACK + b"\x40")


def orders(peer: socket.socket) -> None:
    """Greet, then ask for all entries, for nonsense, and for a message without an end."""
    for text in (b"1 1 9", b"1 1 9" * 3, b"", b"65535 0 0", b"a b c"):
        peer.sendall(CONNACK + bytes([0x30, len(text) + 3, 0, 1]) + b"x" + text)


def wrong_numbers(peer: socket.socket) -> None:
    """Greet, then acknowledge messages that were never sent."""
    peer.sendall(CONNACK + b"\x40\x02\xff\xfe" * 2000)


def noise(peer: socket.socket) -> None:
    """Send something other than MQTT."""
    peer.sendall(bytes(range(256)) * 64)


def refusing(peer: socket.socket) -> None:
    """Answer that the client is not authorised."""
    peer.sendall(b"\x20\x02\x00\x05")


BEHAVIOURS: tuple[Behaviour, ...] = (
    silent, no_acknowledgement, huge_packets, half_packets, wrong_numbers, orders, noise,
    refusing,
)  # fmt: skip


class HostileBroker:
    """Listen on loopback; read `slow` bytes at a time, all of them if 0, none if negative."""

    def __init__(self, behave: Behaviour, slow: int = 0) -> None:
        self.calls = 0
        self._behave, self._slow = behave, slow
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            self.calls += 1
            threading.Thread(target=self._talk, args=(peer,), daemon=True).start()

    def _talk(self, peer: socket.socket) -> None:
        with peer:
            try:
                peer.recv(4096)
                self._behave(peer)
                while self._slow >= 0 and peer.recv(self._slow or 4096):
                    pass
                threading.Event().wait(SILENT_S)
            except OSError:
                return

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()
