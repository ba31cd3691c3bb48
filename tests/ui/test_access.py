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


def test_a_pin_is_said_to_be_checked_and_no_key_takes_it_back_meanwhile() -> None:
    """The check takes some 10 s on a stock image: BACK must not leave a page that still acts."""
    table = playing("es").wait(20000)
    access = table.app.access
    poll, access.poll = access.poll, lambda now_ms, turn: 0  # a check that does not end
    table.press("BACK", *pin_keys("1234"), "OK")
    assert access.is_busy() and any(
        "Comprobando" in line for line in ocr.read_text(table.picture())
    )
    table.press(*["BACK"] * 6)
    assert any("Comprobando" in line for line in ocr.read_text(table.picture()))
    access.poll = poll
    table.wait(1000)
    assert not access.is_busy() and table.match.phase == "stopped"
    assert not any("Comprobando" in line for line in ocr.read_text(table.picture()))


def test_a_row_that_a_menu_does_not_know_ends_no_game() -> None:
    table = playing("es").wait(20000).press("STOP", "OK")
    menu = table.nav._screen()
    menu.chosen("no-such-row")
    assert table.match.phase == "stopped" and not table.match.asking
    assert table.nav._screen() is menu
