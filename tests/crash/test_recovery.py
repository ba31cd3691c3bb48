"""The device after a cut: everything acknowledged is there, and at most a second is lost."""

from pathlib import Path

import pytest

from host_tools.scenario.parser import load
from host_tools.scenario.runner import run
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


def test_play_goes_on_after_a_cut_as_before() -> None:
    device = armed()
    device.press("B", 1_000_000)
    device.press("A", 5_000_000)
    cut(device, 9.0)
    for number, key in enumerate(("OK", "STOP", "B")):
        device.press(key, 12_000_000 + number * 2_000_000)
    device.run_until(17_000_000)
    status = device.status()
    assert status["running"] == "A" and status["turns.B"] == "1"
    assert device.log_count("recovered") == 1
    cut(device, 18.0)
    assert device.status()["turns.B"] == "1"
    assert device.log_count("recovered") == 2


@pytest.mark.parametrize("phase", ["setup", "ready"])
def test_before_the_start_nothing_is_recovered(phase: str) -> None:
    device = armed() if phase == "ready" else Device.provisioned(SETTINGS)
    device.power_on()
    cut(device, 3.0)
    assert device.status()["phase"] == phase
    assert device.log_count("recovered") == 0


def test_the_limit_goes_on_where_it_was() -> None:
    device = armed(limit="100")
    device.press("B", 1_000_000)
    device.press("STOP", 11_000_000)
    cut(device, 41.0)
    assert 60_000 <= ms(device.status()["limit"]) <= 61_000
    device.run_until(device.now_us + 10_000_000)
    assert 50_000 <= ms(device.status()["limit"]) <= 51_000


def test_the_length_of_a_stop_is_kept() -> None:
    device = armed()
    device.press("B", 1_000_000)
    device.press("STOP", 5_000_000)
    cut(device, 65.0)
    stopped = device.app.recorder.match.stopped
    assert all(59_000 <= length_ms <= 60_000 for _, length_ms in stopped.values()) and stopped


def test_overtime_minutes_are_told_apart_to_the_millisecond() -> None:
    device = armed(budget="10")
    device.press("B", 1_000_000)
    for at_s, expected in ((11.0, "0"), (11.001, "10"), (71.0, "10"), (71.001, "20")):
        device.run_until(int(at_s * 1e6))
        assert device.status(int(at_s * 1e6))["points.A"] == expected
    device.run_until(72_500_000)
    assert device.status()["clock.A"] == "-1:01.500"


NEXT_GAME = """device preset=fise-corrido
at 0 power on
at 1 press B
at 3 stop other
at 6 finish
at 9 close
at 12 power cut
at 13 power on
expect phase closed, game 1
at 16 next
at 20 power cut
at 21 power on
expect phase ready, game 2
"""


def test_a_closed_game_stays_closed_and_the_next_has_the_next_number(tmp_path: Path) -> None:
    path = tmp_path / "next-game.scn"
    path.write_text(NEXT_GAME)
    outcome = run(load(path)[0])
    assert outcome.passed, outcome.text()
