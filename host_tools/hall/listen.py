"""Listen to a broker while the hall is open, and keep its messages."""

import json
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from host_tools.errors import UserError
from host_tools.files import read_json
from host_tools.hall.messages import parse
from host_tools.hall.store import Store

LONGEST_RETRY_S = 5
KEEPALIVE_S = 30
CLIENT = "corrido-hall"
DEVICES = "corrido/{}/+/{}"
KINDS = ("status", "event", "alive")


@dataclass(frozen=True)
class Address:
    """A broker and an account there; ca: the file of the authority that signed its certificate."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str | None = None
    password: str | None = None
    ca: Path | None = None
    hall: str = "+"


def address_of(file: Path) -> Address:
    """Read the director's account that `corrido hall setup` wrote; UserError for other files."""
    found = read_json(file)
    try:
        ca = file.parent / found["ca"] if found.get("ca") else None
        return Address(found["host"], int(found["port"]), found["user"], found["password"], ca,
                       found["hall"])  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UserError(f"{file}: not an account of `corrido hall setup` ({error})") from error


def _client(address: Address) -> mqtt.Client:
    """Return a client whose session outlives this program: the broker keeps its messages."""
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2,
        client_id=f"{CLIENT}-{address.hall.strip('+') or 'all'}",
        clean_session=False,
        protocol=mqtt.MQTTv311,
    )
    client.reconnect_delay_set(1, LONGEST_RETRY_S)
    if address.user:
        client.username_pw_set(address.user, address.password)
    if address.ca:
        try:
            client.tls_set_context(ssl.create_default_context(cafile=str(address.ca)))
        except (OSError, ssl.SSLError) as error:
            raise UserError(f"{address.ca}: not a certificate: {error}") from error
    return client


class Listener:
    """A listener that puts everything a broker sends into the store, in a thread of its own.

    A message is acknowledged only once it is stored, so that a crash loses none.
    """

    def __init__(self, path: Path, address: Address, changed: Callable[[], None]) -> None:
        """Keep the path of the store; the thread opens it and calls changed()."""
        self.state = "connecting"  # or listening; or no-broker, then see why
        self.why = ""
        self.unread = 0  # messages not of a form that devices send
        self._path, self._changed = path, changed
        self._topics = [(DEVICES.format(address.hall, kind), 1) for kind in KINDS]
        self._address = address
        self._client = _client(address)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._say("no-broker", "nobody answers")
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._message
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start connecting; a broker that is missing or goes away is tried again."""
        self._thread.start()

    def stop(self) -> None:
        """Disconnect; later messages wait at the broker."""
        self._client.disconnect()
        self._thread.join(5)

    def _run(self) -> None:
        self._store = Store(self._path)
        self._client.connect_async(self._address.host, self._address.port, KEEPALIVE_S)
        self._client.loop_forever(retry_first_connection=True)
        self._store.close()

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, *_: Any) -> None:
        if code.is_failure:
            self._say("no-broker", str(code))
            return
        client.subscribe(self._topics)
        self._say("listening", "")

    def _disconnected(self, *_: Any) -> None:
        self._say("no-broker", "the connection was lost")

    def _message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        heard = parse(message.topic, bytes(message.payload))
        if heard is None:
            self.unread += 1
        elif self._store.take(heard):
            self._changed()

    def _say(self, state: str, why: str) -> None:
        if (state, why) != (self.state, self.why):
            self.state, self.why = state, why
            self._changed()


def as_json(address: Address) -> str:
    """Return an address in the form that address_of() reads."""
    fields = {
        "hall": address.hall, "host": address.host, "port": address.port, "user": address.user,
        "password": address.password, "ca": address.ca.name if address.ca else None,
    }  # fmt: skip
    return json.dumps(fields, indent=2) + "\n"
