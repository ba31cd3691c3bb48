"""Pulled logs as files: damage is reported in one line, and never taken for a whole log."""

import json

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.log.image import LogImage, load
from tests.log.conftest import REGION

BLOCK = bytes(range(256)) * 16


def spoilt(tmp_path, **changes):
    path = tmp_path / "mesa.corridolog"
    LogImage({"id": "0011"}, REGION, {4: BLOCK}).save(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    document.update(changes)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_block_may_be_its_programmed_part(tmp_path):
    assert load(spoilt(tmp_path, data={"5": "AAAA"})).blocks == {5: b"\0\0\0"}


@pytest.mark.parametrize(
    "changes",
    [
        {"block": 0}, {"block": 1}, {"page": 0}, {"page": -256}, {"page": 300}, {"first": -1},
        {"blocks": 0}, {"blocks": -5}, {"blocks": 10**9}, {"blocks": None}, {"device": None},
        {"data": [1]}, {"data": {"x": ""}}, {"data": {"4": "!!!"}}, {"data": {"4": "AAAA" * 1366}},
        {"data": {"9999": ""}}, {"data": {"4": 7}}, {"data": None}, {"corrido_log": 2},
        {"device": {"id": "0011", "name": 5}}, {"device": {"id": [], "name": ""}},
    ],
    ids=str,
)  # fmt: skip
def test_a_damaged_file_is_refused_in_one_line(tmp_path, changes):
    with pytest.raises(UserError) as caught:
        load(spoilt(tmp_path, **changes))
    said = str(caught.value)
    assert "mesa.corridolog: no whole log: " in said and "log pull` it again" in said
    assert "\n" not in said and caught.value.exit_code == 2


def test_a_log_without_a_game_is_told_and_costs_no_other_its_line(image, tmp_path, capsys):
    image.save(tmp_path / "a.corridolog")
    LogImage({"id": "0022", "name": "Mesa 5"}, REGION, {}).save(none := tmp_path / "b.corridolog")
    said = f"corrido: {none}: Mesa 5: the log holds no game\n"
    for form in (["--json"], []):
        assert main(["log", "export", str(tmp_path), *form]) == 1
        out, err = capsys.readouterr()
        told = json.loads(out) if out.startswith("[") else out.splitlines()
        assert (len(told), err) == (2 + out.startswith("device,"), said)  # with headings
