"""The way of a press, of a challenge and of a second through the firmware's files stays short.

`python -m tests.sim.test_walks` prints the three walks as lists.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from host_tools.paths import firmware_dir
from host_tools.sim.device import Device
from host_tools.workshop.screens.cases import playing

WRITTEN = ("store/nor.py", "program")
TOP = str(firmware_dir() / "corrido") + "/"
STAND_INS = {TOP + "native.py"}  # for what a board's compiler does


class Walk:
    """The files in the order in which they are first entered, with their functions."""

    def __init__(self, ends: "Callable[[], bool] | None" = None) -> None:
        """Follow a walk; it ends when the flash has been written and ends() says so."""
        self.files: dict[str, set[str]] = {}
        self._ends = ends

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event not in ("call", "return") or not file.startswith(TOP) or file in STAND_INS:
            return
        name = file.removeprefix(TOP)
        if event == "call":
            self.files.setdefault(name, set()).add(frame.f_code.co_name)
        elif self._ends and (name, frame.f_code.co_name) == WRITTEN and self._ends():
            sys.setprofile(None)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Follow what runs until the end."""
        gc.collect()  # what earlier tests left would be closed within the walk
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def game() -> Device:
    """Return a device with a game in which A's clock runs."""
    return playing("es", confirm="yes").wait(1000).device


def press() -> Walk:
    """Return the walk of a press from its first edge until its record is durable."""
    device = game()
    match = device.app.recorder.match
    seq = match.seq
    walk = Walk(lambda: match.seq > seq)
    device.press("A", device.now_us + 100_000)
    with walk.taken():
        device.run_until(device.now_us + 400_000)
    return walk


def challenge() -> Walk:
    """Return the walk of a challenge, from its key to the verdict on the display."""
    walk, device = Walk(), game()
    with walk.taken():
        device.tap("CHALLENGE", "OK", "OK", "B", "A", pause_us=400_000)
        device.run_until(device.now_us + 2_000_000)
    assert device.status()["phase"] == "verdict"
    return walk


def second() -> Walk:
    """Return the walk of a second of a running clock, picture included."""
    walk, device = Walk(), game()
    with walk.taken():
        device.run_until(device.now_us + 1_000_000)
    return walk


MOST: "list[tuple[Callable[[], Walk], int]]" = [(press, 25), (challenge, 40), (second, 18)]


@pytest.mark.parametrize(("walk", "most"), MOST)
def test_a_walk_passes_few_files(walk: Callable[[], Walk], most: int) -> None:
    files = walk().files
    assert len(files) <= most, list(files)


def main() -> None:
    """Print the walks."""
    for walk, most in MOST:
        found = walk()
        functions = sum(map(len, found.files.values()))
        print(f"{walk.__name__}: {len(found.files)} files (most: {most}), {functions} functions")
        for name, entered in found.files.items():
            print(f"    {name}: {', '.join(sorted(entered))}")


if __name__ == "__main__":
    main()
