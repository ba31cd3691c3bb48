"""Files that a user asked for: whole or not at all, and no other file is harmed."""

import os
import threading
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.files import read_json, write_whole


@pytest.mark.skipif(os.name == "nt", reason="Windows lets administrators alone make links")
def test_a_link_leads_to_the_file_that_is_written(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_stays_a_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"words")
    reader.join(10)
    assert got == [b"words"] and pipe.is_fifo()


@pytest.mark.parametrize("name", [".", "absent/file"])
def test_what_cannot_be_written_is_one_line(tmp_path, name):
    with pytest.raises(UserError) as caught:
        write_whole(tmp_path / name, b"words")
    assert "\n" not in str(caught.value) and caught.value.exit_code == 2
    assert list(tmp_path.iterdir()) == []


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
