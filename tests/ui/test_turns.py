"""Slow work is spread over several turns of the main loop, and nothing is lost in between."""

from typing import Any

import pytest
from corrido.app.picture import LEAST, STEP_US, TURN_US, WINDOW, Picture
from corrido.core import events as e
from corrido.ui import items as i
from corrido.ui import texts
from corrido.ui.draw import Canvas
from corrido.ui.screens.arbiter import ArbiterScreen
from corrido.ui.screens.base import ROWS

from host_tools.workshop.screens.cases import judged, playing
from host_tools.workshop.screens.table import PIN, Table

OPENING = ("open_menu", "arbiter")


def opened(which: str) -> Table:
    """Return a table in whose game a list has been opened but not yet laid out."""
    table = playing("es").wait(20000)
    table.nav._said = {}  # no text is cached
    if which == "arbiter":
        table.app.send(e.MENU)  # as the right PIN does; a running clock leaves no act
        table.nav.push(ArbiterScreen(table.nav))
    else:
        table.nav.open_menu()
    table.nav.phase_changed()
    return table


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the keys of the texts searched for, each in two tables."""
    found: list[str] = []
    plain = texts.find

    def find(table: dict[str, str], key: str) -> str | None:
        found.append(key)
        return plain(table, key)

    monkeypatch.setattr(texts, "find", find)
    return found


@pytest.mark.parametrize("which", OPENING)
def test_no_step_of_opening_a_list_searches_for_many_texts(which: str, finds: list[str]) -> None:
    nav = opened(which).nav
    steps = []
    while not nav.unpainted():
        finds.clear()
        assert nav.compose(nav.t_ms)
        steps.append(len(set(finds)))
    assert len(steps) > ROWS and max(steps) <= 3, steps


@pytest.mark.parametrize("which", OPENING)
def test_a_list_laid_out_in_steps_looks_as_one_laid_out_at_once(which: str) -> None:
    table = opened(which)
    at_once = Canvas(bytearray(1024))
    for item in table.nav._screen().items():
        i.paint(at_once, item)
    while table.nav.draw(table.nav.t_ms):
        pass
    assert table.app.frame == at_once.buffer


def test_a_list_that_comes_back_into_view_searches_for_nothing_again(finds: list[str]) -> None:
    table = opened("open_menu")
    nav = table.nav
    while nav.draw(nav.t_ms):
        pass
    nav._said = {}  # another screen's texts have replaced them
    finds.clear()
    nav.phase_changed()
    assert nav.compose(nav.t_ms)
    assert not [key for key in finds if key.startswith("menu.")]


def test_a_key_while_a_list_is_being_opened_is_not_lost() -> None:
    table = opened("open_menu")
    nav = table.nav
    nav.compose(nav.t_ms)
    nav.compose(nav.t_ms)
    assert not nav.unpainted()  # still halfway
    nav.key("DOWN", False, nav.t_ms)
    while nav.draw(nav.t_ms):
        pass
    assert table.focus() == "menu:silent"  # the second


def test_the_list_opens_a_turn_after_the_arbiter_has_stopped_the_clocks() -> None:
    table = playing("es").wait(20000)
    app, answers = table.app, []
    poll = app.access.poll
    app.access.ask(PIN, answers.append)
    while not table.match.phase == "stopped":
        assert poll(table.t_ms, app.timebase.stamp()) and not answers
    assert poll(table.t_ms, app.timebase.stamp()) and answers == ["right"]
    assert not poll(table.t_ms, app.timebase.stamp()) and answers == ["right"]


def test_a_key_that_starts_a_clock_is_recorded_in_the_turn_after_it() -> None:
    app = judged("es", "invalid").app
    before = app.journal.tail(1)
    assert app.send(e.OK) and app.recorder.match.run
    assert app.journal.tail(1) == before
    assert app.urgent()  # nothing else runs before it is recorded
    app.poll()
    assert app.journal.tail(1)[0][3] == e.OK


def test_while_a_press_settles_the_game_is_brought_to_its_first_edge() -> None:
    table = playing("es").wait(3000)
    device, recorder = table.device, table.app.recorder
    edge_us = device.now_us + 20_000
    device.press("STOP", edge_us)
    device.run_until(edge_us + 3000)
    assert table.app.keys.pending() and recorder.match.t_ms == recorder.on_line(edge_us // 1000)
    table.wait(100)
    assert table.match.phase == "stopped"


class Turn:
    """Everything that a picture needs, with one item to paint, late in a turn."""

    def __init__(self, taken_us: int) -> None:
        self.taken_us, self.left, self.retry_ms, self.most = taken_us, 1, 0, -1

    def picture(self) -> Picture:
        one: Any = self
        return Picture(one, one, one, one)

    def now_ms(self) -> int:
        return 0

    def since_us(self, begun: int) -> int:
        return self.taken_us

    def unpainted(self) -> bool:
        return bool(self.left)

    def paint(self) -> bool:
        self.left -= 1
        return True

    def due(self, t_ms: int) -> bool:
        return False

    def next_due_ms(self, t_ms: int) -> int:
        return t_ms + 1000

    def flush_step(self, t_ms: int, most: int) -> bool:
        self.most = most
        return False

    def alive(self, part: str) -> None:
        pass


def test_a_turn_with_time_left_paints_more_than_one_item() -> None:
    for taken_us, left in ((TURN_US - STEP_US, 0), (TURN_US, 2)):
        turn = Turn(taken_us)
        turn.left = 3
        turn.picture().work(0, 0)
        assert turn.left == left


def test_a_window_is_as_large_as_the_turn_has_time_for() -> None:
    for taken_us, most in ((0, WINDOW), (2200, 50), (TURN_US, LEAST)):
        late = Turn(taken_us)
        late.left = 0
        late.picture().work(0, 0)
        assert late.most == most
