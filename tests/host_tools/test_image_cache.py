"""Compiled firmware is kept for the next run, and never deleted under a running one."""

import os
import time
from pathlib import Path

from host_tools.sim import build

LONG_AGO_S = 2 * build.UNUSED_S


def image(cache: Path, name: str, unused_s: int) -> Path:
    """Make a cache folder that was last used this many seconds ago."""
    folder = cache / name
    folder.mkdir()
    (folder / "module.mpy").write_bytes(b"M")
    last = time.time() - unused_s
    os.utime(folder, (last, last))
    return folder


def test_only_what_has_long_been_unused_is_forgotten(tmp_path: Path) -> None:
    new = [image(tmp_path, f"new{number}", number) for number in range(build.KEPT + 6)]
    old = [image(tmp_path, f"old{number}", LONG_AGO_S + number) for number in range(3)]
    being_made = image(tmp_path, "tmp1", LONG_AGO_S)
    build._prune(tmp_path)
    assert all(folder.is_dir() for folder in [*new, being_made])
    assert not any(folder.exists() for folder in old)
    assert len(list(tmp_path.iterdir())) == len(new) + 1


def test_some_old_ones_are_kept(tmp_path: Path) -> None:
    ages = range(LONG_AGO_S, LONG_AGO_S + build.KEPT + 2)
    old = [image(tmp_path, f"old{age}", age) for age in ages]
    build._prune(tmp_path)
    assert [folder.exists() for folder in old] == [True] * build.KEPT + [False] * 2


def test_an_image_in_use_is_young(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = build.compiled()
    os.utime(folder, (1, 1))
    assert build.compiled() == folder
    assert time.time() - folder.stat().st_mtime < build.UNUSED_S
