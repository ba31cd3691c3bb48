"""The real firmware on a simulated board: queried, configured and read while it runs."""

import base64
import itertools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_tools import cli
from host_tools.device import client as client_module
from host_tools.device import ready
from host_tools.device import repl as repl_module
from host_tools.device.client import Client, wait_for_firmware
from host_tools.device.repl import Repl
from host_tools.device.session import take
from host_tools.errors import UserError
from host_tools.paths import lexicon_path
from tests.conftest import type_in
from tests.device import broken
from tests.device.broken import BOARD
from tests.device.fingers import reached, tap, until
from tests.device.rig import SimulatedBoard, hears_ctrl_c

A, B, OK = 0, 1, 8
START_S = 120.0  # under whatever load


def corrido(*words, code=0):
    """Run the command in a process of its own; return its output."""
    command = [sys.executable, "-m", "host_tools", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def table(deployed, tmp_path):
    """A board with the firmware deployed, in setup."""
    board = SimulatedBoard(Path(shutil.copytree(deployed, tmp_path / "board"))).power_on()
    with Client(board.port) as client:
        wait_for_firmware(client, START_S)
    yield board
    board.power_off()


@pytest.fixture
def playing(table):
    """The same in the first turn: A's clock runs."""
    corrido(
        "config",
        "set",
        "--port",
        table.port,
        "preset=fise-corrido",
        "device-name=Mesa 4",
        "least-turn=0",  # the fingers of a test are quick
    )
    with Client(table.port) as client:
        until(table, client, OK, phase="ready")
        until(table, client, B, running="A")
    return table


def test_each_hand_over_is_heard(table):
    corrido(
        "config", "set", "--port", table.port, "preset=fise-corrido", "speech=b", "least-turn=0"
    )
    with Client(table.port) as client:
        until(table, client, OK, phase="ready")
    command = [sys.executable, "-m", "host_tools", "talk", "--lines", "--port", table.port]
    late_ms, keys = [], itertools.cycle((B, A))
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0) as talk:
        try:
            while len(late_ms) < 5:  # at first it does not listen
                pressed, key = time.monotonic(), next(keys)
                table.press(key, True)
                if select.select([talk.stdout], [], [], START_S / 10)[0]:
                    assert b"Turno de" in talk.stdout.readline()
                    late_ms.append(1000 * (time.monotonic() - pressed))
                table.press(key, False)
                time.sleep(0.3)
        finally:
            talk.kill()
    # How soon is proven on the device's own time, in test_device_talk.py.
    print("from the contact to the line:", [round(ms) for ms in late_ms], "ms")


def test_a_tap_that_the_board_sees_late_is_a_press(playing):
    with playing.out_of_time():
        tap(playing, A)
    with Client(playing.port) as client:
        assert reached(client, running="B")


def test_settings_are_checked_and_come_back(table):
    corrido("config", "set", "--port", table.port, "budget=1500", "signals=40,20,10", "table=Ñ7")
    found = json.loads(corrido("config", "export", "--port", table.port))
    assert (found["budget"], found["signals"], found["table"]) == (1500, [40, 20, 10], "Ñ7")
    assert "10 to 5999" in corrido("config", "set", "--port", table.port, "budget=9", code=2)


def test_a_list_that_is_not_there_is_not_chosen(table):
    said = corrido("config", "set", "--port", table.port, "lexicon=club", "budget=1500", code=1)
    assert "no lexicon 'club' on the device (there: es)" in said and said.count("\n") == 1
    assert corrido("config", "get", "budget", "--port", table.port) != "budget=1500\n"
    assert corrido("config", "get", "lexicon", "--port", table.port) == "lexicon=es\n"
    assert "challenges need a list" in corrido(
        "config", "set", "--port", table.port, "lexicon=", code=2
    )


def test_a_deployment_says_that_the_device_is_ready_only_when_it_is(
    table, tmp_path, monkeypatch, capsys
):
    said = corrido("deploy", "--port", table.port, "--board", BOARD)
    assert f"{table.port}: ready: the firmware runs, its lexicon is whole: es" in said
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "board.py").write_text("import no_such_driver\n")
    monkeypatch.setattr(ready, "START_S", 2.0)
    words = ("deploy", "--port", table.port, "--board", str(folder))
    code, _, said = type_in(capsys, *words)
    assert code == 1 and "the firmware does not start" in said and said.count("\n") == 1


def test_a_deployment_without_the_list_in_use_is_not_ready(table, tmp_path):
    path = tmp_path / "club.lex"
    path.write_bytes(lexicon_path("es").read_bytes())
    words = ("deploy", "--port", table.port, "--board", BOARD, "--lexicon", str(path))
    assert "ready" in corrido(*words)
    corrido("config", "set", "--port", table.port, "lexicon=club")
    assert "ready" in corrido("deploy", "--port", table.port, "--board", BOARD)
    with Repl(table.port) as repl:
        take(repl, force=False)
        repl.run("os.remove('/lexicons/club.lex')")
        repl.restart()
    said = corrido("deploy", "--port", table.port, "--board", BOARD, code=1)
    assert "no lexicon 'club' on the device" in said


def test_an_export_imports_to_the_same(table, tmp_path):
    corrido("config", "set", "--port", table.port, "budget=1500", "player-a=José «Pepe»")
    text = corrido("config", "export", "--port", table.port)
    (tmp_path / "hall.json").write_text(text, encoding="utf-8")
    corrido("config", "set", "--port", table.port, "budget=", "player-a=")
    corrido("config", "import", "--port", table.port, str(tmp_path / "hall.json"))
    assert corrido("config", "export", "--port", table.port) == text


def test_the_device_refuses_what_the_host_did_not_check(table):
    with Client(table.port) as client:
        for line in ("set budget 9", "set colour 1", "set budget {", "set pin 1", "get colour",
                     "read 0 10", "read x", "used 0 1", "used 4", "nonsense",
                     "unlock 1234"):  # fmt: skip
            with pytest.raises(UserError):
                client.ask(line)
        assert client.ask("status")["phase"] == "setup"


def test_a_pin_locks_the_settings(table):
    corrido("config", "set", "--port", table.port, "pin=4711")
    assert "has a PIN" in corrido("config", "set", "--port", table.port, "table=1", code=1)
    corrido("config", "set", "--port", table.port, "table=1", "--pin", "4711")
    wrong = corrido("config", "set", "--port", table.port, "table=2", "--pin", "1111", code=1)
    assert "wrong PIN" in wrong


def test_a_forgotten_pin_is_one_command(table):
    corrido("config", "set", "--port", table.port, "pin=4711", "table=7")
    said = corrido("config", "forget-pin", "--port", table.port)
    assert said == f"{table.port}: no PIN is set now; settings and log are as they were\n"
    assert corrido("config", "get", "table", "--port", table.port) == "table=7\n"
    corrido("config", "set", "--port", table.port, "table=8")


def test_a_running_clock_is_not_stopped_and_not_set(playing):
    assert "a clock runs" in corrido("config", "forget-pin", "--port", playing.port, code=2)
    assert "a clock runs" in corrido("deploy", "--port", playing.port, "--board", BOARD, code=2)
    setting = ("config", "set", "--port", playing.port, "table=9")
    assert "under way" in corrido(*setting, code=1)
    said = corrido(*setting, "--pin", "4711", code=1)
    assert "a clock is running" in said and said.count("\n") == 1
    with Client(playing.port) as client:
        client.wire.write(b"\x03\x03\r\x03")
        # The line is read in order: the second answer comes long after the Ctrl-C.
        assert [client.ask("status")["running"] for _ in range(2)] == ["A", "A"]


def test_force_stops_it_and_the_game_comes_back(playing):
    corrido("deploy", "--port", playing.port, "--board", BOARD, "--force")
    with Client(playing.port) as client:
        wait_for_firmware(client, START_S)
        assert client.ask("status")["phase"] == "recovered"


def _runs(port):
    with Client(port) as client:
        return bool(wait_for_firmware(client, START_S))


def test_a_firmware_whose_deployment_fails_is_started_again(table, tmp_path):
    lists = []
    for number in range(16):  # more than the board's flash holds
        path = tmp_path / f"list{number}.lex"
        path.write_bytes(lexicon_path("es").read_bytes())
        lists += ["--lexicon", str(path)]
    line = corrido("deploy", "--port", table.port, "--board", BOARD, *lists, code=1)
    assert "nothing was changed" in line and line.count("\n") == 1
    assert _runs(table.port)


def test_a_firmware_whose_deployment_is_stopped_is_started_again(table, tmp_path):
    folder = tmp_path / "own"
    shutil.copytree(BOARD, folder)
    with (folder / "board.py").open("ab") as file:  # a file that takes its time on the wire
        file.write(b"\n# " + base64.b64encode(os.urandom(300_000)))
    command = [sys.executable, "-m", "host_tools", "deploy", "--port", table.port]
    command += ["--board", str(folder)]
    table.at_bytes(150_000, lambda: deploying.send_signal(signal.SIGINT))  # in the middle of it
    deploying = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hears_ctrl_c
    )
    said = deploying.communicate(timeout=300)[1].decode()
    assert deploying.returncode == 130 and said.count("\n") == 1
    assert _runs(table.port)


def test_a_log_is_pulled_while_a_clock_runs_and_no_press_is_lost(playing, tmp_path):
    path = tmp_path / "mesa.corridolog"
    command = [sys.executable, "-m", "host_tools", "log", "pull", "--port", playing.port]
    puller = subprocess.Popen([*command, "-o", str(path)], stdout=subprocess.DEVNULL)
    for turn in range(6):
        tap(playing, (A, B)[turn % 2])
    assert puller.wait() == 0
    with Client(playing.port) as client:
        assert reached(client, **{"turns.A": "3", "turns.B": "3"})
    assert cli.main(["log", "verify", str(path)]) == 3  # unbroken, unsigned
    corrido("log", "pull", "--port", playing.port, "-o", str(path))
    found = json.loads(corrido("log", "show", str(path), "--json"))
    assert (found["A"]["turns"], found["B"]["turns"], found["name"]) == (3, 3, "Mesa 4")


@pytest.mark.parametrize("case", broken.CASES, ids=lambda case: case.__name__)
def test_the_doctor_names_the_fault(case, deployed, tmp_path, monkeypatch, capsys):
    """As for a user, with less patience for a board that will never answer."""
    folder = Path(shutil.copytree(deployed, tmp_path / "board"))
    with case(tmp_path / "empty", folder) as board:
        if case in (broken.no_micropython, broken.firmware_that_fails):
            monkeypatch.setattr(ready, "START_S", 1.0)
            monkeypatch.setattr(client_module, "LONGEST_SILENCE_S", 0.5)
            monkeypatch.setattr(repl_module, "KNOCK_MORE_S", 0.1)
        code, out, err = type_in(capsys, "doctor", "--port", board.port)
    assert (code, err) == (1, "")
    assert broken.CASES[case] in out


def test_a_closed_console_opens_to_the_arbiters_pin(table, tmp_path):
    port = ("--port", table.port)
    corrido("config", "set", *port, "pin=4711")
    corrido("config", "set", *port, "console-lock=yes", "--pin", "4711")
    table.power_off()  # the PIN was just given
    port = ("--port", table.power_on().port)
    assert _runs(table.port)
    assert "the console is closed" in corrido("config", "get", "budget", *port, code=1)
    log = str(tmp_path / "a.corridolog")
    assert "the console is closed" in corrido("log", "pull", *port, "-o", log, code=1)
    assert "setup" in corrido("status", *port)
    with Client(table.port) as client:  # nor does a terminal's Ctrl-C open it
        client.wire.write(b"\r\x03\x03\r\x01")
        assert client.ask("status")["phase"] == "setup"
    corrido("log", "pull", *port, "-o", log, "--pin", "4711")
    corrido("deploy", *port, "--board", BOARD, "--pin", "4711")
    assert _runs(table.port)
