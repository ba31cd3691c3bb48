"""The keys that devices sign their logs with, in a file that only the director has.

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
MODE = 0o600  # whoever has a device's key can forge its log


class KeyFile:
    """A key file at a path; the file is made along with its first key."""

    def __init__(self, path: Path) -> None:
        """Read the file if it exists; UserError if it is not a key file."""
        self._path = path
        self._lock = threading.Lock()
        self._keys: dict[str, str] = {}
        self._made: set[str] = set()  # devices whose key was made in this run
        if path.exists():
            self._keys = _keys_in(path)

    def try_out(self) -> None:
        """Write the file unchanged; UserError if that fails: better now than forty boards on."""
        self._save()

    def key_for(self, device: str) -> str:
        """Return the key of a device, in hexadecimal; make and store one if it has none.

        The key is in the file before the device gets it, so that no log is ever signed with a
        lost key. UserError if the file cannot be written.
        """
        with self._lock:
            if device not in self._keys:
                self._make(device)
            return self._keys[device]

    def another_for(self, device: str) -> str | None:
        """Replace a device's key, if it was made in this run, with a new one and return that.

        None if the key is older: logs are signed with it. UserError as for key_for().
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
    """The keys to check logs with: a key file, or a single key for any log."""

    def __init__(self, path: Path | None = None) -> None:
        """Read a key file or one of 64 hexadecimal digits, None for no keys; UserError if bad."""
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
        """Return whether this is a single key, which fits the logs of one device."""
        return bool(self._one)

    def several(self) -> dict[str, bytes]:
        """Return every device's key by its id; UserError for a single key."""
        if self._one:
            raise UserError("one key: here the file of `provision --keys` is needed")
        return {device: bytes.fromhex(key) for device, key in self._by_device.items()}

    def of(self, device: str) -> bytes:
        """Return the key of the device with that id; b"" if none is known."""
        return bytes.fromhex(self._one or self._by_device.get(device.lower(), ""))


def _keys_in(path: Path) -> dict[str, str]:
    return dict(read_json(path, "key_file")["keys"])
