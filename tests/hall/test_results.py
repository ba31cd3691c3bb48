"""Rounds from the store: signed results, a stranger's messages, and the replay."""

import json

import pytest
from corrido.core import events
from corrido.services.messages import event_message

from host_tools.errors import UserError
from host_tools.hall.formats import as_csv
from host_tools.hall.messages import parse
from host_tools.hall.receipts import parse as parse_code
from host_tools.hall.replay import Replay
from host_tools.hall.results import rows
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from tests.hall.played import records_of

GAME = """device preset=fise-corrido budget=60 round=3 table=7 player-a==HYPERLINK(1) player-b=Eva
at 0 power on
at 1 press B
at 11 press A
at 40 press B
at 50 stop score
at 55 finish
at 60 close
"""


@pytest.fixture(scope="module")
def messages():
    """Return the messages that a radio would have sent of a game signed by both players."""
    records = records_of(GAME, "game")
    return [event_message(record, n, -1) for n, record in enumerate(records, 1)]


def filled(messages, device="t7", store=None):
    store = store or Store(None)
    for message in messages:
        heard = parse(f"corrido/club/{device}/event", message)
        assert heard is not None, message
        seconds = json.loads(message)["t_ms"] / 1000
        store.take(heard, 1000.0 + seconds)
    return store


def test_a_signed_game_is_a_line(messages):
    complaints = []
    (row,) = rows(filled(messages), Plan(), "3", complaints.append)
    assert (row["signed"], row["table"], row["player-b"]) == ("yes", "7", "Eva")
    assert (row["A.used_ms"], row["B.used_ms"]) == (20_000, 29_000)
    assert "'=HYPERLINK(1)" in as_csv([row]) and complaints == []
    assert rows(filled(messages), Plan(), "4", complaints.append) == []


@pytest.mark.parametrize(
    "change",
    [{"overtime_unit_ms": 1}, {"overtime_unit_ms": 0}, {"budget_ms": "x"}, {"budget_ms": -5},
     {"limit_ms": 10**12}, {"signals_ms": 7}, {"mode": []}],
)  # fmt: skip
def test_rules_of_a_stranger_cost_no_other_table_its_line(messages, change):
    first = json.loads(messages[0])
    assert first["kind"] == events.ARM
    values, labels = json.loads(first["text"])
    hostile = {**first, "text": json.dumps([{**values, **change}, labels])}
    store = filled([json.dumps(hostile).encode(), *messages[1:]], "evil")
    filled(messages, "t7", store)
    complaints = []
    found = rows(store, Plan(), None, complaints.append)
    assert "t7" in [row["device"] for row in found]
    assert len(found) + len(complaints) == 2


def test_a_round_once_more(messages):
    replay = Replay(filled(messages), Plan(), "3", print)
    assert replay.begin_s == pytest.approx(1000.0) and replay.end_s - replay.begin_s > 50
    clocks = []
    for second in (5.0, 20.0, 30.0, 90.0):
        (row,) = replay.picture(replay.begin_s + second)["rows"]
        clocks.append((row["phase"], row["clock_a_ms"] // 1000, row["clock_b_ms"] // 1000))
    assert clocks[0][0] == "running" and clocks[-1] == ("closed", 40, 31)
    assert clocks[0][1] > clocks[1][1] and clocks[1][2] > clocks[2][2]


def test_log_and_code_of_one_game_are_one_line(messages):
    """The log counts; a code with other figures is reported."""
    store = filled(messages)
    complaints = []
    code = "Corrido, table 7, round 3\ngame 1 fise-corrido\nA -0 0:20\nB -%d 0:29\nlog 9 aa"
    for points in (0, 10):
        receipt = parse_code(code % points)
        assert receipt is not None and store.take_receipt(receipt)
    (row,) = rows(store, Plan(), "3", complaints.append)
    assert row["source"] == "log" and row["B.off"] == 0
    assert complaints == ["table 7, game 1: log and closing code differ: B.off 0 and 10"]


def test_a_round_that_is_not_there(messages):
    with pytest.raises(UserError, match="no game of it"):
        Replay(filled(messages), Plan(), "9", print)
