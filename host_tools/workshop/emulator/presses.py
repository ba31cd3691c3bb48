"""Measure how exactly a press is stamped by PIO, hard and soft interrupts, and 50 ms polling.

The same finger closes four contacts at once; each is watched in its own way in the same run.
"""

import json
import random
from pathlib import Path
from statistics import median
from typing import NamedTuple

from host_tools.device.payload import beside_firmware
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.workshop.emulator.chip import Chip
from host_tools.workshop.emulator.flash import TYPICAL, WORST, Timing
from host_tools.workshop.emulator.payload import needed_files, prepared_flash

WAYS = {"pio": 10, "hard": 22, "soft": 26, "poll": 27}
LOADS: dict[str, tuple[str, Timing]] = {
    "idle": ("idle", TYPICAL),
    "gc.collect() in a loop": ("collect", TYPICAL),
    "whole frames to the display": ("frame", TYPICAL),
    "littlefs appends": ("files", TYPICAL),
    "4 KiB erases, 45 ms": ("erase", TYPICAL),
    "4 KiB erases, 400 ms": ("erase", WORST),
}
_HOLD_US = 70_000
_MATCH_US = 480_000
_EARLY_US = 50
_WRAP = 1 << 30
_SETTLE_US = 60_000


class Accuracy(NamedTuple):
    """The lateness of one method's stamps in microseconds, and its missing and surplus presses."""

    median_us: float | None
    worst_us: float | None
    lost: int
    extra: int


def measure(uf2: Path, load: str, presses: int, seed: int = 5) -> dict[str, Accuracy]:
    """Press `presses` times under a load from LOADS; return the accuracy of each method."""
    kind, timing = LOADS[load]
    files = {name: data for name, data in needed_files(uf2).items() if name.startswith("corrido/")}
    chip = Chip(uf2, prepared_flash(uf2, files), {0x3C: Ssd1306()}, timing)
    chip.run_until(lambda: chip.console.connected, 5e6)
    noise = random.Random(seed)
    after_us = [_SETTLE_US + 1000.0]
    for _ in range(presses - 1):
        after_us.append(after_us[-1] + noise.uniform(105_000, 190_000))
    truth: list[int] = []
    source = beside_firmware(Path(__file__).parent / "ondevice" / "presses.py")
    run_ms = int(after_us[-1] / 1000) + 500
    head = f"LOAD = {kind!r}\nRUN_MS = {run_ms}\n"
    chip.console.on_output(b"fingers, please", lambda: _press_all(chip, after_us, truth))
    out = chip.execute(head + source, limit_us=(run_ms + 4000) * 1000)
    seen = json.loads(out.splitlines()[-1])
    return {way: judge(truth, seen[way]) for way in WAYS}


def _press_all(chip: Chip, after_us: list[float], truth: list[int]) -> None:
    for at in after_us:
        chip.at(at, lambda: truth.append(chip.ticks_us() % _WRAP))
        for gpio in WAYS.values():
            chip.at(at, lambda gpio=gpio: chip.contact(gpio, True))
            chip.at(at + _HOLD_US, lambda gpio=gpio: chip.contact(gpio, False))


def judge(truth: list[int], stamps: list[int]) -> Accuracy:
    """Match each stamp, oldest first, to the latest press before it, unless that is taken."""
    late: dict[int, float] = {}
    extra = 0
    for stamp in stamps:
        fits = [
            (index, error) for index, press in enumerate(truth)
            if -_EARLY_US <= (error := _difference(stamp, press)) <= _MATCH_US
        ]  # fmt: skip
        if fits and fits[-1][0] not in late:
            late[fits[-1][0]] = fits[-1][1]
        else:
            extra += 1
    errors = list(late.values())
    worst = max(errors, key=abs) if errors else None
    return Accuracy(median(errors) if errors else None, worst, len(truth) - len(late), extra)


def _difference(stamp: int, press: int) -> int:
    return (stamp - press + _WRAP // 2) % _WRAP - _WRAP // 2
