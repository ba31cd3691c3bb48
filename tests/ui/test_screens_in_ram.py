"""Where code is in RAM, screens that play does not need are not loaded during it."""

import sys

import pytest
from corrido.app import loop
from corrido.ui import screens

from host_tools.workshop.screens.cases import playing

PACKAGE = "corrido.ui.screens."


def there():
    """Return the loaded modules of screens."""
    return {name.removeprefix(PACKAGE) for name in sys.modules if name.startswith(PACKAGE)}


@pytest.fixture
def in_ram(request, monkeypatch):
    """Unload as on a stock image, with the firmware in files; param False: where it is frozen in.

    Afterwards the modules that were loaded before are back.
    """
    in_ram = getattr(request, "param", True)
    before = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
    monkeypatch.setattr(screens, "ON_DEVICE", True)
    monkeypatch.setattr(screens, "IN_RAM", in_ram)
    if in_ram:
        monkeypatch.setattr(screens, "_IN_PLAY", ("clock", "stopped"))
    yield
    sys.modules.update(before)
    for name, module in before.items():
        setattr(screens, name.removeprefix(PACKAGE), module)


@pytest.mark.parametrize("in_ram", [False], indirect=True)
def test_what_covers_a_running_clock_goes_again(in_ram):
    table = playing("es").press("OK")
    assert table.focus().startswith("menu") and "menu" in there()
    table.select("blank", "menu")
    assert table.focus().startswith("letters") and "challenge" in there()
    table.press("BACK", "BACK")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped", "notes"}


def test_a_screen_is_loaded_in_a_turn_after_the_collection(in_ram, monkeypatch):
    table, turns = playing("es").wait(2000), {}
    key, beside = table.nav.key, screens.beside

    def noted(what):
        turns[what] = table.device.polls

    def keyed(name, held, t_ms):
        noted("key")
        key(name, held, t_ms)

    def loaded(name):
        noted(name)
        return beside(name)

    monkeypatch.setattr(table.nav, "key", keyed)
    monkeypatch.setattr(loop, "collect", lambda: noted("collection"))
    monkeypatch.setattr(screens, "collect", lambda: noted("collection"))
    monkeypatch.setattr(screens, "beside", loaded)
    table.press("OK")
    assert table.focus().startswith("menu")
    assert turns["key"] < turns["collection"] < turns[screens.MENU]
    nav = table.nav
    nav.open("info.AboutScreen")  # over the menu
    assert nav.coming and "info" not in there()
    nav.due_ms = nav.t_ms
    table.wait(300)
    assert turns[screens.MENU] < turns["info.AboutScreen"] and not nav.coming


@pytest.mark.parametrize("more", [(), ("A",)])
def test_a_key_right_behind_waits_for_the_screen_but_no_hand_over_does(more, in_ram):
    table = playing("es").wait(2000)
    nav, t_ms = table.nav, table.app.timebase.now_ms()
    nav.late = [(key, 0, t_ms) for key in ("OK", "DOWN", *more)]
    table.app.loop.turn()
    assert nav.coming and nav.late == [("DOWN", 0, t_ms)] and table.match.run == 1 + len(more)
    while nav.late:
        table.app.loop.turn()
    assert table.focus() == ("clock:running" if more else "menu:silent")


def test_the_letters_go_once_a_challenge_is_withdrawn(in_ram):
    table = playing("es").press("CHALLENGE", "BACK")
    assert table.focus().startswith("stopped") and "challenge" not in there()
    table.press("STOP")
    assert table.focus().startswith("clock") and there() == {"clock", "stopped"}
