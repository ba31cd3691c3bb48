"""Time that no setting of a clock moves, and that goes on while the computer sleeps."""

import sys
import time
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def steady_s() -> float:
    """Return the seconds since some instant of this start of the computer, its sleep included."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":  # there it counts sleep, which time.monotonic() does not
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


def start() -> str:
    """Return what this start of the computer has, and no other: its id, or else when it was."""
    return _BOOT.read_text().strip() if _BOOT.is_file() else f"{time.time() - steady_s():.0f}"


SINCE_S = time.time() - steady_s()  # the epoch's seconds at its zero, as this program began
