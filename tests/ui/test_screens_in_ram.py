"""Where code is in RAM, screens that play does not need are not loaded during it."""

import sys
from collections.abc import Iterator

import pytest
from corrido.ui import screens

from host_tools.paths import firmware_dir
from host_tools.workshop.screens.cases import playing
from host_tools.workshop.screens.table import Table

FOLDER = firmware_dir() / "corrido" / "ui" / "screens"
PACKAGE = "corrido.ui.screens."
NAMES = [*screens.BASES.values(), *screens.PENDING.values(), screens.MENU]


def there() -> set[str]:
    """Return the loaded modules of screens."""
    found = {name.removeprefix(PACKAGE) for name in sys.modules if name.startswith(PACKAGE)}
    return found - {"base", "opening", "large"}


def device(monkeypatch: pytest.MonkeyPatch, in_ram: bool) -> Iterator[None]:
    """As on a device; afterwards the modules that were loaded before are back."""
    before = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
    monkeypatch.setattr(screens, "ON_DEVICE", True)
    monkeypatch.setattr(screens, "IN_RAM", in_ram)
    if in_ram:
        monkeypatch.setattr(screens, "_IN_PLAY", ("clock", "stopped"))
    yield
    sys.modules.update(before)
    for name, module in before.items():
        setattr(screens, name.removeprefix(PACKAGE), module)


@pytest.fixture
def in_ram(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a stock image, with the firmware in files."""
    yield from device(monkeypatch, in_ram=True)


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on an own image, with the firmware frozen in."""
    yield from device(monkeypatch, in_ram=False)


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_each_name_is_a_screen(name: str) -> None:
    assert screens.find(name).__name__ == name.split(".")[1]


def test_every_file_is_known_to_the_shelf() -> None:
    # large: once chosen it is the clock of play, and stays.
    known = {*screens._IN_PLAY, *screens._FOR_A_WHILE, "base", "large", "__init__"}
    assert {file.stem for file in FOLDER.glob("*.py")} == known


def test_in_play_only_the_clocks_are_there(in_ram: None) -> None:
    table = Table()
    assert table.focus().startswith("setup")
    table.until("setup:start").press("OK", "B")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped"}


def test_frozen_the_refusals_note_is_there_too(frozen: None) -> None:
    table = playing("es")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped", "notes"}


def test_what_covers_a_running_clock_goes_again(frozen: None) -> None:
    table = playing("es").press("OK")
    assert table.focus().startswith("menu") and "menu" in there()
    table.until("menu:blank").press("OK")
    assert table.focus().startswith("letters") and "letters" in there()
    table.press("BACK", "BACK")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped", "notes"}


def test_a_key_right_behind_is_for_the_screen_that_opened(frozen: None) -> None:
    table = playing("es")
    nav = table.nav
    nav.key("OK", False, nav.t_ms)
    nav.key("DOWN", False, nav.t_ms)
    assert table.focus() == "menu:silent"


def test_the_clocks_screen_is_there_before_a_verdict_is_left(in_ram: None) -> None:
    table = playing("es").press("CHALLENGE")
    table.type("CASA")
    table.press("A", "B")
    table.wait(1_000)
    assert table.focus().startswith("verdict") and "clock" in there() and "letters" not in there()
    table.press("DOWN")
    assert table.focus().startswith("menu") and "clock" not in there()
    table.press("BACK")
    table.wait(100)
    assert table.focus().startswith("verdict") and "clock" in there() and "menu" not in there()


def test_the_clocks_screen_is_there_again_once_a_challenge_is_withdrawn(in_ram: None) -> None:
    table = playing("es").press("CHALLENGE", "BACK")
    assert table.focus().startswith("stopped") and "letters" not in there()
    table.wait(100)
    assert there() == {"clock", "stopped"}
    table.press("STOP")
    assert table.focus().startswith("clock")


def test_it_is_not_tried_twice_where_it_has_no_room(
    in_ram: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def full(name: str, spare: bool) -> None:
        tries.append(name)
        raise MemoryError

    screens.find("verdict.VerdictScreen")
    screens._unload("screens.clock")
    monkeypatch.setattr(screens, "load", full)
    assert [screens.load_ahead("verdict.VerdictScreen") for _ in range(3)] == [False] * 3
    assert len(tries) == 1


def test_what_is_asked_for_is_loaded_again_and_goes_again(in_ram: None) -> None:
    table = playing("es").press("STOP", "OK")
    assert table.focus().startswith("menu") and "menu" in there()
    table.press("BACK", "STOP")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped"}
    table.press("CHALLENGE")
    assert table.focus().startswith("letters") and "letters" in there() and "menu" not in there()
    table.type("CASA")
    assert table.focus() == "confirm" and "verdict" in there() and "letters" not in there()
