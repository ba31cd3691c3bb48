"""The ways to the arbiter's actions and to the end of a game, interrupted by a press."""

from corrido.ui.screens.pin import pin_keys

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import playing


def test_a_pin_found_right_once_a_challenge_has_begun_opens_no_empty_list() -> None:
    """The device is still checking the PIN when the opponent's challenge comes."""
    table = playing("es").wait(20000).press("BACK", *pin_keys("1234"))
    device = table.device
    device.press("OK", device.now_us)
    device.press("CHALLENGE", device.now_us + 1000)
    table.wait(1000)
    assert table.match.phase == "challenge"
    assert table.focus() == "notice"
    assert any("Ahora no es posible" in line for line in ocr.read_text(table.picture()))
    table.press("OK")
    assert table.focus().startswith("letters:")


def test_a_row_that_a_menu_does_not_know_ends_no_game() -> None:
    table = playing("es").wait(20000).press("STOP", "OK")
    menu = table.nav._screen()
    menu.chosen("no-such-row")
    assert table.match.phase == "stopped" and not table.match.asking
    assert table.nav._screen() is menu
