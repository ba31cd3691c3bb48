"""Every mutant still finds its place in the code, and still compiles there."""

import pytest

from host_tools.workshop.bench.mutants import ROOT, SUITES, mutate, table
from host_tools.workshop.campaigns.mutant_list import MUTANTS, SURVIVORS, Mutant
from tests.model.mutants import BESIDE


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.path}:{mutant.old[:40]}")
def test_a_mutant_has_its_place(mutant: Mutant) -> None:
    assert mutant.suite in SUITES
    source = (ROOT / "firmware" / "corrido" / mutant.path).read_text(encoding="utf-8")
    compile(mutate(mutant, source), mutant.path, "exec")


def test_what_stands_beside_the_core_and_its_tests_are_there() -> None:
    for file, tests in BESIDE.items():
        assert (ROOT / "firmware" / "corrido" / file).is_file()
        for name in tests:
            assert (ROOT / (name if "/" in name else f"tests/portable/{name}.py")).is_file()


def test_survivors_are_mutants() -> None:
    assert set(SURVIVORS) <= {(mutant.path, mutant.old) for mutant in MUTANTS}


def test_the_table_names_what_is_unexplained() -> None:
    lived = [{"suite": "time", "path": "a.py", "change": "x -> y", "why": ""}]
    assert "UNEXPLAINED" in table({"total": 2, "killed": 1, "survivors": lived})
