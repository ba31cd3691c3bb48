"""Every entry once, in order, and across a restart; the hall as the director sees it."""

import sqlite3
import subprocess
import sys

import pytest

from host_tools.errors import UserError
from host_tools.hall import steady
from host_tools.hall.messages import Alive, Heard, LogEntry, Status
from host_tools.hall.results import desk
from host_tools.hall.store import MOST_BYTES, MOST_DEVICES, MOST_ERAS, GameKey, Store
from host_tools.hall.tables import Plan, calls, view
from tests.hall.played import STATUS, status


def entry(n, t_ms=0, game=1, text=""):
    return LogEntry(game, n, n, t_ms, 1, 1, 0, ("press",), text)


def say(store, message, device="t1", now_s=100.0):
    return store.take(Heard("club", device, message), now_s)


def test_an_entry_is_kept_once_and_told_up_to_the_first_that_is_missing():
    store, key = Store(None), GameKey("club", "t1", 1, 1)
    for n in (1, 2, 4):
        assert say(store, entry(n)) and not say(store, entry(n))
    assert [e.n for e in store.entries(key)] == [1, 2]
    say(store, entry(3))
    assert [e.n for e in store.entries(key)] == [1, 2, 3, 4]


def test_nobody_else_reads_the_phone_s_token(tmp_path):
    path = tmp_path / "hall.sqlite"
    path.touch(0o644)  # as earlier releases made it
    say(Store(path), entry(1))
    assert {one.stat().st_mode & 0o777 for one in tmp_path.iterdir()} == {0o600}
    foreign = tmp_path / "letter.txt"
    foreign.write_text("hello, all of you, whoever reads this")
    before = foreign.stat().st_mode
    with pytest.raises(UserError, match="not a store"):
        Store(foreign)
    assert foreign.stat().st_mode == before


def test_a_device_whose_log_began_anew_begins_another_era():
    store = Store(None)
    say(store, entry(1, 0))
    say(store, entry(1, 77))
    assert sorted(store.numbers()) == [GameKey("club", "t1", 1, 1), GameKey("club", "t1", 2, 1)]


def test_contradictory_beginnings_take_no_game_from_its_table():
    store = Store(None)
    for n in range(1, 6):
        say(store, entry(n, n))
    for turn in range(300):
        say(store, entry(1, 1000 + turn))
    assert store.count() == MOST_ERAS + 4 and store.refusals["eras"] == 301 - MOST_ERAS
    for n in range(6, 9):
        say(store, entry(n, n))
    assert [e.n for e in store.entries(GameKey("club", "t1", 1, 1))] == list(range(1, 9))


def test_a_flood_of_strangers_leaves_the_tables_of_the_plan():
    store = Store(None, names=["t1"], tables=["7"])
    say(store, Alive(True), "t1", 1.0)
    status("other", 2.0, store, table="7")
    for number in range(MOST_DEVICES + 50):
        say(store, Alive(True), f"x{number}", 3.0)
    for number in range(MOST_DEVICES + 50):
        status(f"x{number}", 4.0, store, table="7")  # which another claimed first
        say(store, Alive(True), "t1") if number == 50 else None
        store.take(Heard(f"h{number}", "t1", Alive(True)), 5.0)
    kept = {(row.hall, row.name) for row in store.devices()}
    assert {("club", "t1"), ("club", "other")} <= kept and len(kept) == MOST_DEVICES
    assert store.refusals["pushed-out"] > MOST_DEVICES
    plan = Plan()
    plan.add({"table": "7", "round": "1", "device": "t1"})
    told = [(row.hall, row.device) for row in view(store, plan, 6.0) if not row.stranger]
    assert told == [("club", "other")], "the others that claim its table are drawn apart"
    assert [(line.table, line.device) for line in desk(store, plan, None)] == [("7", "other")]


def test_no_device_fills_the_disk():
    store = Store(None)
    for n in range(1, 4000):
        say(store, entry(n, n, text="x" * 1500))
    size = sum(len(e.text) for e in store.entries(GameKey("club", "t1", 1, 1)))
    assert MOST_BYTES // 2 < size <= MOST_BYTES and store.refusals["quota"] > 1000
    assert say(store, entry(1), "t2")


def test_a_restart_loses_nothing(tmp_path):
    path = tmp_path / "hall.sqlite"
    store = Store(path)
    status("t1", 100.0, store, phase="stopped", reason="arbiter", running="none")
    say(store, entry(1))
    token = store.token()
    store.close()
    again = Store(path)
    assert again.token() == token and again.count() == 1
    (call,) = calls(view(again, Plan(), 160.0))
    assert call == {"table": "1", "waits": "1:00"}


def test_a_program_that_opens_its_store_again_keeps_its_hold_on_it(tmp_path):
    """As the desk does. Another that closes it, believing itself the last, takes the log away."""
    first = Store(path := tmp_path / "s")
    Store(path).close()
    code = f"from host_tools.hall.store import Store; Store(Path({str(path)!r})).close()"
    subprocess.run([sys.executable, "-c", f"from pathlib import Path; {code}"], check=True)
    assert (tmp_path / "s-wal").exists() and first.count() == 0
    first.close()


def test_a_store_of_a_newer_program_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / "newer") as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(UserError, match="format 9"):
        Store(tmp_path / "newer")


def test_clocks_run_on_until_a_table_is_silent():
    store = Store(None)
    status("t1", 100.0, store)
    (row,) = view(store, Plan(), 107.5)
    assert (row.clock_a_ms, row.clock_b_ms) == (592_500, 600_000)
    assert not view(store, Plan(), 129.0)[0].faults
    (row,) = view(store, Plan(), 131.0)
    assert row.faults == ("silent",) and row.clock_a_ms == 600_000
    status("t1", 140.0, store)
    say(store, Alive(False), "t1", 141.0)
    assert view(store, Plan(), 142.0)[0].silent


def told(store, us_s, now_s, live=True, **fields):
    """Let a table tell at now_s what was so us_s seconds after its power-on."""
    whole = Status({**STATUS, "us": round(us_s * 1e6), "id": "t1", "table": "1", **fields})
    store.take(Heard("club", "t1", whole, live), now_s)
    (row,) = view(store, Plan(), now_s)
    return row


def test_an_age_is_by_the_tables_own_time():
    """Power-on is at 1000 s of this computer; each message says when it was sent."""
    store = Store(None)
    assert told(store, 10, 1010.1).age_s < 0.2
    row = told(store, 20, 1264)  # four minutes late: the broker was stopped
    assert 243.8 < row.age_s < 244.2 and row.silent and row.clock_a_ms == 600_000
    assert 243 < store.late_s < 245
    assert told(store, 263, 1264).age_s < 1.2 and not view(store, Plan(), 1264)[0].silent
    row = told(store, 20, 1265, live=False)  # sent again: older than what is known
    assert row.age_s < 2.2
    assert told(store, 3, 1300).age_s < 0.2, "it was switched off and on"
    row = told(store, 13, 1340, live=False)  # kept by the broker: the table has gone
    assert 29 < row.age_s < 31 and row.silent


def test_what_a_broker_kept_is_not_heard_now():
    store = Store(None)
    row = told(store, 500, 100, live=False)
    say(store, Alive(True), "t1", 100)
    assert row.silent and row.clock_a_ms == 600_000
    assert not told(store, 510, 110).silent


def test_times_outlast_the_computer_and_its_clock(tmp_path, monkeypatch):
    clock = {"steady": 5000.0, "wall": 1e9}
    monkeypatch.setattr(steady, "steady_s", lambda: clock["steady"])
    monkeypatch.setattr(steady.time, "time", lambda: clock["wall"])
    path = tmp_path / "s"
    store = Store(path)
    status("t1", 5000.0, store)
    store.close()
    clock["wall"] += 3600  # somebody sets it
    clock["steady"] += 10
    (row,) = view(store := Store(path), Plan(), 5010.0)
    assert (row.age_s, row.silent) == (10, False)
    store.close()
    monkeypatch.setattr(steady, "_BOOT", tmp_path)  # another start, whose time begins anew
    clock["steady"] = 7.0
    (row,) = view(Store(path), Plan(), 7.0)
    assert row.silent and row.clock_a_ms == 600_000


def test_who_called_first_is_first():
    store = Store(None)
    status("t2", 50.0, store, phase="stopped", reason="arbiter")
    status("t9", 40.0, store, phase="stopped", reason="arbiter")
    status("t2", 60.0, store, phase="stopped", reason="arbiter")  # still calling
    status("t3", 45.0, store, phase="stopped", reason="score")
    assert [(c["table"], c["waits"]) for c in calls(view(store, Plan(), 61.0))] == [
        ("9", "0:21"), ("2", "0:11"),
    ]  # fmt: skip
    status("t9", 62.0, store)
    assert [c["table"] for c in calls(view(store, Plan(), 63.0))] == ["2"]


def test_tables_are_in_the_order_of_their_numbers():
    store = Store(None)
    for name in ("t10", "t2", "tB1", "t1"):
        status(name, 1.0, store)
    assert [row.table for row in view(store, Plan(), 2.0)] == ["1", "2", "10", "B1"]


def test_doubles_low_batteries_and_tables_that_need_a_press_are_told():
    store = Store(None)
    status("t1", 1.0, store, table="5", **{"device-name": "blue"})
    status("t2", 1.0, store, table="5", **{"device-name": "blue"})
    status("t3", 1.0, store)
    status("t3", 2.0, store, id="another")
    status("t4", 1.0, store, battery=15, phase="recovered")
    status("t6", 1.0, store, battery=16)
    faults = {row.device: row.faults for row in view(store, Plan(), 2.0)}
    assert faults["t1"] == faults["t2"] == ("two-at-this-table", "two-of-this-name")
    assert faults["t3"] == ("two-with-this-account",)
    assert (faults["t4"], faults["t6"]) == (("recovered", "battery"), ())


PLAN = "table;round;player-a;player-b\n1;3;Peña;Luis\n;;;\n"


@pytest.mark.parametrize("data", [
    PLAN.encode(), PLAN.replace(";", ", ").encode(), f"\ufeffsep=;\r\n{PLAN}".encode(),
    PLAN.replace(";", "\t").replace("table", "Table ").encode("utf-16"),  # Excel's Unicode text
])  # fmt: skip
def test_names_come_from_the_plan_where_the_device_has_none(tmp_path, data):
    """As people and their spreadsheets save it."""
    plan = tmp_path / "plan.csv"
    plan.write_bytes(data)
    store = Store(None)
    status("t1", 1.0, store, **{"player-b": "Eva"})
    (row,) = view(store, Plan(plan), 2.0)
    assert (row.round, row.player_a, row.player_b) == ("3", "Peña", "Eva")


def test_a_plan_that_is_none_is_refused(tmp_path):
    plan = tmp_path / "plan.csv"
    plan.write_bytes(b"table,round\r1,3\r2,3\r")
    assert Plan(plan).of("2")["round"] == "3"
    plan.write_text("table\n" + "x" * 140_000 + "\n")
    with pytest.raises(UserError, match=r"plan\.csv, after line 1: field larger"):
        Plan(plan)
    plan.write_text("table,player-a\n,Ana\n")
    with pytest.raises(UserError, match="line 2: a row without a table"):
        Plan(plan)
    plan.write_text("mesa,ronda\n")
    with pytest.raises(UserError, match="no column table"):
        Plan(plan)
