"""`corrido bench` from outside: help, options, exit codes, one-line errors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import cli
from host_tools.paths import lexicon_path
from host_tools.workshop.bench import command, faults, letters
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


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5"])
@pytest.mark.parametrize(
    "words",
    [("letters", "--words"), ("leaks", "--games"), ("faults", "--every"),
     ("device", "--presses"), ("device", "--turns")],
    ids=" ".join,
)  # fmt: skip
def test_a_count_is_one_or_more(capsys, words, number: str) -> None:
    code, out, err = run(capsys, *words, number)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words[1] in err and "whole number from 1" in err


def test_scenarios_that_are_missing_are_told_before_any_campaign(
    capsys, monkeypatch, tmp_path: Path
) -> None:
    ran = []

    def noted(name: str):
        return lambda _args: {"cases": ran.append(name)}

    for name in faults.CAMPAIGNS:
        monkeypatch.setitem(faults.CAMPAIGNS, name, noted(name))
    code, _, err = run(capsys, "faults", "--scenarios", str(tmp_path))
    assert (code, err.count("\n"), ran) == (2, 1, [])
    assert run(capsys, "faults", "--only", "wear", "--scenarios", str(tmp_path), "--json")[0] == 0
    assert ran == ["wear"]


def test_a_damaged_lexicon_is_bad_input(capsys, tmp_path: Path) -> None:
    bad = tmp_path / "bad.lex"
    bad.write_bytes(lexicon_path("es").read_bytes()[:5000])
    for name in ("letters", "lexicon"):
        code, _, err = run(capsys, name, "--lexicon", str(bad))
        assert (code, err.count("\n")) == (2, 1), name


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
    assert rows[0]["memory_bytes"] < rows[1]["memory_bytes"] * 2 / 3


@pytest.mark.parametrize(
    "bench, good, bad",
    [
        (letters, {"ok": True}, {"ok": False}),
        (faults, {"cuts": {"cuts": 5, "lost": 0}}, {"cuts": {"cuts": 5, "lost": 2}}),
    ],
)
def test_a_failure_is_exit_code_1(bench, good: dict, bad: dict, monkeypatch, capsys) -> None:
    name = bench.__name__.rpartition(".")[2]
    for result, code in ((good, 0), (bad, 1)):
        monkeypatch.setattr(bench, "run", lambda _args, result=result: result)
        assert run(capsys, name, "--json")[0] == code


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no numbers for users here")
def test_no_home_hides_no_benchmark(root: Path) -> None:
    code = (
        "import os, pwd\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "os.environ.pop('HOME', None)\n"
        "from host_tools import cli\n"
        "raise SystemExit(cli.main(['bench', 'letters', '--words', '20', '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert '"words": 20' in done.stdout, done.stderr
