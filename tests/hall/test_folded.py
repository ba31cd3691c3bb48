"""A game that outgrows its device's ring: the radio's messages, and the hall's results.

The radio's numbers are those of all entries that there ever were, of those given up too.
"""

import json
from types import SimpleNamespace

import pytest
from corrido.core import events
from corrido.core.presets import rules_for
from corrido.services.recorder import Recorder
from corrido.store.journal.journal import Journal

from host_tools.device.norflash import NorFlash
from host_tools.hall.logs import store_games, told_by
from host_tools.hall.messages import parse
from host_tools.hall.results import game_of
from host_tools.hall.store import GameKey, Store
from host_tools.hall.tables import Plan
from tests.hall.played import rows
from tests.log.conftest import DEVICE, REGION, image_of

BLOCKS, PRESSES = 6, 1000
DEVICE_ID = bytes.fromhex(DEVICE["id"])


class Broker:
    """Accept every message of an uplink at once; can be out of reach."""

    def __init__(self):
        self.events, self.answers, self.number = [], [], 0

    def waiting(self):
        return 0

    def send_message(self, *_arguments):
        pass

    def post(self, topic, message):
        self.events.append((topic.decode(), bytes(message)))
        self.number += 1
        self.answers.append(self.number)
        return self.number

    def receive(self):
        from corrido.services.uplink import PUBACK

        return (PUBACK, self.answers.pop(0)) if self.answers else (0, 0)


class Seat:
    """A device's journal, recorder and radio, the radio with its own broker."""

    def __init__(self, flash, broker):
        from corrido.services import radio

        self.journal = Journal(flash, REGION.first, BLOCKS, DEVICE_ID)
        self.journal.mount()
        self.rules = rules_for("fise-corrido")
        self.recorder = Recorder(self.journal, self.rules, lambda effect: None)
        settings = SimpleNamespace(text=lambda name: "club" if name == "hall" else "")
        match = SimpleNamespace(crossed=False, name_key=lambda _who: "player-a")
        table = SimpleNamespace(
            journal=self.journal, settings=settings, fresh=lambda: True, status=dict,
            health=SimpleNamespace(battery_percent=lambda: None),
            board=SimpleNamespace(unique_id=DEVICE_ID), judge=SimpleNamespace(known_title=""),
            recorder=SimpleNamespace(match=match),
        )  # fmt: skip
        self.radio = radio.Radio(SimpleNamespace(), table, 0)
        self.radio._uplink = broker
        self.radio.online, self.radio._link = True, iter(self.radio._exchange, None)
        self.journal.on_entry = lambda entry: self.radio.heard(entry, 0)
        self.now_ms = 1

    def tell(self):
        """Let the radio send everything it has."""
        for _ in range(20_000):
            self.now_ms += 1
            self.radio.due_ms = 0
            self.radio.poll(self.now_ms, clock_runs=False)
            outbox = self.radio._outbox
            if outbox.entries() == outbox._acked > 0:
                return
        raise AssertionError("not all of it was told")

    def play(self, first, last, each=None):
        for number in range(first, last):
            who = (events.A, events.B)[number % 2]
            assert self.recorder.send(events.PRESS, who, 0, 4000 + 3000 * number), number
            if each:
                each()


@pytest.fixture
def seat():
    """A seat whose game has begun, and its broker."""
    flash = NorFlash(REGION.first + BLOCKS)
    seat = Seat(flash, Broker())
    seat.flash = flash
    seat.recorder.arm(seat.rules, {"table": "4", "round": "1"}, 0)
    seat.recorder.send(events.PRESS, events.B, 0, 1000)
    return seat


def numbers(broker):
    return [json.loads(message)["n"] for _, message in broker.events]


def stored(*brokers):
    store = Store(None)
    for broker in brokers:
        for topic, message in broker.events:
            heard = parse(topic, message)
            assert heard is not None, message
            store.take(heard, 1000.0)
    return store


def test_a_game_that_was_folded_under_its_radio_is_told_without_a_gap(seat):
    seat.play(0, PRESSES, seat.tell)
    assert seat.journal.current.folded
    broker = seat.radio._uplink
    assert numbers(broker) == list(range(1, len(broker.events) + 1))
    store = stored(broker)
    (key,) = store.games()
    assert game_of(store, key).match().status() == seat.recorder.match.status()
    assert events.FOLD in [entry.kind for entry in store.entries(key)]
    image, device = image_of(seat.flash, REGION._replace(blocks=BLOCKS)), DEVICE_ID.hex()
    assert store_games(store, told_by("club", device, image)) == 0, (
        "a pulled log has the same numbers"
    )
    assert store.games() == [GameKey("club", device, 1, 1)]
    again = Seat(seat.flash, Broker())
    again.tell()
    told = again.radio._uplink
    assert json.loads(told.events[0][1])["kind"] == events.FOLD
    assert json.loads(told.events[0][1])["text"] == ""
    store = stored(broker, told)
    (key,) = store.numbers()
    assert key.era == 1
    assert game_of(store, key).match().status() == again.recorder.match.status()
    complaints = []  # of a hall that heard nothing before the restart
    assert rows(stored(told), Plan(), None, complaints.append) == []
    (line,) = complaints
    assert f"gap 1 to {numbers(told)[0] - 1};" in line and "its log (" in line


def test_a_radio_that_was_behind_at_the_fold_leaves_a_gap_that_is_told(seat):
    seat.play(0, 20, seat.tell)
    seat.play(20, PRESSES)
    seat.tell()
    complaints = []
    assert rows(stored(seat.radio._uplink), Plan(), None, complaints.append) == []
    assert len(complaints) == 1 and "table 4, round 1, game 1: gap " in complaints[0]
