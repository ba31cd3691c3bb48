"""The command line: one clear line for every mistake, and only the requested group is loaded."""

import argparse
import re
import shlex
import subprocess
import sys

import pytest

from host_tools import cli
from host_tools.device import config
from host_tools.workshop.bench import BENCHES, faults
from tests.conftest import type_in

PRESENT = [name for name, command in cli.COMMANDS.items() if cli._present(command)]
CONTINUED = re.compile(r" \\\n *")
BELOW = (
    "config get", "config set", "config export", "config import", "log pull",
    "log verify", "log show", "log export", *(f"bench {name}" for name, *_ in BENCHES),
)  # fmt: skip


@pytest.mark.parametrize("name", [*PRESENT, *BELOW])
def test_each_command_explains_itself_by_examples_that_can_be_typed(capsys, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "60")
    code, out, _ = type_in(capsys, *name.split(), "--help")
    assert code == 0 and f"usage: corrido {name}" in out
    lines = re.findall(r"^(?:examples?:)? +(corrido .*)", CONTINUED.sub(" ", out), re.M)
    assert lines, "every command's help has an example"
    for line in lines:
        line = line.replace("DIGITS", "0" * 64)
        words = shlex.split(re.split(r"\s{2,}| > ", line.strip())[0])
        args = cli.build_parser(words[1]).parse_args(words[1:])
        for text in [word for word in words if re.fullmatch(r"[a-z-]+=\S*", word)]:
            config.parse(text)
        assert callable(args.run)


def helps(parser):
    """Yield the help of every command and verb below a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in dict.fromkeys(action.choices.values()):
                yield from (below.format_help(), *helps(below))


def test_every_page_of_help_fits_sixty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    pages = [page for name in PRESENT for page in helps(cli.build_parser(name))]
    assert len(pages) > 60
    assert not [line for page in pages for line in page.splitlines() if len(line) > 60]


def test_the_help_needs_no_extra(root):
    # `bench` needs the libraries of its benchmarks when one is named.
    code = (
        "from host_tools import cli\n"
        "for name in cli.COMMANDS:\n"
        "    if name != 'bench': cli.build_parser(name)"
    )
    bare = [sys.executable, "-S", "-c", code]  # without any installed package
    done = subprocess.run(bare, capture_output=True, text=True, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")


def test_overview_names_every_command(capsys):
    code, out, _ = type_in(capsys, "--help")
    assert code == 0 and all(name in out for name in PRESENT)
    assert type_in(capsys)[1] == out
    assert type_in(capsys, "--version")[1].split()[0] == "corrido"


def test_a_benchmark_that_fails_is_exit_code_1(monkeypatch, capsys):
    for lost, code in ((0, 0), (2, 1)):
        result = {"cuts": {"cuts": 5, "lost": lost}}
        monkeypatch.setattr(faults, "run", lambda _args, result=result: result)
        assert type_in(capsys, "bench", "faults", "--json")[0] == code
        ended, out, _ = type_in(capsys, "bench", "faults")
        assert (ended, "FAILURE: cuts: lost 2" in out) == (code, bool(lost))


def test_extras_exist(root):
    declared = (root / "pyproject.toml").read_text(encoding="utf-8")
    texts = [page.read_text("utf-8") for page in root.glob("docs/**/*.md")]
    named = [extra for text in texts for of in re.findall(r'"\.\[(.*?)\]"', text)
             for extra in of.split(",")]  # fmt: skip
    assert named
    for extra in {*named, *(extra for one in cli.COMMANDS.values() for extra in one.extras)}:
        assert f"\n{extra} = [" in declared, extra


def test_a_reader_that_leaves_is_no_error(root):
    command = f"{shlex.quote(sys.executable)} -m host_tools lexicon list es | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=root)
    assert result.stderr == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_traceback(root, closed):
    command = f"{shlex.quote(sys.executable)} -m host_tools lexicon check es zuzar {closed}"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=root)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_word_that_is_no_utf_8_is_answered_as_it_was_given(corrido):
    said = corrido("lexicon", "check", "es", b"\xff", "zuzar", text=False)
    assert (said.stdout, said.stderr) == (b"\xff\tnot-spellable\nzuzar\tplayable\n", b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_pipes_carry_utf_8_whatever_the_locale(corrido, encoding):
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    words = "Łódź\nniño\n".encode()
    said = corrido("lexicon", "check", "es", "-", input=words, text=False, env=env)
    assert said.stdout.decode() == "Łódź\tnot-spellable\nniño\tplayable\n", said.stderr


@pytest.mark.parametrize(
    "words",
    [
        (b"\xff",), ("log", "verify", b"nof\xe9"), ("scenario", b"\xe9"),
        ("lexicon", "info", b"\xe9"), ("sim", "--headless", "--set", b"device-name=\xe9"),
        ("sim", "--headless", "--set", b"\xe9=1"),
    ],
    ids=ascii,
)  # fmt: skip
def test_what_is_no_utf_8_is_one_line(corrido, words):
    said = corrido(*words)
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert said.stderr.isascii(), said.stderr
