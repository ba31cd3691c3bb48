"""A whole game on the emulated Pico, by its pins: picture, sound, power cut, reset, lost display.

Needs our own image with the firmware frozen into it; a stock one has no room for the code in RAM.
"""

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.slow]

SETTINGS = {"preset": "fise-corrido", "budget": "20", "sounds": "all"}


class Bench:
    """A powered Pico on its table, and questions to it over USB."""

    def __init__(self, table, flash=None):
        self.table = table
        self.chip = table.power(flash=flash)
        self.answers = []
        self.chip.console.on_line = self.answers.append
        self.chip.run_until(lambda: self.chip.console.connected, 5e6)
        display = table.display
        self.chip.run_until(lambda: display.lit and len(display.changes) > 6, 20e6)
        self.chip.run_for(400_000)

    def press(self, *keys):
        for key in keys:
            self.table.press(self.chip, key, 0)
            self.chip.run_for(700_000)

    def status(self):
        import json

        self.answers.clear()
        self.chip.console.send(b"?7 status\n")
        self.chip.run_until(lambda: any("!7 ok" in line for line in self.answers), 3e6)
        line = next(line for line in self.answers if "!7 ok" in line)
        return json.loads(line.split(" ok ", 1)[1])

    def text(self):
        from host_tools.screens.ocr import read_text

        return " | ".join(read_text(self.table.display.frame()))


@pytest.fixture(scope="module")
def table():
    from host_tools.lab.play import Table
    from host_tools.lab.uf2 import read_uf2
    from tests.lab.conftest import image

    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    uf2 = image("CORRIDO_PICO.uf2")
    if uf2 is None or not read_uf2(uf2).frozen:
        pytest.skip("no image with the firmware frozen into it: CORRIDO_UF2, or the cache")
    return Table(uf2, SETTINGS)


@pytest.fixture(scope="module")
def bench(table):
    return Bench(table)


def in_play(bench):
    """A game under way, also for a test that a worker runs alone."""
    if bench.status()["phase"] == "setup":
        bench.press("OK")
    if bench.status()["phase"] == "ready":
        bench.press("B", "A", "B")


def test_it_starts_in_setup_and_is_armed_with_ok(bench):
    assert bench.status()["phase"] == "setup"
    bench.press("OK")
    assert bench.status()["phase"] == "ready"


def test_presses_run_the_clocks(bench):
    in_play(bench)
    status = bench.status()
    assert (status["phase"], status["running"]) == ("running", "A")
    assert (status["turns.A"], status["turns.B"]) == ("1", "1")


def test_the_picture_shows_the_clocks(bench):
    in_play(bench)
    shown = bench.text()
    left = bench.status()["clock.A"]
    assert "0:1" in shown, (shown, left)


def test_presses_are_heard(bench):
    in_play(bench)
    assert len(bench.chip.outputs.tones(15)) >= 3


def test_a_display_that_was_away_comes_back(bench):
    in_play(bench)
    wire = bench.chip.wire
    wire.connected = False
    bench.table.display.power_on()
    bench.press("A")
    assert bench.status()["running"] == "B"
    wire.connected = True
    bench.chip.run_for(2_500_000)
    assert "0:" in bench.text()


def test_a_reset_in_mid_game_is_recovered(bench):
    in_play(bench)
    before = bench.status()
    bench.chip.watchdog_reset()
    bench.chip.run_for(2_500_000)
    after = bench.status()
    assert after["phase"] == "recovered" and after["turn"] == before["turn"]
    assert (after["turns.A"], after["turns.B"]) == (before["turns.A"], before["turns.B"])


def test_a_power_cut_in_mid_game_is_recovered(bench, table):
    in_play(bench)
    before = bench.status()
    second = Bench(table, bench.chip.flash_image())
    assert second.status()["phase"] == "recovered"
    second.press("OK")
    assert second.status()["phase"] == "stopped"
    second.press("STOP")
    after = second.status()
    assert (after["phase"], after["running"]) == ("running", before["turn"])
