"""The hall polls a table over USB: the real firmware, through a game and an unplugging."""

import subprocess
import sys
import time

import pytest

from host_tools.hall.steady import steady_s
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, view
from host_tools.hall.usb import UsbPoller
from tests.device.fingers import LOOK_S, LOOKS, OK, STOP, A, B, tap
from tests.hall.played import rows

LABELS = ("preset=fise-corrido", "round=3", "table=7", "player-a=Ana", "player-b=Eva")


@pytest.fixture
def seated(started, corrido):
    """A board with the firmware and a table's labels, before its game."""
    done = corrido("config", "set", "--port", started.port, *LABELS)
    assert done.returncode == 0, done.stderr
    return started


def until(board, poller, store, phase, *keys):
    """Press these keys; return the row when the hall shows the table in a phase."""
    tap(board, *keys)
    for _ in range(LOOKS):
        poller.ask_all(store)
        (row,) = view(store, Plan(), steady_s())
        if row.phase == phase:
            return row
        time.sleep(LOOK_S)
    raise AssertionError(f"{row.phase}, not {phase}")


def test_a_table_on_a_cable_is_a_table_of_the_hall(seated, tmp_path):
    poller = UsbPoller(lambda: Store(tmp_path / "hall.sqlite"), [seated.port], "club")
    store = Store(tmp_path / "hall.sqlite")
    until(seated, poller, store, "ready", OK)
    row = until(seated, poller, store, "running", B)
    assert (row.table, row.round, row.player_a, row.player_b) == ("7", "3", "Ana", "Eva")
    assert (row.running, row.silent, poller.state) == ("A", False, "usb")
    assert store.count() == 0  # a log is read once its game is closed
    until(seated, poller, store, "stopped", STOP)
    until(seated, poller, store, "over", OK, OK, A, B)  # the menu: the end, and both agree
    until(seated, poller, store, "closed", A, B)
    entries = store.count()
    (line,) = rows(store, Plan(), "3", pytest.fail)
    assert (line["signed"], line["table"], line["source"]) == ("yes", "7", "log") and entries
    poller.ask_all(store)
    assert store.count() == entries
    seated.power_off()
    poller.ask_all(store)
    assert view(store, Plan(), steady_s())[0].silent
    assert poller.state == "no-device" and seated.port in poller.why
    store.close()


def test_a_port_that_is_missing_is_told_at_the_terminal(tmp_path):
    words = "hall", "--usb", "nope", "--port", "0", "--store", str(tmp_path / "hall.sqlite")
    with subprocess.Popen(
        [sys.executable, "-m", "host_tools", *words], stderr=subprocess.PIPE, text=True
    ) as hall:
        told = hall.stderr.readline()
        hall.terminate()
    assert "waiting for a device on USB: nope: no such port" in told
