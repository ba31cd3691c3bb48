"""A held arrow repeats where that is useful, and nowhere else."""

import pytest

from host_tools.sim.device import Device


@pytest.fixture
def device():
    """A device in setup."""
    made = Device.provisioned({"preset": "fise-corrido"})
    made.power_on()
    made.run_until(1_000_000)
    yield made
    made.close()


def hold(device: Device, key: str, seconds: float) -> None:
    """Hold a key, then let it go."""
    device.press(key, device.now_us, int(seconds * 1_000_000))
    device.run_until(device.now_us + int(seconds * 1_000_000) + 200_000)


def test_a_time_runs_while_the_arrow_is_held(device: Device) -> None:
    for key in ("DOWN", "OK"):
        hold(device, key, 0.08)
    hold(device, "DOWN", 1.0)
    # 0 and 400, 550, 700, 850, 1000 ms
    assert device.focus() == "time:24:00 at=1"
    hold(device, "UP", 3.0)
    minutes = int(device.focus()[5:7])
    assert 24 + 25 < minutes < 24 + 45, "faster after the first few"


def test_a_stop_keeps_one_reason_for_one_press(device: Device) -> None:
    for key in ("OK", "B", "STOP"):
        hold(device, key, 0.08)
    hold(device, "DOWN", 3.0)
    assert device.focus() == "stopped:verify"


def test_a_held_arrow_offers_one_mark(device: Device) -> None:
    for key in ("OK", "B"):
        hold(device, key, 0.08)
    hold(device, "RIGHT", 2.5)
    assert device.focus() == "clock:running mark=pass"
