"""A waiting device leaves its processor, and the computer that simulates it, alone."""

import pytest

from host_tools.sim.device import Device
from host_tools.sim.ocr import read_text
from host_tools.workshop.screens.cases import walk

SECONDS = 10
# The keys that lead there, and the most main loop turns per second: a picture takes several.
RESTS = {
    "setup": ("", 6),
    "ready": ("OK", 8),
    "stopped": ("@_play STOP", 12),
    "running": ("@_play", 16),
}


@pytest.mark.parametrize("phase", RESTS)
def test_a_device_at_rest_is_seldom_polled(phase: str) -> None:
    keys, most = RESTS[phase]
    device = walk(keys, "es").wait(2000).device
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
