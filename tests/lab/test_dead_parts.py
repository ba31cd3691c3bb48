"""Each part that the watchdog watches dies alone during a game: it is found, the game is back.

`corrido bench device --only deaths` kills every part, in a quarter of an hour.
"""

import pytest

pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")

from host_tools.workshop.emulator import dead
from host_tools.workshop.emulator.player import Player

SILENT = ("no sign of the keys", "no sign of the game", "display never done")
HUNG = ("journal", "display driver")  # test_game.py hangs the whole loop
BEFORE = {"running": "A", "turn": "A", "turns.A": "3", "turns.B": "2", "clock.A": "9:30.000"}
AFTER = {**BEFORE, "phase": "recovered", "running": "none", "clock.A": "9:29.500"}


@pytest.fixture(scope="module")
def player(frozen_uf2):
    return Player(dead.table(frozen_uf2))


@pytest.mark.lab
@pytest.mark.slow
@pytest.mark.parametrize("name", [*SILENT, *HUNG])
def test_a_dead_part_is_found_and_the_game_is_back(player, name):
    restart = dead.kill(player, name)
    assert restart.problem == "", restart
    assert restart.found_s * 1e6 <= dead.longest_us(name)
    assert restart.back_s < 1.5


@pytest.mark.parametrize(
    "changed, told",
    [({}, ""), ({"turn": "B"}, "turn B, not A"), ({"phase": "setup"}, "phase setup"),
     ({"clock.A": "9:21.500"}, "clock.A"), ({"clock.A": "9:31.200"}, "clock.A")],
)  # fmt: skip
def test_what_is_not_restored_is_told(changed, told):
    found = dead.difference(dead.PARTS["keys"], BEFORE, {**AFTER, **changed}, "watchdog")
    assert told in found and bool(told) == bool(found)


def test_a_turn_that_was_booked_is_the_other_players():
    after = {**AFTER, "turn": "B"}
    assert dead.difference(dead.PARTS["buzzer"], BEFORE, after, "watchdog") == ""
    assert "turn B" in dead.difference(dead.PARTS["journal"], BEFORE, after, "watchdog")
    late = {**AFTER, "clock.A": "9:21.300"}
    assert dead.difference(dead.PARTS["no sign of the keys"], BEFORE, late, "watchdog") == ""
    assert "power" in dead.difference(dead.PARTS["keys"], BEFORE, AFTER, "power")


def test_clocks_are_read():
    assert [dead.seconds(text) for text in ("9:58.120", "-0:03.000")] == [598.12, -3]
