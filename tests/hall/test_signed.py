"""A device's own entries among forged ones, by the tag of its log's key."""

import hmac
import json

import pytest

from host_tools.hall.messages import parse
from host_tools.hall.store import GameKey, Store
from tests.hall.played import STATUS

DEVICE, KEY = "e6614103e7452d2f", bytes(range(32))
KEYS = {"00" * 8: bytes(32), DEVICE: KEY}
GAME = GameKey("club", "t1", 1, 1)


def payload(n, t_ms, key=KEY, account="t1", **change):
    """Return an entry as a device sends it, signed with a key as docs/hall.md says."""
    entry = {"game": 1, "n": n, "seq": n, "t_ms": t_ms, "kind": 1, "who": 1, "value": 0,
             "logs": ["press"], "text": "clock.A 1>2"}  # fmt: skip
    lines = [f"corrido/club/{account}/event", *(str(entry[name]) for name in list(entry)[:7])]
    message = "\n".join([*lines, "press", entry["text"]]).encode()
    if key:
        entry["tag"] = hmac.digest(key, bytes.fromhex(DEVICE) + message, "sha256")[:8].hex()
    return json.dumps(entry | change).encode()


def say(store, data, account="t1"):
    heard = parse(f"corrido/club/{account}/event", data)
    assert heard
    return store.take(heard)


def told(store, key=GAME):
    return [(entry.n, entry.t_ms) for entry in store.entries(key)]


def test_forged_entries_neither_enter_nor_end_a_signed_game():
    store = Store(None, keys=KEYS)
    for n in range(1, 11):
        assert say(store, payload(n, n))
        for turn in range(20):
            assert not say(store, payload(n + turn % 2, 1000 + turn, key=b""))
            assert not say(store, payload(n + 1, 1000 + turn, key=bytes(31) + b"x"))
    assert told(store) == [(n, n) for n in range(1, 11)]
    assert store.seal(GAME) == "signed" and store.refusals["unsigned"] == 400
    assert not say(store, payload(11, 11, value=5)), "a field that its tag is not for"
    assert (
        say(store, payload(1, 1), "x9") and store.seal(GameKey("club", "x9", 1, 1)) == "unsigned"
    )


def test_who_comes_first_with_forged_entries_does_not_get_the_game():
    store = Store(None, keys=KEYS)
    for turn in range(60):
        for n in (1, 2, 3):
            say(store, payload(n, turn, key=b""))
    for n in range(1, 11):
        assert say(store, payload(n, n + 70))
    (whole,) = [key for key in store.numbers() if store.seal(key) == "signed"]
    assert told(store, whole) == [(n, n + 70) for n in range(1, 11)]


def test_a_forger_who_repeats_an_entry_does_not_take_its_tag_away():
    store = Store(None, keys=KEYS)
    say(store, payload(1, 1, key=b""))
    assert store.seal(GAME) == "unsigned"
    say(store, payload(1, 1))
    assert store.seal(GAME) == "signed" and store.count() == 1
    say(store, payload(1, 1, key=b""))
    assert store.seal(GAME) == "signed" and store.count() == 1


@pytest.mark.parametrize(("keys", "seal"), [(None, "unchecked"), (KEYS, "signed")])
def test_what_a_hall_without_keys_kept_can_be_checked_later(tmp_path, keys, seal):
    path = tmp_path / "hall.sqlite"
    first = Store(path)
    for n in (1, 2, 3):
        say(first, payload(n, n))
    first.close()
    store = Store(path, keys=keys)
    assert store.seal(GAME) == seal
    assert say(store, payload(4, 4, key=b"")) is (keys is None)
    store.close()


def test_after_its_own_status_no_other_says_how_a_table_stands():
    """By the account's password, which crosses the air: a call, another list, other clocks."""

    def shown(key, account="t1", **change):
        fields = STATUS | {"us": 10_000_000, **change}
        topic, body = f"corrido/club/{account}/status", json.dumps(fields)[:-1].encode()
        message = bytes.fromhex(DEVICE) + topic.encode() + b"\n" + body + b"}"
        tag = hmac.digest(key, message, "sha256")[:8].hex() if key else ""
        heard = parse(topic, body + (f', "tag": "{tag}"}}'.encode() if key else b"}"))
        assert heard
        return store.take(heard)

    store = Store(None, keys=KEYS)
    assert shown(b""), "its radio's firmware does not sign yet"
    assert shown(KEY) and not shown(b"", phase="stopped") and not shown(bytes(31) + b"x")
    assert store.refusals["unsigned"] == 2 and store.devices()[0].status["phase"] == "running"
    assert shown(KEY, phase="over") and store.devices()[0].status["phase"] == "over"
    assert shown(b"", "t2")
