"""The real firmware on a simulated board: queried, configured and read while it runs."""

import base64
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from host_tools import cli
from host_tools.device import ready
from host_tools.device.client import Client, wait_for_firmware
from host_tools.device.repl import Repl
from host_tools.device.session import take
from host_tools.errors import UserError
from host_tools.paths import lexicon_path
from tests.conftest import type_in
from tests.device.fingers import OK, STOP, A, B, pressed, reached, tap
from tests.device.rig import BOARD, START_S, hears_ctrl_c


class Table:
    """A board with the firmware, at which commands are typed."""

    def __init__(self, board, run):
        self.board, self.run = board, run

    def corrido(self, *words, code=0):
        """Run the command in a process of its own; return its output, or its one line of error."""
        done = self.run(*words, "--port", self.board.port)
        assert done.returncode == code, done.stdout + done.stderr
        if code:
            assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr if code else done.stdout

    def set(self, *values, code=0):
        """Set these by `corrido config`; return what it says."""
        return self.corrido("config", "set", *values, code=code)

    def runs(self):
        """Wait until the firmware runs."""
        with Client(self.board.port) as client:
            return bool(wait_for_firmware(client, START_S))


@pytest.fixture
def table(started, corrido):
    """A board with the firmware deployed, in setup."""
    return Table(started, corrido)


@pytest.fixture
def playing(table):
    """The same in the first turn: A's clock runs."""
    # The fingers of a test are quick.
    table.set("preset=fise-corrido", "device-name=Mesa 4", "least-turn=0")
    with Client(table.board.port) as client:
        pressed(table.board, client, OK, phase="ready")
        pressed(table.board, client, B, running="A")
    return table


def test_a_tap_that_the_board_sees_late_is_a_press(playing):
    with playing.board.out_of_time():
        tap(playing.board, A)
    with Client(playing.board.port) as client:
        assert reached(client, running="B")


def test_settings_are_checked_and_an_export_imports_to_the_same(table, tmp_path):
    table.set("budget=1500", "signals=40,20,10", "table=Ñ7", "player-a=José «Pepe»")
    text = table.corrido("config", "export")
    found = json.loads(text)
    assert (found["budget"], found["signals"], found["table"]) == (1500, [40, 20, 10], "Ñ7")
    assert "10 to 5999" in table.set("budget=9", code=2)
    (tmp_path / "hall.json").write_text(text, encoding="utf-8")
    table.set("budget=", "player-a=")
    table.corrido("config", "import", str(tmp_path / "hall.json"))
    assert table.corrido("config", "export") == text


def test_a_list_that_is_not_there_is_not_chosen(table):
    said = table.set("lexicon=club", "budget=1500", code=1)
    assert "no lexicon 'club' on the device (there: es)" in said
    assert table.corrido("config", "get", "budget") != "budget=1500\n"
    assert table.corrido("config", "get", "lexicon") == "lexicon=es\n"


def test_a_deployment_says_that_the_device_is_ready_only_when_it_is(
    table, tmp_path, monkeypatch, capsys
):
    said = table.corrido("deploy", "--board", BOARD)
    assert ": ready: the firmware runs, its lexicon is whole: es" in said
    with Repl(table.board.port) as repl:
        take(repl, force=False)
        repl.run("os.remove('/lexicons/es.lex')")
        repl.restart()
    club = shutil.copyfile(lexicon_path("es"), tmp_path / "club.lex")
    said = table.corrido("deploy", "--board", BOARD, "--lexicon", str(club), code=1)
    assert "no lexicon 'es' on the device" in said
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "board.py").write_text("import no_such_driver\n")
    monkeypatch.setattr(ready, "START_S", 2.0)
    words = ("deploy", "--port", table.board.port, "--board", str(folder))
    code, _, said = type_in(capsys, *words)
    assert code == 1 and "no running Corrido answers" in said and said.count("\n") == 1


def test_the_device_refuses_what_the_host_did_not_check(table):
    with Client(table.board.port) as client:
        for line in ("set budget 9", "set colour 1", "set budget {", "set pin 1", "get colour",
                     "read 0 10", "read x", "nonsense", "unlock 1234"):  # fmt: skip
            with pytest.raises(UserError):
                client.ask(line)
        assert client.ask("status")["phase"] == "setup"


def test_a_pin_locks_the_settings(table):
    table.set("pin=4711")
    assert "has a PIN" in table.set("table=1", code=1)
    assert "wrong PIN" in table.set("table=2", "--pin", "1111", code=1)
    table.set("table=7", "--pin", "4711")
    assert table.corrido("config", "get", "table") == "table=7\n"


def test_a_game_that_leaves_is_never_lost(playing, tmp_path):
    with Client(playing.board.port) as client:
        pressed(playing.board, client, STOP, phase="stopped")
    wrong = str(tmp_path / "no" / "t.game")
    assert "No such file" in playing.corrido("game", "take", "-o", wrong, code=2)
    done = playing.run("game", "take", "-o", "/dev/full", "--port", playing.board.port)
    assert done.returncode == 1 and "the game has left" in done.stderr
    (tmp_path / "t.game").write_text(done.stdout)
    refused = playing.corrido("game", "put", str(tmp_path / "t.game"), code=1)
    assert "a game is under way" in refused, "the state itself is whole"


def test_a_running_clock_is_stopped_and_set_only_by_force_and_the_game_comes_back(playing):
    assert "a clock runs" in playing.corrido("deploy", "--board", BOARD, code=2)
    assert "under way" in playing.set("table=9", code=1)
    with Client(playing.board.port) as client:
        client.wire.write(b"\x03\x03\r\x03")
        # The line is read in order: the second answer comes long after the Ctrl-C.
        assert [client.ask("status")["running"] for _ in range(2)] == ["A", "A"]
    playing.corrido("deploy", "--board", BOARD, "--force")
    playing.runs()
    with Client(playing.board.port) as client:
        assert client.ask("status")["phase"] == "recovered"


def test_a_firmware_whose_deployment_fails_is_started_again(table, tmp_path):
    lists = []
    for number in range(16):  # more than the board's flash holds
        path = shutil.copyfile(lexicon_path("es"), tmp_path / f"list{number}.lex")
        lists += ["--lexicon", str(path)]
    assert "nothing was changed" in table.corrido("deploy", "--board", BOARD, *lists, code=1)
    assert table.runs()


@pytest.mark.parametrize("sent_bytes", [600, 150_000], ids=["at its beginning", "in its middle"])
def test_a_firmware_whose_deployment_is_stopped_is_started_again(table, tmp_path, sent_bytes):
    folder = tmp_path / "own"
    shutil.copytree(BOARD, folder)
    with (folder / "board.py").open("ab") as file:  # a file that takes its time on the wire
        file.write(b"\n# " + base64.b64encode(os.urandom(200_000)))
    command = [sys.executable, "-m", "host_tools", "deploy", "--port", table.board.port]
    command += ["--board", str(folder)]
    table.board.at_bytes(sent_bytes, lambda: deploying.send_signal(signal.SIGINT))
    deploying = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hears_ctrl_c
    )
    said = deploying.communicate(timeout=300)[1].decode()
    assert deploying.returncode == 130 and said.count("\n") == 1, said
    assert table.runs()


def test_a_log_is_pulled_while_a_clock_runs_and_no_press_is_lost(playing, tmp_path, capsys):
    path = tmp_path / "mesa.corridolog"
    command = [sys.executable, "-m", "host_tools", "log", "pull", "--port", playing.board.port]
    puller = subprocess.Popen([*command, "-o", str(path)], stdout=subprocess.DEVNULL)
    for turn in range(6):
        tap(playing.board, (A, B)[turn % 2])
    assert puller.wait() == 0
    with Client(playing.board.port) as client:
        assert reached(client, **{"turns.A": "3", "turns.B": "3"})
    assert cli.main(["log", "verify", str(path)]) == 3  # unbroken, unsigned
    playing.corrido("log", "pull", "-o", str(path))
    capsys.readouterr()
    assert cli.main(["log", "show", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["A"]["turns"], found["B"]["turns"], found["name"]) == (3, 3, "Mesa 4")


def test_a_closed_console_opens_to_the_arbiters_pin(table, tmp_path):
    table.set("pin=4711")
    table.set("console-lock=yes", "--pin", "4711")
    table.board.power_off()  # the PIN was just given
    table.board.power_on()
    assert table.runs()
    assert "the console is closed" in table.corrido("config", "get", "budget", code=1)
    log = str(tmp_path / "a.corridolog")
    assert "the console is closed" in table.corrido("log", "pull", "-o", log, code=1)
    assert "setup" in table.corrido("status")
    with Client(table.board.port) as client:  # nor does a terminal's Ctrl-C open it
        client.wire.write(b"\r\x03\x03\r\x01")
        assert client.ask("status")["phase"] == "setup"
    table.corrido("log", "pull", "-o", log, "--pin", "4711")
    table.corrido("deploy", "--board", BOARD, "--pin", "4711")
    assert table.runs()
