"""The device after a cut: everything acknowledged is there, and at most a second is lost."""

import pytest

from host_tools.sim.device import Device

SETTINGS = {"preset": "fise-corrido", "budget": "60", "lexicon": "es"}


def armed(**more: str) -> Device:
    device = Device.provisioned({**SETTINGS, **more})
    device.power_on()
    device.press("OK")
    device.run_until(900_000)
    assert device.status()["phase"] == "ready"
    return device


def cut(device: Device, at_s: float) -> None:
    device.run_until(int(at_s * 1e6))
    device.power_cut()
    device.run_until(int(at_s * 1e6) + 2_000_000)
    device.power_on()


def ms(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    minutes, seconds = text.lstrip("-").split(":")
    return sign * (int(minutes) * 60000 + round(float(seconds) * 1000))


@pytest.mark.parametrize("at_s", [3.0, 7.77, 30.4, 58.9, 60.3, 75.1, 130.0])
def test_a_running_clock_loses_less_than_a_second(at_s: float) -> None:
    device = armed()
    device.press("B", 1_000_000)
    cut(device, at_s)
    status = device.status()
    assert status["phase"] == "recovered" and status["running"] == "none"
    left_ms = ms(status["clock.A"])
    true_ms = 60_000 - round((at_s - 1) * 1000)
    assert true_ms <= left_ms <= true_ms + 1000
    over_ms = max(0, -left_ms)
    assert int(status["points.A"]) == -(-over_ms // 60000) * 10


def test_a_press_is_durable_20_ms_after_it_settled() -> None:
    device = armed()
    device.press("B", 1_000_000)
    device.press("A", 5_000_000)
    cut(device, 5.020)
    status = device.status()
    assert status["turns.A"] == "1" and status["clock.A"] == "0:56.000"


def test_two_presses_in_one_stall_are_both_booked() -> None:
    device = armed()
    device.press("B", 1_000_000)
    device.run_until(5_000_000)
    device.world.stall(400_000)
    device.press("A", 5_100_000)
    device.press("STOP", 5_300_000)
    cut(device, 5.5)
    status = device.status()
    assert status["turns.A"] == "1" and status["clock.A"] == "0:55.900"
    assert device.log_count("stop") == 1 and status["clock.B"] == "0:59.800"


def test_a_row_that_is_gone_is_not_chosen() -> None:
    """A menu loses rows between two presses in one stall (found by random presses)."""
    device = Device.provisioned(SETTINGS)
    device.power_on()
    for key, at_us in (("OK", 100_000), ("B", 1_000_000), ("STOP", 3_000_000),
                       ("OK", 4_000_000), ("UP", 4_500_000)):  # fmt: skip
        device.press(key, at_us)
    device.run_until(5_000_000)
    menu = device.focus()
    assert menu.startswith("menu:") and device.status()["phase"] == "stopped"
    device.world.stall(400_000)
    device.press("STOP", 5_100_000)
    device.press("OK", 5_250_000)
    device.run_until(7_000_000)
    assert device.status()["phase"] == "running" and device.boots == 1


def test_presses_noted_before_the_first_game_are_not_on_its_line_of_time() -> None:
    device = Device.provisioned({"lexicon": "es", "budget": "60"})
    device.power_on()
    device.press("A", 20_000_000)
    device.run_until(21_000_000)
    assert device.log_count("ignored") == 1
    device.press("OK", 22_000_000)
    device.press("B", 24_000_000)
    cut(device, 30.0)
    assert 54_000 <= ms(device.status()["clock.A"]) <= 55_000


def test_the_length_of_a_stop_is_kept() -> None:
    device = armed()
    device.press("B", 1_000_000)
    device.press("STOP", 5_000_000)
    cut(device, 65.0)
    stopped = device.app.recorder.match.neutral.stops
    assert all(59_000 <= length_ms <= 60_000 for _, length_ms in stopped.values()) and stopped


LONGEST_US = 10_000_000


def playing() -> Device:
    """A's clock runs, five seconds after power-on."""
    device = armed(budget="600")
    device.press("B", 2_000_000)
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
