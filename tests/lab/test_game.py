"""A whole game on the emulated Pico, by its pins: picture, sound, power cut, wedges, lost display.

Needs our own image with the firmware frozen in; test_stock.py plays on a stock one.
"""

from pathlib import Path

import pytest
from corrido.core.match import rounded

from host_tools.scenario.lexer import clock_ms

pytestmark = pytest.mark.lab

# Pins of wedged_board.py; an RP2040's watchdog limit.
HANG, FAIL = 22, 26
LONGEST_WEDGE_US = 8_400_000
SETTINGS = {"preset": "fise-corrido", "budget": "20", "sounds": "all"}


@pytest.fixture(scope="module")
def table(frozen_uf2):
    from host_tools.workshop.emulator.table import Table

    made = Table(frozen_uf2, SETTINGS)
    # Every start would open a list: no word is looked up here.
    files = {name: data for name, data in made.files.items() if not name.endswith(".lex")}
    files["wired_board.py"] = files["corrido_board.py"]
    files["corrido_board.py"] = Path(__file__).with_name("wedged_board.py").read_bytes()
    made.files = files
    return made


@pytest.fixture(scope="module")
def bench(table):
    from host_tools.workshop.emulator.table import Player

    return Player(table)


def shown_of(clock):
    """Return a clock of the status as the display shows it: 0:17 for 0:16.250."""
    return rounded(abs(clock_ms(clock, decimals=True)))


def test_it_starts_in_setup_is_armed_with_ok_and_presses_run_the_clocks(bench, table):
    fresh = type(bench)(table)
    assert fresh.status()["phase"] == "setup"
    fresh.press("OK")
    assert fresh.status()["phase"] == "ready"
    fresh.press("B", "A", "B")
    status = fresh.status()
    assert (status["phase"], status["running"]) == ("running", "A")
    assert (status["turns.A"], status["turns.B"]) == ("1", "1")


def test_the_picture_shows_the_clocks(bench):
    before = bench.into_play()
    shown = bench.shown()
    after = bench.status()
    for clock in ("clock.A", "clock.B"):
        assert any(shown_of(status[clock]) in shown for status in (before, after)), (before, shown)


def test_presses_are_heard(bench):
    heard = len(bench.chip.outputs.tones(15))
    for _ in range(3):
        bench.press(bench.into_play()["running"])
    assert len(bench.chip.outputs.tones(15)) >= heard + 3


def test_a_display_that_was_away_comes_back(bench):
    running = bench.into_play()["running"]
    wire = bench.chip.wire
    wire.connected = False
    bench.table.display.power_on()
    bench.press(running)
    assert bench.status()["running"] not in (running, "none")
    wire.connected = True
    bench.chip.run_for(2_500_000)
    assert "0:" in bench.shown()


@pytest.mark.parametrize("wedge", [HANG, FAIL])
def test_a_wedged_loop_is_reset_by_the_watchdog_and_the_game_is_back(bench, wedge):
    """The loop waits forever, or ends with an error: nobody feeds the watchdog."""
    before = bench.into_play()
    chip = bench.chip
    chip.contact(wedge, True)
    resets, began_us = chip.resets, chip.now_us()
    took_us = chip.run_until(lambda: chip.resets > resets, 10e6, 5_000) - began_us
    chip.contact(wedge, False)
    assert took_us < LONGEST_WEDGE_US + 500_000
    bench.wait_for_firmware()
    after = bench.status()
    assert after["phase"] == "recovered" and after["turn"] == before["turn"]
    assert (after["turns.A"], after["turns.B"]) == (before["turns.A"], before["turns.B"])
    assert bench.ask("health")["reset"] == "watchdog"
    bench.press("OK", "STOP")
    assert bench.status()["running"] == before["running"]


def test_a_power_cut_in_mid_game_is_recovered(bench, table):
    before = bench.into_play()
    second = type(bench)(table, bench.chip.flash_image())
    assert second.status()["phase"] == "recovered"
    second.press("OK")
    assert second.status()["phase"] == "stopped"
    second.press("STOP")
    after = second.status()
    assert (after["phase"], after["running"]) == ("running", before["turn"])
