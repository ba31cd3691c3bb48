"""The short form of every fault campaign: nothing is lost, and enough was tried to matter.

`make test` runs a fifth of them, chosen by the commit, `make test-all` the rest.
"""

import subprocess
from argparse import Namespace
from functools import cache
from pathlib import Path

import pytest

from host_tools.workshop.bench import faults

ENOUGH = {
    "cuts": ("cuts", 400),
    "cuts-in-whole-games": ("cuts", 40),
    "bad-blocks": ("cases", 200),
    "exceptions": ("functions", 200),
    "hangs": ("crashes", 40),
    "random-presses": ("presses", 3000),
    "crafted-lists": ("lists", 200),
}


GIT = ("git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD")
COMMIT = subprocess.run(GIT, capture_output=True, text=True, check=False).stdout or "0"


@cache
def campaign(name: str) -> dict:
    args = Namespace(long=False, only=name)
    return faults.run(args)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if at % 5 == int(COMMIT, 16) % 5 else pytest.mark.long)
        for at, name in enumerate(faults.CAMPAIGNS)
    ],
)
def test_campaign(name: str) -> None:
    result = campaign(name)
    assert faults.failures(result) == []
    figure, least = ENOUGH[name]
    assert result[name][figure] >= least
