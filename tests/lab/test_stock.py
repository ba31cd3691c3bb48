"""A stock Pico image with deployed files: a whole game with a challenge, by the pins."""

import pytest

from host_tools.sim.device import pin_keys
from tests.lab.conftest import script

# All tests share one boot from files and one game, half a minute of the chip's time.
pytestmark = pytest.mark.lab

FREE, LARGEST = 16 * 1024, 6 * 1024  # bytes free at every screen, in all and in one piece
SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all", "pin": "0000"}
# The most that a challenge holds. Only the lengths matter, and one letter takes few keys.
WORDS = ("AAAAAAAAA", "AAAAAAAAAAAA", "AAAAA", "AAAAA", "AAAAA", "AAAA", "AAAA", "AA")
ARBITER, LETTERS = "Árbitro 1/", "HECHO"  # texts of these screens in Spanish
LETTER_US = 200_000.0
ASKED_US = 8e6
MENU_US = 3e6  # a collection is at most 2 s away, and closes what leaves no reserve
RUN = b"\nrun("  # where main.py begins its loop


@pytest.fixture(scope="module")
def played(stock_uf2):
    """A player at a verdict, and (bytes free, bytes of the reserve) at each screen on the way.

    The word list is open and the clocks run wherever the rules allow it.
    """
    from host_tools.workshop.emulator.games import keys_for
    from host_tools.workshop.emulator.table import Player, Table

    table, found = Table(stock_uf2, SETTINGS), {}
    start, run, loop = table.files["main.py"].rpartition(RUN)
    asked = script("heap_on_chip.py", stock_uf2).encode()
    table.files["main.py"] = start + b"\n" + asked + run + loop
    player = Player(table)

    def read(screen):
        found[screen] = player.ask("heap 0", ASKED_US)

    def press_until(key, text, there=True):
        player.tap(key)
        player.chip.run_until(lambda: (text in player.shown()) == there, 20e6, 100_000)

    read("setup")
    player.tap("OK", apart_us=3e6)
    player.tap("B", "A", "B")
    read("clock")
    player.tap("OK", "DOWN")
    read("menu over a running clock")
    player.tap("UP", "OK")
    read("PIN over a running clock")
    player.tap(*pin_keys(SETTINGS["pin"]))
    press_until("OK", ARBITER)
    read("arbiter's list")
    press_until("BACK", ARBITER, there=False)
    player.tap("STOP")  # his PIN has stopped both clocks: play goes on
    press_until("CHALLENGE", LETTERS)
    read("challenge")
    player.tap(*keys_for(WORDS), apart_us=LETTER_US)
    player.chip.run_for(1_000_000)
    read("eight words to confirm")
    player.tap("A", "B")
    player.chip.run_for(1_000_000)
    assert player.status()["phase"] == "verdict"
    read("verdict")
    return player, found


def test_every_screen_leaves_a_reserve_in_one_piece(played):
    _, found = played
    whole = [free >= FREE and reserve >= LARGEST for free, reserve in found.values()]
    assert whole == [True] * 8, found


@pytest.mark.parametrize("more", [8192, 12288, 16384])
def test_more_live_data_refuses_screens_and_stops_no_clock(played, more):
    player, _ = played
    ran = player.into_play()["running"]
    player.ask(f"heap {more}", ASKED_US)
    player.tap("OK", "UP", "OK", apart_us=MENU_US)
    player.tap(ran, apart_us=MENU_US)
    player.ask("heap 0", ASKED_US)
    assert sorted((ran, player.status()["running"])) == ["A", "B"]
    assert player.chip.resets == 0


def test_a_host_finds_the_list_whole_before_a_game_which_then_begins(stock_uf2):
    from host_tools.workshop.emulator.table import Player, Table

    player = Player(Table(stock_uf2, SETTINGS))
    for question in ("about", "health", "get lexicon"):  # as `corrido deploy` and `doctor` ask
        player.ask(question, ASKED_US)
    assert player.ask("lexicon", 4 * ASKED_US) == {"ok": True, "why": ""}
    assert player.into_play()["running"] == "A"
