"""Trace a press and a challenge through the firmware of one checkout.

    python _ways.py CHECKOUT     with CHECKOUT and CHECKOUT/firmware on PYTHONPATH

Prints a JSON object: name of the way -> the firmware's files, in order of first use. It is a
separate program so that simulator and firmware come from that checkout.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from host_tools.sim.device import Device

DONE = "letters:✓"
MOST_STEPS = 80
Press = Callable[[str], None]


def press(press_key: Press, device: Device) -> None:
    """Hand the turn over."""
    press_key("A")


def challenge(press_key: Press, device: Device) -> None:
    """Challenge, enter a letter, finish, confirm, see the verdict, leave it."""
    press_key("CHALLENGE")
    press_key("OK")
    for step in range(MOST_STEPS):
        if device.focus().startswith(DONE):
            break
        press_key("UP" if step % 8 == 7 else "RIGHT")
    for key in ("OK", "A", "B"):
        press_key(key)
    device.run_until(device.now_us + 1_000_000)
    assert device.status()["phase"] == "verdict", device.status()
    press_key("OK")


def traced(root: Path, walk: Callable[[Press, Device], None]) -> list[str]:
    """Return the files of root/firmware that run between a walk's first key and its end."""
    device = Device.provisioned({"preset": "fise-corrido"})
    device.power_on()
    for at_us, key in ((1_000_000, "OK"), (2_000_000, "B")):
        device.press(key, at_us)
    device.run_until(5_000_000)
    files: dict[str, None] = {}
    base = str(root / "firmware") + os.sep

    def seen(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(base):
            files.setdefault(name.removeprefix(base).replace(os.sep, "/"))

    def press_key(key: str) -> None:
        device.press(key, device.now_us)
        device.run_until(device.now_us + 500_000)

    sys.setprofile(seen)
    try:
        walk(press_key, device)
    finally:
        sys.setprofile(None)
        device.close()
    return list(files)


if __name__ == "__main__":
    checkout = Path(sys.argv[1]).resolve()
    print(json.dumps({walk.__name__: traced(checkout, walk) for walk in (press, challenge)}))
