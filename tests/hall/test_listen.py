"""What a listener does when its store fails, with a real broker and a real lock."""

import json
import sqlite3
import time
from contextlib import closing

import pytest

from host_tools.hall import listen
from host_tools.hall.listen import Address, Listener
from host_tools.hall.store import Store
from tests.hall.ears import telling
from tests.hall.test_messages import ENTRY
from tests.waiting import wait_until

ENTRIES = 40


def entry(n):
    return json.dumps(ENTRY | {"n": n, "seq": n, "t_ms": n})


def tell(port, first, last):
    """Publish entries as a device would, and wait for the broker."""
    with telling(port) as table:
        for n in range(first, last):
            table.publish("corrido/club/t1/event", entry(n), qos=1).wait_for_publish(60)


def count(path):
    with closing(Store(path)) as store:
        return store.count()


def listening(path, port, kind=Store):
    one = Listener(lambda: kind(path), Address(port=port, hall="club"))
    one.start()
    assert wait_until(lambda: one.state == "listening")
    return one


def test_a_lock_of_twelve_seconds_costs_no_entry(broker, tmp_path):
    path = tmp_path / "hall.sqlite"
    one = listening(path, broker.port)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    tell(broker.port, 1, ENTRIES + 1)
    assert wait_until(lambda: one.trouble is not None and one.waiting() > 0)
    time.sleep(max(0.0, 12 - (time.monotonic() - began)))
    assert count(path) == 0 and "locked" in one.trouble[1]
    other.execute("ROLLBACK")
    assert wait_until(lambda: count(path) == ENTRIES)
    assert wait_until(lambda: one.trouble is None)
    one.stop()


class Full(Store):
    """A store on a disk that is full, as SQLite's own limit of pages makes it."""

    def __init__(self, path):
        super().__init__(path)
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count = {pages}")


def test_what_a_full_disk_refused_is_still_at_the_broker(broker, tmp_path):
    path = tmp_path / "hall.sqlite"
    one = listening(path, broker.port, Full)
    tell(broker.port, 1, 301)
    assert wait_until(lambda: one.trouble is not None)
    assert "full" in one.trouble[1] and count(path) < 300
    one.stop()  # nothing was freed: the director ends the program, and makes room
    again = listening(path, broker.port)
    assert wait_until(lambda: count(path) == 300)
    again.stop()


@pytest.mark.parametrize("names", [("a", "b"), ("a", "a")], ids=["two stores", "one store"])
def test_two_directors_do_not_throw_each_other_out(broker, tmp_path, names):
    both = [listening(tmp_path / name, broker.port) for name in names]
    time.sleep(3)
    assert [one.state for one in both] == ["listening"] * 2
    for one in both:
        one.stop()


def test_after_more_without_acknowledgement_than_fits_the_others_still_come(
    broker, tmp_path, monkeypatch
):
    monkeypatch.setattr(listen, "MOST_WAITING", 30)
    path = tmp_path / "hall.sqlite"
    one = listening(path, broker.port)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with telling(broker.port) as flood:
        for number in range(200):
            flood.publish(f"corrido/club/x{number}/alive", b"1", qos=0)
        flood.publish("corrido/club/x/alive", b"1", qos=1).wait_for_publish(60)
    tell(broker.port, 1, 101)
    assert wait_until(lambda: one.refused()["too-many"] >= 170)
    other.execute("ROLLBACK")
    assert wait_until(lambda: count(path) == 100)
    one.stop()


def test_a_broker_that_is_not_there_is_named(tmp_path):
    one = Listener(lambda: Store(tmp_path / "hall.sqlite"), Address("127.0.0.1", 9))
    one.start()
    assert wait_until(lambda: one.state == "no-broker") and "refused" in one.why.lower()
    one.stop()


@pytest.mark.parametrize("payload", [b"{", b"\xff", b"[]"])
def test_what_is_not_read_is_counted(broker, tmp_path, payload):
    one = listening(tmp_path / "hall.sqlite", broker.port)
    with telling(broker.port) as table:
        table.publish("corrido/club/t/event", payload, 1)
        assert wait_until(lambda: one.refused()["unread"] == 1)
    one.stop()
