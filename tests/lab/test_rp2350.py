"""A whole game on the emulated RP2350 by its pins: bounce, verdict, overtime, NACK, power cut.

Needs rp2350js (CORRIDO_RP2350 names its built folder) and our own image for the Pico 2 with the
firmware frozen in. Its instructions take the emulator's time: nothing here measures the chip.
"""

import os

import pytest

from host_tools.device.payload import made_elsewhere
from host_tools.device.uf2 import read_uf2
from host_tools.errors import UserError
from host_tools.paths import cache_dir
from tests.lab import whole_game

# A busy computer leaves the emulator little time: the game is slow, not stuck.
pytestmark = [pytest.mark.lab, pytest.mark.slow, pytest.mark.timeout(1800)]

IMAGE = "CORRIDO_PICO2.uf2"


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

    made = Player(Table(uf2, whole_game.SETTINGS | {"budget": "10"}, RP2350))
    yield made
    made.chip.close()


def test_a_whole_game(player):
    whole_game.into_play(player)
    whole_game.without_display(player)
    whole_game.challenged(player)
    whole_game.into_overtime(player)
    whole_game.power_cut(player)
