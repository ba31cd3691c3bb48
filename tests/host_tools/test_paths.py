"""The places of files, in a checkout."""

import os
import tempfile
from pathlib import Path

import pytest

from host_tools import paths

unix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no numbers for users here")


def test_one_cache_for_all_that_is_made_again(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert paths.cache_dir() == tmp_path / "cache" / "corrido"


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    """The place for temporary files, for a user with a cache."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    paths._for_this_run.cache_clear()
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


def full(folder: Path, monkeypatch) -> None:
    """A folder that accepts no file, like one of root's."""
    real = tempfile.TemporaryFile

    def refused(*args, dir=None, **options):
        if Path(dir) == folder:
            raise PermissionError(13, "Permission denied", str(dir))
        return real(*args, dir=dir, **options)

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)


def test_a_user_without_a_name_has_a_cache_too(temporary, monkeypatch) -> None:
    def nobody(uid: int):
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    pwd = pytest.importorskip("pwd", reason="no list of users here")
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    made = paths.cache_dir()
    assert made == temporary / f"corrido-{os.getuid()}"
    assert made.stat().st_mode & 0o777 == 0o700
    assert paths.writable_cache("numba") == made / "numba"


@unix
def test_a_cache_that_takes_no_file_is_not_used(temporary, tmp_path, monkeypatch) -> None:
    kept = tmp_path / "cache" / "corrido" / "compiled"
    assert paths.writable_cache("compiled") == kept
    full(kept, monkeypatch)
    elsewhere = paths.writable_cache("compiled")
    assert elsewhere == temporary / f"corrido-{os.getuid()}" / "compiled"


@unix
@pytest.mark.parametrize("taken", ["link", "open to all", "another's", "a file"])
def test_code_is_not_run_from_a_folder_that_others_can_write(
    taken, temporary, tmp_path, monkeypatch
) -> None:
    full(tmp_path / "cache" / "corrido" / "compiled", monkeypatch)
    uid = os.getuid()
    name = temporary / f"corrido-{uid}"
    if taken == "link":
        (tmp_path / "theirs").mkdir(mode=0o700)
        name.symlink_to(tmp_path / "theirs")
    elif taken == "a file":
        name.write_text("")
    elif taken == "open to all":
        name.mkdir()
        name.chmod(0o777)
    else:
        name.with_name(f"corrido-{uid + 1}").mkdir(mode=0o700)
        monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    made = paths.writable_cache("compiled")
    assert made.is_dir() and made.parent.parent == temporary
    assert made.parent.name not in (f"corrido-{uid}", f"corrido-{uid + 1}")
    assert made.parent.stat().st_mode & 0o777 == 0o700
    assert paths.writable_cache("compiled") == made, "one folder a run"
