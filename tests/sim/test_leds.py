"""The LEDs beside the buttons, as the board's pins see them."""

from host_tools.sim.device import Device


def test_the_led_of_the_clock_that_runs_is_lit() -> None:
    device = Device.provisioned({"lexicon": "es", "budget": "60"})
    device.power_on()
    device.run_until(500_000)
    device.press("OK", 1_000_000)
    device.run_until(1_500_000)
    assert not any(device.world.leds.values())
    device.press("B", 2_000_000)
    device.run_until(2_500_000)
    assert device.world.leds == {"A": True, "B": False}
    device.press("A", 3_000_000)
    device.run_until(3_500_000)
    assert device.world.leds == {"A": False, "B": True}
    device.press("STOP", 4_000_000)
    device.run_until(4_500_000)
    assert not any(device.world.leds.values())
