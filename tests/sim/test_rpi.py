"""A Raspberry Pi as a board: Blinka's calls on fake pins, Adafruit's real driver, the model."""

import queue
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from corrido.app.app import App

from boards.rpi.device import KEYS, LEDS, Board, Contacts, FileFlash, KernelContacts
from host_tools.paths import lexicons_dir
from host_tools.sim.ssd1306 import I2CBus, Ssd1306
from tests.sim.test_oracle import BusioI2C


class Desk:
    """The pins, the display and the piezo of a computer, and a board on them."""

    def __init__(self, folder: Path) -> None:
        self.pins = {
            name: SimpleNamespace(value=True) for name in (*KEYS.values(), *LEDS.values())
        }
        self.pwm = SimpleNamespace(frequency=0, duty_cycle=0)
        self.controller = Ssd1306()
        self.bus = I2CBus({0x3C: self.controller})
        contacts = Contacts([self.pins[name] for name in KEYS.values()])
        lights = {light: self.pins[name] for light, name in LEDS.items()}
        self.board = Board(BusioI2C(self.bus), contacts, lights, self.pwm, folder,
                           str(lexicons_dir()))  # fmt: skip
        self.app = App(self.board)
        self.frame = self.app.navigator.painter.frame

    def play(self, until, within_s: float = 120.0) -> None:
        """Run the firmware in real time until something holds."""
        end = time.monotonic() + within_s
        while not until():
            assert time.monotonic() < end, self.app.recorder.match.phase
            wait_us = self.app.loop.turn()
            if wait_us:
                self.board.idle(min(wait_us, 5000))

    def shown(self) -> bool:
        """Return whether the display shows the whole picture."""
        return self.controller.on and self.controller.frame() == bytes(self.frame)

    def press(self, key: str) -> None:
        """Close a contact for 150 ms, long for a busy computer, and leave it open for 300."""
        for closed, seconds in ((True, 0.15), (False, 0.3)):
            self.pins[KEYS[key]].value = not closed
            end = time.monotonic() + seconds
            self.play(lambda end=end: time.monotonic() >= end)


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    made.board.close()


def test_a_game_on_the_pins_is_seen_on_the_display_and_back_after_a_restart(desk, tmp_path):
    desk.play(desk.shown)
    desk.press("OK")
    desk.play(lambda: desk.app.recorder.match.phase == "ready")
    desk.press("B")
    desk.play(lambda: desk.app.recorder.match.run == 1)
    assert desk.pins[LEDS["A"]].value and not desk.pins[LEDS["B"]].value
    desk.press("A")
    desk.play(lambda: desk.app.recorder.match.run == 2)
    assert desk.pins[LEDS["B"]].value and not desk.pins[LEDS["A"]].value
    desk.press("STOP")
    desk.play(lambda: not desk.app.recorder.match.run and desk.shown())
    assert not desk.pins[LEDS["A"]].value and not desk.pins[LEDS["B"]].value
    assert any(desk.frame) and not desk.bus.complaint
    desk.board.close()
    second = Desk(tmp_path)
    desk.board = second.board
    second.play(lambda: second.app.recorder.match.phase == "recovered")
    assert second.app.recorder.game == desk.app.recorder.game


def test_a_display_that_is_unplugged_comes_back_with_the_whole_picture(desk):
    desk.play(desk.shown)
    desk.bus.unplug()
    desk.press("DOWN")
    desk.play(lambda: not desk.app.displays.connected())
    desk.bus.plug()
    desk.play(desk.shown)


def test_the_piezo_sounds_and_falls_silent(desk):
    desk.board.buzzer.on(1500)
    assert (desk.pwm.frequency, desk.pwm.duty_cycle) == (1500, 0x8000)
    desk.board.buzzer.off()
    assert desk.pwm.duty_cycle == 0


class Request:
    """gpiod's request of two lines, of which a test tells the edges."""

    def __init__(self) -> None:
        self.edges: queue.Queue[SimpleNamespace] = queue.Queue()
        self.released = False

    def wait_edge_events(self, timeout: float) -> bool:
        end = time.monotonic() + timeout
        while self.edges.empty() and time.monotonic() < end:
            time.sleep(0.001)
        return not self.edges.empty()

    def read_edge_events(self) -> list[SimpleNamespace]:
        return [self.edges.get()]

    def get_value(self, line: int) -> SimpleNamespace:
        return SimpleNamespace(value=int(line == 6))

    def release(self) -> None:
        self.released = True


def test_the_kernels_own_stamps_are_kept():
    """However late the thread reads them; the counter wraps as the board's does."""
    request = Request()
    contacts = KernelContacts(request, [5, 6], "rising")
    assert (contacts.level(0), contacts.level(1)) == (0, 1)  # 6 is closed at the start
    for line, kind, at_ns in ((5, "rising", 7_000_999), (6, "falling", (1 << 30) * 1000 + 5000)):
        told = SimpleNamespace(line_offset=line, event_type=kind, timestamp_ns=at_ns)
        request.edges.put(told)
    edge, seen = [0, 0, 0], []
    while len(seen) < 2:
        contacts.wait(1.0)
        while contacts.get(edge):
            seen.append(tuple(edge))
    assert seen == [(0, 1, 7000), (1, 0, 5)]
    assert (contacts.level(0), contacts.level(1), contacts.overflows) == (1, 0, 0)
    contacts.close()
    assert request.released


def test_the_file_is_flash_after_a_restart_too(tmp_path):
    """That it is NOR: tests/contract."""
    page = bytearray(1)
    for written in (b"\x12", b""):
        flash = FileFlash(tmp_path / "flash.bin")
        flash.program(0, written) if written else flash.read(0, page)
        flash.close()
    assert page == b"\x12"
