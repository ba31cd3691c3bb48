"""Time that no setting of a clock moves, and that goes on while the computer sleeps."""

import json
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


def mark() -> str:
    """Return what later tells by how much its steady time differs from the present one's."""
    boot = _BOOT.read_text().strip() if _BOOT.is_file() else ""
    return json.dumps([boot, steady_s(), time.time()])


def shift_s(then: str) -> float:
    """Return what has to be added to an instant of the time of a mark; 0.0 in the same start."""
    boot, steady_then, wall_then = json.loads(then)
    now, steady_now, wall_now = json.loads(mark())
    if boot == now and (boot or steady_now >= steady_then):
        return 0.0
    return (steady_now - wall_now) - (steady_then - wall_then)
