"""Memory that does not suffice: for a screen, for a game in progress, for a start."""

from unittest.mock import Mock

import pytest
from corrido import memory
from corrido.app import arming
from corrido.core import phases
from corrido.core.game import Game
from corrido.ui import qr
from corrido.ui.screens import ending, notes

from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError
from host_tools.workshop.screens.cases import playing, walk


def test_a_note_that_finds_no_memory_is_not_tried_once_more(monkeypatch):
    table, tries = playing("es"), []

    def too_much(*_):
        tries.append(1)
        raise MemoryError

    monkeypatch.setattr(notes.RefusalScreen, "__init__", too_much)
    table.app.loop.safely(table.nav.refused, "starting", table.device.now_us // 1000)
    table.wait(900)
    assert len(tries) == 1 and table.focus() == "clock:running"


def test_a_game_that_finds_no_memory_halfway_is_made_again_from_its_record(monkeypatch):
    def half_done(match, _event):
        match.player(1).turns = 9
        raise MemoryError

    made = Device.provisioned({"preset": "fise-corrido"})
    made.power_on()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "handle", half_done)
        made.press("OK", 500_000)
        with pytest.raises(FirmwareError):
            made.run_until(1_000_000)
    made.power_cut()
    made.power_on()
    status = made.status()
    assert (status["phase"], status["turns.A"]) == ("ready", "0")
    made.close()


@pytest.mark.parametrize("failures", [1, 2])
def test_a_code_takes_the_place_of_the_reserve_or_is_left_out(failures, monkeypatch):
    tries, square = [MemoryError] * failures, qr.Square

    def scarce(version):
        if tries:
            raise tries.pop()
        return square(version)

    monkeypatch.setattr(qr, "Square", scarce)
    table = walk("after finished\ntap A B A")
    monkeypatch.setattr(memory, "_reserve", [None] * 4)
    table.press("B").wait(2000)
    screen = table.nav._screen()
    assert isinstance(screen, ending.ClosedScreen) and bool(screen.code) == (failures == 1)
    assert table.device.log_count("fault") == failures - 1 and not tries and not memory._reserve


def made(failures, monkeypatch):
    """Recover where so many attempts find no memory; return what is made, and the judge."""
    tries = [MemoryError] * failures
    app = Mock()

    def recorder(*given):
        if tries:
            raise tries.pop()
        return given

    monkeypatch.setattr(arming, "Recorder", recorder)
    monkeypatch.setattr(memory, "_reserve", [None] * 4)
    return arming.recover(app, "rules") == (app.journal, "rules", app.act, app.witness), app.judge


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_what_is_not_needed_gives_way_in_turn(failures, monkeypatch):
    found, judge = made(failures, monkeypatch)
    assert found
    assert bool(memory._reserve) == (failures == 0)
    assert judge.drop.called == (failures == 2), "its list gives way last"


@pytest.mark.parametrize("esp32", [False, True])
def test_the_reserve_gives_way_to_the_list_but_not_on_an_esp32(esp32, monkeypatch):
    table = walk("after begun")
    monkeypatch.setattr(memory, "IN_RAM", True)
    monkeypatch.setattr(memory, "NATIVE_STAYS", esp32)
    monkeypatch.setattr(memory, "_reserve", [None] * 4)
    monkeypatch.setattr(table.app.judge, "opening", lambda: iter(()))
    table.app.judge.drop()
    assert table.press("OK").match.phase == phases.READY
    assert bool(memory._reserve) == esp32


def test_without_any_memory_the_start_fails(monkeypatch):
    with pytest.raises(MemoryError):
        made(3, monkeypatch)
