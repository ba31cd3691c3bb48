"""Messages that a stranger can send, and their effect."""

import json

import pytest

from host_tools.hall.messages import Alive, Status, parse

STATUS = {
    "phase": "running", "running": "A", "turn": "A", "clock.A": "29:50.000",
    "clock.B": "-0:01.500", "reason": "none", "points.B": "10", "table": "7", "battery": 80,
}  # fmt: skip
ENTRY = {"game": 1, "n": 2, "seq": 2, "t_ms": 1000, "kind": 1, "who": 2, "value": 0,
         "logs": ["press", "start"], "text": ""}  # fmt: skip
TOPIC = "corrido/club/table07/"


def told(kind, fields):
    heard = parse(TOPIC + kind, json.dumps(fields).encode())
    return heard and heard.message


def test_a_status_keeps_what_is_known():
    status = told("status", {**STATUS, "strange": "x", "us": 12})
    assert isinstance(status, Status)
    assert status.fields["points.B"] == 10 and status.fields["us"] == 12
    assert "strange" not in status.fields
    assert "battery" not in told("status", STATUS | {"battery": None}).fields


def test_signs_of_life():
    assert parse(TOPIC + "alive", b"1").message == Alive(True)
    assert parse(TOPIC + "alive", b"0").message == Alive(False)


TOPICS = (
    "corrido/club/table07", "corrido/club/table07/other", "corrido/cl ub/t/status",
    "corrido/club/<b>/status", "other/club/t/status", "corrido/club/t/status/more",
    "corrido//t/status", "corrido/club/" + "t" * 41 + "/status",
)  # fmt: skip
PAYLOADS = (
    b"", b"[]", b"null", b"{", b"\xff\xfe", b"1" * 4097, b"[" * 4000, b'{"phase": "running"}',
)  # fmt: skip
FIELDS_OF_A_STATUS = (
    {"phase": "<script>"}, {"running": "C"}, {"clock.A": "1:99.000"}, {"clock.B": 5},
    {"reason": "x" * 25}, {"turn": None},
)  # fmt: skip
FIELDS_OF_AN_ENTRY = (
    {"game": 0}, {"game": 10**9}, {"n": -1}, {"n": 32_769}, {"t_ms": -1}, {"who": 4},
    {"value": 2**31}, {"kind": True}, {"logs": "press"}, {"logs": ["press"] * 8},
    {"logs": ["x y"]}, {"text": 5}, {"text": "x" * 1501}, {"seq": 1.5},
)  # fmt: skip


@pytest.mark.parametrize(("topic", "payload"), [
    (TOPIC + "alive", b"2"),
    *((topic, json.dumps(STATUS).encode()) for topic in TOPICS),
    *((TOPIC + kind, payload) for kind in ("status", "event") for payload in PAYLOADS),
    *((TOPIC + "status", json.dumps(STATUS | wrong).encode()) for wrong in FIELDS_OF_A_STATUS),
    *((TOPIC + "event", json.dumps(ENTRY | wrong).encode()) for wrong in FIELDS_OF_AN_ENTRY),
])  # fmt: skip
def test_what_no_device_sends(topic, payload):
    assert parse(topic, payload) is None


def test_texts_lose_control_characters_and_length():
    hostile = "A\x1b[2J\u202eB\ud800\x00" + "C" * 100
    status = told("status", STATUS | {"player-a": hostile})
    assert status.fields["player-a"] == ("A[2JB" + "C" * 100)[:40]
