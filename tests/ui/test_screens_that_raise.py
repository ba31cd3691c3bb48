"""A screen that raises is replaced by a plain one, and the game goes on."""

import pytest
from corrido.services import timebase
from corrido.store.journal.codec import LOGS, PAYLOAD
from corrido.ui.plain import PlainScreen

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import playing, walk

STATES = (
    "setup", "ready", "playing", "stopped", "playing\ntap STOP OK\nselect menu:fin",
    "letters-empty", "verdict-invalid", "menu", "playing\ntap BACK",
    "playing\ntap CHALLENGE BACK STOP",
)  # fmt: skip
METHODS = ("items", "key", "took", "seen", "due_ms", "turns", "rows", "heading", "label")


def broken(*_):
    """Raise what a mistake in a screen would raise."""
    raise ZeroDivisionError


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("state", STATES)
def test_a_method_that_raises_ends_no_game(state, method, monkeypatch):
    table = walk(f"after {state}")
    app, kind = table.app, type(table.nav._screen())
    if not hasattr(kind, method):
        return  # only lists have rows
    monkeypatch.setattr(kind, method, broken)
    table.nav.due_ms = table.nav.t_ms
    table.wait(1200).press("UP", "OK", "STOP").wait(1200)
    assert table.app is app, "no restart"
    monkeypatch.undo()
    table.press("BACK").wait(1200)
    assert table.app is app


def test_the_plain_screen_shows_times_phase_and_fault_and_presses_count(monkeypatch):
    table = playing("es")
    kind = type(table.nav._screen())
    monkeypatch.setattr(kind, "items", broken)
    table.wait(2000)
    assert isinstance(table.nav._screen(), PlainScreen)
    shown = " ".join(ocr.read_text(table.device.frame()))
    assert "running" in shown and "ZeroDivisionError" in shown and ":" in shown
    mover = table.match.mover
    table.press("AB"[mover - 1])
    assert table.match.mover == 3 - mover and table.app.recorder.log
    assert any("fault" in entry[LOGS] for entry in table.app.journal.tail(9))
    monkeypatch.undo()
    table.press("BACK").wait(500)
    assert type(table.nav._screen()) is kind


def test_a_challenge_whose_words_cannot_be_entered_is_given_up(monkeypatch):
    table = walk("after letters-empty")
    monkeypatch.setattr(type(table.nav._screen()), "items", broken)
    table.wait(1200)
    assert table.match.phase == "challenge"
    table.tap("BACK", 2_060_000)
    assert table.match.phase == "stopped"
    assert table.press("STOP").match.run


def test_a_step_that_lasts_stops_both_clocks_and_is_told(monkeypatch):
    table = playing("es").wait(1000)
    board, mover = table.app.board, table.match.mover
    plain, left_ms = board.ticks_us, table.match.left_ms(table.match.mover)
    assert timebase.LONGEST_US < 60_000_000
    monkeypatch.setattr(board, "ticks_us", lambda: (plain() + 60_000_000) % board.ticks_period)
    table.wait(2000)
    assert table.match.phase == "fault" and not table.match.run
    assert left_ms - table.match.left_ms(mover) < 1100
    assert any(b"counter 6" in entry[PAYLOAD] for entry in table.app.journal.tail(5))
