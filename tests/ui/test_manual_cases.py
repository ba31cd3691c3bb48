"""The worked cases of the arbiters' manual, pressed on the simulated device."""

import pytest
from corrido.ui.screens.editors import pin_keys

from host_tools.sim.device import Device

ENTER = ["BACK", *pin_keys("1234"), "OK"]


@pytest.fixture
def game():
    """A game that A has opened, twenty seconds ago."""
    device = Device.provisioned({"preset": "fise-corrido", "pin": "1234"})
    device.power_on()
    device.run_until(1_000_000)
    tap(device, "OK", "B")
    device.run_until(device.now_us + 20_000_000)
    yield device
    device.close()


def tap(device: Device, *keys: str) -> None:
    """Press keys, 80 ms down and 40 ms up."""
    for key in keys:
        device.press(key, device.now_us, 80_000)
        device.run_until(device.now_us + 120_000)


def test_the_wrong_player_pressed(game: Device) -> None:
    tap(game, "A", *ENTER)
    game.run_until(game.now_us + 1_000_000)
    tap(game, "OK", "STOP")
    status = game.status()
    assert (status["running"], status["turns.A"], status["turn"]) == ("A", "0", "A")


def test_challenged_after_the_press(game: Device) -> None:
    tap(game, "A", *ENTER)
    game.run_until(game.now_us + 1_000_000)
    tap(game, "OK", "STOP", "CHALLENGE")
    assert game.status()["phase"] == "challenge"


def test_a_minute_more_for_a(game: Device) -> None:
    tap(game, *ENTER)
    game.run_until(game.now_us + 1_000_000)
    while game.focus() != "arbiter:set":
        tap(game, "DOWN")
    before = game.status()["clock.A"]
    tap(game, "OK", "OK", "UP", "OK")
    assert (before[:3], game.status()["clock.A"][:2]) == ("29:", "30")
    tap(game, "STOP")
    assert game.status()["running"] == "A"


def test_the_wrong_mode(game: Device) -> None:
    tap(game, *ENTER)
    game.run_until(game.now_us + 1_000_000)
    for _ in range(4):
        if game.focus() == "arbiter:void":
            break
        tap(game, "UP")
    tap(game, "OK", "OK")
    assert game.status()["phase"] == "closed"
    game.press("OK", game.now_us, 2_100_000)
    game.run_until(game.now_us + 2_300_000)
    assert game.status()["phase"] == "setup"
