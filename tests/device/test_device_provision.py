"""`corrido provision`: many simulated boards at once, two failures, Ctrl-C, and the report.

With CORRIDO_BOARDS there are so many, each with the times of a W25Q16 flash.
"""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.conftest import type_in
from tests.device.rig import BOARD, SimulatedBoard, hears_ctrl_c

BOARDS = int(os.environ.get("CORRIDO_BOARDS", "4"))
FULL_BLOCKS = 60
SOME_FILES_BYTES = 120_000  # of some 800,000 on the wire


@pytest.fixture
def boards(tmp_path, micropython):
    """Some empty boards."""
    boards = [SimulatedBoard(tmp_path / str(n), unique_id=f"{n:08x}") for n in range(BOARDS)]
    yield [board.power_on() for board in boards]
    for board in boards:
        board.power_off()


@pytest.fixture
def plan(tmp_path):
    """A plan with one line per board, found by its serial number."""
    path = tmp_path / "hall.csv"
    lines = [f"{n:08x},Mesa {n + 1},{n + 1},fise-corrido,1500,{4000 + n}" for n in range(BOARDS)]
    path.write_text("\n".join(["id,device-name,table,preset,budget,pin", *lines]))
    return path


@pytest.fixture
def provision(corrido):
    """Run the command as a user does, on boards; return exit code and report."""

    def run(boards, *more):
        ports = [word for board in boards for word in ("--port", board.port)]
        done = corrido("provision", "--json", "--board", BOARD, *ports, *map(str, more))
        assert done.stdout, done.stderr
        return done.returncode, json.loads(done.stdout)

    return run


def test_each_board_gets_its_own_settings_and_the_report_says_so(
    boards, plan, provision, tmp_path
):
    stem = tmp_path / "evening"
    keys = tmp_path / "hall.keys"
    more = ("--plan", plan, "--report", stem, "--set", "language=en",
            "--keys", keys)  # fmt: skip
    code, entries = provision(boards, *more)
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


def test_a_second_run_sends_nothing_and_needs_the_pin(boards, plan, provision):
    boards = boards[:1]
    plan.write_text("id,table,pin\n00000000,1,4000\n")
    assert provision(boards, "--plan", plan)[0] == 0
    plan.write_text("id,table\n00000000,77\n")
    code, entries = provision(boards, "--plan", plan)
    assert code == 1 and "has a PIN" in entries[0]["error"]
    code, entries = provision(boards, "--plan", plan, "--pin", "4000")
    assert code == 0
    assert (entries[0]["sent"], entries[0]["changed"]) == (0, ["table"])


def test_two_fail_in_different_ways_and_the_others_do_not(boards, provision, tmp_path):
    small = SimulatedBoard(tmp_path / "small", FULL_BLOCKS).power_on()
    boards[1].cut_after_bytes = 30_000
    code, entries = provision([*boards, small])
    small.power_off()
    assert code == 1
    assert [entry["ok"] for entry in entries] == [True, False, True, True, False]
    assert "the connection broke" in entries[1]["error"]
    assert "KiB free" in entries[-1]["error"]
    boards[1].power_off()
    boards[1].power_on()
    code, entries = provision(boards)
    assert code == 0 and entries[1]["resumed"] > 0 and entries[0]["sent"] == 0


def test_a_board_that_the_plan_does_not_name_fails(boards, plan, provision):
    plan.write_text("id,table,lexicon\n00000000,1,\nff,2,\n00000002,3,club\n")
    code, entries = provision(boards[:3], "--plan", plan)
    assert code == 1
    assert [entry["ok"] for entry in entries] == [True, False, False, False]
    assert "no line of the plan" in entries[1]["error"]
    assert "no lexicon 'club' on the device" in entries[2]["error"]
    assert "line 3: no board was made ready for this line" in entries[3]["error"]


def test_ctrl_c_is_one_line_and_the_next_run_goes_on(boards, provision, capsys):
    hears_ctrl_c()
    here = os.getpid()
    boards[0].at_bytes(SOME_FILES_BYTES, lambda: os.kill(here, signal.SIGINT))
    code, _, said = type_in(capsys, "provision", "--board", BOARD, "--port", boards[0].port)
    assert code == 130 and said.count("\n") == 1 and "goes on where it stopped" in said
    # A Ctrl-C exactly between two commands ends the unix port; a chip survives it.
    boards[0].power_off()
    code, entries = provision([boards[0].power_on()], "--lexicon", "es")
    assert code == 0 and entries[0]["resumed"] > 0
