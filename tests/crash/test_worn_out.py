"""A flash that refuses writes or has lost data: a fault on the screen, never a dead device."""

import pytest

from host_tools.device.norflash import NorFlash, Op
from host_tools.sim.device import Device

SETTINGS = {"preset": "fise-corrido", "budget": "60", "lexicon": "es", "language": "en"}
EIO = 5


def worn_out(_op: Op) -> None:
    raise OSError(EIO, "worn out")


def device_on(flash: NorFlash) -> Device:
    device = Device.provisioned(SETTINGS, flash=flash)
    device.power_on()
    return device


def press(device: Device, *presses: tuple[str, float]) -> dict[str, str]:
    for key, at_s in presses:
        device.press(key, int(at_s * 1e6))
        device.run_until(int(at_s * 1e6) + 100_000)
    return device.status()


def running() -> Device:
    device = device_on(NorFlash())
    assert press(device, ("OK", 0.5), ("B", 1), ("A", 3))["running"] == "B"
    return device


def worn_before_a_press() -> Device:
    device = running()
    device.run_until(4_800_000)  # between two heartbeats
    device.world.flash.watch = worn_out
    return device


def test_a_press_that_is_not_recorded_stops_the_clocks_and_says_so() -> None:
    device = worn_before_a_press()
    status = press(device, ("B", 4.9))
    assert status["phase"] == "fault" and status["running"] == "none"
    assert device.focus() == "fault"
    device.run_until(20_000_000)
    assert device.boots == 1
    assert device.status()["clock.B"] == "0:58.100"
    assert device.status()["clock.A"] == "0:58.000" and device.status()["turns.B"] == "1"
    # After the arbiter has seen it play goes on without a record.
    status = press(device, ("OK", 27), ("STOP", 28), ("A", 30))
    assert status["phase"] == "running" and status["running"] == "B"
    assert status["clock.A"] == "0:56.000" and status["turns.A"] == "2"
    device.run_until(80_000_000)
    assert device.boots == 1 and device.status()["running"] == "B"


def test_what_was_recorded_comes_back_and_nothing_behind_the_gap() -> None:
    device = worn_before_a_press()
    press(device, ("B", 4.9), ("OK", 7), ("STOP", 8))
    device.world.flash.watch = None
    press(device, ("A", 10), ("B", 12))
    device.power_cut()
    device.power_on()
    status = device.status()
    assert status["phase"] == "recovered" and status["turns.A"] == "1"
    assert status["turns.B"] == "0" and status["clock.A"] == "0:58.000"


def test_a_start_on_a_worn_out_flash_is_no_loop() -> None:
    device = running()
    device.world.flash.watch = worn_out
    device.power_cut()
    device.power_on()
    assert device.status()["phase"] == "fault"
    assert press(device, ("OK", 5))["phase"] == "recovered"
    assert press(device, ("OK", 6), ("STOP", 7))["running"] == "B"
    device.run_until(60_000_000)
    assert device.boots == 2


def test_no_game_is_armed_without_a_record() -> None:
    flash = NorFlash()
    device = device_on(flash)
    flash.watch = worn_out
    assert press(device, ("OK", 1))["phase"] == "fault"
    status = press(device, ("OK", 2))
    assert status["phase"] == "setup" and status["game"] == "1"
    flash.watch = None
    device.power_cut()
    device.power_on()
    assert press(device, ("OK", 3))["phase"] == "ready"


def test_time_or_an_ignored_press_that_is_not_recorded_is_a_fault_within_a_second() -> None:
    device = running()
    device.world.flash.watch = worn_out
    device.run_until(4_500_000)
    assert device.status()["phase"] == "fault"
    assert press(worn_before_a_press(), ("A", 4.9))["phase"] == "fault"


def test_an_undo_needs_the_record() -> None:
    device = running()
    recorder = device.app.recorder
    recorder.recording = False
    assert recorder.send(25, 0, 0, 5000)
    assert recorder.match.phase == "fault" and recorder.match.player(1).turns == 1


def test_closing_without_a_record_still_counts_the_game() -> None:
    device = running()
    recorder = device.app.recorder
    device.world.flash.watch = worn_out
    for kind, now_ms in ((35, 5000), (4, 6000)):  # the arbiter ends it, OK
        recorder.send(kind, 0, 0, now_ms)
    for who in (1, 2):
        recorder.send(1, who, 0, 7000)
    assert recorder.match.phase == "closed"
    recorder.send(4, 0, 0, 9000)
    assert recorder.match.phase == "setup" and recorder.game == 2


def test_a_pin_that_is_not_kept_is_no_pin_that_was_kept() -> None:
    flash = NorFlash()
    device = device_on(flash)
    navigator = device.app.navigator
    flash.watch = worn_out
    setup = navigator._base
    navigator.push(setup)
    setup._new_pin("4271")
    note = navigator._stack[-1]
    assert navigator.text("not-kept") in vars(note).values()
    with pytest.raises(OSError, match="keep"):
        device.app.pin.set("4271")
