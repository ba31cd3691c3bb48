"""A part that does nothing is as dead as one that hangs: without a sign of life, a reset."""

from host_tools.sim.device import Device

LONGEST_US = 10_000_000


def playing() -> Device:
    """A's clock runs, five seconds after power-on."""
    device = Device.provisioned({"preset": "fise-corrido", "budget": "600"})
    device.power_on()
    for number, key in enumerate(("OK", "B")):
        device.press(key, 1_000_000 + number * 1_000_000)
    device.run_until(5_000_000)
    return device


def test_a_game_whose_time_stands_still_is_started_again() -> None:
    device = playing()
    boots = device.boots
    app = device.app
    app.recorder.advance = lambda now_ms: None
    device.run_until(5_000_000 + LONGEST_US)
    assert device.boots == boots + 1
    assert device.status()["phase"] == "recovered" and device.status()["turn"] == "A"


def test_one_that_goes_on_is_left_alone() -> None:
    device = playing()
    boots = device.boots
    device.run_until(5_000_000 + 3 * LONGEST_US)
    assert device.boots == boots and device.status()["clock.A"] == "9:27.000"
