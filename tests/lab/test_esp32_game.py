"""A whole game on the emulated ESP32-C3 and ESP32, by their pins, on official images.

The C3 has the firmware as files in the heap that its image leaves. The ESP32's own image leaves
too little: there the one for PSRAM runs the same files, native code included.
"""

import pytest

from host_tools.errors import UserError
from tests.lab import whole_game
from tests.lab.esp_images import PSRAM, image_of

pytestmark = [pytest.mark.lab, pytest.mark.slow]


@pytest.fixture(params=["esp32c3", PSRAM], scope="module")
def player(request):
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    made = Player(Table(image_of(request.param), whole_game.SETTINGS))
    whole_game.into_play(made)
    yield made
    made.chip.close()


def test_a_display_off_the_bus_comes_back(player):
    try:
        player.chip.wire.connected = True
    except UserError as error:
        pytest.skip(f"{error}: CORRIDO_QEMU names the fork as it comes")
    whole_game.without_display(player)


def test_overtime_and_a_power_cut(player):
    whole_game.into_overtime(player)
    whole_game.power_cut(player)


def test_a_challenge_with_its_verdict(player, request):
    if player.table.encoder:
        request.applymarker(
            pytest.mark.xfail(reason="a C3's list of words finds no memory among the code")
        )
    whole_game.challenged(player)
