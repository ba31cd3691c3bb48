"""Boards broken in different ways, for `corrido doctor`."""

import contextlib
import os
import pty
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools.device.client import Client
from host_tools.device.repl import Repl
from host_tools.device.session import Options, deploy_to, take
from host_tools.device.wire import open_port
from tests.device.rig import SimulatedBoard

BOARD = str(Path(__file__).with_name("rig_board"))
KEY_A = 0
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


def _board(folder: Path, **parts: bool) -> SimulatedBoard:
    board = SimulatedBoard(folder, **parts).power_on()
    deploy_to(board.port, Options(BOARD))
    return board


@contextlib.contextmanager
def _changed(folder: Path, change: Callable[[Repl], str | None]) -> Iterator[str]:
    """A deployed board on which something was changed over its REPL."""
    board = _board(folder)
    with Repl(board.port) as repl:
        take(repl, False)
        change(repl)
        repl.restart()
    yield board.port
    board.power_off()


@contextlib.contextmanager
def no_micropython(folder: Path) -> Iterator[str]:
    """A port that swallows everything."""
    master, terminal = pty.openpty()
    yield os.ttyname(terminal)
    os.close(master)
    os.close(terminal)


@contextlib.contextmanager
def old_micropython(folder: Path) -> Iterator[str]:
    """An interpreter that reports version 1.19."""
    board = SimulatedBoard(folder).power_on()
    with Repl(board.port) as repl:
        repl.enter()
        repl.put("/boot.py", OLD.encode())
        repl.restart()
    yield board.port
    board.power_off()


@contextlib.contextmanager
def no_firmware(folder: Path) -> Iterator[str]:
    """MicroPython and nothing else."""
    board = SimulatedBoard(folder).power_on()
    yield board.port
    board.power_off()


@contextlib.contextmanager
def firmware_that_fails(folder: Path) -> Iterator[str]:
    """The owner's board file, with a mistake in it."""
    with _changed(folder, lambda repl: repl.put("/corrido_board.py", OWN)) as port:
        yield port


@contextlib.contextmanager
def port_in_use(folder: Path) -> Iterator[str]:
    """Another program holds the port."""
    board = SimulatedBoard(folder).power_on()
    other = open_port(board.port)
    yield board.port
    other.close()
    board.power_off()


@contextlib.contextmanager
def silent_display(folder: Path) -> Iterator[str]:
    """Nothing acknowledges on the display's bus."""
    board = _board(folder, display=False)
    yield board.port
    board.power_off()


@contextlib.contextmanager
def stuck_button(folder: Path) -> Iterator[str]:
    """A contact that closes and never opens."""
    board = _board(folder)
    board.press(KEY_A, True)
    with Client(board.port) as client:
        while "A" not in client.ask("health")["closed"]:
            time.sleep(0.05)
    yield board.port
    board.power_off()


@contextlib.contextmanager
def damaged_lexicon(folder: Path) -> Iterator[str]:
    """One flipped bit in the stored word list."""
    with _changed(folder, lambda repl: repl.run(FLIP)) as port:
        yield port


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
