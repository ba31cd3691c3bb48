"""Helpers for the host tools at a board's raw REPL; sent once per connection.

The host relies on the names: `_sums` and the like occur in the code that it sends afterwards.
"""

import binascii
import hashlib
import json
import os
import sys

RP2040_WATCHDOG = 0x40058000
RP2350_WATCHDOG = 0x400D8000
CLEAR_ALIAS = 0x3000  # a write there clears the bits that are set in the value
ENABLE = 1 << 30
AN_HOUR_MS = 3600000


def _calm() -> None:
    """Keep a running watchdog from resetting a board whose firmware is stopped.

    RP2040, RP2350: its enable bit is cleared. ESP32, where it cannot be stopped: it gets an hour.
    """
    try:
        import machine

        if sys.platform == "rp2":
            rp2350 = "RP2350" in sys.implementation._machine
            base = RP2350_WATCHDOG if rp2350 else RP2040_WATCHDOG
            machine.mem32[base + CLEAR_ALIAS] = ENABLE
        elif sys.platform == "esp32":
            machine.WDT(timeout=AN_HOUR_MS)
    except (ImportError, AttributeError, ValueError, OSError):
        pass


def _sums(paths: list[str]) -> None:
    """Print [path, SHA-256, bytes] of each file that exists, one per line."""
    buf = bytearray(1024)
    for path in paths:
        digest, size = hashlib.sha256(), 0
        try:
            with open(path, "rb") as file:
                while got := file.readinto(buf):
                    digest.update(memoryview(buf)[:got])
                    size += got
        except OSError:
            continue
        print(json.dumps((path, binascii.hexlify(digest.digest()).decode(), size)))


def _walk(top: str) -> None:
    """Print the path of every file under a folder as JSON, one per line."""
    try:
        entries = list(os.ilistdir(top))
    except OSError:
        return
    for entry in entries:
        path = top.rstrip("/") + "/" + entry[0]
        if entry[1] & 0x4000:
            _walk(path)
        else:
            print(json.dumps(path))


def _mkdirs(path: str) -> None:
    """Make the folders in a file's path."""
    made = ""
    for part in path.split("/")[1:-1]:
        made += "/" + part
        try:
            os.mkdir(made)
        except OSError:
            pass


_calm()
