"""The whole hall: `setup`, a real Mosquitto, tables on the real interpreter, the live board."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing

import pytest

from host_tools.hall.listen import address_of
from tests.hall.ears import Ears, client, telling
from tests.hall.mosquitto import Broker, free_port, program
from tests.waiting import wait_until

TABLES = 3
# `CORRIDO_TABLES=200 pytest -s` plays the trouble with more of them and prints the delays.
IN_TROUBLE = int(os.environ.get("CORRIDO_TABLES", "6"))


class Club(Broker):
    """A broker with the files that `corrido hall setup` made."""

    def __init__(self, folder, tables=TABLES):
        program()
        self._folder = self.folder = folder / "club"
        self._process = None
        self.port = free_port()
        command = ["hall", "setup", str(self.folder), "--hall", "club", "--tables", str(tables),
                   "--host", "127.0.0.1", "--port", str(self.port)]  # fmt: skip
        subprocess.run([sys.executable, "-m", "host_tools", *command], check=True)
        self._config = self.folder / "mosquitto.conf"
        with (self.folder / "devices.csv").open() as plan:
            self.devices = list(csv.DictReader(plan))

    def settings(self, number):
        """Return the settings that provision would write to the number-th device."""
        return {name: value for name, value in self.devices[number].items() if value}

    def freeze(self, seconds):
        """Let the broker keep its connections and answer nothing for so long."""
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)


@pytest.fixture
def club(tmp_path):
    """A club whose broker runs, as `hall setup` makes it."""
    made = Club(tmp_path)
    made.start()
    yield made
    made.stop()


class Hall:
    """`corrido hall`, as started by a director."""

    def __init__(self, club, store, *words):
        self.port, self.phone = free_port(), free_port()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host_tools", "hall", "--account",
             str(club.folder / "director.json"), "--store", str(store), "--port", str(self.port),
             "--phone", f"127.0.0.1:{self.phone}", *words],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert str(self.port) in self._process.stdout.readline()
        self.link = self._process.stdout.readline().split()[-1]

    def stop(self, number=signal.SIGTERM):
        self._process.send_signal(number)
        return self._process.wait(120)


def test_nothing_is_lost_by_kills_a_silent_broker_and_restarts(table, tmp_path):
    """In mid-round; every entry of every table arrives."""
    opened, path = Club(tmp_path, tables=IN_TROUBLE), tmp_path / "hall.sqlite"
    opened.start()
    hall = Hall(opened, path)
    start_s, turns = 6 + 0.4 * IN_TROUBLE, 14
    seats = [table(opened.settings(n), turns, 4, start_s, ends=True, number=f"{n:016x}")
             for n in range(IN_TROUBLE)]  # fmt: skip
    time.sleep(start_s + 12)
    opened.stop(kill=True)
    time.sleep(5)
    opened.start()
    time.sleep(8)
    opened.freeze(12)  # longer than a device waits for an acknowledgement
    time.sleep(8)
    opened.stop()
    opened.start()
    hall.stop(signal.SIGKILL)
    time.sleep(3)
    hall = Hall(opened, path)
    counts = [seat.ended().entries for seat in seats]
    arrived = wait_until(lambda: sum(map(len, heard(path).values())) >= sum(counts), 600)
    found = [heard(path).get(row["broker-user"], {}) for row in opened.devices]
    hall.stop()
    opened.stop()
    assert arrived and [sorted(one) for one in found] == [
        list(range(1, entries + 1)) for entries in counts
    ]
    assert min(counts) >= turns + 3
    delays_ms = sorted(
        at / 1000 - seat.began_s * 1000
        for one, seat in zip(found, seats, strict=True)
        for at in one.values()
        if at >= 0
    )
    print(*(f"{share:.0%}: {delays_ms[int(share * (len(delays_ms) - 1))]:.0f} ms"
            for share in (0.5, 0.95, 0.99)))  # fmt: skip


def heard(path):
    """Return, by table and number of the entry, when it was heard as it happened, or -1.

    In microseconds between the device's own instant and this computer's clock.
    """
    found = {}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as store:
        for name, n, us, heard_s in store.execute("SELECT device, n, us, heard_s FROM entry"):
            found.setdefault(name, {})[n] = round(heard_s * 1e6) - us if us >= 0 else -1
    return found


def test_the_pages_answer_to_those_who_may_ask(club, tmp_path):
    hall = Hall(club, tmp_path / "hall.sqlite")
    base = f"http://127.0.0.1:{hall.port}"
    assert b"hall.js" in urllib.request.urlopen(base).read()
    assert json.loads(urllib.request.urlopen(hall.link + "calls").read()) == []
    policy = urllib.request.urlopen(hall.link).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    asked = {
        "another host": urllib.request.Request(base, headers={"Host": "hall.example"}),
        "another site": urllib.request.Request(base, headers={"Origin": "http://hall.example"}),
        "no path of a file": f"{base}/static/%00",
        "no path at all": f"{base}/%00",
        "nor on the phone's": f"http://127.0.0.1:{hall.phone}/%00/",
        "no token": f"http://127.0.0.1:{hall.phone}/",
        "a wrong token": f"http://127.0.0.1:{hall.phone}/{'x' * 22}/calls",
        "the hall from a phone": f"http://127.0.0.1:{hall.phone}/picture",
        "a photograph without the token": urllib.request.Request(
            f"http://127.0.0.1:{hall.phone}/{'x' * 22}/code", b"x"
        ),
        "another site's photograph": urllib.request.Request(
            f"{base}/code", b"x", {"Origin": "http://hall.example"}
        ),
    }
    for name, request in asked.items():
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        assert refused.value.code in (403, 404), name
    for place in (f"{base}/code", f"{hall.link}code"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(place, b"x"))
        assert refused.value.code == 400 and b"not a readable picture" in refused.value.read()
    hall.stop()


def test_an_account_is_for_one_thing(club):
    """A device writes its own topics and reads nothing, the director reads, and others nothing."""
    director = address_of(club.folder / "director.json")
    account = club.devices[0]["broker-user"], club.devices[0]["broker-password"]
    director, device = Ears(club.port, director.user, director.password), Ears(club.port, *account)
    director.say("corrido/club/table01/status", "{}")  # refused
    with telling(club.port, *account) as forger:
        # One connection is answered in order: after the last answer, all have been handled.
        for topic in ("club/table02/status", "club/director/status", "club/table01/command",
                      "other/table01/status", "club/table01/status"):  # fmt: skip
            told = forger.publish(f"corrido/{topic}", b"[]", qos=1)
        told.wait_for_publish(120)
        assert told.is_published()
    for ears in (director, device):
        ears.close()
    assert director.heard == [("corrido/club/table01/status", b"[]", False)]
    assert device.heard == []
    codes = []
    for user, password in (("table01", "wrong"), (None, None), ("nobody", "x")):
        stranger = client(user, password)
        stranger.on_connect = lambda *a: codes.append(a[3].value)
        stranger.connect("127.0.0.1", club.port)
        stranger.loop_start()
        assert wait_until(lambda: codes)
        stranger.loop_stop()
        assert codes.pop() != 0
    for name in ("devices.csv", "director.json", "passwords", "acl", "mosquitto.conf"):
        assert (club.folder / name).stat().st_mode & 0o077 == 0, name
    hashes = (club.folder / "passwords").read_text()
    assert club.devices[0]["broker-password"] not in hashes and "$7$" in hashes
