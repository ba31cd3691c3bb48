"""A stock Pico image and the deployed files: a whole game with a challenge, by the pins."""

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.slow]

SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all"}
WORD = "DE"


@pytest.fixture(scope="module")
def player(stock_uf2):
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    return Player(Table(stock_uf2, SETTINGS))


def keys_for(word):
    """The keys that enter a word and finish, from the screen's first cell."""
    from corrido.ui import tiles

    cells = tiles.grid("es")
    at, keys = tiles.home(cells, "es", False), []
    for tile in [*word, tiles.DONE]:
        keys += [*tiles.steps(cells, at, tile, False), "OK"]
        at = tiles.after(cells, tile, "es", False)
    return keys


@pytest.mark.xfail(reason="the picture to confirm a challenge finds no memory")
def test_a_game_with_a_verdict(player):
    """The record, the lexicon and the code share 240 KB with each other."""
    assert player.status()["phase"] == "setup"
    player.press("OK", "B", "A", "B")
    status = player.status()
    assert (status["phase"], status["running"], status["turns.A"]) == ("running", "A", "1")
    assert "9:5" in player.shown()
    player.press("CHALLENGE")
    player.press(*keys_for(WORD), apart_us=250_000)
    assert WORD in player.shown()
    player.press("A", "B")
    status = player.status()
    assert (status["phase"], status["verdict"]) == ("verdict", "valid"), status
    assert len(player.chip.outputs.tones(15)) >= 3
    player.press("OK")
    status = player.status()
    assert (status["phase"], status["running"]) == ("running", "A")
