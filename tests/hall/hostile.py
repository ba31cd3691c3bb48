"""Harmful brokers: each accepts, reads, and then misbehaves in its own way."""

import socket
import threading

CONNACK = b"\x20\x02\x00\x00"
SILENT_S = 60  # how long a broker keeps a silent connection open
ORDERS = (b"1 1 9", b"1 1 9" * 3, b"", b"65535 0 0", b"a b c")
# What each sends, in pieces, once the client has called.
BEHAVIOURS = {
    "silent": [],
    "no acknowledgement": [CONNACK],
    "the beginning of a message of 256 MiB": [
        CONNACK, *[b"\x30\xff\xff\xff\x7f" + b"x" * 65536] * 100,
    ],
    "half an acknowledgement": [CONNACK + b"\x40"],
    "acknowledgements of what was never sent": [CONNACK + b"\x40\x02\xff\xfe" * 2000],
    # For all entries, for nonsense, and in a message without an end.
    "orders": [CONNACK + bytes([0x30, len(text) + 3, 0, 1]) + b"x" + text for text in ORDERS],
    "something other than MQTT": [bytes(range(256)) * 64],
    "refusing": [b"\x20\x02\x00\x05"],
}  # fmt: skip


class HostileBroker:
    """Listen on loopback; read what comes, or nothing after the call."""

    def __init__(self, says: list[bytes], reads: bool) -> None:
        self.calls = 0
        self._says, self._reads = says, reads
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
                for piece in self._says:
                    peer.sendall(piece)
                while self._reads and peer.recv(4096):
                    pass
                threading.Event().wait(SILENT_S)
            except OSError:
                return

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()
