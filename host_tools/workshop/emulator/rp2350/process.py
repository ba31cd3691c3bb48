"""The emulator's process: commands go in, answers and the chip's events come out."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.npm import node

BRIDGE = Path(__file__).with_name("bridge.mjs")
VARIABLE = "CORRIDO_RP2350"
MODULE = "dist/esm/index.js"


class Answer(NamedTuple):
    """The answer to a command: the chip's time, its events since the last one, a value."""

    now_us: float
    events: list[list[Any]]
    value: bool | None


def emulator() -> Path:
    """Return the emulator's module in the folder that CORRIDO_RP2350 names.

    UserError if the variable is not set, or the folder holds no built rp2350js.
    """
    folder = os.environ.get(VARIABLE)
    if not folder:
        raise UserError(f"{VARIABLE} names no folder with a built rp2350js")
    module = Path(folder) / MODULE
    if not module.is_file():
        raise UserError(f"{VARIABLE}: no {MODULE} in {folder}: build rp2350js there")
    return module


class Process:
    """An emulated chip in its own process, which close() ends."""

    def __init__(self, flash: bytes) -> None:
        self._folder = tempfile.TemporaryDirectory()
        image = Path(self._folder.name) / "flash.bin"
        image.write_bytes(flash)
        self._node = subprocess.Popen(
            [*node(), str(BRIDGE), str(emulator()), str(image)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip

    def ask(self, command: str, **arguments: object) -> Answer:
        """Run a command and return its answer; UserError if the emulator has ended."""
        stdin, stdout = self._node.stdin, self._node.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps({"do": command, **arguments}) + "\n")
            stdin.flush()
            line = stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise UserError("the emulated RP2350 has stopped: its last words are above", 1)
        said = json.loads(line)
        return Answer(said["now"], said["events"], said["value"])

    def flash(self, size: int) -> bytes:
        """Return the first `size` bytes of the current flash."""
        path = Path(self._folder.name) / "saved.bin"
        self.ask("save", path=str(path))
        return path.read_bytes()[:size]

    def close(self) -> None:
        """End the process."""
        if self._node.stdin is not None:
            self._node.stdin.close()
        self._node.kill()
        self._node.wait()
        if self._node.stdout is not None:
            self._node.stdout.close()
        self._folder.cleanup()
