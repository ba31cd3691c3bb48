"""The setting `large`: one clock in figures as tall as the display, the other by a key."""

import pytest

from host_tools.sim import ocr
from host_tools.sim.device import Device


@pytest.fixture
def device():
    """A device that plays with large figures, A's clock running."""
    made = Device.provisioned({"preset": "fise-corrido", "budget": "65", "large": "yes"})
    made.power_on()
    for key, t_us in (("OK", 1_000_000), ("B", 2_000_000)):
        made.press(key, t_us)
    made.run_until(2_900_000)
    yield made
    made.close()


def halved(frame: bytes, x: int) -> bytes:
    """Return the picture at half the size, from column x on, its last columns dark."""
    lit = [
        [frame[(y // 8) * 128 + column] >> y % 8 & 1 for column in range(x, 128, 2)]
        for y in range(0, 64, 2)
    ]
    small = bytearray(1024)
    for y, row in enumerate(lit):
        for column, bit in enumerate(row):
            small[(y // 8 + 2) * 128 + column] |= bit << y % 8
    return bytes(small)


def read(device: Device, x: int) -> str:
    """Return the large time whose figures begin in column x or after it."""
    return "".join(ocr.read_text(halved(device.frame(), x))).strip()


def pressed(device: Device, key: str) -> None:
    """Press a key and see the picture that follows."""
    device.press(key)
    device.run_until(device.now_us + 500_000)


def test_the_clock_on_turn_then_the_other_then_both(device: Device) -> None:
    assert read(device, 8) == "1:05"
    assert device.frame()[0] == 0xFF and device.frame()[127] == 0, "the bar is at A's side"
    pressed(device, "UP")
    assert device.frame()[0] == 0 and device.frame()[127] == 0xFF, "B's clock"
    pressed(device, "UP")
    assert "A T0" in " ".join(ocr.read_text(device.frame())), "both, as ever"
    device.run_until(device.now_us + 4_500_000)
    assert device.frame()[0] == 0xFF, "and A's alone again"


def test_a_time_too_wide_is_shown_as_ever(device: Device) -> None:
    device.run_until(70_000_000)
    assert read(device, 8) == "-0:03"
    device.app.recorder.match.player(1).clock.left_ms = -6_900_000  # two hours would take long
    device.run_until(device.now_us + 2_000_000)
    assert any("-115:" in line for line in ocr.read_text(device.frame()))
