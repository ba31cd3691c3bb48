"""`corrido provision`: many simulated boards at once, two failures, Ctrl-C, and the report."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.device import hall
from tests.device.rig import BOARD, SimulatedBoard, hears_ctrl_c

BOARDS = 4
SOME_FILES_BYTES = 120_000  # of some 800,000 on the wire


@pytest.fixture
def boards(tmp_path, micropython):
    """Some empty boards, without the flash times of a real chip."""
    boards = hall.hall(tmp_path / "hall", BOARDS, timed=False)
    yield boards
    for board in boards:
        board.power_off()


def test_each_board_gets_its_own_settings_and_the_report_says_so(boards, tmp_path):
    hall.write_plan(tmp_path / "hall.csv", boards)
    stem = tmp_path / "evening"
    keys = tmp_path / "hall.keys"
    more = ("--plan", str(tmp_path / "hall.csv"), "--report", str(stem), "--set", "language=en",
            "--keys", str(keys))  # fmt: skip
    code, entries, _ = hall.provision(boards, *more)
    assert code == 0, [entry["error"] for entry in entries]
    assert [entry["name"] for entry in entries] == [f"Mesa {n + 1}" for n in range(BOARDS)]
    assert [entry["settings"]["table"] for entry in entries] == [str(n + 1) for n in range(BOARDS)]
    for secret in ("pin", "log-key"):
        assert {entry["settings"][secret] for entry in entries} == {"(set)"}
    made = json.loads(keys.read_text())["keys"]
    assert sorted(made) == sorted(entry["id"] for entry in entries)
    assert len(set(made.values())) == BOARDS
    assert len({entry["firmware_sha256"] for entry in entries}) == 1
    assert json.loads(Path(f"{stem}.json").read_text(encoding="utf-8")) == entries
    assert "Mesa 1," in Path(f"{stem}.csv").read_text(encoding="utf-8")


def test_a_second_run_sends_nothing_and_needs_the_pin(boards, tmp_path):
    boards = boards[:1]
    hall.write_plan(tmp_path / "hall.csv", boards)
    assert hall.provision(boards, "--plan", str(tmp_path / "hall.csv"))[0] == 0
    (tmp_path / "hall.csv").write_text("id,table\n00000000,77\n")
    code, entries, _ = hall.provision(boards, "--plan", str(tmp_path / "hall.csv"))
    assert code == 1 and "has a PIN" in entries[0]["error"]
    more = ("--plan", str(tmp_path / "hall.csv"), "--pin", "4000")
    code, entries, _ = hall.provision(boards, *more)
    assert code == 0
    assert (entries[0]["sent"], entries[0]["changed"]) == (0, ["table"])


def test_two_fail_in_different_ways_and_the_others_do_not(boards, tmp_path):
    small = SimulatedBoard(tmp_path / "small", hall.FULL_BLOCKS).power_on()
    boards[1].cut_after_bytes = 30_000
    code, entries, _ = hall.provision([*boards, small])
    small.power_off()
    assert code == 1
    assert [entry["ok"] for entry in entries] == [True, False, True, True, False]
    assert "the connection broke" in entries[1]["error"]
    assert "KiB free" in entries[-1]["error"]
    boards[1].power_off()
    boards[1].power_on()
    code, entries, _ = hall.provision(boards)
    assert code == 0 and entries[1]["resumed"] > 0 and entries[0]["sent"] == 0


def test_a_board_that_the_plan_does_not_name_fails(boards, tmp_path):
    (tmp_path / "hall.csv").write_text("id,table,lexicon\n00000000,1,\nff,2,\n00000002,3,club\n")
    code, entries, _ = hall.provision(boards[:3], "--plan", str(tmp_path / "hall.csv"))
    assert code == 1
    assert [entry["ok"] for entry in entries] == [True, False, False, False]
    assert "no line of the plan" in entries[1]["error"]
    assert "no lexicon 'club' on the device" in entries[2]["error"]
    assert "line 3: no board was made ready for this line" in entries[3]["error"]


def test_ctrl_c_is_one_line_and_the_next_run_goes_on(tmp_path, micropython):
    board = SimulatedBoard(tmp_path / "board").power_on()
    words = [sys.executable, "-m", "host_tools", "provision", "--board", BOARD, "--json"]
    words += ["--port", board.port]
    board.at_bytes(SOME_FILES_BYTES, lambda: running.send_signal(signal.SIGINT))
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_ctrl_c
    )
    said = running.communicate(timeout=300)[1]
    assert running.returncode == 130
    assert said.count("\n") == 1 and "goes on where it stopped" in said
    # A Ctrl-C exactly between two commands ends the unix port; a chip survives it.
    words[-1] = board.port if board.powered else board.power_on().port
    done = subprocess.run([*words, "--lexicon", "es"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found[0]["resumed"] > 0
    board.power_off()
