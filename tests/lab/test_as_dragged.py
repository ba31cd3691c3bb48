"""The file that `corrido image` makes of MicroPython's official image, dragged on a Pico's drive.

The emulated chip gets that file's blocks and nothing else, and plays a whole game by its pins.
"""

import json
import random
import re
import time

import pytest

from host_tools.sim.ocr import read_text

pytestmark = pytest.mark.lab

START_US = 3_000_000  # to an answer over USB and the picture, at the first start as at any other
APART_US = 530_000.0  # between two keys: a tone and the silence after it
LOOK_US = 250_000
FRAME_US, PACKET_BYTES = 1_000, 64  # of USB
CONFIRMED_US = 150_000
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
    player = dragged(club)
    told(player.table, "first", player.chip.now_us())
    return player, player.chip.now_us()


def dragged(file):
    """Return a player at a new Pico with that file on it."""
    from host_tools.device.image import load
    from host_tools.workshop.emulator.chip import erased_with
    from host_tools.workshop.emulator.table import Player, Table

    player = Player(Table(file), flash=erased_with(load(str(file))))
    player.noise = random.Random(1)
    return player


class Cable:
    """A serial port with a chip at its other end: while the host waits, the chip's time passes."""

    timeout, dtr, rts = 0.2, True, True
    isOpen = close = lambda self: True

    def __init__(self, chip):
        self.chip, self.told = chip, len(chip.console.text)

    @property
    def in_waiting(self):
        return len(self.chip.console.text) - self.told

    def read(self, size=1):
        end_us = self.chip.now_us() + self.timeout * 1e6
        while self.in_waiting < size and self.chip.now_us() < end_us:
            self.chip.run_for(FRAME_US)
        data = bytes(self.chip.console.text[self.told :][:size])
        self.told += len(data)
        return data

    def write(self, data):
        for at in range(0, len(data), PACKET_BYTES):
            self.chip.console.send(data[at : at + PACKET_BYTES])
            self.chip.run_for(FRAME_US)


def told(table, which, answer_us):
    """Print when the picture and the answer over USB were there, in s from power."""
    picture_us = table.display.changes[-1]
    print(f"{which} start: picture {picture_us / 1e6:.2f} s, answer {answer_us / 1e6:.2f} s")


def tapped(player, *keys):
    """Press keys whose contacts bounce on the way down and up."""
    player.tap(*keys, apart_us=APART_US)


def until(player, limit_us, **wanted):
    """Let time pass until the status has these words; return it. UserError if it never does."""
    found = []

    def there():
        found[:] = [player.status()]
        return all(found[0][name] == word for name, word in wanted.items())

    player.chip.run_until(there, limit_us, LOOK_US)
    return found[0]


def until_shown(player, text, limit_us=8e6):
    """Let time pass until the display has a text."""
    player.chip.run_until(lambda: text in player.shown(), limit_us, LOOK_US)


def into_play(player):
    """Arm the game and hand the turn over: one press each, bounce or not."""
    assert player.status()["phase"] == "setup"
    tapped(player, "OK")
    until(player, 8e6, phase="ready")
    tapped(player, "B", "A", "B")
    status = until(player, 8e6, phase="running", running="A")
    assert (status["turns.A"], status["turns.B"]) == ("1", "1")
    until_shown(player, "FISE corrido")
    assert len(player.chip.outputs.tones(player.table.buzzer)) >= 2


def challenged(player, word, verdict):
    """Challenge a word, have it judged, and go on playing; return the wait for the verdict, us.

    The wait is from the confirming press to the first change of the picture after CONFIRMED_US, by
    when the picture with both confirmations is on the display.
    """
    from host_tools.workshop.emulator.games import keys_for

    tapped(player, "CHALLENGE")
    until(player, 8e6, phase="challenge")
    tapped(player, *keys_for((word,)))
    until_shown(player, word)
    tapped(player, "A")
    pressed_us = player.chip.now_us()
    tapped(player, "B")
    assert until(player, 20e6, phase="verdict")["verdict"] == verdict
    player.chip.run_for(LOOK_US)
    changes = player.table.display.changes
    seen_us = next(at for at in changes if at > pressed_us + CONFIRMED_US)
    tapped(player, "OK")
    until(player, 8e6, phase="running")
    return seen_us - pressed_us


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
    into_play(player)
    good_us = challenged(player, "DE", "valid")
    tapped(player, player.status()["running"])  # no play is challenged twice
    bad_us = challenged(player, "ZZ", "invalid")
    print(f"to the verdict: {good_us / 1e3:.0f} and {bad_us / 1e3:.0f} ms")
    for us in (good_us, bad_us):
        assert VERDICT_US <= us <= VERDICT_US + CONFIRMED_US
    assert abs(good_us - bad_us) <= SAME_US
    side = player.status()["running"]
    player.chip.run_until(lambda: player.status()[f"clock.{side}"][0] == "-", 60e6, 500_000)
    assert player.status()["phase"] == "running"


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


def test_the_game_of_the_breadboard_by_the_pins_of_its_page(club, root):
    page = (root / "docs" / "breadboard.md").read_text(encoding="utf-8")
    pins = re.findall(r", (A|B|OK) 1: (\d+),", page)
    gpio_of = {14: 10, 15: 11, 26: 20}  # the Pico's data sheet
    player = dragged(club)
    player.table.gpio = {key: gpio_of[int(pin)] for key, pin in pins}
    into_play(player)


def test_what_an_owner_sends_is_measured_whole_and_without_a_name(club, tmp_path, monkeypatch):
    """`corrido report`, typed on a host whose time is the chip's."""
    from host_tools.cli import main

    chip, sent = dragged(club).chip, tmp_path / "pico.json"
    monkeypatch.setattr("serial.serial_for_url", lambda *_, **__: Cable(chip))
    monkeypatch.setattr(time, "sleep", lambda seconds: chip.run_for(seconds * 1e6))
    for clock in ("monotonic", "perf_counter"):
        monkeypatch.setattr(time, clock, lambda: chip.now_us() / 1e6)
    code = main(["report", "--port", "chip", "-o", str(sent)])
    print(sent.read_text())
    found = json.loads(sent.read_text())
    assert code == any(one["level"] == "fault" for one in found["findings"])
    assert "Mesa" not in sent.read_text() and found["board"]["board"] == "pico"
    assert found["running"]["parts"]["displays"] == 1 and abs(found["running"]["ppm"]) < 1000
    stopped = found["stopped"]
    assert stopped["block_whole"] and min(stopped["block_us"]) >= 45_000  # W25Q16JV: one erase
    assert set(stopped["bus"]) == {"100000", "400000"}  # the emulated bus hears no empty write
    assert stopped["chip"]["hz"] == 125_000_000 and 1 < stopped["start_s"] < 5
