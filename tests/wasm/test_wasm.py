"""The portable tests again, in MicroPython's WebAssembly build under Node."""

import subprocess
from pathlib import Path

import pytest

from host_tools import npm

ROOT = Path(__file__).resolve().parent.parent.parent
# 32-bit objects, as on a microcontroller; here the source is compiled in the same memory.
HEAP = "400000"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/portable/test_*.py"))


def run(interpreter: Path, *files: str) -> subprocess.CompletedProcess:
    """Return run.mjs's report on portable test files."""
    command = [str(ROOT / "tests" / "wasm" / "run.mjs"), str(interpreter), str(ROOT), HEAP, *files]
    return subprocess.run(npm.node() + command, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file).stem)
def test_under_webassembly(interpreter: Path, file: str) -> None:
    result = run(interpreter, file)
    assert result.returncode == 0, result.stdout + result.stderr
    assert ", 0 failed under micropython" in result.stdout
