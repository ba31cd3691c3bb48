"""A hall on this computer: Mosquitto, `corrido hall`, and tables on the real interpreter.

Every table is the whole firmware on a MicroPython of its own, with real sockets.
"""

import contextlib
import csv
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.hall.setup import Wanted, write
from host_tools.paths import boards_dir, firmware_dir
from host_tools.tools import find_tool

TABLE = Path(__file__).resolve().parent / "ondevice" / "table.py"
HALL = "bench"


def library() -> Path:
    """Return the folder of micropython-lib's umqtt.simple; UserError until `make test` has run."""
    folder = Path(os.environ.get("CORRIDO_MPLIB", boards_dir().parent / ".venv" / "mplib"))
    if not (folder / "umqtt" / "simple.py").is_file():
        raise UserError(f"{folder}: no umqtt.simple: `make test-all` fetches it")
    return folder


def free_port() -> int:
    """Return a free port of loopback.

    Below those that the system hands out by itself: none is lost between here and its use.
    """
    while True:
        port = random.randrange(12_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Club:
    """What `corrido hall setup` makes, its Mosquitto, and the hall that listens; with troubles."""

    def __init__(self, folder: Path, tables: int) -> None:
        """Set up a hall in a folder; UserError if Mosquitto is not installed."""
        program = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if program is None:
            raise UserError("mosquitto is not installed: `apt-get install mosquitto`")
        self._port = free_port()
        write(folder / "club", Wanted(HALL, tables, "127.0.0.1", self._port, False))
        with (folder / "club" / "devices.csv").open() as plan:
            rows = list(csv.DictReader(plan))
        self.settings = [{name: value for name, value in row.items() if value} for row in rows]
        self.store = folder / "hall.sqlite"
        self._broker = [program, "-c", str(folder / "club" / "mosquitto.conf")]
        account = str(folder / "club" / "director.json")
        self._hall = [sys.executable, "-m", "host_tools", "hall", "--account", account,
                      "--store", str(self.store), "--port", "0"]  # fmt: skip
        self._running: dict[str, subprocess.Popen[str]] = {}

    def start(self, which: str) -> None:
        """Start the "broker" or the "hall"; return once it is up."""
        command = self._broker if which == "broker" else self._hall
        self._running[which] = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        out = self._running[which].stdout
        if which == "broker":
            _await_port(self._port)
        elif out and not out.readline():
            raise UserError("the hall does not open", 1)

    def stop(self, which: str, how: int = signal.SIGTERM) -> None:
        """End the "broker" or the "hall" with a signal."""
        running = self._running.pop(which, None)
        if running:
            running.send_signal(how)
            running.wait(60)

    def freeze(self, seconds: float) -> None:
        """Let the broker keep its connections and answer nothing for so long."""
        self._running["broker"].send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._running["broker"].send_signal(signal.SIGCONT)

    def heard(self) -> dict[str, dict[int, int]]:
        """Return, by table and number of the entry, when it was heard as it happened, or -1.

        In microseconds between the device's own instant and this computer's clock.
        """
        store = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10)
        found: dict[str, dict[int, int]] = {}
        for name, n, us, heard_s in store.execute("SELECT device, n, us, heard_s FROM entry"):
            found.setdefault(name, {})[n] = round(heard_s * 1e6) - us if us >= 0 else -1
        store.close()
        return found


@contextlib.contextmanager
def club(folder: Path, tables: int) -> Iterator[Club]:
    """Open a hall, and close it afterwards."""
    opened = Club(folder, tables)
    try:
        opened.start("broker")
        opened.start("hall")
        yield opened
    finally:
        opened.stop("hall")
        opened.stop("broker")


def _await_port(port: int) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise UserError("mosquitto does not listen", 1)


class Seat:
    """A table and its two players, on a MicroPython of its own."""

    def __init__(self, plan: dict[str, Any], settings: dict[str, str], program: str = "") -> None:
        """Seat the players; plan: of ondevice/table.py. UserError if there is no MicroPython."""
        places = (boards_dir().parent, firmware_dir(), library())
        program = program or str(find_tool("micropython", "micropython_unix"))
        self._process = subprocess.Popen(
            [program, "-X", "heapsize=2M", str(TABLE)],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "MICROPYPATH": ":".join([*map(str, places), ".frozen"])},
        )  # fmt: skip
        whole = {"id": "0c0ff1d05e550001", "lexicons": str(firmware_dir() / "lexicons"), **plan}
        whole["settings"] = {"preset": "fise-corrido", **settings}
        assert self._process.stdin
        self._process.stdin.write(json.dumps(whole) + "\n")
        self._process.stdin.flush()

    def ended(self) -> dict[str, Any]:
        """Wait for the end; return the measurements, with `epoch_us`. UserError if it failed."""
        out, _ = self._process.communicate()
        lines = out.splitlines()
        if self._process.returncode or len(lines) < 2:
            raise UserError(f"a table ended: {lines[-1] if lines else 'no word'}", 1)
        return json.loads(lines[0]) | json.loads(lines[-1])

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait(10)
