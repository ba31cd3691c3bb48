"""A simulated device whose turns take as long as a chip's: delays, and how long they are."""

from host_tools.sim.device import Device

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
