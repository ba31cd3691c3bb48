"""The places of files, in a checkout."""

import tempfile
from pathlib import Path

import pytest

from host_tools import paths


def test_one_cache_for_all_that_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert paths.cache_dir() == tmp_path / "cache" / "corrido"


def private_to_this_run(made, temporary):
    """Code is run from there: nobody else can write to it, and there is one a run."""
    assert made.parent.parent == temporary and paths.writable_cache(made.name) == made
    assert made.parent.stat().st_mode & 0o777 == 0o700


def test_a_user_without_a_name_has_a_cache_too(temporary, monkeypatch):
    def nobody(uid):
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    pwd = pytest.importorskip("pwd", reason="no list of users here")
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    private_to_this_run(paths.writable_cache("numba"), temporary)


def test_a_cache_that_takes_no_file_is_not_used(temporary, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept = tmp_path / "cache" / "corrido" / "compiled"
    assert paths.writable_cache("compiled") == kept
    real = tempfile.TemporaryFile

    def refused(*args, dir=None, **options):
        """Like a folder of root's."""
        if Path(dir) == kept:
            raise PermissionError(13, "Permission denied", str(dir))
        return real(*args, dir=dir, **options)

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    private_to_this_run(paths.writable_cache("compiled"), temporary)
