"""A simulated device whose turns take as long as a chip's: delays, and how long they are."""

import pytest

from host_tools.sim.device import Device

TURN_US = 15_000  # the longest allowed while a clock runs
CLICK_HZ, CLICK_US = 3200, 15_000
SETTINGS = {"preset": "fise-corrido", "sounds": "all", "bounce": "4"}


@pytest.fixture
def device():
    """A game that has begun, on a device as slow as a Pico."""
    made = Device.provisioned(SETTINGS)
    made.turn_us = TURN_US
    made.power_on()
    made.press("OK", 500_000)
    made.press("B", 1_500_000)
    made.run_until(2_500_000)
    assert made.status()["running"] == "A"
    return made


def clicks(device, since_us):
    """Play four hand-overs half a second apart; return the lengths of their clicks in us."""
    for turn in range(4):
        device.press("AB"[turn % 2], since_us + turn * 500_000)
    device.run_until(since_us + 2_500_000)
    tones = device.world.buzzer.tones(since_us, device.now_us)
    return [end - start for start, end, hz in tones if hz == CLICK_HZ]


def test_a_key_click_is_heard_whole(device):
    heard = clicks(device, 3_000_000)
    assert len(heard) == 4 and min(heard) >= CLICK_US
    assert max(heard) <= CLICK_US + 3 * TURN_US


def test_a_press_counts_from_its_first_edge_all_the_same(device):
    before = device.status(2_600_000)["clock.A"]
    device.press("A", 3_000_000)
    device.run_until(3_500_000)
    after = device.status()
    assert after["running"] == "B"
    assert (before, after["clock.A"]) == ("29:58.900", "29:58.500")
