"""The real interpreter's memory: no game leaves anything behind; with little, clocks run on."""

from pathlib import Path

import pytest

from host_tools.scenario.parser import parse_all
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from host_tools.sim.ocr import read_text
from host_tools.sim.process import ProcessRuntime
from host_tools.sim.runtime import FirmwareError

pytestmark = pytest.mark.usefixtures("micropython")

EVERYTHING = 1 << 30
# Keys during a running and a stopped clock: menu, its rows, hand-overs, STOP, a challenge.
KEYS = ("OK", "OK", "A", "STOP", "OK", "STOP", "OK", "DOWN", "DOWN", "B", "OK", "A", "CHALLENGE")
COLLECTED_US = 9_000_000  # even without a key
REST_US = 4_500_000  # from one key to the next: collections are at least 2 s apart


# A game with everything that allocates: stops, both verdicts, arbiter, summary, next game.
START = "device preset=fise-corrido pin=4711\nat 0 power on\n"
GAME = """
+1 press B
+20 press A
+15 press B
+10 stop verify
+1 press STOP
+5 mark pass
+0.5 press A
+7 challenge casa
+1 press OK
+1 press B
+7 challenge xuz sol
+1 press OK
+9 arbiter 4711 penalty A 30
+0.5 press STOP
+1 press B
+2 stop score
+1 finish
+1 close
+1 next
+1 arm
+1 expect phase ready, turns.A 0
"""
WARM_GAMES = 3  # by then every module is loaded


class HeapRuntime(ProcessRuntime):
    """The interpreter as the simulator runs it, and two questions about its heap."""

    command = Path(__file__).with_name("heap_server.py").read_text("utf-8")


def test_the_table_of_settings_is_in_memory_where_one_is_set_alone():
    device = Device.provisioned({}, HeapRuntime)
    device.power_on()
    device.run_until(COLLECTED_US)
    assert not device._ask("has", "corrido.store.settings_table")


@pytest.mark.long
def test_many_games_leave_nothing_behind():
    start, game = (parse_all(text, Path("game"))[0] for text in (START, GAME))
    device = Device.provisioned(start.settings, HeapRuntime)
    runner = Runner(start, device)
    try:
        runner._play(start.steps)
        in_use = []
        for _ in range(24):
            runner._play(game.steps)
            in_use.append(device._ask("heap_in_use"))
    finally:
        device.close()
    later = in_use[WARM_GAMES:]
    assert max(later) - min(later) <= 256, "a few small objects, of the garbage that is seen alive"


class Starved:
    """A game in its first turn, on a chip with little memory besides the reserve."""

    def __init__(self, room, **settings):
        self.device = Device.provisioned(settings | {"preset": "fise-corrido"}, HeapRuntime)
        self.device.power_on()
        self.press("OK", "B")
        assert self.device.status()["running"] == "A"
        self.leave(room)
        self.device.run_until(self.device.now_us + COLLECTED_US)

    def leave(self, room):
        self.device._ask("leave", room)

    def press(self, *keys):
        for key in keys:
            self.device.press(key, self.device.now_us + 100_000)
            self.device.run_until(self.device.now_us + REST_US)

    def shown(self):
        return " | ".join(read_text(self.device.frame()))


@pytest.fixture
def starved(request):
    made = Starved(request.param)
    yield made
    made.device.close()


def test_what_is_heard_and_felt_is_in_memory_only_where_it_is_on():
    in_use = []
    for settings in ({}, {"speech": "both", "felt": "yes", "flashes": "yes"}):
        table = Starved(EVERYTHING, **settings)
        in_use.append(table.device._ask("heap_in_use"))
        table.device.close()
    print("heap in use in play, off and on:", in_use)
    assert in_use[1] - in_use[0] > 8_000, "the voice's code, at least"


PLAYED = {"phase": "challenge", "turns.A": "2", "turns.B": "1", "game": "1", "running": "none"}


@pytest.mark.parametrize("starved", [EVERYTHING, 8192], indirect=True)
def test_the_game_goes_on_with_the_least_that_is_kept_for_it(starved):
    """8,192: LEAST_BYTES of a chip, whose pieces are half as large."""
    starved.press(*KEYS)
    starved.leave(EVERYTHING)  # to be asked
    status = starved.device.status()
    assert starved.device.boots == 1, "never restarted"
    assert {name: status[name] for name in PLAYED} == PLAYED


@pytest.mark.parametrize("starved", [4096, 2048], indirect=True)
def test_with_less_it_goes_on_or_a_restart_has_every_turn(starved):
    """Where no hole takes an event's largest object, 192 bytes, depends on what lies around it."""
    turns = 0
    try:
        for key in KEYS:
            starved.press(key)
            turns += key in ("A", "B")
    except FirmwareError as error:
        assert str(error).startswith("MemoryError")
        starved.device.power_cut()
        starved.device.power_on()
    starved.leave(EVERYTHING)
    status = starved.device.status()
    assert status["game"] == "1" and status["phase"] in ("challenge", "recovered")
    assert int(status["turns.A"]) + int(status["turns.B"]) - turns in (0, 1)


@pytest.mark.parametrize("starved", [3072], indirect=True)
def test_a_screen_is_refused_with_its_reason_and_opens_later(starved):
    starved.device.press("OK", starved.device.now_us + 100_000)
    starved.device.run_until(starved.device.now_us + 1_000_000)
    assert "NO SE ABRE" in starved.shown() and "SIN MEMORIA" in starved.shown()
    starved.device.run_until(starved.device.now_us + REST_US)
    starved.leave(EVERYTHING)
    assert starved.device.focus() == "clock:running"
    starved.press("OK")
    assert starved.device.focus().startswith("menu:")
    assert starved.device.status()["running"] == "A"
