"""The ways to the arbiter's actions and to the end of a game, interrupted by a press."""

from corrido.core import events
from corrido.ui.screens.pin import pin_keys

from host_tools.workshop.screens.cases import playing


def test_the_clocks_stop_at_the_first_edge_of_the_key_that_ends_the_pin() -> None:
    table = playing("es").wait(20000).press("BACK", *pin_keys("1234"))
    device, recorder = table.device, table.app.recorder
    edge_us = device.now_us + 20_000
    device.press("OK", edge_us)
    device.press("CHALLENGE", edge_us + 5000)  # refused: this stop is the arbiter's
    table.wait(200)
    assert table.match.phase == "stopped" and table.focus().startswith("arbiter:")
    assert (recorder.on_line(edge_us // 1000), events.MENU) in [
        (entry[2], entry[3]) for entry in table.app.journal.tail(3)
    ]


def test_a_row_that_a_menu_does_not_know_ends_no_game() -> None:
    table = playing("es").wait(20000).press("STOP", "OK")
    menu = table.nav._screen()
    menu.chosen("no-such-row")
    assert table.match.phase == "stopped" and not table.match.asking
    assert table.nav._screen() is menu
