"""Listen to a broker while the hall is open, and keep its messages.

A message waits in memory until it is on disk, and only then is it acknowledged to the broker.
"""

import json
import secrets
import sqlite3
import sys
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from host_tools.errors import UserError
from host_tools.files import read_json
from host_tools.hall.messages import Heard, parse
from host_tools.hall.steady import steady_s
from host_tools.hall.store import Store

LONGEST_RETRY_S = 5
KEEPALIVE_S = 30
RETRY_S = 0.5
MOST_WAITING = 20_000  # messages that need no acknowledgement; of others a broker sends a few
MOST_AT_ONCE = 500
FIRST_ASK_S, LONGEST_ASK_S = 5.0, 600.0  # before the same entries are asked for again
CLIENT = "corrido-hall"
DEVICES = "corrido/{}/+/{}"
KINDS = ("status", "event", "alive")


@dataclass(frozen=True)
class Address:
    """A broker and an account there."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str | None = None
    password: str | None = None
    hall: str = "+"


def address_of(file: Path) -> Address:
    """Read the director's account that `corrido hall setup` wrote; UserError for other files."""
    return Address(**read_json(file, "account", "hall setup"))


def _session(name: str) -> tuple[str, sqlite3.Connection | None]:
    """Return a name for a session at the broker, and what keeps it from another process.

    The first hall that opens this store gets the store's own, and so the messages that waited.
    """
    try:
        held = sqlite3.connect(
            Path(tempfile.gettempdir(), f"corrido-hall-{name}.lock"),
            isolation_level=None, timeout=0, check_same_thread=False,
        )  # fmt: skip
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:  # held by another, or another user's
        return f"{name}-{secrets.token_hex(4)}", None
    return name, held


@dataclass(frozen=True)
class _Waiting:
    """A message that is not on disk yet, and how it is acknowledged."""

    heard: Heard
    heard_s: float
    number: int
    qos: int
    connection: int


class Listener:
    """A listener that puts everything a broker sends into the store, in threads of its own."""

    def __init__(self, open_store: Callable[[], Store], address: Address) -> None:
        """Prepare to listen; a thread opens the store."""
        self.state = "connecting"  # or listening; or no-broker, then see why
        self.why = ""
        self.address = address
        self.refusals: Counter[str] = Counter()
        self.trouble: tuple[float, str] | None = None  # since when nothing can be stored, and why
        self._store_refusals: Counter[str] = Counter()
        self._late_s = 0.0
        self._open_store = open_store
        with closing(open_store()) as store:
            name, self._held = _session(store.client())
        self._waiting: deque[_Waiting] = deque()
        self._connection = 0  # an acknowledgement is for the connection on which a message came
        self._news, self._ended = threading.Event(), threading.Event()
        self._asked: dict[tuple[str, str], tuple[tuple[int, ...], float, float]] = {}
        # Its session outlives this program, so that the broker keeps its messages; its name is the
        # store's own: two directors do not throw each other out.
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, f"{CLIENT}-{name}", clean_session=False,
            protocol=mqtt.MQTTv311, manual_ack=True,
        )  # fmt: skip
        self._client.reconnect_delay_set(1, LONGEST_RETRY_S)
        if address.user:
            self._client.username_pw_set(address.user, address.password)
        self._client.on_connect = self._connected
        self._client.on_subscribe = self._subscribed
        self._client.on_connect_fail = self._lost
        self._client.on_disconnect = self._lost
        self._client.on_message = self._message
        self._thread = threading.Thread(target=self._store_all, daemon=True)

    def start(self) -> None:
        """Start connecting; a broker that is missing or goes away is tried again."""
        self._thread.start()
        self._client.connect_async(self.address.host, self.address.port, KEEPALIVE_S)
        self._client.loop_start()

    def stop(self) -> None:
        """Disconnect; later messages, and those not on disk, wait at the broker."""
        self._client.disconnect()
        self._ended.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(5)
        self._client.loop_stop()
        if self._held:
            self._held.close()

    def ask(self, hall: str, device: str, wanted: tuple[int, int, int], now_s: float) -> None:
        """Ask a device for the entries of its log that are missing: game, first and last one.

        For the same ever less often: not every device has them still.
        """
        known, wait_s, next_s = self._asked.get((hall, device), ((), 0.0, 0.0))
        wait_s = min(2 * wait_s, LONGEST_ASK_S) if wanted == known else FIRST_ASK_S
        if self.state == "listening" and (wanted != known or now_s >= next_s):
            self._asked[hall, device] = wanted, wait_s, now_s + wait_s
            self._client.publish(f"corrido/{hall}/{device}/again", " ".join(map(str, wanted)))

    def waiting(self) -> int:
        """Return how many messages wait to be stored."""
        return len(self._waiting)

    def behind_s(self) -> float:
        """Return for how long the latest status was under way until it was stored.

        By its device's own time, whatever held it up: a broker, this computer, the disk.
        """
        waiting = next(iter(self._waiting), None)
        return max(self._late_s, steady_s() - waiting.heard_s if waiting else 0.0)

    def refused(self) -> Counter[str]:
        """Return how many messages were refused, by reason."""
        return Counter(dict(self.refusals)) + self._store_refusals

    def _store_all(self) -> None:
        """Store what waits, a batch at a time; after an error the same batch again."""
        store: Store | None = None
        while not (self._ended.is_set() and not self._waiting):
            self._news.wait(RETRY_S)
            self._news.clear()
            try:
                store = store or self._open_store()
                while self._waiting:
                    self._store_some(store)
                self.trouble = None
            except (sqlite3.Error, UserError) as error:
                self.trouble = (self.trouble[0] if self.trouble else steady_s(), str(error))
                if self._ended.wait(RETRY_S):
                    break  # the broker has it still: none of it was acknowledged
        if store:
            store.close()

    def _store_some(self, store: Store) -> None:
        some = [self._waiting[at] for at in range(min(len(self._waiting), MOST_AT_ONCE))]
        with store.batch():
            for one in some:
                store.take(one.heard, one.heard_s)
        self._store_refusals = Counter(store.refusals)
        self._late_s = store.late_s + steady_s() - some[-1].heard_s
        for one in some:
            self._waiting.popleft()
            if one.connection == self._connection:
                self._client.ack(one.number, one.qos)

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, *_: Any) -> None:
        if code.is_failure:
            self.state, self.why = "no-broker", str(code)
            return
        self._connection += 1  # what was not acknowledged comes again on this one
        client.subscribe([(DEVICES.format(self.address.hall, kind), 1) for kind in KINDS])

    def _subscribed(
        self, _client: mqtt.Client, _data: Any, _mid: int, codes: Any, *_: Any
    ) -> None:
        if any(code.is_failure for code in codes):
            self.state, self.why = "no-broker", "this account may not read the hall's topics"
        else:
            self.state, self.why = "listening", ""

    def _lost(self, *_: Any) -> None:
        error = sys.exc_info()[1]
        why = getattr(error, "strerror", None) or error  # without the number of an OSError
        self.state, self.why = "no-broker", str(why or self.why or "the connection was lost")

    def _message(self, client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        heard = parse(message.topic, bytes(message.payload))
        if heard is None:
            self.refusals["unread"] += 1
        elif not message.qos and len(self._waiting) >= MOST_WAITING:
            self.refusals["too-many"] += 1
        else:
            heard = replace(heard, live=not (message.retain or message.dup))
            self._waiting.append(
                _Waiting(heard, steady_s(), message.mid, message.qos, self._connection)
            )
            self._news.set()
            return
        client.ack(message.mid, message.qos)


def as_json(address: Address) -> str:
    """Return an address in the form that address_of() reads."""
    return json.dumps(asdict(address), indent=2) + "\n"
