"""`corrido test-board`: the portable tests on a board."""

import json

import pytest

from host_tools.cli import main
from host_tools.device.repl import Repl
from host_tools.workshop.emulator import portable

TESTS = """
import sys

def test_what_was_loaded_has_left_its_memory():
    assert "loaded" not in sys.modules

def test_wrong():
    assert not "told by its last line", "it is wrong"
"""


@pytest.fixture
def tests(tmp_path, monkeypatch):
    """A folder with tests, one that fails and one that does not even load."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_some.py").write_text(TESTS)
    (folder / "test_broken.py").write_text("import no_such_module\n")
    monkeypatch.setattr(portable, "TESTS", folder)


def has_tests(board) -> bool:
    """Return whether the tests' folder is still on the board."""
    with Repl(board.port) as repl:
        repl.enter()
        return portable.FOLDER.strip("/") in repl.told("print(json.dumps(os.listdir('/')))")


def test_a_board_runs_them_and_says_which_fail(board, tests, capsys):
    with Repl(board.port) as repl:
        repl.enter()
        repl.run("sys.modules['loaded'] = sys")
    assert main(["test-board", "--port", board.port]) == 1
    said = capsys.readouterr().out
    assert "FAIL test_some" in said and "2 tests" in said
    assert "test_wrong: AssertionError: it is wrong" in said and "no_such_module" in said
    assert said.endswith("2 tests ran, 2 failed\n")
    assert not has_tests(board)


# Tests that an emulated chip runs within a second; `corrido test-board --uf2` runs all.
QUICK = ("compat", "debounce_sources", "sound", "timebase")


@pytest.mark.lab
def test_the_chip_runs_them(uf2, capsys):
    assert main(["test-board", "--uf2", str(uf2), "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found] == [f"test_{name}" for name in QUICK]
    assert sum(one["ran"] for one in found) > 20 and not any(one["faults"] for one in found)
    assert max(one["heap_bytes"] for one in found) < 80_000  # with the code, on a stock image
