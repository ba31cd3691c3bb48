"""The tools without a checkout, POSIX or a UTF-8 locale, as far as that can be simulated here."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.device import faults, ports
from tests.device.broken import BOARD

ROOT = Path(__file__).parents[2]
POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty"}


def _imported_at_load(tree):
    """Return the modules that a file imports when loaded, functions not entered."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def test_no_command_needs_posix_to_load():
    for path in (ROOT / "host_tools").rglob("*.py"):
        if "ondevice" not in path.parts:
            names = set(_imported_at_load(ast.parse(path.read_text(encoding="utf-8"))))
            assert not names & POSIX_ONLY, path


@pytest.mark.parametrize("system", ["nt", "posix"])
def test_the_line_that_gives_a_right_fits_the_system(system, monkeypatch):
    monkeypatch.setattr(faults.os, "name", system)
    line = faults.permission_line("COM4")
    assert ("usermod" in line) == (system == "posix") and "\n" not in line


def test_a_mac_has_no_usermod(monkeypatch):
    monkeypatch.setattr(faults.sys, "platform", "darwin")
    assert "usermod" not in faults.permission_line("/dev/cu.usbmodem101")


DRIVES = [
    ("darwin", "posix", "Volumes/RPI-RP2"),
    ("linux", "posix", "media/ana/RPI-RP2"),
    ("linux", "posix", "run/media/ana/RPI-RP2"),
    ("linux", "posix", "mnt/RPI-RP2"),
    ("win32", "nt", "E:\\"),
]


@pytest.mark.parametrize(("platform", "system", "place"), DRIVES)
def test_a_board_in_its_boot_loader_is_found_where_the_system_puts_it(
    platform, system, place, tmp_path, monkeypatch
):
    for _, _, other in DRIVES:
        (tmp_path / other).mkdir(parents=True)
    (tmp_path / place / ports.UF2_INFO).touch()
    with monkeypatch.context() as patch:
        patch.setattr(ports, "Path", lambda name: tmp_path / name.lstrip("/"))
        patch.setattr(ports.sys, "platform", platform)
        patch.setattr(ports.os, "name", system)
        assert ports.uf2_drives() == [tmp_path / place]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_pipes_carry_utf_8_whatever_the_locale(encoding):
    command = [sys.executable, "-m", "host_tools", "lexicon", "check", "es", "-"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        command, input="Łódź\nniño\n".encode(), capture_output=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines() == ["Łódź\tnot-spellable", "niño\tplayable"]


@pytest.mark.slow
def test_an_installed_wheel_deploys_what_it_holds(board, tmp_path):
    pytest.importorskip("hatchling", reason="no hatchling: pip install -r requirements/test.txt")
    place = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    install += ["--no-build-isolation", "--target", str(place), str(ROOT)]
    built = subprocess.run(install, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    environment = {**os.environ, "PYTHONPATH": str(place)}

    def corrido(*words):
        command = [sys.executable, "-m", "host_tools", *words, "--port", board.port]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = corrido("deploy", "--board", BOARD, "--lexicon", "es", "--firmware",
                   str(place / "host_tools" / "_payload" / "firmware"))  # fmt: skip
    assert "files sent" in told
    assert " 0 of " in corrido("deploy", "--board", BOARD)
    assert "nothing wrong" in corrido("doctor")
