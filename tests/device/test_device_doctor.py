"""`corrido doctor` on boards that are broken in different ways."""

import contextlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.cli import main
from host_tools.device import client as client_module
from host_tools.device import doctor, ready
from host_tools.device import repl as repl_module
from host_tools.device.client import Client, wait_for_firmware
from host_tools.device.repl import Repl
from host_tools.device.session import take
from host_tools.device.wire import open_port
from tests.conftest import type_in
from tests.device.fingers import A
from tests.device.rig import START_S, SimulatedBoard
from tests.hostile.peers import Peer

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
def powered(folder, **parts):
    """A board that is switched on."""
    board = SimulatedBoard(folder, **parts).power_on()
    yield board
    board.power_off()


def changed(change):
    """Return a maker of boards on which something is changed over the REPL."""

    @contextlib.contextmanager
    def made(folder):
        with powered(folder) as board:
            with Repl(board.port) as repl:
                take(repl, False)
                change(repl)
                repl.restart()
            yield board

    return made


@contextlib.contextmanager
def port_in_use(folder):
    """Another program holds the port."""
    with powered(folder) as board:
        other = open_port(board.port)
        yield board
        other.close()


@contextlib.contextmanager
def stuck_button(folder):
    """A contact that closes and never opens."""
    with powered(folder) as board:
        with Client(board.port) as client:
            wait_for_firmware(client, START_S)
            board.press(A, True)
            while "A" not in client.ask("health")["closed"]:
                time.sleep(0.05)
        yield board


EMPTY: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no MicroPython": (lambda _: contextlib.closing(Peer()), "no MicroPython answers"),
    "an old MicroPython": (changed(lambda repl: repl.put("/boot.py", OLD.encode())),
                           "MicroPython 1.19.1 is too old"),
    "no firmware": (powered, "no firmware on the board"),
    "a port in use": (port_in_use, "busy"),
}  # fmt: skip
DEPLOYED: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a mistake in the board file": (changed(lambda repl: repl.put("/corrido_board.py", OWN)),
                                    "no_such_driver"),
    "a silent display": (lambda folder: powered(folder, display=False),
                         "display silent (0 of 1 answer)"),
    "a stuck button": (stuck_button, "button A is closed"),
    "a bit of the list": (changed(lambda repl: repl.run(FLIP)), "lexicon gives no verdict"),
}  # fmt: skip


@pytest.mark.parametrize("case", [*EMPTY, *DEPLOYED])
def test_the_doctor_names_the_fault(case, deployed, tmp_path, monkeypatch, capsys):
    """As for a user, with less patience for a board that will never answer."""
    if case in ("no MicroPython", "a mistake in the board file"):
        monkeypatch.setattr(ready, "START_S", 1.0)
        monkeypatch.setattr(client_module, "LONGEST_SILENCE_S", 0.5)
        monkeypatch.setattr(repl_module, "KNOCK_MORE_S", 0.1)
    if case in DEPLOYED:
        shutil.copytree(deployed, tmp_path / "board")
    made, says = (EMPTY | DEPLOYED)[case]
    with made(tmp_path / "board") as board:
        code, out, err = type_in(capsys, "doctor", "--port", board.port)
    assert (code, err) == (1, "")
    assert says in out


def test_the_doctor_knows_another_program_at_once(board, capsys, monkeypatch):
    with Repl(board.port) as repl:
        repl.enter()
        repl.put("/main.py", b"print('the blinking light runs')\nwhile True:\n    pass\n")
        repl.restart()
    monkeypatch.setattr(doctor, "wait_for_firmware", lambda *_: pytest.fail("it waits for ours"))
    assert main(["doctor", "--port", board.port]) == 1
    said = capsys.readouterr().out
    assert "another program is on the board" in said and "--over" in said
    with Repl(board.port) as repl:
        assert b"blinking" in repl.wire.read_past(b"runs", START_S)  # and goes on
