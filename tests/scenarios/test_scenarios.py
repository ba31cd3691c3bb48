"""Every scenario of this folder, on the whole firmware, under both interpreters."""

import pytest

from host_tools.scenario.runner import run
from host_tools.workshop.screens.command import read_hashes
from tests.conftest import scenarios, tool

SCENARIOS = scenarios()
for scenario in SCENARIOS.values():
    scenario.shots = read_hashes()


@pytest.mark.parametrize("name", SCENARIOS)
def test_cpython(name):
    outcome = run(SCENARIOS[name])
    assert outcome.passed, outcome.text()


@pytest.mark.parametrize("name", SCENARIOS)
def test_micropython(name):
    tool("micropython"), tool("mpy-cross")
    outcome = run(SCENARIOS[name], "micropython")
    assert outcome.passed, outcome.text()
