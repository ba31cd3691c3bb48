"""Fixtures of the hall's tests: a broker, the library, a table on the real interpreter."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.mosquitto import Broker
from tests.hall.seat import Seat

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {"hall": "sala", "table": "7"}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A Mosquitto that accepts everyone."""
    running = Broker(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def mplib() -> Path:
    """The folder with micropython-lib's umqtt.simple, as `make test` unpacks it."""
    folder = Path(os.environ.get("CORRIDO_MPLIB", ROOT / ".venv" / "mplib"))
    if not (folder / "umqtt" / "simple.py").is_file():
        pytest.skip("no umqtt.simple here: `make test-all` fetches it into .venv/mplib")
    return folder


@pytest.fixture
def table(micropython: str, mplib: Path) -> Iterator[Any]:
    """Call it to seat players at a table; all have left by the end of the test."""
    seats: list[Seat] = []

    def seat(**plan: Any) -> Seat:
        settings = SETTINGS | plan.pop("settings", {})
        usual = {"turns": 6, "turn_ms": 300, "seconds": 1, "drain": bool(settings["hall"])}
        seats.append(Seat(micropython, mplib, usual | plan, settings))
        return seats[-1]

    yield seat
    for one in seats:
        one.kill()
