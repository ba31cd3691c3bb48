"""A table and its two players, on a MicroPython of its own."""

import contextlib
import json
import os
import random
import socket
import subprocess
from pathlib import Path
from typing import Any

from host_tools.paths import boards_dir, firmware_dir

TABLE = Path(__file__).with_name("table.py")


def free_port() -> int:
    """Return a free port of loopback.

    Below those that the system hands out by itself: none is lost between here and its use.
    """
    while True:
        port = random.randrange(12_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Seat:
    """One table; plan: that of table.py."""

    def __init__(
        self, program: str, library: Path, plan: dict[str, Any], settings: dict[str, str]
    ) -> None:
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

    def ended(self) -> dict[str, Any]:
        """Wait for the end; return the measurements."""
        out, _ = self._process.communicate()
        assert self._process.returncode == 0, out
        return json.loads(out.splitlines()[-1])

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait(10)
