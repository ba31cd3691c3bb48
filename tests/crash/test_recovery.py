"""The device after a cut: everything acknowledged is there, and at most a second is lost."""

from host_tools.scenario.lexer import clock_ms
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


def test_presses_noted_before_the_first_game_are_not_on_its_line_of_time() -> None:
    device = Device.provisioned({"lexicon": "es", "budget": "60"})
    device.power_on()
    device.press("A", 20_000_000)
    device.run_until(21_000_000)
    assert device.log_count("ignored") == 1
    device.press("OK", 22_000_000)
    device.press("B", 24_000_000)
    cut(device, 30.0)
    assert 54_000 <= clock_ms(device.status()["clock.A"], decimals=True) <= 55_000


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
