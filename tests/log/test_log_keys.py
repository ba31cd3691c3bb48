"""Signed logs: the keys made by provisioning, and each command's answer with and without them."""

import csv
import io
import json

import pytest

from host_tools.device.keys import Keys
from host_tools.errors import UserError
from tests.conftest import type_in
from tests.log.conftest import DEVICE, image_of, play, recording

OTHER = "0012"


@pytest.fixture
def keys(tmp_path):
    """A key file of two devices, as provisioning makes it."""
    path = tmp_path / "hall.keys"
    made = Keys(path, new=True)
    for device in (DEVICE["id"], OTHER):
        made.key_for(device)
    return path


@pytest.fixture
def logs(keys, tmp_path):
    """A folder of the signed logs of both."""
    folder = tmp_path / "round"
    folder.mkdir()
    for device in (DEVICE["id"], OTHER):
        flash, recorder = recording(device=device, key=Keys(keys).of(device))
        play(recorder, {"table": "4"})
        image = image_of(flash)
        image.device["id"] = device
        image.save(folder / f"{device}.corridolog")
    return folder


def test_a_device_keeps_the_key_that_was_made_for_it(tmp_path):
    path = tmp_path / "hall.keys"
    made = Keys(path, new=True)
    first, second = made.key_for("0011"), made.key_for("0012")
    assert first != second and len(bytes.fromhex(first)) == 32
    assert Keys(path, new=True).key_for("0011") == made.key_for("0011") == first
    assert Keys(path).of("0011") == bytes.fromhex(first) and Keys(path).of("0013") == b""
    assert path.stat().st_mode & 0o077 == 0, "for the director alone"


def test_a_key_that_cannot_be_kept_is_given_to_nobody(tmp_path):
    with pytest.raises(UserError, match="No such file"):
        Keys(tmp_path / "none" / "hall.keys", new=True).key_for("0011")


@pytest.mark.parametrize("text", [
    "", "no key", "ab" * 31, "{", "[]", '{"corrido_keys": 2, "keys": {}}',
    '{"corrido_keys": 1, "keys": {"0011": "ab"}}', '{"corrido_keys": 1, "keys": []}',
])  # fmt: skip
def test_a_file_that_is_no_key_file_is_one_line(text, tmp_path, logs, capsys):
    path = tmp_path / "wrong.keys"
    path.write_text(text)
    code, _, told = type_in(capsys, "log", "verify", str(logs), "--key", str(path))
    assert code == 2 and told.count("\n") == 1 and "wrong.keys" in told
    if text:
        with pytest.raises(UserError):
            Keys(path, new=True)


def test_the_logs_of_a_hall_are_whole_with_its_keys_only(logs, keys, capsys):
    code, out, _ = type_in(capsys, "log", "verify", str(logs), "--key", str(keys))
    assert code == 0 and out.count(": whole") == 2 and "the key lies there" in out
    code, out, _ = type_in(capsys, "log", "verify", str(logs))
    assert code == 1 and out.count("signed, and not checked") == 2
    document = json.loads(keys.read_text())
    document["keys"][OTHER] = document["keys"][DEVICE["id"]]
    keys.write_text(json.dumps(document))
    code, out, _ = type_in(capsys, "log", "verify", str(logs), "--key", str(keys))
    assert code == 1 and out.count(": whole") == 1 and "signed with another key" in out


def test_what_is_shown_and_exported_says_whether_it_was_checked(logs, keys, capsys):
    log = str(logs / f"{OTHER}.corridolog")
    key = ("--key", str(keys))
    for more, told in ((key, False), ((), True)):
        _, out, _ = type_in(capsys, "log", "show", log, "--language", "en", *more)
        assert ("signed, and not checked" in out) == told
        _, out, _ = type_in(capsys, "log", "show", log, "--json", *more)
        assert json.loads(out)["chain_whole"] != told
        _, out, _ = type_in(capsys, "log", "export", log, *more)
        rows = list(csv.DictReader(io.StringIO(out)))
        assert [row["chain_whole"] for row in rows] == ["0" if told else "1"]
