"""A whole game on the emulated ESP32s by their pins.

On the C3 with the firmware frozen into our image, and as files in the official one. The ESP32
takes the image for PSRAM: without PSRAM its heap is too small for the firmware as files.
"""

import contextlib

import pytest

from host_tools.errors import UserError
from tests.lab import whole_game
from tests.lab.esp_images import image_of

# A busy computer leaves the emulator little time: the game is slow, not stuck.
pytestmark = [pytest.mark.lab, pytest.mark.slow, pytest.mark.timeout(1800)]


# An image's name, and the outcome of a challenge: with the firmware as files, a C3's heap
# holds the list or the game, not both.
GAMES = {
    "esp32c3-own": whole_game.challenged,
    "esp32c3": whole_game.challenged_without_memory,
    "esp32-spiram": whole_game.challenged,
}


@pytest.fixture(params=GAMES, scope="module")
def name(request):
    return request.param


@pytest.fixture(scope="module")
def player(name):
    image = image_of(name)
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    made = Player(Table(image, whole_game.SETTINGS))
    with contextlib.closing(made.chip):
        whole_game.into_play(made)
        yield made


def test_a_display_off_the_bus_comes_back(player):
    try:
        player.chip.wire.connected = True
    except UserError as error:
        pytest.skip(f"{error}: CORRIDO_QEMU names the fork as it comes")
    whole_game.without_display(player)


def test_a_challenge(name, player):
    GAMES[name](player)


def test_overtime_and_a_power_cut(player):
    whole_game.into_overtime(player)
    whole_game.power_cut(player)
