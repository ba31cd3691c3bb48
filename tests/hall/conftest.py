"""Fixtures of the hall's tests: a broker, tables on the real interpreter."""

import asyncio
import threading
import time

import pytest
from corrido.store.nor import layout
from corrido.store.settings import Settings

from host_tools.build.images import compiled
from host_tools.log.games import kept_of, numbered
from host_tools.log.image import Region
from host_tools.sim.tables import Table
from tests.hall.mosquitto import Broker
from tests.log.conftest import image_of

SETTINGS = {"hall": "sala", "table": "7", "preset": "fise-corrido"}
SOON_S = 0.05


class Unplugged(Exception):
    """Somebody pulled the plug."""


class Seat(threading.Thread):
    """A table of the room in real time, on MicroPython with real sockets, and who plays at it.

    After turn `stop` it stands, reason arbiter, until go is set; after the last one its clock runs
    on, or with `ends` stands. played is set then.
    """

    def __init__(self, settings, turns, turn_s, start_s, stop, ends, number, log_key):
        super().__init__(daemon=True)
        self._turns, self._turn_s, self._start_s, self._ends = turns, turn_s, start_s, ends
        self._stop_after, self._unplugged = stop, threading.Event()
        self.stopped, self.go, self.played = (threading.Event() for _ in range(3))
        self.longest_s = 0.0  # the longest step of the firmware
        self._failed = None
        self._table = Table.provisioned(settings, "micropython")
        self._table.world.unique_id = bytes.fromhex(number)
        flash = self._table.world.flash
        stored = Settings(flash, layout(flash)[0][0])
        stored.set_log_key(log_key)
        stored.commit()
        self.start()

    def run(self):
        table, step = self._table, self._table.step

        def timed(limit_us):
            began_s = time.monotonic()
            went = step(limit_us)
            self.longest_s = max(self.longest_s, time.monotonic() - began_s)
            return went

        table.step = timed
        try:
            table.power_on()
            self.began_s = time.time()
            asyncio.run(table.live(self._keys()))
        except Unplugged:
            pass
        except Exception as error:  # whoever waits for the game is told
            self._failed = error
        finally:
            table.close()
            self.stopped.set()
            self.played.set()

    def _keys(self):
        yield from self._wait(self._start_s)
        yield 0.3, "OK"  # arms
        yield 0.5, "B"
        for turn in range(1, self._turns + 1):
            yield from self._wait(self._turn_s)
            yield 0, "BA"[turn % 2]
            if turn == self._stop_after:
                yield 0.4, "STOP"
                yield SOON_S, ""
                while self._table.status()["reason"] != "arbiter":
                    yield 0.3, "DOWN"
                    yield SOON_S, ""
                self.stopped.set()
                while not self.go.is_set():
                    yield from self._wait(SOON_S)
                yield 0.3, "STOP"
        if self._ends:
            yield 0.4, "STOP"
        yield 0.3, ""
        self.status, flash = self._table.status(), self._table.world.flash
        region = Region(flash.block_size, flash.page_size, *layout(flash)[2])
        entries = list(kept_of(image_of(flash, region)).values())[-1]
        self.entries = [number for number, _ in numbered(entries)][-1]
        self.played.set()
        while True:
            yield from self._wait(SOON_S)

    def _wait(self, seconds):
        for _ in range(max(1, round(seconds / SOON_S))):
            if self._unplugged.is_set():
                raise Unplugged
            yield min(seconds, SOON_S), ""

    def ended(self):
        """Wait until all turns are played; the table stays."""
        assert self.played.wait(300)
        if self._failed:
            raise self._failed
        return self

    def kill(self):
        """Pull the plug."""
        self._unplugged.set()
        self.join(60)


@pytest.fixture
def broker(tmp_path):
    """A Mosquitto that accepts everyone."""
    running = Broker(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def table(micropython):
    """Call it to seat players at a table; all have left by the end of the test."""
    seats: list[Seat] = []
    compiled()  # before the seats' threads all want it

    def seat(
        settings, turns=6, turn_s=0.3, start_s=0.1, stop=0, ends=False,
        number="0c0ff1d05e550001", log_key=b"",
    ):  # fmt: skip
        seats.append(
            Seat(SETTINGS | settings, turns, turn_s, start_s, stop, ends, number, log_key)
        )
        return seats[-1]

    yield seat
    for one in seats:
        one.kill()
