"""What keys do, key by key: the tasks of walks.txt."""

from pathlib import Path

import pytest

from host_tools.workshop.screens.cases import walk

LINES = Path(__file__).with_name("walks.txt").read_text("utf-8").splitlines()
WALKS = dict(line.split(": ", 1) for line in LINES if line and line[0] != "#")


@pytest.mark.parametrize("keys", WALKS.values(), ids=WALKS)
def test_a_walk(keys):
    walk(keys, "es")
