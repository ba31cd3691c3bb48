"""The portable tests again, under the real MicroPython with a device's heap."""

import subprocess
from pathlib import Path

import pytest

PORTABLE = Path(__file__).resolve().parent / "portable"
# Objects have 64 bits: this corresponds to about 224 KB on a microcontroller.
HEAP = "heapsize=448k"


@pytest.mark.parametrize("path", sorted(PORTABLE.glob("test_*.py")), ids=lambda path: path.stem)
def test_under_micropython(micropython: str, path: Path) -> None:
    command = [micropython, "-X", HEAP, str(PORTABLE / "run.py"), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr


def test_runner_reports_a_failure(micropython: str, tmp_path: Path) -> None:
    bad = tmp_path / "test_bad.py"
    bad.write_text("def test_good():\n    pass\n\n\ndef test_wrong():\n    assert 1 == 2\n")
    command = [micropython, str(PORTABLE / "run.py"), str(bad)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 1
    assert "test_bad.py::test_wrong" in result.stdout
    assert "1 passed, 1 failed" in result.stdout
