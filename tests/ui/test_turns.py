"""What a turn of the main loop leaves behind."""

from corrido.core import events

from host_tools.workshop.screens.cases import playing, reach


def test_a_list_over_a_running_clock_is_there_in_one_layout() -> None:
    table = playing("es").wait(2000)
    nav = table.nav
    nav.open_menu()
    nav.due_ms = nav.t_ms
    nav.lay_out(nav.t_ms)
    assert nav.painter.paint()
    assert table.focus().startswith("menu:")


def test_a_key_that_starts_a_clock_is_on_record_when_its_turn_ends() -> None:
    app = reach("verdict-invalid", "es").app
    before = app.journal.tail(1)
    assert app.send(events.OK) and app.recorder.match.run
    assert app.journal.tail(1) != before and app.journal.tail(1)[0][3] == events.OK
