"""A room without a board: what the documents tell a club to type, on simulated tables."""

import json
import re
import subprocess
import sys
import urllib.request

import pytest

from host_tools.clocks import clock_ms
from host_tools.device.client import Client
from tests.hall.test_hall import Club, Hall
from tests.waiting import wait_until

pytestmark = pytest.mark.long
TABLES = 2


def corrido(*words, code=0):
    """Run a command; return what it printed."""
    run = subprocess.run([sys.executable, "-m", "host_tools", *map(str, words)],
                         capture_output=True, text=True, timeout=120)  # fmt: skip
    assert run.returncode == code, (words, run.stdout, run.stderr)
    return run.stdout


@pytest.fixture
def room(tmp_path):
    """Call it to open a room; it returns the ports of its consoles."""
    opened = []

    def begin(*words, tables=TABLES):
        command = ["sim", "--tables", str(tables), "--port", "0", *map(str, words)]
        opened.append(subprocess.Popen([sys.executable, "-m", "host_tools", *command],
                                       stdout=subprocess.PIPE, text=True))  # fmt: skip
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


def test_what_is_asked_over_a_cable_can_be_asked_here(room, tmp_path):
    first, _ = room("--play", "0.3")
    assert wait_until(lambda: "closed" in corrido("status", "--port", first))
    (idle,) = room(tables=1)
    assert "nothing wrong" in corrido("doctor", "--port", idle)
    log = tmp_path / "one.corridolog"
    corrido("log", "pull", "--port", first, "-o", log)
    assert "pulsación de B" in corrido("log", "show", log)
    store = tmp_path / "hall.sqlite"
    corrido("hall", "import", log, "--store", store)
    (row,) = json.loads(corrido("hall", "export", "--store", store, "--json"))
    assert row["signed"] == "yes" and row["table"] == "1" and row["A.score"]
    corrido("config", "set", "budget=1200", "--port", idle)
    assert "1200" in corrido("config", "get", "budget", "--port", idle)
    corrido("game", "take", "--port", idle, "-o", tmp_path / "g", code=1)  # there is no game
    assert corrido("deploy", "--port", idle, code=1) == ""  # it has its firmware already


def test_the_documents_hall_from_setup_to_the_directors_files(room, tmp_path):
    """`hall setup`, `provision` with keys, tables on the broker, an event that takes each game."""
    club, path = Club(tmp_path, tables=TABLES), tmp_path / "hall.sqlite"
    club.start()
    plan, keys = club.folder / "devices.csv", club.folder / "hall.keys"
    named = [word for port in room() for word in ("--port", port)]
    out = corrido("provision", *named, "--plan", plan, "--keys", keys)
    assert f"{TABLES} of {TABLES} devices ready" in out
    config = tmp_path / "config.tsh"
    config.write_text("division A a.t\ndivision B b.t\nconfig tables{'B'} = [2]\n")
    for name in "ab":
        (tmp_path / f"{name}.t").write_text(f"{name}na 1 2; ; board 1\n{name}va 1 1; ; board 1\n")
    hall = Hall(club, path, "--event", str(config))
    room("--plan", plan, "--play", "0.3", "--set", "round=1")
    assert wait_until(lambda: all(
        re.fullmatch(r".na 1 2; \d{3} ; board 1; p12 \d\n.va 1 1; \d{3} ; board 1; p12 \d\n",
                     (tmp_path / f"{name}.t").read_text()) for name in "ab"
    ))  # fmt: skip
    assert {row["division"] for row in rows_of(hall)} == {"A", "B"}
    hall.stop()
    club.stop()


def rows_of(hall):
    return picture(hall)["rows"]


def picture(hall):
    with urllib.request.urlopen(f"http://127.0.0.1:{hall.port}/picture") as answer:
        return json.load(answer)


def test_the_default_hall_is_back_after_the_laptop_slept(room, tmp_path):
    """The broker stands still for longer than one and a half keepalives, while clocks run."""
    club = Club(tmp_path, tables=TABLES)
    club.start()
    hall = Hall(club, tmp_path / "hall.sqlite")
    ports = room("--plan", club.folder / "devices.csv", "--play", "60")
    assert wait_until(lambda: [row["running"] for row in rows_of(hall)] == ["A"] * TABLES)
    club.freeze(100)
    assert wait_until(lambda: not any(row["silent"] for row in rows_of(hall)), 60)

    def right():
        """Return whether each clock on the page is the table's own, to 2 s."""
        rows = {row["table"]: row for row in rows_of(hall)}
        off_ms = [abs(rows[str(number)][f"clock_{who}_ms"] - ms)
                  for number, port in enumerate(ports, 1)
                  for who, ms in zip("ab", truth(port), strict=True)]  # fmt: skip
        return max(off_ms) < 2000 and picture(hall)["behind_s"] < 2

    assert wait_until(right, 30)
    hall.stop()
    club.stop()
