"""The portable tests again, in MicroPython's WebAssembly build under Node."""

import subprocess
from pathlib import Path

import pytest

from host_tools import npm

ROOT = Path(__file__).resolve().parent.parent.parent
# 32-bit objects, as on a microcontroller; here the source is compiled in the same memory.
HEAP = "400000"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/portable/test_*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file).stem)
def test_under_webassembly(interpreter, file):
    command = [str(ROOT / "tests" / "wasm" / "run.mjs"), str(interpreter), str(ROOT), HEAP, file]
    result = subprocess.run(npm.node() + command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr
