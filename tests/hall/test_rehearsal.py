"""A room without a board: what the documents tell a club to type, on simulated tables."""

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from host_tools.clocks import clock_ms
from host_tools.device.client import Client
from tests.hall.test_hall import Club, Hall
from tests.waiting import wait_until

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "host_tools")
TABLES = 8


def run(*words):
    """Run a command; return how it ended."""
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True,
                          timeout=120, env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip


def corrido(*words, code=0):
    """Run a command; return what it printed."""
    found = run(*words)
    assert code in (None, found.returncode), (words, found.stdout, found.stderr)
    return found.stdout


@pytest.fixture
def room(tmp_path):
    """Call it to open a room; it returns the ports of its consoles."""
    opened = []

    def begin(*words, tables=TABLES):
        command = ["sim", "--tables", str(tables), "--port", "0", *map(str, words)]
        opened.append(subprocess.Popen([*COMMAND, *command], stdout=subprocess.PIPE, text=True))
        return [opened[-1].stdout.readline().split()[-1] for _ in range(tables)]

    yield begin
    for one in opened:
        one.terminate()
        one.wait(30)


def truth(port):
    """Return both clocks of a table, by its own console."""
    with Client(port) as client:
        told = client.ask("status")
    return [clock_ms(told[f"clock.{who}"], True) for who in "AB"]


def typed(*words, codes=(0,)):
    """Type a command again and again until it ends well."""
    ended: list[int] = []
    assert wait_until(lambda: ended[-1:] and ended[-1] in codes
                      or ended.append(run(*words).returncode)), words  # fmt: skip


def documented(page):
    """Return the commands of a document, without their comments."""
    lines = re.findall("^    corrido (.+)$", (ROOT / "docs" / page).read_text(), re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


def ported(words, ports):
    """Return a command for the room: for all its ports, or the first."""
    if "--all" in words:
        kept = [word for word in words if word != "--all" or words[0] == "log"]
        return [*kept, *(word for port in ports for word in ("--port", port))]
    of_one = {"config", "preset", "deploy", "doctor"} & {words[0]}
    return [*words, *(("--port", ports[0]) if of_one else ())]


def test_the_documents_commands_over_a_cable(room, tmp_path, monkeypatch):
    """Each of them, in their order; `flash` and `image` are for a board."""
    monkeypatch.chdir(tmp_path)
    Path("tables.csv").write_text("table;device-name;round;pin;preset;speech\n" + "".join(
        f"{n};Mesa {n};3;4711;fise-corrido;a\n" for n in range(1, TABLES + 1)))  # fmt: skip
    Path("hall.csv").write_text("table;pin\n1;4711\n")
    playing = room("--play", "1", "--plan", "tables.csv")
    *idle, spare = room(tables=2)
    # Until it stands, in the middle of a game.
    typed("game", "take", "--port", playing[1], "-o", "table-7.game", "--pin", "4711")
    corrido("game", "put", "--port", spare, "table-7.game")
    assert "recovered" in corrido("status", "--port", spare)
    codes = {"verify": (3,), "deploy": (1,)}  # nobody has signed; it has its firmware already
    done = []
    for words in documented("deploy.md"):
        if words[0] in ("flash", "image") or "--board" in words:
            continue
        words = ["1" if word == "7" else word for word in words]
        words += ["--pin", "4711"] if words[0] == "provision" and "--keys" in words else []
        words = ported(words, playing if words[:2] == ["log", "pull"] else idle)
        if words[:2] == ["log", "pull"]:
            assert wait_until(lambda: "closed" in corrido("status", "--port", playing[0]))
            typed(*words)
        else:
            found = run(*words)
            expected = codes.get(words[1] if words[0] == "log" else words[0], (0,))
            assert found.returncode in expected, (words, found.stdout, found.stderr)
        done.append(words[0])
    assert {"deploy", "doctor", "provision", "config", "log"} <= set(done)
    assert "pulsación de B" in corrido("log", "show", "round3/mesa-4.corridolog")
    assert len(Path("round3.csv").read_text().splitlines()) == TABLES + 1
    words = ["talk", "--lines", "--port", playing[0], "--player", "A", "--pin", "4711"]
    with (
        Path("said.txt").open("w") as said,
        subprocess.Popen([*COMMAND, *words], stdout=said) as talk,
    ):
        assert wait_until(lambda: Path("said.txt").read_text())
        talk.terminate()


def test_the_documents_hall_from_setup_to_the_directors_files(room, tmp_path, monkeypatch):
    """`hall setup`, `provision` with keys, tables on the broker, an event that takes each game.

    Then what else the page of the hall tells to type, and what the stream and the desk show.
    """
    monkeypatch.chdir(tmp_path)
    club = Club(tmp_path, tables=2)
    club.start()
    plan, keys = club.folder / "devices.csv", club.folder / "hall.keys"
    named = [word for port in room(tables=2) for word in ("--port", port)]
    out = corrido("provision", *named, "--plan", plan, "--keys", keys)
    assert "2 of 2 devices ready" in out
    config = tmp_path / "config.tsh"
    config.write_text("division A a.t\ndivision B b.t\nconfig tables{'B'} = [2]\n")
    for name in "ab":
        (tmp_path / f"{name}.t").write_text(f"{name}na 1 2; ; board 1\n{name}va 1 1; ; board 1\n")
    hall = Hall(club, tmp_path / "hall.sqlite", "--event", str(config), "--overlay")
    ports = room("--plan", plan, "--play", "0.3", "--set", "round=1", tables=2)
    assert wait_until(lambda: all(
        re.fullmatch(r".na 1 2; \d{3} ; board 1; p12 \d\n.va 1 1; \d{3} ; board 1; p12 \d\n",
                     (tmp_path / f"{name}.t").read_text()) for name in "ab"
    ))  # fmt: skip
    assert {row["division"] for row in rows_of(hall)} == {"A", "B"}
    assert wait_until(lambda: "signed" in {line["state"] for line in asked(hall, "desk")["lines"]})
    with urllib.request.urlopen(f"http://127.0.0.1:{hall.port}/feed?table=1&division=A") as feed:
        assert json.loads(feed.readline())["p1_name"] == "ana"
    done = []
    for words in documented("hall.md"):
        words = ["1" if word == "3" else word for word in words]
        if words[1] == "setup" or words[0] == "provision" or "table7.jpg" in words:
            continue  # as above; photographs: test_receipts.py
        if words[1] in ("export", "import", "conduct", "pull"):
            typed(*ported(words, ports), codes=(0,) if words[1] in ("pull", "import") else (0, 1))
        else:  # another hall beside the open one
            words = [*words, "--port", "0", "--store", "x"]
            words = ["127.0.0.1:0" if word == "192.168.4.1" else word for word in words]
            other = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, text=True)
            assert "the hall is at http" in other.stdout.readline()
            other.terminate()
            other.wait(30)
        done.append(words[1])
    assert {"export", "import", "conduct", "pull", "--account"} <= set(done)
    assert Path("OPEN.TOU").read_bytes().endswith(b"END OF FILE ***\r\n")
    hall.stop()
    club.stop()


def rows_of(hall):
    return asked(hall, "picture")["rows"]


def asked(hall, what):
    with urllib.request.urlopen(f"http://127.0.0.1:{hall.port}/{what}") as answer:
        return json.load(answer)


def test_the_default_hall_is_back_after_the_laptop_slept(room, tmp_path):
    """The broker stands still for longer than one and a half keepalives, while clocks run."""
    club = Club(tmp_path, tables=2)
    club.start()
    hall = Hall(club, tmp_path / "hall.sqlite")
    ports = room("--plan", club.folder / "devices.csv", "--play", "60", tables=2)
    assert wait_until(lambda: [row["running"] for row in rows_of(hall)] == ["A"] * 2)
    club.freeze(100)
    assert wait_until(lambda: not any(row["silent"] for row in rows_of(hall)), 60)

    def right():
        """Return whether each clock on the page is the table's own, to 2 s."""
        rows = {row["table"]: row for row in rows_of(hall)}
        off_ms = [abs(rows[str(number)][f"clock_{who}_ms"] - ms)
                  for number, port in enumerate(ports, 1)
                  for who, ms in zip("ab", truth(port), strict=True)]  # fmt: skip
        return max(off_ms) < 2000 and not asked(hall, "picture")["behind"]

    assert wait_until(right, 30)
    hall.stop()
    club.stop()
