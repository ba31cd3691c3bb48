"""The LEDs of a whole simulated device: whose clock runs, and the warnings with sound off."""

import pytest
from corrido.services.lights import WINK_MS

from host_tools.sim.device import Device

STEP_US = 50_000


@pytest.fixture
def device():
    made = Device.provisioned({"preset": "fise-temporizador", "turn": "60", "sounds": "none"})
    made.power_on()
    made.run_until(500_000)
    yield made
    made.close()


def changes(device, until_us):
    """Return when an LED changed, in seconds, and whether A and B were lit then."""
    seen = [(0, False, False)]
    while device.now_us < until_us:
        device.run_until(device.now_us + STEP_US)
        lit = (device.world.leds["A"], device.world.leds["B"])
        if lit != seen[-1][1:]:
            seen.append((device.now_us / 1e6, *lit))
    return seen[1:]


def test_the_led_of_the_running_clock_is_lit_and_winks_faster_and_faster(device):
    device.press("OK", device.now_us)
    device.run_until(1_000_000)
    assert device.status()["phase"] == "ready" and not any(device.world.leds.values())
    device.press("B", 1_000_000)
    seen = changes(device, 62_000_000)
    assert seen[0][1:] == (True, False) and seen[0][0] < 1.2
    assert not any(b for _, _, b in seen)
    counts = [
        sum(first <= t_s < last for t_s, _, _ in seen)
        for first, last in ((2, 30.9), (31, 45.9), (46, 55.9), (56, 61))
    ]
    halves = [length_s * 1000 / WINK_MS[level] for level, length_s in ((1, 15), (2, 10), (3, 5))]
    assert counts[0] == 0
    assert all(abs(count - half) <= 3 for count, half in zip(counts[1:], halves, strict=True))
    assert seen[-1][1:] == (False, False) and device.status()["running"] == "none"
