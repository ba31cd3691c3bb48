"""Touches as browsers tell them, ends lost or doubled: each is one press."""

import json
import subprocess

import pytest
from corrido.contacts import Debouncer

from host_tools.npm import node
from host_tools.paths import pages_dir

BEHIND_MS = 25  # the engine counts a touch so much later, to have heard of it by then
LATE_MS = 35  # where a finger of that hand still rests, and the page hears of it 8 ms later


def presses(moves):
    """What the firmware takes the contacts' moves for: (key, us), in order."""
    debouncer, told = Debouncer(2), []
    for key, closed, us in sorted(moves, key=lambda move: move[2]):
        told += debouncer.poll(us - 1)
        debouncer.edge("AB".index(key), int(closed), us)
    told += debouncer.poll(moves[-1][2] + 30_000)
    return [("AB"[key], us) for key, pressed, us in told if pressed]


@pytest.mark.parametrize("seed", range(1, 101))
def test_each_touch_is_one_press(root, seed):
    static = pages_dir() / "site" / "static"
    script = root / "tests" / "web" / "hands.mjs"
    command = [*node(), str(script), str(static), str(seed), "1000"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = json.loads(done.stdout)
    booked = presses(found["moves"])
    for name in "AB":
        counted = [us / 1000 for key, us in booked if key == name]
        touched = [ms + BEHIND_MS for key, ms in found["touches"] if key == name]
        assert len(counted) == len(touched)
        late = [there - here for here, there in zip(touched, counted, strict=True)]
        assert all(-1 <= each <= LATE_MS for each in late), (min(late), max(late))
