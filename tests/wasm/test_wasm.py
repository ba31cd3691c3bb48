"""MicroPython's WebAssembly build under Node: the portable tests, and scenarios' pictures.

Of the scenarios a sample; all with CORRIDO_EVERY_SCENARIO=yes (eleven minutes). `corrido scenario
--runtime wasm tests/scenarios/*.scn` plays every one without comparing.
"""

import hashlib
import itertools
import os
import subprocess
from pathlib import Path

import pytest
from corrido.ui import texts

from host_tools import npm
from host_tools.errors import UserError
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from host_tools.sim.process import interpreter as build
from host_tools.workshop.screens.cases import Table, case
from tests.conftest import scenarios, tool
from tests.screens.test_screens import BY_KEYS


@pytest.fixture(scope="session")
def interpreter():
    """Return micropython.mjs of the build, fetched with npm once if it is missing."""
    try:
        npm.node()
        return build()
    except UserError as error:
        pytest.skip(str(error))


ROOT = Path(__file__).resolve().parent.parent.parent
# 32-bit objects, as on a microcontroller; here the source is compiled in the same memory.
HEAP = "400000"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/portable/test_*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file).stem)
def test_under_webassembly(interpreter, file):
    command = [str(ROOT / "tests" / "wasm" / "run.mjs"), str(interpreter), str(ROOT), HEAP, file]
    result = subprocess.run(npm.node() + command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr


SCENARIOS = scenarios()
STEP = 1 if os.environ.get("CORRIDO_EVERY_SCENARIO") else 10
SAMPLE = list(SCENARIOS)[::STEP]
SCREENS = [*zip(BY_KEYS, itertools.cycle(texts.LANGUAGES), strict=False)][::STEP]


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


@pytest.mark.parametrize(("name", "language"), SCREENS)
def test_a_screen_is_the_kept_one(interpreter, name, language):
    table = Table(case(name, language), "wasm")
    table.device.close()
    assert table.outcome.passed, table.outcome.text()
