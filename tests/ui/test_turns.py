"""Slow work is spread over several turns of the main loop, and nothing is lost in between."""

from typing import Any

from corrido.app.picture import LEAST, STEP_US, TURN_US, WINDOW, Picture
from corrido.core import events

from host_tools.workshop.screens.cases import playing, reach


def test_a_list_over_a_running_clock_is_there_in_one_layout() -> None:
    table = playing("es").wait(2000)
    nav = table.nav
    nav.open_menu()
    nav.phase_changed()
    assert nav.compose(nav.t_ms) and nav.unpainted()
    assert table.focus().startswith("menu:")


def test_a_key_that_starts_a_clock_is_on_record_when_its_turn_ends() -> None:
    app = reach("verdict-invalid", "es").app
    before = app.journal.tail(1)
    assert app.send(events.OK) and app.recorder.match.run
    assert app.journal.tail(1) != before and app.journal.tail(1)[0][3] == events.OK


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
