"""`corrido report` on a board of the real MicroPython: measured, whole, and without a name."""

import json

import pytest

from host_tools.device import measured, ready
from host_tools.device.client import Client, wait_for_firmware
from tests.conftest import type_in


@pytest.mark.parametrize("board", ["deployed"], indirect=True)
def test_a_report_has_what_was_measured_and_no_name(board, tmp_path, capsys, monkeypatch, root):
    monkeypatch.setattr(measured, "DRIFT_S", 2.0)
    with Client(board.port) as client:
        wait_for_firmware(client, ready.START_S)
    made = type_in(capsys, "config", "set", "device-name=Mesa-Begonia", "--port", board.port)
    assert made[0] == 0, made
    code, out, err = type_in(
        capsys, "report", "--port", board.port, "-o", str(tmp_path / "r.json")
    )
    assert (code, err) == (0, ""), out
    text = (tmp_path / "r.json").read_text("utf-8")
    found = json.loads(text)
    assert "Begonia" not in text and board.port not in text
    stopped, running = found["stopped"], found["running"]
    assert stopped["block_whole"] and len(stopped["block_us"]) == 8
    assert min(stopped["loop_us"]) > 0 and stopped["start_s"] > 0
    assert running["answer_ms"]["min"] <= running["answer_ms"]["median"]
    assert isinstance(running["ppm"], int) and running["ppm_uncertain"] >= 0
    assert measured.row(found) in out
    kept = (root / "docs/evidence/reports").glob("*.json")
    page = (root / "docs/evidence/hardware.md").read_text("utf-8")
    assert all(measured.row(json.loads(one.read_text("utf-8"))) in page for one in kept)
    assert found["by_hand"], "what nobody measured is said"
