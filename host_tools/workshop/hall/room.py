"""A hall on this computer: Mosquitto, tables on the real interpreter, and a listener with a clock.

Every table is the whole firmware on a MicroPython of its own, with real sockets.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from host_tools.errors import UserError
from host_tools.hall.messages import LogEntry, parse
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


class Broker:
    """A Mosquitto on loopback that accepts every client and can go down and come back."""

    def __init__(self, folder: Path) -> None:
        """Choose a port; UserError if Mosquitto is not installed."""
        program = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if program is None:
            raise UserError("mosquitto is not installed: `apt-get install mosquitto`")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        config = folder / "mosquitto.conf"
        user = "user root\n" if hasattr(os, "getuid") and os.getuid() == 0 else ""
        # The listener's session and its queued messages survive the broker's absence.
        config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n{user}"
            f"persistence true\npersistence_location {folder}/\nmax_queued_messages 0\n"
        )
        self._command = [program, "-c", str(config)]
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the broker; return once it is listening."""
        self._running = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        _await_port(self.port)

    def stop(self) -> None:
        """Stop the broker; every connection ends."""
        if self._running:
            self._running.terminate()
            self._running.wait(10)
            self._running = None


@contextlib.contextmanager
def broker(folder: Path) -> Iterator[Broker]:
    """Run a broker, and stop it afterwards."""
    running = Broker(folder)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def _await_port(port: int) -> None:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise UserError("mosquitto does not listen", 1)


class Watch:
    """Collect every entry, stamped with this computer's clock in microseconds."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, list[tuple[int, LogEntry]]] = {}
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id="watch", clean_session=False
        )
        self._client.reconnect_delay_set(1, 1)
        self._client.on_message = self._take
        self._client.on_connect = self._subscribe
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _subscribe(self, client: mqtt.Client, *_: Any) -> None:
        client.subscribe(f"corrido/{HALL}/#", 1)

    def _take(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        now_us = time.time_ns() // 1000
        found = parse(message.topic, bytes(message.payload))
        if found and isinstance(found.message, LogEntry):
            self.heard.setdefault(found.device, []).append((now_us, found.message))

    def close(self) -> None:
        """Disconnect from the broker."""
        self._client.disconnect()
        self._client.loop_stop()


class Seat:
    """A table and its two players, on a MicroPython of its own."""

    def __init__(self, number: int, plan: dict[str, Any], settings: dict[str, str]) -> None:
        self.id = f"{number:016x}"
        places = (boards_dir().parent, firmware_dir(), library())
        path = ":".join([*map(str, places), ".frozen"])
        self._process = subprocess.Popen(
            [find_tool("micropython", "micropython_unix"), "-X", "heapsize=2M", str(TABLE)],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "MICROPYPATH": path},
        )  # fmt: skip
        stored = {"preset": "fise-corrido", "table": str(number), **settings}
        lexicons = str(firmware_dir() / "lexicons")
        whole = {"id": self.id, "lexicons": lexicons, "settings": stored, **plan}
        assert self._process.stdin
        self._process.stdin.write(json.dumps(whole) + "\n")
        self._process.stdin.flush()

    def ended(self) -> dict[str, Any]:
        """Wait for the end; return the measurements, with `epoch_us`. UserError if it failed."""
        out, _ = self._process.communicate()
        lines = out.splitlines()
        if self._process.returncode or len(lines) < 2:
            raise UserError(f"table {self.id} ended: {lines[-1] if lines else 'no word'}", 1)
        return json.loads(lines[0]) | json.loads(lines[-1])
