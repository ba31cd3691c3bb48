"""Compiled firmware is kept for the next run, and never deleted under a running one."""

import os
import time
from pathlib import Path

from host_tools.sim import build


def test_only_what_has_long_been_unused_is_forgotten(tmp_path: Path) -> None:
    for name, unused_s in (
        ("new", 0),
        ("old", build.UNUSED_S + 60),
        ("tmp1", build.UNUSED_S + 60),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.mpy").write_bytes(b"M")
        os.utime(tmp_path / name, (time.time() - unused_s,) * 2)
    build._prune(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]


def test_an_image_in_use_is_young(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = build.compiled()
    os.utime(folder, (1, 1))
    assert build.compiled() == folder
    assert time.time() - folder.stat().st_mtime < build.UNUSED_S
