"""The tasks of docs/manual/setup-tried.md, key by key."""

from host_tools.screens.desk import FakeDesk
from host_tools.screens.table import Table


def fresh() -> Table:
    """A device without a PIN, just switched on."""
    desk = FakeDesk()
    desk.pin = ""
    return Table(desk)


def keys(table: Table, row: str) -> Table:
    """Keys as the page writes them."""
    names = {"▲": "UP", "▼": "DOWN", "◀": "LEFT", "▶": "RIGHT"}
    for word in row.split():
        table.press(names.get(word, word))
    return table


def test_start_a_game_as_it_is() -> None:
    assert keys(fresh(), "OK B").desk.match.phase == "running"


def test_twenty_five_minutes() -> None:
    table = keys(fresh(), "▼ ▼ OK ▼ OK ▲ ▲ ▲ ▲ ▲ OK OK OK")
    assert table.desk.settings.get("budget") == 1500 and table.focus() == "setup:time"


def test_no_corrido() -> None:
    table = keys(fresh(), "▼ OK ▼ OK")
    assert table.desk.settings.get("preset") == "fise-no-corrido"


def test_a_limit_and_none_again() -> None:
    table = keys(fresh(), "▼ ▼ ▼ OK " + "▲ " * 9 + "OK OK OK OK")
    assert table.desk.settings.get("limit") == 5400
    table = keys(table, "OK ▲ OK OK OK OK")
    assert table.desk.settings.get("limit") == -1


def test_english() -> None:
    table = keys(fresh(), "▼ ▼ ▼ ▼ ▼ OK ▼ OK")
    assert table.desk.language == "en" and table.focus() == "setup:language"


def test_first_pin() -> None:
    table = keys(fresh(), "▼ ▼ ▼ ▼ ▼ ▼ ▼ ▼ OK ▲ OK ▲ ▲ OK ▲ ▲ ▲ OK ▼ OK OK")
    assert table.desk.pin == "1239"


def test_brightness_acts_at_once() -> None:
    table = fresh().choose("setup:more").choose("setup-more:contrast")
    table.press("LEFT", "OK")
    assert table.desk.settings.get("contrast") == 197
    assert table.nav.contrast(table.t_ms) == 197


def test_a_store_that_fails_is_said() -> None:
    table = fresh()

    def broken() -> None:
        raise OSError(5)

    table.desk.settings.commit = broken
    table.choose("setup:language").press("DOWN", "OK")
    assert table.focus() == "notice"
