"""A waiting device leaves its processor, and the computer that simulates it, alone."""

import pytest

from host_tools.sim.device import Device

SECONDS = 10
# The keys that lead there, and the most main loop turns per second: a picture takes several.
RESTS = {
    "setup": ((), 6),
    "ready": (("OK",), 8),
    "stopped": (("OK", "B", "STOP"), 12),
    "running": (("OK", "B"), 16),
}


@pytest.mark.parametrize("phase", RESTS)
def test_a_device_at_rest_is_seldom_polled(phase: str) -> None:
    keys, most = RESTS[phase]
    device = Device.provisioned({"preset": "fise-corrido"})
    device.power_on()
    device.run_until(2_000_000)
    for key in keys:
        device.press(key)
        device.run_until(device.now_us + 2_000_000)
    before = device.polls
    device.run_until(device.now_us + SECONDS * 1_000_000)
    assert device.status()["phase"] == phase
    assert device.polls - before <= most * SECONDS
    device.close()
