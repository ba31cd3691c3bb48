"""Simulated boards for the tests of the device tools."""

from pathlib import Path

import pytest

from tests.device.rig import SimulatedBoard


@pytest.fixture
def board(tmp_path: Path, micropython: str):
    """A powered board with an empty flash; switched off after the test."""
    board = SimulatedBoard(tmp_path / "board").power_on()
    yield board
    board.power_off()
