"""Where things stand, in a checkout."""

import pytest

from host_tools import paths
from host_tools.errors import UserError


def test_checkout_folders(root) -> None:
    assert paths.firmware_dir() == root / "firmware"
    assert paths.boards_dir() == root / "boards"


def test_lexicon_by_path(tmp_path) -> None:
    file = tmp_path / "club.lex"
    file.write_bytes(b"")
    assert paths.lexicon_path(str(file)) == file


def test_unknown_lexicon_names_those_that_ship() -> None:
    with pytest.raises(UserError, match="no lexicon 'xx'"):
        paths.lexicon_path("xx")


def test_one_cache_for_all_that_is_made_again(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert paths.cache_dir() == tmp_path / ".cache" / "corrido"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert paths.cache_dir() == tmp_path / "cache" / "corrido"
