"""Write what the firmware of a checkout leaves behind: its flash with a game in it, carried too.

    PYTHONPATH=CHECKOUT:CHECKOUT/firmware python tests/crash/golden/make.py tests/crash/golden/NAME

The oldest layouts kept here had no game that could be taken out.
"""

import base64
import json
import sys
import zlib
from pathlib import Path

from host_tools.device.norflash import NorFlash
from host_tools.sim.device import Device

SETTINGS = {
    "preset": "fise-no-corrido",
    "budget": "600",
    "device-name": "Mesa 4",
    "player-a": "Ñandú",
    "pin": "90210",
}
BLOCKS = 12
# At these milliseconds: armed, A opens, hands over twice, B hands over, the clocks stop.
KEYS = (
    (1000, "OK"), (2000, "B"), (9000, "A"), (11000, "A"), (20000, "B"), (21000, "B"),
    (31000, "A"), (32000, "STOP"),
)  # fmt: skip


def made():
    """Return what is kept: the flash of a device whose game is stopped, and the game taken out."""
    device = Device.provisioned(SETTINGS, flash=NorFlash(BLOCKS))
    device.power_on()
    for at_ms, key in KEYS:
        device.run_until(at_ms * 1000)
        device.press(key)
    device.run_until(35_000_000)
    status, flash = device.status(), device.world.flash.image()
    parts = {}
    if hasattr(device, "ask"):
        device.ask("unlock 90210")
        parts = json.loads(device.ask("take").partition(" ")[2])
    carried = "".join(parts[str(at)].split("\n", 1)[1] for at in range(len(parts)))
    device.close()
    return status, flash, carried


def main():
    """Write the file."""
    status, flash, carried = made()
    packed = base64.b85encode(zlib.compress(flash, 9)).decode()
    kept = {"status": status, "carried": carried, "flash": packed}
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
