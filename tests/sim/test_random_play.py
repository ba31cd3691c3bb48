"""Random fingers, cuts, stalls and cables on the whole firmware: nothing ends it, nothing differs.

The same seed gives the same play, so a failure is repeated by its seed.
"""

import random

import pytest

from host_tools.bench._random_play import random_settings
from host_tools.sim.device import KEYS, Device
from host_tools.sim.lexicons import SharedLexicons
from tests.conftest import tool

PAUSES_US = (50_000, 120_000, 300_000, 1_000_000, 7_000_000)
HOLDS_US = (30_000, 80_000, 80_000, 200_000)
LONG_HOLD_US = 2_300_000


class Play:
    """One random play; `looks` are what was seen on the way."""

    def __init__(self, seed: int, runtime: str = "cpython") -> None:
        self._rng = random.Random(seed)
        made = random_settings(self._rng)
        self.device = Device.provisioned(made, runtime, lexicons=SharedLexicons())
        self.looks: list[tuple] = []

    def run(self, presses: int, curious: bool = True) -> "Play":
        device, rng = self.device, self._rng
        device.power_on()
        t_us = 100_000
        for _ in range(presses):
            likely = KEYS if rng.random() < 0.7 else ("OK", "A", "B", "STOP")
            hold_us = LONG_HOLD_US if rng.random() < 0.03 else rng.choice(HOLDS_US)
            device.press(rng.choice(likely), t_us, hold_us)
            self._mishap(t_us)
            t_us = max(t_us + rng.choice(PAUSES_US), device.now_us)
            device.run_until(t_us)
            if curious:
                self.looks.append((t_us, device.status(), device.focus(), device.frame()))
        self.looks.append((t_us, device.status(), device.focus(), device.frame()))
        return self

    def _mishap(self, t_us: int) -> None:
        device, rng, world = self.device, self._rng, self.device.world
        kind, later_us = rng.random(), rng.randrange(1_000, 200_000)
        if kind < 0.02:
            world.at(t_us + later_us, lambda: world.stall(400_000))
        elif kind < 0.04:
            world.at(t_us + later_us, world.bus.unplug)
            world.at(t_us + 9 * later_us, world.bus.plug)
        elif kind < 0.05:
            device.run_until(t_us + later_us)
            device.reset()
        elif kind < 0.06:
            device.run_until(t_us + later_us)
            device.power_cut()
            device.power_on()

    def close(self) -> None:
        self.device.close()


@pytest.mark.parametrize("seed", range(12))
def test_nothing_ends_the_firmware(seed: int) -> None:
    play = Play(seed).run(150)
    assert not play.device.world.bus.complaint
    play.close()


@pytest.mark.parametrize("seed", range(100, 104))
def test_both_runtimes_show_the_same(seed: int) -> None:
    tool("micropython"), tool("mpy-cross")
    here, there = Play(seed).run(100), Play(seed, "micropython").run(100)
    for seen, also in zip(here.looks, there.looks, strict=True):
        assert seen == also
    here.close(), there.close()


@pytest.mark.parametrize("seed", range(200, 203))
def test_looking_changes_nothing(seed: int) -> None:
    curious, silent = Play(seed).run(100), Play(seed).run(100, curious=False)
    assert curious.looks[-1] == silent.looks[-1]
    assert curious.device.world.flash.image() == silent.device.world.flash.image()
    curious.close(), silent.close()
