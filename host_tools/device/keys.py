"""The keys that devices sign their logs with, in a file that only the director has.

A key file is JSON: `{"corrido_keys": 1, "keys": {"e6614103e7452d2f": "64 hexadecimal digits"}}`.
"""

import json
import secrets
import threading
from pathlib import Path

from host_tools.files import read_json, write_whole

FORMAT = 1
KEY_BYTES = 32


class Keys:
    """The devices' keys by id: those of a key file, to which new ones can be added."""

    def __init__(self, path: Path | None = None, new: bool = False) -> None:
        """Read a key file, None for no keys; UserError if it is none.

        new: it need not exist, and is made along with its first key.
        """
        self._path = path
        self._lock = threading.Lock()
        self._keys: dict[str, str] = {}
        self._made: set[str] = set()  # devices whose key was made in this run
        if path and (path.exists() or not new):
            found = read_json(path, "key_file", "provision --keys")
            self._keys = dict(found["keys"])

    def of(self, device: str) -> bytes:
        """Return the key of the device with that id; b"" if none is known."""
        return bytes.fromhex(self._keys.get(device.lower(), ""))

    def by_device(self) -> dict[str, bytes]:
        """Return every device's key by its id."""
        return {device: bytes.fromhex(key) for device, key in self._keys.items()}

    def key_for(self, device: str, other: bool = False) -> str:
        """Return the key of a device, in hexadecimal; make and store one if it has none.

        other: another than the one that was made for it in this run; an older one stays, since
        logs are signed with it. The key is in the file before the device gets it, so that no log
        is ever signed with a lost key. UserError if the file cannot be written.
        """
        with self._lock:
            if device not in self._keys or (other and device in self._made):
                self._keys[device] = secrets.token_hex(KEY_BYTES)
                self._made.add(device)
                self.save()
            return self._keys[device]

    def save(self) -> None:
        """Write the file; UserError if that fails."""
        assert self._path is not None
        document = {"corrido_keys": FORMAT, "keys": self._keys}
        # Whoever has a device's key can forge its log.
        write_whole(self._path, json.dumps(document, indent=1).encode() + b"\n", private=True)
