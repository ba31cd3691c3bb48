"""Fixtures of the hall's tests: a broker, a table on the real interpreter."""

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

    def __init__(self, program, plan, settings):
        places = (boards_dir().parent, firmware_dir(), ".frozen")
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


@pytest.fixture
def table(micropython):
    """Call it to seat players at a table; all have left by the end of the test."""
    seats: list[Seat] = []

    def seat(**plan):
        settings = SETTINGS | plan.pop("settings", {})
        usual = {"turns": 6, "turn_ms": 300, "seconds": 1, "drain": bool(settings["hall"])}
        seats.append(Seat(micropython, usual | plan, settings))
        return seats[-1]

    yield seat
    for one in seats:
        one.kill()
