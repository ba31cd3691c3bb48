"""The file that `corrido image` makes of MicroPython's official image, dragged on a Pico's drive.

The emulated chip gets that file's blocks and nothing else, and plays a whole game by its pins.
"""

import pytest

from host_tools.sim.ocr import read_text
from tests.lab import whole_game

# Ten seconds of the chip's time before and between the presses of a game on a stock image.
pytestmark = [pytest.mark.lab, pytest.mark.timeout(3000)]

START_US = 3_000_000  # to an answer over USB and the picture, at the first start as at any other
VERDICT_US, SAME_US = 500_000, 50_000  # a collection may come between
SETTINGS = ["--preset", "fise-corrido", "--set", "budget=10", "--set", "sounds=all",
            "--set", "device-name=Mesa 7"]  # fmt: skip


@pytest.fixture(scope="module")
def club(stock_uf2, tmp_path_factory):
    """The file, made by the command that a club uses."""
    from host_tools.cli import main

    made = tmp_path_factory.mktemp("drag") / "club.uf2"
    assert main(["image", "--base", str(stock_uf2), *SETTINGS, "-o", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def started(club):
    """A player at the first start; and when the device answered and showed its picture, in us."""
    from host_tools.device.image import load
    from host_tools.workshop.emulator.chip import erased_with
    from host_tools.workshop.emulator.table import Player, Table

    player = Player(Table(club), flash=erased_with(load(str(club))))
    told(player.table, "first", player.chip.now_us())
    return player, player.chip.now_us()


def told(table, which, answer_us):
    """Print when the picture and the answer over USB were there, in s from power."""
    picture_us = table.display.changes[-1]
    print(f"{which} start: picture {picture_us / 1e6:.2f} s, answer {answer_us / 1e6:.2f} s")


def test_the_first_start_has_nothing_left_to_do(started):
    player, start_us = started
    assert player.status()["phase"] == "setup"
    assert player.ask("get device-name") == "Mesa 7"
    assert "Partida 1" in player.shown()
    player.chip.run_for(1_000_000)  # whatever is left to do is done at rest
    assert not [each for each in player.chip.flash.operations if each.kind == "erase"]
    assert start_us <= START_US


def test_a_whole_game_with_two_challenges_whose_wait_tells_nothing(started):
    player, _ = started
    whole_game.into_play(player)
    good_us = whole_game.challenged(player)
    whole_game.tapped(player, player.status()["running"])  # no play is challenged twice
    bad_us = whole_game.challenged(player, "ZZ", "invalid")
    print(f"to the verdict: {good_us / 1e3:.0f} and {bad_us / 1e3:.0f} ms")
    for us in (good_us, bad_us):
        assert VERDICT_US <= us <= VERDICT_US + whole_game.CONFIRMED_US
    assert abs(good_us - bad_us) <= SAME_US
    whole_game.into_overtime(player)


def test_the_next_start_has_the_game(started, club):
    from host_tools.workshop.emulator.table import Player

    player, first_us = started
    before = player.status()
    player.table.display.changes.clear()
    again = Player(player.table, flash=player.chip.flash_image())
    took_us = again.chip.now_us()
    told(again.table, "next", took_us)
    assert again.status()["phase"] == "recovered"
    assert again.status()["turns.A"] == before["turns.A"]
    assert took_us <= START_US
    assert read_text(again.table.display.frame())
