"""A whole game on the emulated RP2350 by its pins: bounce, verdict, overtime, NACK, power cut.

Needs rp2350js (CORRIDO_RP2350 names its built folder) and our own image for the Pico 2 with the
firmware frozen into it. Its instructions take the emulator's time: nothing here measures the chip.
"""

import os

import pytest

from host_tools.device.payload import made_elsewhere
from host_tools.errors import UserError
from host_tools.paths import cache_dir
from host_tools.workshop.emulator.uf2 import read_uf2

pytestmark = [pytest.mark.lab, pytest.mark.slow]

IMAGE = "CORRIDO_PICO2.uf2"
SETTINGS = {"preset": "fise-corrido", "budget": "10", "sounds": "all"}
WORD = "DE"
BOUNCE_US = (900.0, 700.0, 2000.0, 1100.0)
APART_US = 400_000.0  # a tone and the silence after it


@pytest.fixture(scope="module")
def uf2():
    from pathlib import Path

    from host_tools.workshop.emulator.rp2350 import process

    try:
        process.emulator()
    except UserError as error:
        pytest.skip(f"no emulated RP2350: {error}")
    path = Path(os.environ.get("CORRIDO_UF2_PICO2") or cache_dir() / IMAGE)
    if not path.is_file():
        pytest.skip(f"no {IMAGE} in {cache_dir()}, and CORRIDO_UF2_PICO2 names none")
    image = read_uf2(path)
    if not image.frozen or made_elsewhere(image.state):
        pytest.skip(f"{path.name} was made of other sources: build it again (docs/hardware.md)")
    return path


@pytest.fixture(scope="module")
def player(uf2):
    pytest.importorskip("littlefs", reason="no littlefs here: pip install 'rp2040py[fs]'")
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import RP2350, Table

    made = Player(Table(uf2, SETTINGS, RP2350))
    yield made
    made.chip.close()


def tapped(player, *keys):
    """Press keys whose contacts bounce on the way down and up."""
    from host_tools.workshop.emulator.pins import bouncing

    for key in keys:
        gpio = player.table.gpio[key]
        player.chip.play(gpio, bouncing(True, BOUNCE_US))
        player.chip.play(gpio, bouncing(False, BOUNCE_US), after_us=60_000.0)
        player.chip.run_for(APART_US)


def test_a_whole_game(player):
    from tests.lab.test_stock import keys_for

    chip, table = player.chip, player.table
    assert player.status()["phase"] == "setup"
    tapped(player, "OK", "B", "A", "B")
    status = player.status()
    assert (status["phase"], status["running"]) == ("running", "A")
    assert (status["turns.A"], status["turns.B"]) == ("1", "1")  # one press each, bounce or not
    assert "FISE corrido" in player.shown()
    assert len(chip.outputs.tones(table.buzzer)) >= 2

    # The display's cable comes off: presses count, and the picture comes back.
    chip.wire.connected = False
    table.display.power_on()
    tapped(player, "A")
    assert player.status()["running"] == "B"
    chip.wire.connected = True
    chip.run_until(lambda: "FISE corrido" in player.shown(), 4e6, 250_000)

    tapped(player, "CHALLENGE", *keys_for(WORD))
    assert WORD in player.shown()
    tapped(player, "A", "B")
    chip.run_until(lambda: player.status()["phase"] == "verdict", 3e6, 100_000)
    assert player.status()["verdict"] == "valid"
    tapped(player, "OK")
    before = player.status()
    assert before["phase"] == "running"

    # The budget runs out: overtime.
    chip.run_until(lambda: player.status()[f"clock.{before['running']}"][0] == "-", 12e6, 500_000)
    assert player.status()["phase"] == "running"

    # The power goes in the middle of it.
    before = player.status()
    flash = chip.flash_image()
    assert chip.operations and not chip.resets
    again = type(player)(table, flash)
    try:
        status = again.status()
        assert (status["phase"], status["turn"]) == ("recovered", before["turn"])
        assert (status["turns.A"], status["turns.B"]) == (before["turns.A"], before["turns.B"])
        tapped(again, "OK", "STOP")
        status = again.status()
        assert (status["phase"], status["running"]) == ("running", before["running"])
        assert status[f"clock.{before['running']}"][0] == "-"
    finally:
        again.chip.close()
