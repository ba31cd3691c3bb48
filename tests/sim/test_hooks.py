"""The hooks that a simulator uses, which no board has."""

from host_tools.scenario.lexer import clock_ms
from host_tools.sim.device import Device


def playing(**settings: str) -> Device:
    """A game that A has opened at 2 s, on the simulated device."""
    device = Device.provisioned({"preset": "fise-corrido", **settings})
    device.power_on()
    device.press("OK", 1_000_000)
    device.press("B", 2_000_000)
    device.run_until(2_500_000)
    return device


def clock_a(device: Device, at_us: int | None = None) -> int:
    """A's time left, in milliseconds."""
    return clock_ms(device.status(at_us)["clock.A"], decimals=True)


def test_the_past_is_read_while_a_press_is_not_certain() -> None:
    device = playing(budget="10")
    device.run_until(22_000_000)
    for at_ms, left_ms in ((2000, 10000), (5000, 7000), (11999, 1), (13000, -1000)):
        assert clock_a(device, at_ms * 1000) == left_ms, at_ms
    assert clock_a(device, 1_000_000) == 10000, "not before the latest event"
    assert clock_a(device) == -10000
    device.press("A", 23_000_000)
    device.run_until(23_500_000)
    assert clock_a(device, 14_000_000) == -11000, "not before A's press"


def test_the_past_before_the_games_limit_is_what_it_was() -> None:
    late, on_time = playing(limit="5"), playing(limit="5")
    late.leap(9_000_000)
    for at_us in (2_500_000, 6_999_000, 7_000_000, 7_001_000, 8_000_000):
        on_time.run_until(at_us)
        assert late.status(at_us) == on_time.status(), at_us
