"""Random fingers, cuts, stalls and cables on the whole firmware: it never ends or differs."""

import random

import pytest

from host_tools.sim.device import Device
from host_tools.workshop.campaigns.random_play import Hands
from tests.conftest import tool

# The same seed gives the same play, so a seed reproduces its failure.

PRESSES = 100


def look(device: Device, t_us: int) -> tuple:
    return t_us, device.status(), device.focus(), device.frame()


def played(
    seed: int, runtime: str = "cpython", curious: bool = True
) -> tuple[list[tuple], Device]:
    """The states seen in a random play, and its device; without curiosity the last one only."""
    hands = Hands(seed, runtime)
    device = hands.device
    looks = [look(device, t_us) for t_us in hands.play(PRESSES) if curious]
    return [*looks, look(device, device.now_us)], device


@pytest.mark.parametrize("seed", [100, 101, 102, 103])
def test_both_runtimes_show_the_same(seed: int) -> None:
    tool("micropython"), tool("mpy-cross")
    (here, _), (there, device) = played(seed), played(seed, "micropython")
    device.close()
    for seen, also in zip(here, there, strict=True):
        assert seen == also


@pytest.mark.parametrize("seed", range(200, 203))
def test_looking_changes_nothing(seed: int) -> None:
    (curious, one), (silent, other) = played(seed), played(seed, curious=False)
    assert curious[-1] == silent[-1]
    assert one.world.flash.image() == other.world.flash.image()


# -- contacts that do as they like: closings near the instants at which something is due
# Where no time passes in a turn, a loop that asks for another turn at once never ends.

KEYS = ("A", "B", "STOP", "CHALLENGE", "OK", "BACK", "UP", "DOWN", "LEFT", "RIGHT")
WEIGHTS = (6, 6, 2, 1, 1, 1, 1, 1, 1, 1)
GAPS_US = (2_000, 30_000, 200_000, 1_000_000)
HOLDS_US = ((100, 900), (1_000, 6_000), (6_000, 40_000), (90_000, 90_000))
BEFORE_A_SECOND_US = (1_000, 5_000, 8_000, 16_000, 20_000)


def next_us(noise: random.Random, t_us: int) -> int:
    """Return an instant after t_us, often a whole ms or just before a second of the clock."""
    t_us += int(noise.uniform(0, noise.choice(GAPS_US)))
    kind = noise.random()
    if kind < 0.4:
        return t_us // 1000 * 1000
    if kind < 0.55:
        return t_us // 1_000_000 * 1_000_000 + 1_000_000 - noise.choice(BEFORE_A_SECOND_US)
    return t_us


@pytest.mark.parametrize("seed", range(16))
def test_the_firmware_goes_on(seed: int) -> None:
    noise = random.Random(seed)
    settings = {"budget": noise.choice(("10", "60", "600")), "bounce": noise.choice(("0", "4"))}
    device = Device.provisioned({"preset": "fise-corrido", **settings})
    device.turn_us = noise.choice((0, 0, 300, 2_500))
    device.power_on()
    for key in ("OK", "B"):
        device.run_until(device.now_us + 1_000_000)
        device.press(key)
    t_us = device.now_us + 1_000_000
    for _ in range(200):
        t_us = next_us(noise, t_us)
        key, hold = noise.choices(KEYS, WEIGHTS)[0], noise.choice(HOLDS_US)
        device.press(key, max(t_us, device.now_us), int(noise.uniform(*hold)))
        if noise.random() < 0.3:
            device.run_until(t_us + noise.randrange(50_000))
    device.run_until(t_us + 2_000_000)
    assert device.log_count("press") > 10
