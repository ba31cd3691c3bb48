"""The effect of keys on every screen: a person at the table, a real match behind the screens."""

import re

import pytest
from corrido.core import events
from corrido.store.settings_table import check
from corrido.ui import items, texts
from corrido.ui.items import HALVES
from corrido.ui.navigator import ASLEEP, BRIGHT, DIM
from corrido.ui.screens.editors import TimeScreen
from corrido.ui.screens.setup import CHOICES
from corrido.ui.screens.stopped import RING

from boards.sim.fingers import pin_keys
from host_tools.sim import ocr
from host_tools.sim.device import Device
from host_tools.workshop.screens.cases import playing, reach
from host_tools.workshop.screens.table import Table


def game() -> Table:
    """A game that A opened twenty seconds ago."""
    return playing("es").wait(20000)


def enter_time(table: Table, wanted: str) -> None:
    """Turn the fields of a time until it reads `wanted`."""
    minutes, seconds = wanted.split(":")
    target = int(minutes) * 60 + int(seconds)
    for place, unit in enumerate(TimeScreen.UNITS_S):
        shown = table.focus()[5:].split(" at=")[0].lstrip("+").split(":")
        steps = round((target - int(shown[0]) * 60 - int(shown[1])) / unit)
        while not table.focus().endswith(f"at={place}"):
            table.press("RIGHT")
        table.press(*["UP" if steps > 0 else "DOWN"] * abs(steps))
    table.press("OK")


def test_a_verdict_names_no_word_and_both_look_alike() -> None:
    for answer, said in (("valid", "A: CORRECTA"), ("invalid", "A: NO VÁLIDA")):
        table, named = reach(f"verdict-{answer}", "es"), []
        for _ in range(4):
            lines = ocr.read_text(table.picture())
            assert lines[0] == said
            named += [line for line in lines if "NIÑO" in line or "BOXEADA" in line]
            table.wait(3200)
        assert named == ["NIÑO BOXEADA"] * 2, "all in one line, every other time"


def test_changing_a_setting_asks_for_the_pin_once() -> None:
    table = Table().choose("setup:limit")
    assert table.focus().startswith("pin:")
    table.pin("1234")
    enter_time(table, "60:00")
    assert table.app.settings.get("limit") == 3600
    assert table.match.rules.limit_ms == 3600000
    assert table.choose("setup:language").focus() == "choice:es"
    table.press("DOWN", "OK")
    assert table.app.settings.get("language") == "en"
    assert ocr.read_text(table.picture())[0] == "Game 12 4/12"


def test_the_first_pin_is_set_in_setup() -> None:
    table = Table(pin="").choose("setup:arbiter").pin("90817")
    assert table.app.check_pin("90817")
    table.press("OK").choose("setup:arbiter").pin("90817")
    assert table.focus() == "arbiter:lookup"


def test_looking_words_up_asks_for_the_pin_though_settings_are_open() -> None:
    table = Table().choose("setup:limit").pin("1234")
    enter_time(table, "60:00")
    table.choose("setup:arbiter")
    assert table.focus().startswith("pin:")


def test_a_preset_takes_the_older_times_with_it() -> None:
    table = Table(pin="", budget="60").choose("setup:preset")
    table.until("choice:fise-temporizador").press("OK")
    assert table.app.settings.get("budget") is None
    assert table.match.rules.mode == 2


def test_a_low_battery_arms_nothing() -> None:
    table = Table().battery(5).press("OK")
    assert table.match.phase == "setup" and table.focus() == "notice"


def test_a_picture_that_stands_for_long_is_dimmed_and_then_sleeps() -> None:
    table = Table()
    table.press("DOWN")
    start = table.t_ms
    assert table.nav.contrast(start + 60000) == BRIGHT
    assert table.nav.contrast(start + 200000) == DIM
    assert table.nav.contrast(start + 1000000) == ASLEEP
    running = game()
    assert running.nav.contrast(running.t_ms + 5000000) == BRIGHT


def test_a_key_wakes_a_sleeping_display_and_does_nothing_else() -> None:
    table = Table()
    table.press("DOWN")
    focus = table.focus()
    table.wait(1000000)
    table.nav.key("DOWN", False, table.t_ms + 1000000)
    assert table.focus() == focus


def test_the_whole_picture_turned_reads_the_same() -> None:
    plain = game()
    table = playing("es", rotate="all").wait(20000)
    assert ocr.read_text(table.picture()) == ocr.read_text(plain.picture())
    assert table.picture() == bytes(int(f"{b:08b}"[::-1], 2) for b in plain.picture()[::-1])


def test_with_an_encoder_alone_marks_and_who_asked_can_be_said() -> None:
    table = playing("es", linear=True).press("DOWN", "OK")
    assert table.match.turn.mark == events.PASS
    table.press("STOP", "OK").choose("menu:asked-b")
    assert table.match.stop.asked == events.B and table.focus() == "stopped:other"


def test_a_jammed_key_is_said_before_the_game_too() -> None:
    table = Table(stuck="B")
    assert any("TECLA B FALLA" in line for line in ocr.read_text(table.picture()))


def test_every_way_to_turn_can_be_stored_and_is_offered() -> None:
    for which in (*HALVES, "all", "none"):
        assert check("rotate", which) == which and which in CHOICES["rotate"]


def time_of(frame: bytes, side: int) -> list:
    """Return the columns of a half's digits, as 32-bit numbers, without blank ones."""
    columns = [
        int.from_bytes(bytes(frame[page * 128 + x] for page in range(2, 6)), "little")
        for x in range(64 * side, 64 * side + 64)
    ]
    return [column for column in columns if column not in (0, 0xFFFFFFFF)]


@pytest.mark.parametrize(("which", "turned"), [("a", (0,)), ("b", (1,)), ("both", (0, 1))])
def test_a_half_turns_and_the_other_stays(which: str, turned: tuple) -> None:
    plain = game().picture()
    frame = playing("es", rotate=which).wait(20000).picture()
    for side in (0, 1):
        upright = time_of(plain, side)
        upside_down = [int(f"{column:032b}"[::-1], 2) for column in reversed(upright)]
        assert time_of(frame, side) == (upside_down if side in turned else upright)


def test_other_screens_turn_with_both_halves() -> None:
    table = Table()
    upright = table.picture()
    both = Table(rotate="both")
    turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(both.picture()))
    assert turned == upright


def test_nothing_covers_a_running_clock_for_long() -> None:
    table = game().press("OK").wait(6000).press("DOWN").wait(7000)
    table.picture()
    assert table.focus().startswith("menu:")
    assert table.nav.due_ms <= table.t_ms + 1000
    table.wait(1000).picture()
    assert table.focus() == "clock:running"
    table.press("STOP", "OK").wait(60000).picture()
    assert table.focus().startswith("menu:"), "no clock runs beneath"


def test_no_page_over_a_running_clock_hides_a_hand_over() -> None:
    table = game().press("BACK", *pin_keys("1234")[:3])
    assert table.focus().startswith("pin:")
    table.press("AB"[table.match.mover - 1]).picture()
    assert table.focus() == "clock:running"


@pytest.mark.parametrize("way", ["setup:limit", "setup:arbiter", "menu:arbiter"])
def test_no_pin_is_asked_for_while_it_would_be_in_vain(way: str) -> None:
    table = game().press("OK") if way.startswith("menu") else Table()
    table.lock_out().choose(way)
    assert table.focus() == "notice"
    assert re.fullmatch(r"Bloqueado (29|30) s", ocr.read_text(table.picture())[-1])


def test_words_looked_up_are_counted_where_a_line_does_not_hold_them() -> None:
    table = game().arbiter().choose("arbiter:lookup").type("CHORREABAIS", "CHORREABAN", "LLANO")
    assert "Palabras: 3" in ocr.read_text(table.picture())


def test_a_challenge_says_what_becomes_of_board_and_tiles() -> None:
    table = game().press("CHALLENGE")
    assert "TAPEN EL TABLERO" in ocr.read_text(table.picture())[0]
    table.type("NI")
    lines: list[str] = []
    for _ in range(2):
        lines += ocr.read_text(table.picture())
        table.wait(3200)
    assert {"JUGADA DE A 1/3", "NI", "FICHAS BOCA ABAJO", "NO SAQUEN FICHAS"} <= set(lines)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_in_a_stop_both_times_are_large_whatever_the_reason(language: str) -> None:
    table = playing(language, budget="20").wait(1299000).press("STOP")
    for _ in RING:
        table.press("DOWN").picture()
        shown = table.nav.painter.wanted
        assert [item[5] for item in shown if item[0] == items.draw_digits] == ["-21:20", "0:20"]
        reason = table.nav.text("reason." + events.REASONS[table.match.stop.reason])
        large = [item[5] for item in shown if item[0] == items.draw_large]
        assert large[0] == reason and all(item[7] for item in shown if item[0] == items.draw_large)
        bars = [item[5] for item in shown if item[0] == items.draw_dashes]
        assert bars == [2, 0], "A is on turn"


def test_a_step_of_a_time_carries_over_and_goes_below_zero() -> None:
    table = Table(pin="")
    table.choose("setup:time").press("DOWN")
    assert table.focus() == "time:29:00 at=1"
    table.press("LEFT", "LEFT", "UP")
    assert table.focus() == "time:29:01 at=3"
    assert table.press("BACK").focus() == "setup:time"
    signed = game().arbiter().choose("arbiter:set").press("OK", *["DOWN"] * 31)
    assert signed.focus() == "time:-01:21 at=1"


@pytest.mark.parametrize("pin", ["0000", "1234", "9876", "5555"])
def test_every_pin_of_four_digits_takes_the_same_presses(pin: str) -> None:
    table = playing("es", pin=pin)
    keys = ["BACK", *pin_keys(pin), "OK"]
    assert len(keys) == 10
    for key in keys[:-1]:
        table.press(key)
        shown = " ".join(ocr.read_text(table.picture()))
        assert "▲123" in shown and not [
            item for item in table.nav.painter.wanted if item[0] == items.draw_title
        ]
    assert table.press("OK").focus().startswith("arbiter:")


def test_an_appeal_is_offered_once_and_against_not_valid_only() -> None:
    assert reach("verdict-valid", "es").arbiter().press("DOWN").focus() == "arbiter:penalty"
    table = reach("verdict-invalid", "es").arbiter().press("DOWN")
    assert table.focus() == "arbiter:appeal"
    table.choose("arbiter:appeal-refused")
    assert table.arbiter().press("DOWN").focus() == "arbiter:penalty"


def hall(table: Table, name: str, broker: str) -> None:
    """Choose a hall and its broker, as over the USB cable."""
    table.app.settings.set("hall", name)
    table.app.settings.set("broker", broker)
    table.settle()


def test_the_sign_comes_and_goes_and_the_rest_of_the_picture_stays() -> None:
    table = playing("es").wait(20000)
    before = ocr.read_text(table.picture())
    # Nobody answers at the broker's address: the simulated board has no network.
    hall(table, "sala", "192.0.2.1")
    told = ocr.read_text(table.wait(4000).picture())
    hall(table, "", "")
    after = ocr.read_text(table.wait(4000).picture())
    assert "▲✗" in told[-1] and told[:1] == before[:1]
    assert "▲✗" not in "".join(before) and "▲✗" not in "".join(after)


@pytest.fixture
def device():
    """A device in setup."""
    made = Device.provisioned({"preset": "fise-corrido"})
    made.power_on()
    made.run_until(1_000_000)
    yield made
    made.close()


def test_a_time_runs_while_the_arrow_is_held(device: Device) -> None:
    device.tap("DOWN", "OK", pause_us=200_000)
    device.tap("DOWN", hold_us=1_000_000, pause_us=200_000)
    # 0 and 400, 550, 700, 850, 1000 ms
    assert device.focus() == "time:24:00 at=1"
    device.tap("UP", hold_us=3_000_000, pause_us=200_000)
    minutes = int(device.focus()[5:7])
    assert 24 + 25 < minutes < 24 + 45, "faster after the first few"


def test_a_stop_keeps_one_reason_for_one_press(device: Device) -> None:
    device.tap("OK", "B", "STOP", pause_us=200_000)
    device.tap("DOWN", hold_us=3_000_000, pause_us=200_000)
    assert device.focus() == "stopped:verify"


def test_a_held_arrow_offers_one_mark(device: Device) -> None:
    device.tap("OK", "B", pause_us=200_000)
    device.tap("RIGHT", hold_us=2_500_000, pause_us=200_000)
    assert device.focus() == "clock:running mark=pass"
