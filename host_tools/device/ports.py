"""Which serial ports carry a board, and which drives wait for an image."""

import os
import string
import sys
from pathlib import Path

from host_tools.device import faults
from host_tools.errors import UserError

# USB vendors: Raspberry Pi, Espressif, Silicon Labs, WCH, MicroPython, FTDI.
VENDORS = {0x2E8A, 0x303A, 0x10C4, 0x1A86, 0xF055, 0x0403}
UF2_INFO = "INFO_UF2.TXT"


def boards() -> list[str]:
    """Return the names of the serial ports whose USB vendor makes boards, sorted."""
    from serial.tools import list_ports

    return sorted(port.device for port in list_ports.comports() if port.vid in VENDORS)


def chosen(ports: list[str] | None) -> list[str]:
    """Return the ports that the user named, or else all boards; NoBoard if there are none."""
    names = ports or boards()
    if not names:
        raise faults.NoBoard
    return list(dict.fromkeys(names))


def only(ports: list[str] | None) -> str:
    """Return the one port that is meant; UserError if there are several."""
    names = chosen(ports)
    if len(names) > 1:
        raise UserError(f"which board? --port one of {', '.join(names)}")
    return names[0]


def _mount_points() -> list[Path]:
    if os.name == "nt":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    tops = (Path("/media"), Path("/run/media"), Path("/mnt"))
    return [folder for top in tops for depth in ("*", "*/*") for folder in sorted(top.glob(depth))]


def uf2_drives() -> list[Path]:
    """Return the drives of boards started with BOOTSEL held down."""
    found = []
    for folder in _mount_points():
        try:
            if (folder / UF2_INFO).is_file():
                found.append(folder)
        except OSError:  # a drive without a medium, or not ours to read
            continue
    return found
