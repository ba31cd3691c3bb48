"""Fixtures of the hall's tests: a broker, the library, a table on the real interpreter."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.paths import boards_dir, firmware_dir
from tests.hall.mosquitto import Broker

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "host_tools" / "workshop" / "hall" / "ondevice" / "table.py"
SETTINGS = {"preset": "fise-corrido", "hall": "sala", "table": "7"}


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


class Table:
    """The firmware on its own MicroPython, playing by a plan."""

    def __init__(self, micropython: str, mplib: Path, **plan: Any) -> None:
        settings = SETTINGS | plan.pop("settings", {})
        whole = {
            "id": "0c0ff1d05e550001", "lexicons": str(firmware_dir() / "lexicons"), "turns": 6,
            "turn_ms": 300, "seconds": 1, "drain": bool(settings["hall"]), "settings": settings,
            **plan,
        }  # fmt: skip
        places = [str(p) for p in (boards_dir().parent, firmware_dir(), mplib)]
        self._process = subprocess.Popen(
            [micropython, "-X", "heapsize=4M", str(TABLE)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "MICROPYPATH": ":".join([*places, ".frozen"])},
        )  # fmt: skip

        assert self._process.stdin
        self._process.stdin.write(json.dumps(whole) + "\n")
        self._process.stdin.flush()

    def ended(self) -> dict[str, Any]:
        """Wait for its end; return its measurements."""
        out, _ = self._process.communicate(timeout=300)
        assert self._process.returncode == 0, out
        return json.loads(out.splitlines()[-1])

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait(10)


@pytest.fixture
def table(micropython: str, mplib: Path) -> Iterator[Any]:
    """Call it to seat players at a table; all have left by the end of the test."""
    tables: list[Table] = []

    def seat(**plan: Any) -> Table:
        tables.append(Table(micropython, mplib, **plan))
        return tables[-1]

    yield seat
    for one in tables:
        one.kill()
