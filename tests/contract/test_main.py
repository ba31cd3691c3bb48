"""The state that firmware/main.py leaves behind when the application ends."""

import gc
import runpy
import sys
import types

import pytest
from corrido.app import console

from host_tools.paths import firmware_dir
from tests.contract.rigs import SimRig


@pytest.fixture
def board(monkeypatch):
    """A board for main.py, without a console and without MicroPython's collector."""
    board = SimRig().board
    monkeypatch.setitem(sys.modules, "corrido_board", types.SimpleNamespace(make=lambda: board))
    monkeypatch.setattr(gc, "threshold", lambda _: None, raising=False)
    quiet = types.SimpleNamespace(poll=lambda busy=False: busy, speaks=lambda: False)
    monkeypatch.setattr(console, "Console", lambda app: quiet)
    return board


def test_ctrl_c_leaves_a_quiet_board_and_a_watchdog_that_is_fed(board, monkeypatch):
    heard = []

    def interrupted(_):
        board.buzzer.on(440)
        raise KeyboardInterrupt

    monkeypatch.setattr(board, "idle", interrupted, raising=False)
    for part, name in (("buzzer", "on"), ("buzzer", "off"), ("watchdog", "feed_by_timer")):
        monkeypatch.setattr(getattr(board, part), name, lambda *_, name=name: heard.append(name))
    runpy.run_path(str(firmware_dir() / "main.py"))
    assert heard[-3:] == ["on", "off", "feed_by_timer"]


def test_another_error_leaves_the_watchdog_to_start_the_device_again(board, monkeypatch):
    kept = []
    monkeypatch.setattr(board.watchdog, "feed_by_timer", lambda: kept.append(True))
    monkeypatch.setattr(board, "idle", lambda _: 1 // 0, raising=False)
    with pytest.raises(ZeroDivisionError):
        runpy.run_path(str(firmware_dir() / "main.py"))
    assert not kept
