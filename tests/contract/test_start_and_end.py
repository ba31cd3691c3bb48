"""A long start shows its progress and keeps the watchdog fed; what an end leaves behind."""

import gc
import runpy
import sys
import types

import pytest
from corrido.app import console
from corrido.hal import progress
from corrido.hal.progress import Progress

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


@pytest.fixture
def rig():
    return SimRig()


def lit(rig):
    """Return how many pixels are lit in each page of the display."""
    frame = rig.world.frame()
    return [sum(byte.bit_count() for byte in frame[at : at + 128]) for at in range(0, 1024, 128)]


def fed(rig, monkeypatch):
    """Count the feeds of the watchdog from now on."""
    feeds = []
    monkeypatch.setattr(rig.board.watchdog, "feed", lambda: feeds.append(lit(rig)))
    return feeds


def test_the_bar_grows_and_the_rest_stays_dark(rig, monkeypatch):
    feeds = fed(rig, monkeypatch)
    bar = Progress(rig.board.i2c, rig.board.displays, rig.board.watchdog)
    seen = []
    for done in range(5):
        bar.show(done, 4)
        pages = lit(rig)
        assert not any(pages[:3]) and not any(pages[4:])
        seen.append(pages[3])
    assert seen[0] == 2 * 120 and seen[4] == 6 * 120
    assert seen == sorted(set(seen))
    assert len(feeds) == 5 and not any(feeds[0])


def test_loading_shows_each_step_before_it_is_done(rig, monkeypatch):
    loaded = []
    monkeypatch.setattr(progress, "load", lambda name: loaded.append((name, lit(rig)[3])))
    progress.load_all(rig.board)
    assert [name for name, _ in loaded] == ["corrido." + name for name in progress.STEPS]
    assert [pixels for _, pixels in loaded] == sorted({pixels for _, pixels in loaded})
    assert lit(rig)[3] == 6 * 120
