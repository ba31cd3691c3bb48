"""The portable tests again, under the real MicroPython with a device's heap."""

import subprocess
from ast import literal_eval

import pytest

from host_tools.build.images import compiled
from host_tools.workshop.emulator.portable import ON_BOARD, TESTS

# Objects have 64 bits: this corresponds to about 224 KB on a microcontroller.
HEAP = "heapsize=448k"


def outcome(micropython, path):
    """Run a file as `corrido test-board` does; return how many tests it has, and the faults."""
    folders = [str(folder) for folder in (path.parent, TESTS, compiled(), ON_BOARD.parent)]
    code = f"import sys; sys.path[:0] = {folders}\nimport portable_tests as tests\n"
    code += f"told = tests.called({path.stem!r})\nprint()\nprint(told)"
    command = [micropython, "-X", HEAP, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr
    return literal_eval(result.stdout.splitlines()[-1])


@pytest.mark.parametrize("path", sorted(TESTS.glob("test_*.py")), ids=lambda path: path.stem)
def test_under_micropython(micropython, path):
    tests, faults = outcome(micropython, path)
    assert tests and not faults, faults


def test_a_failure_is_told(micropython, tmp_path):
    bad = tmp_path / "test_bad.py"
    bad.write_text("def test_good():\n    pass\n\n\ndef test_wrong():\n    assert 1 == 2\n")
    tests, ((name, text),) = outcome(micropython, bad)
    assert (tests, name) == (2, "test_wrong") and "AssertionError" in text
