"""A stock Pico image and the deployed files: a whole game with a challenge, by the pins."""

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.slow]

SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all"}
WORD = "DE"
FREE, LARGEST = 16 * 1024, 6 * 1024  # bytes that are left at every screen, and in one piece


@pytest.fixture(scope="module")
def player(stock_uf2):
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    return Player(Table(stock_uf2, SETTINGS))


def test_a_game_with_a_verdict(player):
    """The record, the lexicon and the code share 240 KB with each other."""
    from host_tools.workshop.emulator.heap import keys_for

    assert player.status()["phase"] == "setup"
    player.press("OK", apart_us=3e6)
    player.press("B", "A", "B")
    status = player.status()
    assert (status["phase"], status["running"], status["turns.A"]) == ("running", "A", "1")
    assert "9:5" in player.shown()
    player.press("CHALLENGE")
    player.press(*keys_for((WORD,)), apart_us=250_000)
    assert WORD in player.shown()
    player.press("A", "B")
    status = player.status()
    assert (status["phase"], status["verdict"]) == ("verdict", "valid"), status
    assert len(player.chip.outputs.tones(15)) >= 3
    player.press("OK")
    status = player.status()
    assert (status["phase"], status["running"]) == ("running", "A")


def test_every_screen_leaves_a_reserve(stock_uf2):
    from host_tools.workshop.emulator.heap import screens

    found = screens(stock_uf2)
    assert len(found) == 8
    assert min(heap.free for heap in found.values()) >= FREE, found
    assert min(heap.largest for heap in found.values()) >= LARGEST, found
