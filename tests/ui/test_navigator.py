"""The effect of keys on every screen: a person at the table, a real match behind the screens."""

from corrido.core import events
from corrido.ui.navigator import ASLEEP, BRIGHT, DIM

from boards.sim.fingers import pin_keys
from host_tools.sim import ocr
from host_tools.workshop.screens.cases import Table, playing


def game():
    """A game that A opened twenty seconds ago."""
    return playing("es").wait(20000)


def test_a_picture_that_stands_for_long_is_dimmed_and_then_sleeps():
    table = Table()
    table.press("DOWN")
    start = table.t_ms
    assert table.nav.contrast(start + 60000) == BRIGHT
    assert table.nav.contrast(start + 200000) == DIM
    assert table.nav.contrast(start + 1000000) == ASLEEP
    running = game()
    assert running.nav.contrast(running.t_ms + 5000000) == BRIGHT


def test_a_key_wakes_a_sleeping_display_and_does_nothing_else():
    table = Table()
    table.press("DOWN")
    focus = table.focus()
    table.wait(1000000)
    table.nav.key("DOWN", False, table.t_ms + 1000000)
    assert table.focus() == focus


def upside_down(frame):
    """Return a picture turned by 180 degrees."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(frame))


def test_a_whole_picture_is_turned():
    turned = playing("es", rotate="all").wait(20000).picture()
    assert turned == upside_down(game().picture())
    assert Table(rotate="both").picture() == upside_down(Table().picture()), "no halves here"


def hall(table, name, broker):
    """Choose a hall and its broker, as over the USB cable."""
    table.app.settings.set("hall", name)
    table.app.settings.set("broker", broker)
    table.app.apply_settings()
    table.device.wake()


def test_the_sign_comes_and_goes_and_the_rest_of_the_picture_stays():
    table = playing("es").wait(20000)
    before = ocr.read_text(table.picture())
    # Nobody answers at the broker's address: the simulated board has no network.
    hall(table, "sala", "192.0.2.1")
    told = ocr.read_text(table.wait(4000).picture())
    hall(table, "", "")
    after = ocr.read_text(table.wait(4000).picture())
    assert "▲✗" in told[-1] and told[:1] == before[:1]
    assert "▲✗" not in "".join(before) and "▲✗" not in "".join(after)


def test_a_time_runs_while_the_arrow_is_held():
    table = Table(pin="").choose("setup:time")
    table.tap("DOWN", 1_000_000)  # 0 and 400, 550, 700, 850, 1000 ms
    assert table.wait(200).focus() == "time:24:00 at=1"
    table.tap("UP", 3_000_000)
    minutes = int(table.wait(200).focus()[5:7])
    assert 24 + 25 < minutes < 24 + 45, "faster after the first few"


def test_a_store_that_fails_is_said(monkeypatch):
    def broken():
        raise OSError(5)

    table = Table(pin="")
    monkeypatch.setattr(table.app.settings, "commit", broken)
    assert table.choose("setup:language").press("DOWN", "OK").focus() == "notice"


def test_a_voice_outlives_a_list_that_the_game_has_emptied():
    """STOP under the arbiter's list: the game runs before the list is closed."""
    device = playing("es", pin="1234", speech="a").device
    device.tap("STOP", "OK")
    while device.focus() != "menu:arbiter":
        device.tap("DOWN")
    device.tap("OK", *pin_keys("1234", stopped=True), "OK")
    device.run_until(device.now_us + 300_000)
    device.tap("STOP")
    assert device.status()["phase"] == "running"


def test_a_card_stands_beside_a_dash():
    table = playing("es").press("STOP")
    assert table.app.send(events.CARD, events.A, 1) and table.app.send(events.END, 0, 0)
    table.wait(500)
    rows = table.nav._screen()._marks(table.match, table.nav.text)
    assert rows[-1][::2] == ("AVISO", "-")
