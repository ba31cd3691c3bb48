"""Ctrl-C in every step of a command on a board: one line, and a stopped firmware runs again."""

import os
import signal
import threading
from unittest.mock import MagicMock

import pytest

from host_tools import cli, ending
from host_tools.device import faults, ready, session
from host_tools.device.deploy import Identity, Outcome

STEPS = ("status", "give way", "enter", "deploy", "restart", "check")
STARTED = "started again"


@pytest.mark.parametrize("step", STEPS)
def test_a_line_says_so_and_no_firmware_is_left_standing(step, monkeypatch, capsys):
    """A board runs a firmware; Ctrl-C comes in one step of a deployment to it."""
    board, did = MagicMock(port="p1", transport=None), []

    def does(name, answer=None):
        def do(*_):
            did.append(name)
            if name == step:
                raise KeyboardInterrupt
            return answer

        return do

    def start_again():
        os.kill(os.getpid(), signal.SIGINT)  # an impatient user's second one
        did.append(STARTED)

    identity = Identity(6, "1.26.1", "Raspberry Pi Pico with RP2040", "rp2")
    done = session.Deployed("pico", identity, Outcome(1, 1, 0, 0, 1, "0" * 64))
    board.__enter__.return_value = board
    board.__exit__.side_effect = does("closed")
    board.enter, board.restart, board.restart_quietly = does("enter"), does("restart"), start_again
    monkeypatch.setattr(session, "Repl", lambda port: board)
    monkeypatch.setattr(session, "Client", lambda port, transport, pin: None)
    monkeypatch.setattr(session, "refuse_in_play", does("status", True))
    monkeypatch.setattr(session, "give_way", does("give way"))
    monkeypatch.setattr(session, "bring", does("deploy", done))
    monkeypatch.setattr(ready, "check", does("check"))
    assert cli.main(["deploy", "--port", "p1"]) == 130
    said = capsys.readouterr()
    assert said.out == "" and said.err == f"corrido: p1: stopped by Ctrl-C; {faults.GOES_ON}\n"
    # Before it was stopped it ran; after its restart it runs again.
    assert (STARTED in did) == (step not in ("status", "check"))
    assert did[-1] == ("check" if step == "check" else "closed")


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
