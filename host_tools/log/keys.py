"""The keys that devices sign their logs with: a file of the director's, and nobody else's.

A key file is JSON: `{"corrido_keys": 1, "keys": {"e6614103e7452d2f": "64 hexadecimal digits"}}`.
"""

import json
import re
import secrets
import threading
from pathlib import Path

from host_tools.errors import UserError
from host_tools.files import read_json, read_text, write_whole

FORMAT = 1
KEY_BYTES = 32
MODE = 0o600  # who has a device's key can forge its log


class KeyFile:
    """A key file by its path; the file is made with its first key."""

    def __init__(self, path: Path) -> None:
        """Read the file if it is there; UserError if it is no key file."""
        self._path = path
        self._lock = threading.Lock()
        self._keys: dict[str, str] = {}
        self._made: set[str] = set()  # devices whose key was made in this run
        if path.exists():
            self._keys = _keys_in(path)

    def try_out(self) -> None:
        """Write the file as it is; UserError if that fails: better now than after forty boards."""
        self._save()

    def key_for(self, device: str) -> str:
        """Return the key of a device, in hexadecimal; make and keep one if it has none.

        It is in the file before the device is given it, so that no log is ever signed with a
        key that is lost. UserError if the file cannot be written.
        """
        with self._lock:
            if device not in self._keys:
                self._make(device)
            return self._keys[device]

    def another_for(self, device: str) -> str | None:
        """Make a device another key in place of one that was made in this run.

        None if its key is older: logs are signed with that one. UserError as for key_for().
        """
        with self._lock:
            if device not in self._made:
                return None
            self._make(device)
            return self._keys[device]

    def _make(self, device: str) -> None:
        self._keys[device] = secrets.token_hex(KEY_BYTES)
        self._made.add(device)
        self._save()

    def _save(self) -> None:
        document = {"corrido_keys": FORMAT, "keys": self._keys}
        write_whole(self._path, json.dumps(document, indent=1).encode() + b"\n", mode=MODE)


class Keys:
    """What logs are checked with: a key file, or one key for whatever log."""

    def __init__(self, path: Path | None = None) -> None:
        """Read a key file or a file of 64 hexadecimal digits; None: no key at all. UserError."""
        self._by_device: dict[str, str] = {}
        self._one = ""
        if path is None:
            return
        text = read_text(path).strip()
        if re.fullmatch("[0-9a-fA-F]{64}", text):
            self._one = text
        elif text.startswith("{"):
            self._by_device = _keys_in(path)
        else:
            raise UserError(f"{path}: no key: 64 hexadecimal digits, or a file that "
                            "`corrido provision --keys` has written")  # fmt: skip

    @property
    def one(self) -> bool:
        """Return whether it is a single key, which fits the log of one device."""
        return bool(self._one)

    def of(self, device: str) -> bytes:
        """Return the key of the device with that id; b"" if none is known."""
        return bytes.fromhex(self._one or self._by_device.get(device.lower(), ""))


def _keys_in(path: Path) -> dict[str, str]:
    return dict(read_json(path, "key_file")["keys"])
