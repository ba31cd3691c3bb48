"""`corrido bench` from outside: help, options, exit codes, one-line errors."""

from pathlib import Path

import pytest

from host_tools import cli
from host_tools.paths import lexicon_path
from host_tools.workshop.bench import command, faults
from host_tools.workshop.bench import lexicon as lexicon_bench
from tests.conftest import type_in


def run(capsys, *words: str) -> tuple[int, str, str]:
    return type_in(capsys, "bench", *words)


@pytest.mark.parametrize("name", command.benches())
def test_each_benchmark_has_an_example(capsys, monkeypatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    code, out, _ = run(capsys, name, "--help")
    example = out.splitlines()[-1]
    assert code == 0 and example.startswith(f"example: corrido bench {name}")
    cli.build_parser("bench").parse_args(example.split()[2:])


def test_the_heap_is_that_of_the_lexicon_asked_for(
    capsys, tmp_path: Path, micropython: str
) -> None:
    source, small = tmp_path / "small.txt", tmp_path / "small.lex"
    source.write_text("casa\nperro\n")
    options = ("--alphabet", "es", "--name", "N", "--edition", "E")
    assert cli.main(["lexicon", "build", str(source), "-o", str(small), *options]) == 0
    made = (1, lambda _word: True)
    rows = [
        lexicon_bench._row("corrido", lambda: made, [(0,)], path)
        for path in (small, lexicon_path("es"))
    ]
    # The same list twice would be within a few blocks: the collector is conservative.
    assert rows[0]["memory_bytes"] + 4096 < rows[1]["memory_bytes"]


def test_a_failure_is_exit_code_1(monkeypatch, capsys) -> None:
    for lost, code in ((0, 0), (2, 1)):
        result = {"cuts": {"cuts": 5, "lost": lost}}
        monkeypatch.setattr(faults, "run", lambda _args, result=result: result)
        assert run(capsys, "faults", "--json")[0] == code
