"""Where code is in RAM, screens that play does not need are not loaded during it."""

import sys

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
    return found - {"base"}


@pytest.fixture
def in_ram(monkeypatch: pytest.MonkeyPatch):
    """As on a stock image; afterwards the modules that were loaded before are back."""
    before = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
    monkeypatch.setattr(screens, "IN_RAM", True)
    yield
    sys.modules.update(before)
    for name, module in before.items():
        setattr(screens, name.removeprefix(PACKAGE), module)


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_each_name_is_a_screen(name: str) -> None:
    assert screens.find(name).__name__ == name.split(".")[1]


def test_every_file_is_known_to_the_shelf() -> None:
    known = {*screens._IN_PLAY, *screens._FOR_A_WHILE, "base", "__init__"}
    assert {file.stem for file in FOLDER.glob("*.py")} == known


def test_frozen_they_are_all_there_from_the_start() -> None:
    assert there() == {*screens._IN_PLAY, *screens._FOR_A_WHILE}


def test_in_play_only_the_clocks_are_there(in_ram: None) -> None:
    table = Table()
    assert table.focus().startswith("setup") and "menu" in there()
    table.until("setup:start").press("OK", "B")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped"}


def test_what_is_asked_for_is_loaded_again_and_goes_again(in_ram: None) -> None:
    table = playing("es").press("STOP", "OK")
    assert table.focus().startswith("menu") and "menu" in there()
    table.press("BACK", "STOP")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped"}
    table.press("CHALLENGE")
    assert table.focus().startswith("letters") and "letters" in there() and "menu" not in there()
    table.type("CASA")
    assert table.focus() == "confirm" and "verdict" in there() and "letters" not in there()
