"""`corrido bench` from outside: help, options, exit codes, one-line errors."""

import pytest

from host_tools import cli
from host_tools.workshop.bench import command, faults
from tests.conftest import type_in


def run(capsys, *words: str) -> tuple[int, str, str]:
    return type_in(capsys, "bench", *words)


@pytest.mark.parametrize("name", command.BENCHES)
def test_each_benchmark_has_an_example(capsys, monkeypatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    code, out, _ = run(capsys, name, "--help")
    example = out.splitlines()[-1]
    assert code == 0 and example.startswith(f"example: corrido bench {name}")
    cli.build_parser("bench").parse_args(example.split()[2:])


def test_a_failure_is_exit_code_1(monkeypatch, capsys) -> None:
    for lost, code in ((0, 0), (2, 1)):
        result = {"cuts": {"cuts": 5, "lost": lost}}
        monkeypatch.setattr(faults, "run", lambda _args, result=result: result)
        assert run(capsys, "faults", "--json")[0] == code
