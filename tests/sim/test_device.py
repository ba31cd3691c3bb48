"""The device in virtual time, the same under both interpreters."""

import pytest

from host_tools.sim.norflash import PowerCut
from host_tools.sim.runtime import FirmwareError


def test_a_press_is_booked_at_its_first_edge(make) -> None:
    device = make(bounce_us=8_000)
    device.power_on()
    device.press("A", 1_000_000)
    device.run_until(1_000_000)
    assert device.pending() == 1
    device.settle(1_000_000)
    assert device.pending() == 0 and device.now_us <= 1_040_000
    assert device.focus() == "A@1000"


def test_looking_ahead_stops_at_the_presses_asked_for(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 1_000_000)
    device.press("B", 1_005_000)
    device.run_until(1_000_000)
    device.settle(1_000_000)
    assert device.focus() == "A@1000"
    device.settle(1_005_000)
    assert device.focus() == "A@1000 B@1005"


def test_an_overlooked_limit_is_kept(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 1_000_000)
    device.run_until(1_000_000)
    device.settle(1_000_000, limit_us=1_004_000)
    assert device.now_us <= 1_004_000 and device.pending() == 1


def test_presses_in_a_stall_are_booked_when_they_happened(make) -> None:
    device = make(bounce_us=3_000)
    device.power_on()
    device.world.at(500_000, lambda: device.world.stall(400_000))
    device.press("A", 600_000)
    device.press("B", 700_123)
    device.run_until(899_999)
    assert device.status()["presses"] == "0"
    device.run_until(1_000_000)
    assert device.focus() == "A@600 B@700"


def test_time_goes_past_the_counters_wrap(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 1_073_741_000)
    device.press("B", 1_073_745_000)
    device.run_until(3_000_000_000)
    assert device.focus() == "A@1073741 B@1073745"


def test_power_cut_forgets_all_but_the_flash(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 100_000)
    device.run_until(300_000)
    assert any(device.frame())
    device.power_cut()
    assert device.status() == {} and not any(device.frame()) and not device.powered
    device.run_until(500_000)
    device.power_on()
    assert device.log_count("found") == 1 and device.status()["presses"] == "0"


def test_reset_keeps_the_displays_power(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 100_000)
    device.run_until(300_000)
    device.reset()
    assert any(device.frame())
    device.run_until(400_000)
    assert device.log_count("found") == 1 and device.boots == 2


def test_a_firmware_that_takes_its_time_to_start(make) -> None:
    device = make(boot_us=2_000_000)
    device.power_on()
    device.press("A", 1_000_000)
    device.run_until(1_999_999)
    assert device.boots == 0 and device.status() == {}
    device.press("B", 3_000_000)
    device.run_until(3_100_000)
    assert device.focus() == "B@1000"


def test_a_cut_inside_a_flash_operation(make) -> None:
    device = make()
    device.power_on()
    device.world.flash.cut_at(1)
    device.press("A", 100_000)
    with pytest.raises(PowerCut):
        device.run_until(300_000)
    assert not device.powered
    device.power_on()
    device.run_until(400_000)
    assert device.powered and device.boots == 2


def test_the_buzzer_and_the_lights_are_recorded(make) -> None:
    device = make()
    device.power_on()
    device.press("A", 1_000_000)
    device.run_until(2_000_000)
    (tone,) = device.world.buzzer.tones(0, 2_000_000)
    assert tone.hz == 440 and tone.start_us == 1_005_000 and tone.end_us is not None
    assert device.world.leds["A"] is True
    assert device.world.buzzer.tones(0, 1_000_000) == []


def test_nobody_acknowledges_while_the_cable_is_off(make) -> None:
    device = make()
    device.power_on()
    device.world.at(1_000_000, device.world.bus.unplug)
    device.world.at(2_000_000, device.world.bus.plug)
    device.run_until(1_700_000)
    assert device.log_count("lost") > 0 and not any(device.frame())
    device.press("OK", 2_100_000)
    device.run_until(2_600_000)
    assert device.frame()[0] == 1


def test_a_firmware_that_ends_says_so(make) -> None:
    device = make()
    device.power_on()
    device.press("BACK", 100_000)
    with pytest.raises(FirmwareError, match="BACK is held"):
        device.run_until(300_000)


def test_a_device_that_is_not_fed_is_reset(make) -> None:
    device = make()
    device.power_on()
    device.world.at(1_000_000, lambda: device.world.stall(9_000_000))
    device.run_until(20_000_000)
    assert device.boots == 2


def test_questions_change_nothing(make) -> None:
    asked, silent = make(), make()
    for device in (asked, silent):
        device.power_on()
        for number in range(5):
            device.press("AB"[number % 2], 200_000 * (number + 1))
    for t_us in range(0, 1_500_000, 13_000):
        asked.run_until(t_us)
        asked.status(), asked.focus(), asked.pending()
    silent.run_until(1_500_000)
    asked.run_until(1_500_000)
    assert asked.focus() == silent.focus()
    assert asked.world.flash.image() == silent.world.flash.image()
