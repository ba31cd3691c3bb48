"""The hooks that a simulator uses, which no board has."""

from host_tools.clocks import clock_ms
from host_tools.sim.device import Device
from host_tools.workshop.screens.cases import playing


def clock_a(device: Device, at_us: int | None = None) -> int:
    """A's time left, in milliseconds."""
    return clock_ms(device.status(at_us)["clock.A"], decimals=True)


def test_the_past_is_read_while_a_press_is_not_certain() -> None:
    device = playing("es", budget="10").device
    began_us = device.now_us - 1000 * (10000 - clock_a(device))
    device.run_until(began_us + 20_000_000)
    for at_ms, left_ms in ((0, 10000), (3000, 7000), (9999, 1), (11000, -1000)):
        assert clock_a(device, began_us + at_ms * 1000) == left_ms, at_ms
    assert clock_a(device, began_us - 1_000_000) == 10000, "not before the latest event"
    assert clock_a(device) == -10000
    device.press("A", began_us + 21_000_000)
    device.run_until(began_us + 21_500_000)
    assert clock_a(device, began_us + 12_000_000) == -11000, "not before A's press"


def test_the_past_before_the_games_limit_is_what_it_was() -> None:
    late, on_time = (playing("es", limit="5").device for _ in range(2))
    began_us = late.now_us
    late.leap(began_us + 7_000_000)
    for after_ms in (500, 4_800, 4_900, 5_000, 6_000):
        on_time.run_until(began_us + 1000 * after_ms)
        assert late.status(on_time.now_us) == on_time.status(), after_ms
