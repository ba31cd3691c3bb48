"""A game that outgrows its device's ring: the radio's messages, and the hall's results.

The radio's numbers are those of all entries that there ever were, of those given up too.
"""

import json

import pytest
from corrido.core import events
from corrido.core.presets import rules_for
from corrido.services.messages import event_message
from corrido.services.radio import Outbox
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
TOPIC = f"corrido/club/{DEVICE['id']}/event"


class Seat:
    """A device's journal, its recorder, and its radio's outbox with a broker that takes all."""

    def __init__(self, flash):
        self.journal = Journal(flash, REGION.first, BLOCKS, DEVICE_ID)
        self.journal.mount()
        self.rules = rules_for("fise-corrido")
        self.recorder = Recorder(self.journal, self.rules, lambda effect: None)
        self.outbox, self.events = Outbox(self.journal), []
        self.journal.on_entry = lambda entry: self.outbox.heard(entry, 0)

    def tell(self):
        """Let the radio send everything it has."""
        more = True
        while more:
            more, message = self.outbox.take(False)
            if message:
                number, heard_ms, entry = message
                told = event_message(entry, number, heard_ms, TOPIC, self.journal.links)
                self.events.append(told)
                self.outbox.acknowledged()

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
    seat = Seat(flash)
    seat.flash = flash
    seat.recorder.arm(seat.rules, {"table": "4", "round": "1"}, 0)
    seat.recorder.send(events.PRESS, events.B, 0, 1000)
    return seat


def numbers(seat):
    return [json.loads(message)["n"] for message in seat.events]


def stored(*seats):
    store = Store(None)
    for seat in seats:
        for message in seat.events:
            heard = parse(TOPIC, message)
            assert heard is not None, message
            store.take(heard, 1000.0)
    return store


def test_a_game_that_was_folded_under_its_radio_is_told_without_a_gap(seat):
    seat.play(0, PRESSES, seat.tell)
    assert seat.journal.current.folded
    assert numbers(seat) == list(range(1, len(seat.events) + 1))
    store = stored(seat)
    (key,) = store.numbers()
    assert game_of(store, key).match().status() == seat.recorder.match.status()
    assert events.FOLD in [entry.kind for entry in store.entries(key)]
    image, device = image_of(seat.flash, REGION._replace(blocks=BLOCKS)), DEVICE_ID.hex()
    assert store_games(store, told_by("club", device, image)) == 0, (
        "a pulled log has the same numbers"
    )
    assert list(store.numbers()) == [GameKey("club", device, 1, 1)]
    again = Seat(seat.flash)
    again.tell()
    first = json.loads(again.events[0])
    assert (first["kind"], first["text"]) == (events.FOLD, "")
    store = stored(seat, again)
    (key,) = store.numbers()
    assert key.era == 1
    assert game_of(store, key).match().status() == again.recorder.match.status()
    complaints = []  # of a hall that heard nothing before the restart
    assert rows(stored(again), Plan(), None, complaints.append) == []
    (line,) = complaints
    assert f"gap 1 to {first['n'] - 1};" in line and "its log (" in line


def test_a_radio_that_was_behind_at_the_fold_leaves_a_gap_that_is_told(seat):
    seat.play(0, 20, seat.tell)
    seat.play(20, PRESSES)
    seat.tell()
    complaints = []
    assert rows(stored(seat), Plan(), None, complaints.append) == []
    assert len(complaints) == 1 and "table 4, round 1, game 1: gap " in complaints[0]
