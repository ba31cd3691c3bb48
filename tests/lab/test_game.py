"""A game on the emulated Pico whose loop is wedged; test_as_dragged.py plays a whole one."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.lab

# Pins of wedged_board.py; an RP2040's watchdog limit.
HANG, FAIL = 22, 26
LONGEST_WEDGE_US = 8_400_000
SETTINGS = {"preset": "fise-corrido", "budget": "20", "sounds": "all"}


@pytest.fixture(scope="module")
def bench(uf2):
    """A player at a Pico that can be wedged."""
    from host_tools.workshop.emulator.table import Player, Table

    table = Table(uf2, SETTINGS)
    # Every start would open a list: no word is looked up here.
    table.files = {name: data for name, data in table.files.items() if not name.endswith(".lex")}
    table.files["wired_board.py"] = table.files["corrido_board.py"]
    table.files["corrido_board.py"] = Path(__file__).with_name("wedged_board.py").read_bytes()
    return Player(table)


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
    bench.tap("OK", "STOP")
    assert bench.status()["running"] == before["running"]
