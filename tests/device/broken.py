"""Boards broken in different ways, for `corrido doctor`."""

import contextlib
import os
import pty
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace

from host_tools.device.client import Client, wait_for_firmware
from host_tools.device.repl import Repl
from host_tools.device.session import take
from host_tools.device.wire import open_port
from tests.device.rig import SimulatedBoard

BOARD = str(Path(__file__).with_name("rig_board"))
KEY_A = 0
START_S = 120.0
OLD = """
import sys
class Old:
    pass
class Release:
    version = (1, 19, 1)
    _mpy = 0x206
    _machine = 'an old board'
old = Old()
for name in dir(sys):
    setattr(old, name, getattr(sys, name))
old.implementation = Release
sys.modules['sys'] = old
"""
OWN = b"import no_such_driver\n"
FLIP = """
with open('/lexicons/es.lex', 'r+b') as f:
    f.seek(20000)
    byte = f.read(1)[0]
    f.seek(20000)
    f.write(bytes([byte ^ 1]))
"""


@contextlib.contextmanager
def _on(
    folder: Path, change: Callable[[Repl], object] | None = None, **parts: bool
) -> Iterator[SimulatedBoard]:
    """Switch a board on, and change something over its REPL."""
    board = SimulatedBoard(folder, **parts).power_on()
    if change:
        with Repl(board.port) as repl:
            take(repl, False)
            change(repl)
            repl.restart()
    yield board
    board.power_off()


def old_micropython(empty: Path, deployed: Path) -> AbstractContextManager[SimulatedBoard]:
    """An interpreter that reports version 1.19."""
    return _on(empty, lambda repl: repl.put("/boot.py", OLD.encode()))


def no_firmware(empty: Path, deployed: Path) -> AbstractContextManager[SimulatedBoard]:
    """MicroPython and nothing else."""
    return _on(empty)


def firmware_that_fails(empty: Path, deployed: Path) -> AbstractContextManager[SimulatedBoard]:
    """The owner's board file, with a mistake in it."""
    return _on(deployed, lambda repl: repl.put("/corrido_board.py", OWN))


def damaged_lexicon(empty: Path, deployed: Path) -> AbstractContextManager[SimulatedBoard]:
    """One flipped bit in the stored word list."""
    return _on(deployed, lambda repl: repl.run(FLIP))


def silent_display(empty: Path, deployed: Path) -> AbstractContextManager[SimulatedBoard]:
    """Nothing acknowledges on the display's bus."""
    return _on(deployed, display=False)


@contextlib.contextmanager
def no_micropython(empty: Path, deployed: Path) -> Iterator[SimpleNamespace]:
    """A port that swallows everything."""
    master, terminal = pty.openpty()
    yield SimpleNamespace(port=os.ttyname(terminal))
    os.close(master)
    os.close(terminal)


@contextlib.contextmanager
def port_in_use(empty: Path, deployed: Path) -> Iterator[SimulatedBoard]:
    """Another program holds the port."""
    with _on(empty) as board:
        other = open_port(board.port)
        yield board
        other.close()


@contextlib.contextmanager
def stuck_button(empty: Path, deployed: Path) -> Iterator[SimulatedBoard]:
    """A contact that closes and never opens."""
    with _on(deployed) as board:
        with Client(board.port) as client:
            wait_for_firmware(client, START_S)
            board.press(KEY_A, True)
            while "A" not in client.ask("health")["closed"]:
                time.sleep(0.05)
        yield board


CASES: dict[Callable, str] = {
    no_micropython: "no MicroPython answers",
    old_micropython: "MicroPython 1.19.1 is too old",
    no_firmware: "no firmware on the board",
    firmware_that_fails: "no_such_driver",
    port_in_use: "busy",
    silent_display: "display silent (0 of 1 answer)",
    stuck_button: "button A is closed",
    damaged_lexicon: "lexicon gives no verdict",
}
