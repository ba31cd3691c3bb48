"""Fixtures of the hall's tests: a broker, the library, a table on the real interpreter."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from host_tools.paths import boards_dir, firmware_dir
from tests.hall.mosquitto import Broker

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {"hall": "sala", "table": "7"}
TABLE = Path(__file__).with_name("table.py")


class Seat:
    """One table; plan: that of table.py."""

    def __init__(self, program, library, plan, settings):
        places = (boards_dir().parent, firmware_dir(), library, ".frozen")
        self._process = subprocess.Popen(
            [program, "-X", "heapsize=2M", str(TABLE)],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "MICROPYPATH": ":".join(map(str, places))},
        )  # fmt: skip
        whole = {"id": "0c0ff1d05e550001", "lexicons": str(firmware_dir() / "lexicons"), **plan}
        whole["settings"] = {"preset": "fise-corrido", **settings}
        self._process.stdin.write(json.dumps(whole) + "\n")
        self._process.stdin.flush()

    def ended(self):
        """Wait for the end; return the measurements."""
        out, _ = self._process.communicate()
        assert self._process.returncode == 0, out
        return json.loads(out.splitlines()[-1])

    def kill(self):
        """Pull the plug."""
        self._process.kill()
        self._process.wait(10)


@pytest.fixture
def broker(tmp_path):
    """A Mosquitto that accepts everyone."""
    running = Broker(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def mplib():
    """The folder with micropython-lib's umqtt.simple, as `make test-all` unpacks it."""
    folder = Path(os.environ.get("CORRIDO_MPLIB", ROOT / ".venv" / "mplib"))
    if not (folder / "umqtt" / "simple.py").is_file():
        pytest.skip("no umqtt.simple here: `make test-all` fetches it into .venv/mplib")
    return folder


@pytest.fixture
def table(micropython, mplib):
    """Call it to seat players at a table; all have left by the end of the test."""
    seats: list[Seat] = []

    def seat(**plan):
        settings = SETTINGS | plan.pop("settings", {})
        usual = {"turns": 6, "turn_ms": 300, "seconds": 1, "drain": bool(settings["hall"])}
        seats.append(Seat(micropython, mplib, usual | plan, settings))
        return seats[-1]

    yield seat
    for one in seats:
        one.kill()
