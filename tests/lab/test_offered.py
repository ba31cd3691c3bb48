"""What is offered beside the kit, on the pins: two displays, an encoder, a motor, a cell."""

import shutil

import pytest

pytestmark = pytest.mark.lab

ENCODER, MOTOR = (22, 26), 8
# In place of the end of the table.
MORE = f""", "encoder": {ENCODER}, "displays": ((0x3C, 0, False), (0x3D, 0, True)),
    "leds": (("A", 6), ("B", 7), ("MOTOR", {MOTOR})),
    "keys": (("A", 10), ("B", 11), ("STOP", 12), ("CHALLENGE", 13),
             ("LEFT", 18), ("RIGHT", 19), ("OK", 20), ("BACK", 21)),
}}"""
AWAY_US = 2_500_000.0  # a display that has come back has its picture by then
EMPTY = 1250  # the ADC's reading: 3.25 V at the cell
TURNS = 7


@pytest.fixture(scope="module")
def player(uf2, tmp_path_factory):
    """A Pico with everything; its second display is not plugged in yet."""
    from host_tools.workshop.emulator.table import BOARD, Player, Table

    folder = shutil.copytree(BOARD, tmp_path_factory.mktemp("all") / "pico")
    text = (folder / "board.py").read_text(encoding="utf-8")
    assert text.count("}") == 1
    (folder / "board.py").write_text(text.replace("}", MORE), encoding="utf-8")
    settings = {"preset": "fise-corrido", "budget": "600", "speech": "both", "felt": "yes"}
    made = Player(Table(uf2, settings, board=folder))
    return made


def shown(display):
    from host_tools.sim.ocr import read_text

    return " | ".join(read_text(display.frame()))


def test_a_display_that_is_not_there_leaves_the_other_its_picture(player):
    from host_tools.sim.ssd1306 import Ssd1306

    assert "Partida 1" in player.shown()
    second = player.chip.wire.controllers[0x3D] = Ssd1306()
    player.chip.run_for(AWAY_US)
    assert "Partida 1" in shown(second)


def test_an_encoder_is_up_and_down_and_loses_no_click_when_it_turns_round(player):
    at = player.shown()
    seen = []
    for detent in ("DOWN", "DOWN", "UP", "DOWN", "UP", "UP"):
        player.tap(detent)
        seen.append(player.shown())
    assert seen[0] == seen[4] != at and seen[1] == seen[3] and seen[2] == seen[0]
    assert seen[5] == at


def test_the_motor_taps_when_a_turn_begins(player):
    player.into_play()
    before = len(player.chip.outputs.edges(MOTOR))
    player.tap(player.status()["running"])
    player.chip.run_for(1_000_000)
    assert len(player.chip.outputs.edges(MOTOR)) >= before + 2


def test_a_game_goes_on_while_a_display_is_pulled_and_the_cell_runs_out(player):
    chip, first = player.chip, player.table.display
    first.power_on()
    chip.wire.controllers.pop(0x3C)
    for _ in range(TURNS):
        player.tap(player.status()["running"])
        chip.mcu.adc.channel_values = [EMPTY] * len(chip.mcu.adc.channel_values)
    status = player.status()
    assert int(status["turns.A"]) + int(status["turns.B"]) >= TURNS
    assert player.ask("health")["battery"] < 10 and status["phase"] == "running"
    chip.wire.controllers[0x3C] = first
    chip.run_for(AWAY_US)
    assert "FISE" in player.shown()
