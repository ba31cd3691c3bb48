"""Ctrl-C in every step of a command on a board: one line, and a stopped firmware runs again."""

import os
import signal
import threading

import pytest

from host_tools import cli, ending
from host_tools.device import faults, ready, session
from host_tools.device.deploy import Identity, Outcome

STEPS = ("status", "give way", "enter", "deploy", "restart", "check")
STARTED = "started again"


class Board:
    """A board that runs a firmware; Ctrl-C comes in one step of a deployment to it."""

    port = "p1"
    transport = None

    def __init__(self, step):
        self.step = step
        self.done: list[str] = []

    def did(self, step):
        """Note a step; the one interrupted by Ctrl-C is not finished."""
        self.done.append(step)
        if step == self.step:
            raise KeyboardInterrupt

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.done.append("closed")

    def enter(self):
        self.did("enter")

    def restart(self):
        self.did("restart")

    def restart_quietly(self):
        os.kill(os.getpid(), signal.SIGINT)  # an impatient user's second one
        self.done.append(STARTED)


@pytest.mark.parametrize("step", STEPS)
def test_a_line_says_so_and_no_firmware_is_left_standing(step, monkeypatch, capsys):
    board = Board(step)
    identity = Identity(6, "1.26.1", "Raspberry Pi Pico with RP2040", "rp2")
    done = session.Deployed("pico", identity, Outcome(1, 1, 0, 0, 1, "0" * 64))

    def bring(*_args):
        board.did("deploy")
        return done

    monkeypatch.setattr(session, "Repl", lambda port: board)
    monkeypatch.setattr(session, "Client", lambda port, transport, pin: None)
    monkeypatch.setattr(session, "refuse_in_play", lambda *_: board.did("status") or True)
    monkeypatch.setattr(session, "give_way", lambda *_: board.did("give way"))
    monkeypatch.setattr(session, "bring", bring)
    monkeypatch.setattr(ready, "check", lambda port, pin: board.did("check"))
    assert cli.main(["deploy", "--port", "p1"]) == 130
    said = capsys.readouterr()
    assert said.out == "" and said.err == f"corrido: p1: stopped by Ctrl-C; {faults.GOES_ON}\n"
    # Before it was stopped it ran; after its restart it runs again.
    assert (STARTED in board.done) == (step not in ("status", "check"))
    assert board.done[-1] == ("check" if step == "check" else "closed")


def test_what_the_caller_ignores_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        stop = threading.Event()
        with ending.noted(stop):
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert not stop.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
