"""Firmware compiled for the real interpreter: once per content, with a clear error without it."""

import os
import time
from pathlib import Path

import pytest

from host_tools.build import images as build
from host_tools.errors import UserError
from tests.conftest import tool


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tool("mpy-cross")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    (folder / "corrido").mkdir(parents=True)
    (folder / "corrido" / "one.py").write_text("ANSWER = 41\n")
    return folder


def test_compiled_once_for_each_content_and_compiler(
    cache: Path, firmware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = build.compiled(firmware)
    assert cache in made.parents
    names = {str(path.relative_to(made)) for path in made.rglob("*.*")}
    assert os.path.join("corrido", "one.mpy") in names
    assert os.path.join("boards", "sim", "pipe.mpy") in names
    os.utime(made, (1, 1))
    assert build.compiled(firmware) == made
    assert time.time() - made.stat().st_mtime < build.UNUSED_S, "one in use is young"
    (firmware / "corrido" / "one.py").write_text("ANSWER = 42\n")
    other = build.compiled(firmware)
    monkeypatch.setattr(build, "version_of", lambda tool: "MicroPython v9.9")
    assert len({made, other, build.compiled(firmware)}) == 3


def test_a_module_that_does_not_compile_is_named(cache: Path, firmware: Path) -> None:
    (firmware / "corrido" / "two.py").write_text("def broken(:\n")
    with pytest.raises(UserError, match=r"two\.py: does not compile"):
        build.compiled(firmware)


def test_a_cache_of_roots_is_no_hindrance(
    cache: Path, firmware: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = build.compiled(firmware)

    def refused(path: object) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(build.os, "utime", refused)
        assert build.compiled(firmware) == made
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")  # not even root can write there
    assert temporary in build.compiled(firmware).parents


def test_only_what_has_long_been_unused_is_forgotten(tmp_path: Path) -> None:
    long_s = build.UNUSED_S + 60
    for name, unused_s in (("new", 0), ("old", long_s), ("tmp1", long_s)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.mpy").write_bytes(b"M")
        os.utime(tmp_path / name, (time.time() - unused_s,) * 2)
    build._prune(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]
