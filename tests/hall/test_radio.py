"""The radio on the real interpreter: a real broker, and harmful ones."""

import contextlib
import hmac
import socketserver
import threading

import pytest

from host_tools.clocks import clock_ms
from host_tools.lexicon.editions import Edition
from host_tools.paths import lexicons_dir
from tests.hall.ears import Ears
from tests.waiting import wait_until

CONNACK = b"\x20\x02\x00\x00"
SILENT_S = 60  # how long a broker keeps a silent connection open
ORDERS = (b"1 1 9", b"1 1 9" * 3, b"", b"65535 0 0", b"a b c")
# What each sends, in pieces, once the client has called.
BEHAVIOURS = {
    "silent": [],
    "no acknowledgement": [CONNACK],
    "the beginning of a message of 256 MiB": [
        CONNACK, *[b"\x30\xff\xff\xff\x7f" + b"x" * 65536] * 100,
    ],
    "half an acknowledgement": [CONNACK + b"\x40"],
    "acknowledgements of what was never sent": [CONNACK + b"\x40\x02\xff\xfe" * 2000],
    # For all entries, for nonsense, and in a message without an end.
    "orders": [CONNACK + bytes([0x30, len(text) + 3, 0, 1]) + b"x" + text for text in ORDERS],
    "something other than MQTT": [bytes(range(256)) * 64],
    "refusing": [b"\x20\x02\x00\x05"],
}  # fmt: skip
# A call that waits does so as long as the broker; a busy machine delays a process for less.
BLOCKED_S = SILENT_S / 2


class HostileBroker(socketserver.ThreadingTCPServer):
    """Listen on loopback; read what comes, or nothing after the call."""

    daemon_threads, block_on_close = True, False

    def __init__(self, says, reads):
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)
        self.calls, self._says, self._reads = 0, says, reads
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request, client_address):
        self.calls += 1
        with contextlib.suppress(OSError):
            request.recv(4096)
            for piece in self._says:
                request.sendall(piece)
            while self._reads and request.recv(4096):
                pass
            threading.Event().wait(SILENT_S)


def address(port):
    return {"broker": f"127.0.0.1:{port}"}


@pytest.fixture
def ears(broker):
    listening = Ears(broker.port)
    yield listening
    listening.close()


def numbers(events):
    return [event["n"] for event in events]


def test_a_game_is_told_once_in_order_and_signed_and_its_status_is_kept(broker, ears, table):
    key, device = bytes(range(32)), "0c0ff1d05e550001"
    seat = table(address(broker.port), stop=3, log_key=key)
    seat.go.set()
    assert ears.wait_for("/event", seat.ended().entries)
    events = ears.events()
    assert numbers(events) == list(range(1, seat.entries + 1))
    assert events[0]["kind"] == 14 and "fise-corrido" in events[0]["text"]
    stops = [event["text"] for event in events if "stopped" in event["text"]]
    assert stops and all(text.startswith("stopped arbiter clock") for text in stops)
    for event in events:
        said = [str(event[name]) for name in ("game", "n", "seq", "t_ms", "kind", "who", "value")]
        said = [f"corrido/sala/{device}/event", *said, " ".join(event["logs"]), event["text"]]
        made = hmac.digest(key, bytes.fromhex(device) + "\n".join(said).encode(), "sha256")
        assert event["tag"] == made[:8].hex()
    late = Ears(broker.port)
    assert late.wait_for("/status", 1)
    (topic, told, retained) = next(m for m in late.heard if m[0].endswith("/status"))
    body, _, tag = told.removesuffix(b'"}').rpartition(b', "tag": "')
    message = bytes.fromhex(device) + topic.encode() + b"\n" + body + b"}"
    assert tag.decode() == hmac.digest(key, message, "sha256")[:8].hex()
    status = late.payloads("/status")[-1]
    hashed = Edition.of(lexicons_dir() / "es.lex").sha256[:8]
    late.close()
    assert topic == f"corrido/sala/{device}/status" and retained
    assert status["table"] == "7" and status["id"] == device
    assert status["turns.A"] == seat.status["turns.A"] == "3"
    assert status["list"] == hashed and status["us"] > 0


def test_the_last_will_tells_that_a_table_has_gone(broker, ears, table):
    seat = table(address(broker.port))
    assert ears.wait_for("/alive", 1)
    seat.kill()
    assert ears.wait_for("/alive", 2)
    assert ears.payloads("/alive") == [1, 0]


def test_entries_of_before_the_radio_had_a_network_come_from_the_log(broker, table):
    """A device's queue holds 48 entries; lost ones are read again when no clock runs."""
    broker.stop()
    seat = table(address(broker.port), turns=52, turn_s=0.25, stop=51)
    assert seat.stopped.wait(120)
    broker.start()
    late = Ears(broker.port)
    # The game waits until everything before the stop has arrived.
    assert wait_until(lambda: len(set(numbers(late.events()))) > 51)
    seat.go.set()
    entries = seat.ended().entries
    assert late.wait_for("/event", entries)
    events = late.events()
    late.close()
    assert entries > 52
    assert numbers(events)[:1] == [1]
    assert sorted(set(numbers(events))) == list(range(1, entries + 1))


def test_what_a_hall_lacks_is_sent_again_once_no_clock_runs(broker, ears, table):
    seat = table(address(broker.port), turn_s=0.4, stop=5)
    assert ears.wait_for("/event", 4)
    for asked in ("1 2 4", "7 1 3"):  # of the second game nothing is there
        ears.say("corrido/sala/0c0ff1d05e550001/again", asked)
        if asked == "1 2 4":
            assert wait_until(lambda: numbers(ears.events()).count(4) == 2)
    seat.go.set()
    entries = seat.ended().entries
    assert ears.wait_for("/event", entries + 3)
    told = numbers(ears.events())
    at = told.index(2, 2)  # the second time
    assert "stop" in {name for event in ears.events()[at - 2 : at] for name in event["logs"]}
    assert told == [*range(1, at + 1), 2, 3, 4, *range(at + 1, entries + 1)]
    assert wait_until(lambda: ears.payloads("/status")[-1]["entries"] == entries)


@pytest.mark.parametrize("reads", [True, False], ids=["reading", "reading nothing"])
def test_no_broker_holds_a_game_up(reads, table):
    brokers = {name: HostileBroker(says, reads) for name, says in BEHAVIOURS.items()}
    seats = {
        name: table(address(broker.server_address[1]), turns=10, turn_s=0.5)
        for name, broker in brokers.items()
    }
    for name, seat in seats.items():
        status = seat.ended().status
        brokers[name].shutdown()
        brokers[name].server_close()
        assert brokers[name].calls >= 1, name
        assert status["turns.A"] == status["turns.B"] == "5", name
        assert seat.longest_s < BLOCKED_S, (name, seat.longest_s)
        # The time left to both and the time gone by add up: no time is lost or made.
        left = [clock_ms(status[f"clock.{who}"], decimals=True) for who in "AB"]
        gone_ms = 2 * 1_800_000 - sum(left)
        assert 10 * 500 <= gone_ms < 7_000 + 60_000, name
