"""Who runs next: the ranks of the loop; arming, and what a turn of it leaves behind."""

import pytest
from corrido.app import loop as loop_module
from corrido.app.loop import LATE_MS
from corrido.core import events
from corrido.store.journal.codec import KIND, T_MS

from host_tools.sim.device import Device, pin_keys
from host_tools.workshop.screens.cases import playing, walk


@pytest.fixture
def table():
    return playing("es").wait(1000)


def test_garbage_is_collected_when_calm_and_seldom_without_a_key(table, monkeypatch):
    collected: list[int] = []
    monkeypatch.setattr(loop_module, "collect", lambda: collected.append(1))
    table.press("A")
    assert not collected, "not in the way of the keys"
    table.wait(3000)
    assert len(collected) == 1
    table.wait(LATE_MS - 6000)
    assert len(collected) == 1
    table.wait(7000)
    assert len(collected) == 2


def test_a_key_that_starts_a_clock_is_on_record_when_its_turn_ends():
    app = walk("after verdict-invalid").app
    before = app.journal.tail(1)
    assert app.send(events.OK) and app.recorder.match.run
    assert app.journal.tail(1) != before and app.journal.tail(1)[0][3] == events.OK


def test_a_first_start_is_armed_block_by_block(monkeypatch):
    device = Device.provisioned({"preset": "fise-corrido"})
    flash, erased = device.world.flash, []
    plain = flash.erase

    def erase(block):
        erased.append(device.polls)
        device.world.stall(50_000)  # as long as a chip's
        plain(block)

    monkeypatch.setattr(flash, "erase", erase)
    device.power_on()
    device.press("OK", 150_000)
    device.run_until(400_000)
    assert device.status()["phase"] == "setup" and 0 < len(erased) < 16
    device.run_until(3_000_000)
    assert device.status()["phase"] == "ready"
    assert len(erased) >= 16 and len(set(erased)) == len(erased)  # one per turn
    device.close()


def test_the_clocks_stop_at_the_first_edge_of_the_key_that_ends_the_pin():
    table = playing("es").wait(20000).press("BACK", *pin_keys("1234"))
    device, recorder = table.device, table.app.recorder
    edge_us = device.now_us + 20_000
    device.press("OK", edge_us)
    device.press("CHALLENGE", edge_us + 5000)  # refused: this stop is the arbiter's
    table.wait(200)
    assert table.match.phase == "stopped" and table.focus().startswith("arbiter:")
    assert (recorder.on_line(edge_us // 1000), events.MENU) in [
        (entry[T_MS], entry[KIND]) for entry in table.app.journal.tail(3)
    ]


def test_a_game_whose_time_stands_still_is_started_again(table):
    device, turn = table.device, table.device.status()["turn"]
    table.app.recorder.advance = lambda now_ms: None
    table.wait(10_000)
    assert device.boots == 2
    assert (device.status()["phase"], device.status()["turn"]) == ("recovered", turn)
