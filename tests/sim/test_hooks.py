"""The hooks that a simulator uses, which no board has."""

from host_tools.sim.device import Device


def playing(**settings: str) -> Device:
    """A game that A has opened at 2 s, on the simulated device."""
    device = Device.provisioned({"preset": "fise-corrido", **settings})
    device.power_on()
    device.press("OK", 1_000_000)
    device.press("B", 2_000_000)
    device.run_until(2_500_000)
    return device


def clock_ms(status: dict[str, str]) -> int:
    """A's time left."""
    text = status["clock.A"]
    minutes, seconds = text.lstrip("-").split(":")
    ms = int(minutes) * 60_000 + round(float(seconds) * 1000)
    return -ms if text[0] == "-" else ms


def test_the_past_is_read_while_a_press_is_not_certain() -> None:
    device = playing(budget="10")
    device.run_until(22_000_000)
    for at_ms, left_ms in ((2000, 10000), (5000, 7000), (11999, 1), (13000, -1000)):
        assert clock_ms(device.status(at_ms * 1000)) == left_ms, at_ms
    assert clock_ms(device.status(1_000_000)) == 10000, "not before the latest event"
    assert clock_ms(device.status()) == -10000
    device.press("A", 23_000_000)
    device.run_until(23_500_000)
    assert clock_ms(device.status(14_000_000)) == -11000, "not before A's press"


def test_the_past_before_the_games_limit_is_what_it_was() -> None:
    late, on_time = playing(limit="5"), playing(limit="5")
    late.leap(9_000_000)
    for at_us in (2_500_000, 6_999_000, 7_000_000, 7_001_000, 8_000_000):
        on_time.run_until(at_us)
        assert late.status(at_us) == on_time.status(), at_us


def test_entries_are_counted_with_how_often_they_happened() -> None:
    device = playing()
    for at_us in range(3_000_000, 6_000_000, 500_000):
        device.press("B", at_us)  # it is A's turn
    device.run_until(7_000_000)
    assert device.log_count("ignored") == 6
    assert device.log_count("press") == 1
