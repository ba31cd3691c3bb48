"""A long start shows its progress and keeps the watchdog fed; what an end leaves behind."""

import gc
import runpy
import sys
import types

import pytest
from adafruit_framebuf import MVLSB, FrameBuffer
from corrido.app import console

from host_tools.paths import firmware_dir
from tests.contract.rigs import SimRig

sys.modules["framebuf"] = types.SimpleNamespace(FrameBuffer=FrameBuffer, MONO_VLSB=MVLSB)
from corrido.hal import progress  # noqa: E402


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


def test_another_error_is_shown_until_the_watchdog_starts_the_device_again(board, monkeypatch):
    kept, words = [], []
    monkeypatch.setattr(board.watchdog, "feed_by_timer", lambda: kept.append(True))
    monkeypatch.setattr(board, "idle", lambda _: 1 // 0, raising=False)
    monkeypatch.setattr(FrameBuffer, "text", lambda _, word, *__: words.append(word))
    with pytest.raises(ZeroDivisionError):
        runpy.run_path(str(firmware_dir() / "main.py"))
    assert not kept and words == ["ZeroDivisionError"]


def lit(rig):
    """Return how many pixels are lit in each page of the display."""
    frame = rig.world.frame()
    return [sum(byte.bit_count() for byte in frame[at : at + 128]) for at in range(0, 1024, 128)]


def test_loading_shows_how_far_it_is_and_leaves_the_name_of_what_fails(monkeypatch):
    """The bar in the fourth page grows; the name is there before it is loaded."""
    rig, feeds, words, filled = SimRig(), [], [], []
    monkeypatch.setattr(rig.board.watchdog, "feed", lambda: feeds.append(lit(rig)))
    monkeypatch.setattr(FrameBuffer, "text", lambda _, word, *__: words.append(word))

    def loading(name):
        filled.append(lit(rig)[3])
        if name == "corrido.ui.fonts":
            raise MemoryError

    monkeypatch.setattr(progress, "load", loading)
    with pytest.raises(MemoryError):
        progress.load_all(rig.board)
    assert words == [*progress.STEPS[: progress.STEPS.index("ui.fonts") + 1]]
    assert filled == sorted(set(filled)) and sum(lit(rig)) == filled[-1]
    assert len(feeds) == len(words) and not any(feeds[0])
