"""A real Mosquitto on loopback, made for one test."""

import contextlib
import os
import random
import socket
import subprocess

import pytest

from host_tools import tools
from host_tools.errors import UserError
from tests.waiting import wait_until


def free_port():
    """Return a free port of loopback.

    Below those that the system hands out by itself: none is lost between here and its use.
    """
    while True:
        port = random.randrange(12_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def program():
    """Return the broker's path or skip the test."""
    try:
        return tools.mosquitto("mosquitto")
    except UserError as error:
        pytest.skip(str(error))


class Broker:
    """One Mosquitto, which can be stopped and restarted with its retained messages."""

    def __init__(self, folder, lines=None):
        self.port = free_port()
        self._folder = folder
        self._config = folder / "mosquitto.conf"
        head = [f"listener {self.port} 127.0.0.1", "allow_anonymous true"]
        keep = ["persistence true", f"persistence_location {folder}/", "autosave_interval 1"]
        if os.name != "nt" and os.getuid() == 0:
            keep.append("user root")
        self._config.write_text("\n".join((head if lines is None else lines) + keep) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self):
        """Start it; return once it listens."""
        log = (self._folder / "mosquitto.log").open("ab")
        self._process = subprocess.Popen(
            [program(), "-c", str(self._config)], stdout=log, stderr=log
        )
        assert wait_until(self._listens), (self._folder / "mosquitto.log").read_text()
        return self

    def _listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, kill=False):
        """Stop it, or kill it as a power cut would."""
        # Mosquitto forgets a signal that comes while it starts.
        while self._process is not None and self._process.poll() is None:
            self._process.kill() if kill else self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
