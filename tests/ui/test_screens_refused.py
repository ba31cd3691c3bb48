"""A screen for which memory does not suffice goes; the clocks and the other screens stay."""

import pytest
from corrido.ui.screens import menu

from host_tools.sim.device import Device


@pytest.fixture
def device():
    """A game in its first turn: A's clock runs."""
    made = Device.provisioned({"preset": "fise-corrido"})
    made.power_on()
    for key, at_us in (("OK", 500_000), ("B", 1_000_000)):
        made.press(key, at_us)
        made.run_until(at_us + 400_000)
    assert made.status()["running"] == "A"
    yield made
    made.close()


@pytest.mark.parametrize("where", ["__init__", "items"])
def test_a_screen_that_finds_no_memory_is_refused_and_the_clock_runs_on(
    device, where, monkeypatch
):
    def too_much(*_):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(menu.MenuScreen, where, too_much)
        device.press("OK", 2_000_000)
        device.run_until(3_000_000)
    assert device.focus() == "clock:running" and device.status()["running"] == "A"
    device.press("A", 3_500_000)
    device.run_until(4_000_000)
    assert device.status()["running"] == "B"
    device.press("OK", 4_500_000)
    device.run_until(5_000_000)
    assert device.focus().startswith("menu:")
