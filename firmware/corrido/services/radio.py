"""Report this table's events to a hall's broker; all that it may ask for is entries, again.

Loaded only on a board with a network and only with the setting `hall`. A poll takes one short
step: while a clock runs, none waits for the network, and those that might (switching on Wi-Fi,
looking up a name, TLS) are deferred until none runs. Whatever a broker does, no clock and no key
depends on it. docs/hall.md gives topics and messages.
"""

from binascii import hexlify, unhexlify
from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.services.messages import event_message, status_message
from corrido.services.uplink import CONNACK, PUBACK, PUBLISH, Uplink

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.parts import Network
    from corrido.services.messages import Entry, Table

    Numbered = tuple[int, Entry]
    # Its number, when it was heard in ms (-1: not known), the entry.
    Message = tuple[int, int, Entry]

IDLE = const(0)
JOINING = const(1)
DIALLING = const(2)
SECURING = const(3)
GREETING = const(4)
ONLINE = const(5)

JOIN_MS = const(20000)
ANSWER_MS = const(10000)  # timeout of a connection, a greeting, an acknowledgement
SOON_MS = const(20)
RETRY_MS = const(2000)  # doubled with each failure in a row
LONGEST_RETRY_MS = const(60000)
SPREAD_MS = const(3000)  # two hundred devices powered up together must not call together
STATUS_MS = const(10000)
SETTLE_MS = const(100)  # events closer together share one status
KEEPALIVE_S = const(40)
MOST_QUEUED = const(48)
PLAIN_PORT = const(1883)
TLS_PORT = const(8883)


def broker_of(text: str, tls: bool) -> tuple[str, int]:
    """Return host and port of `HOST` or `HOST:PORT`; ValueError if the port is not a number."""
    host, _, port = text.partition(":")
    return host, int(port) if port else (TLS_PORT if tls else PLAIN_PORT)


def in_numbers(host: str) -> bool:
    """Return whether an address is numeric and needs no DNS."""
    return all([letter in "0123456789." for letter in host])


def _before(entry: "Entry", counted: int) -> int:
    """Return how many entries of the game precede one: as counted, or more if a fold says so."""
    return max(counted, events.fold_of(entry[5])[2]) if entry[3] == events.FOLD else counted


class Outbox:
    """Which entry of the log goes to the broker next, in order and each until acknowledged.

    in_flight: the number of the message that awaits its acknowledgement, 0 for none.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        # The broker has acknowledged the first _acked entries of game _game.
        self._game: int = table.game()
        self._acked = 0
        self._queue: "list[tuple[int, Entry]]" = []
        self._behind = True  # the queue is incomplete: read the log instead
        self._history: "Iterator[Numbered | None] | None" = None
        self._heard = 0  # entries heard since _history was begun
        self._next: "tuple[int, Entry] | None" = None  # to be sent, or sent and not acknowledged
        self._asked: "tuple[int, ...]" = ()  # game, first and last entry that the hall lacks
        self._again: "Iterator[Numbered | None] | None" = None  # of these
        self.in_flight = 0

    def empty(self) -> bool:
        """Return whether every entry has been acknowledged."""
        return self._next is None and not self._behind and not self._queue

    def heard(self, entry: "Entry", now_ms: int) -> None:
        """Take note of a new entry in the log."""
        self._heard += 1
        if entry[3] == events.FOLD:
            self._again = None  # these were reading entries that may now be erased
            if self._behind:
                self._history = None
        if not self._behind:
            if len(self._queue) < MOST_QUEUED:
                self._queue.append((now_ms, entry))
            else:
                self._behind = True
                self._queue.clear()

    def ask(self, text: bytes) -> None:
        """Send some entries again: `GAME FIRST LAST`; none for any other text."""
        asked = tuple([int(part) for part in text.split()])
        self._asked, self._again = asked if len(asked) == 3 else (), None

    def acknowledged(self) -> None:
        """Take note that the message in flight has arrived."""
        self._acked += self._next is not None
        self._next, self.in_flight = None, 0

    def give_up(self) -> None:
        """Send what is not acknowledged once more; forget what was asked for."""
        self.in_flight, self._asked, self._again = 0, (), None

    def take(self, clock_runs: bool) -> "tuple[bool, Message | None]":
        """Take a step; return whether there is more to do, and number, time and entry to send."""
        if self._next is None:
            if self._behind:
                if clock_runs and self._game < self._table.game():
                    return False, None  # finding an earlier game may take long
                self._read_log()
            elif self._queue:
                self._next = self._queue.pop(0)
            if self._next is None:
                return (True, None) if self._behind else self._repeated(clock_runs)
        heard_ms, entry = self._next
        if entry[0] != self._game:
            self._game, self._acked = entry[0], 0
        self._acked = _before(entry, self._acked)
        return True, (self._acked + 1, heard_ms, entry)

    def _repeated(self, clock_runs: bool) -> "tuple[bool, Message | None]":
        """Take a step in sending what the hall has asked for."""
        if clock_runs or not self._asked:
            self._again = None  # from its beginning once no clock runs
            return False, None
        game, first, last = self._asked
        self._again = self._again or self._numbered(game, first)
        for found in self._again:
            return True, (found[0], -1, found[1]) if found and found[0] <= last else None
        self._asked, self._again = (), None
        return False, None

    def entries(self) -> int:
        """Return how many entries the present game has; 0 while that is not known."""
        if self._behind or self._game != self._table.game():
            return 0
        return self._acked + len(self._queue) + (self._next is not None)

    def _numbered(self, game: int, first: int) -> "Iterator[Numbered | None]":
        """Yield a game's entries with their numbers, from `first` on; None for any other step."""
        number = 0
        for entry in self._table.entries(game):
            if entry:
                number = _before(entry, number) + 1
            yield (number, entry) if entry and number >= first else None

    def _read_log(self) -> None:
        """Take the next entry from the log, if it is unacknowledged.

        After the last entry of the last game the queue takes over, unless more have come
        meanwhile.
        """
        if self._history is None:
            self._history = self._numbered(self._game, self._acked + 1)
            self._heard = 0
        for found in self._history:
            if found:
                self._next = -1, found[1]
            return
        self._history = None
        if self._game < self._table.game():
            self._game, self._acked = self._game + 1, 0
        elif not self._heard:
            self._behind = False


class Radio:
    """The table's radio: call heard() for every log entry and poll() in every idle loop turn."""

    def __init__(self, network: "Network", table: "Table", now_ms: int) -> None:
        self._network = network
        self._table = table
        identity = hexlify(table.identity()).decode()
        account = table.setting("broker-user")
        self._topic = "corrido/%s/%s/" % (table.setting("hall"), account or identity)
        fingerprint = table.setting("broker-fingerprint")
        self._fingerprint = unhexlify(fingerprint) if fingerprint else b""
        self._broker = broker_of(table.setting("broker"), bool(fingerprint))
        self._uplink = Uplink(identity, account, table.setting("broker-password"), KEEPALIVE_S)
        self._uplink.set_last_will((self._topic + "alive").encode(), b"0", True, 1)
        self._outbox = Outbox(table)
        self._state = IDLE
        self._since_ms = now_ms
        self._failures = 0
        self.due_ms = now_ms + self._spread_ms()
        self._statuses = 0
        self._sent_ms = now_ms
        self._status_ms = now_ms  # when a status is to be sent
        self._received_ms = now_ms

    def _spread_ms(self) -> int:
        """Return by how much this device calls later than others."""
        spread = sha256(self._table.identity()).digest()
        return (spread[0] << 8 | spread[1]) % SPREAD_MS

    @property
    def online(self) -> bool:
        """Whether the broker has been heard from lately."""
        return self._state == ONLINE

    @property
    def delivered(self) -> bool:
        """Whether the broker has acknowledged every entry."""
        return self.online and self._outbox.empty()

    def heard(self, entry: "Entry", now_ms: int) -> None:
        """Take note of a new entry in the log."""
        self._outbox.heard(entry, now_ms)
        if self._state == ONLINE:
            self._status_ms = min(self._status_ms, now_ms + SETTLE_MS)
            self.due_ms = min(self.due_ms, now_ms)

    def poll(self, now_ms: int, clock_runs: bool) -> bool:
        """Take one step if one is due; True if the next is due at once."""
        if now_ms < self.due_ms:
            return False
        try:
            return self._STEPS[self._state](self, now_ms, clock_runs)
        except (OSError, ValueError):
            self._give_up(now_ms)
            return False

    def close(self) -> None:
        """Drop the connection without a goodbye, so that the broker publishes the last will."""
        self._uplink.close()
        self._network.leave()

    # -- to the broker

    def _enter(self, state: int, now_ms: int) -> bool:
        self._state = state
        self._since_ms = self.due_ms = now_ms
        return True

    def _give_up(self, now_ms: int) -> None:
        """Try again later; unacknowledged entries are sent again."""
        self._uplink.close()
        self._outbox.give_up()
        wait_ms = min(LONGEST_RETRY_MS, RETRY_MS << min(self._failures, 5))
        self._failures += 1
        self._enter(IDLE, now_ms)
        self.due_ms = now_ms + wait_ms + self._spread_ms() % RETRY_MS

    def _wait(self, now_ms: int, longest_ms: int) -> bool:
        """Check again soon; OSError if it has already taken too long."""
        if now_ms - self._since_ms > longest_ms:
            raise OSError(longest_ms)
        self.due_ms = now_ms + SOON_MS
        return False

    def _join(self, now_ms: int, clock_runs: bool) -> bool:
        if not self._network.joined():
            if clock_runs:
                return self._postpone(now_ms)
            self._network.join(self._table.setting("wifi"), self._table.setting("wifi-password"))
        return self._enter(JOINING, now_ms)

    def _postpone(self, now_ms: int) -> bool:
        self.due_ms = self._since_ms = now_ms + 1000
        return False

    def _dial(self, now_ms: int, clock_runs: bool) -> bool:
        if not self._network.joined():
            return self._wait(now_ms, JOIN_MS)
        if clock_runs and not (in_numbers(self._broker[0]) and not self._fingerprint):
            return self._postpone(now_ms)
        self._uplink.wire.open(*self._broker)
        return self._enter(DIALLING, now_ms)

    def _greet(self, now_ms: int, clock_runs: bool) -> bool:
        if not self._uplink.wire.opened():
            return self._wait(now_ms, ANSWER_MS)
        if self._fingerprint:
            self._uplink.wire.secure(self._is_trusted)
            return self._enter(SECURING, now_ms)
        self._uplink.greet()
        return self._enter(GREETING, now_ms)

    def _is_trusted(self, certificate: bytes) -> bool:
        return sha256(certificate).digest() == self._fingerprint

    def _secure(self, now_ms: int, clock_runs: bool) -> bool:
        if clock_runs or not self._uplink.wire.secured():
            return self._wait(now_ms, ANSWER_MS)
        self._uplink.greet()
        return self._enter(GREETING, now_ms)

    def _be_greeted(self, now_ms: int, clock_runs: bool) -> bool:
        if self._fingerprint and clock_runs:
            return self._wait(now_ms, ANSWER_MS)  # the rest of the handshake
        if self._uplink.wire.waiting():
            return self._uplink.wire.flush() or self._wait(now_ms, ANSWER_MS)
        kind, code = self._uplink.receive()
        if not kind:
            return self._wait(now_ms, ANSWER_MS)
        if kind != CONNACK or code:
            raise OSError(code)
        self._failures = 0
        self._received_ms = self._status_ms = now_ms
        self._uplink.publish((self._topic + "alive").encode(), b"1", True)
        self._uplink.hear((self._topic + "again").encode())
        return self._enter(ONLINE, now_ms)

    # -- messages

    def _exchange(self, now_ms: int, clock_runs: bool) -> bool:
        """Send a slice, take an answer, or write the next message."""
        uplink = self._uplink
        if uplink.wire.waiting():
            if uplink.wire.flush():
                self._sent_ms = now_ms
                return True
            return self._wait_for_answer(now_ms)
        if self._take(now_ms):
            return True
        if now_ms >= self._status_ms and self._table.fresh():
            self._send_status(now_ms)
            return True
        if self._outbox.in_flight:
            return self._wait_for_answer(now_ms)
        more, message = self._outbox.take(clock_runs)
        if message:
            self._post(now_ms, *message)
        if more:
            return True
        if now_ms - self._sent_ms >= KEEPALIVE_S * 400:
            uplink.ping()
            self._sent_ms = now_ms
            return True
        if now_ms - self._received_ms > KEEPALIVE_S * 1500:
            raise OSError(KEEPALIVE_S)
        self.due_ms = min(self._status_ms, now_ms + 1000)
        return False

    def _wait_for_answer(self, now_ms: int) -> bool:
        if now_ms - self._sent_ms > ANSWER_MS:
            raise OSError(ANSWER_MS)
        self.due_ms = now_ms + SOON_MS
        return False

    def _take(self, now_ms: int) -> bool:
        kind, number = self._uplink.receive()
        if kind:
            self._received_ms = now_ms
        if kind == PUBACK and number == self._outbox.in_flight:
            self._outbox.acknowledged()
        elif kind == PUBLISH:
            self._outbox.ask(self._uplink.message[:20])
        return bool(kind)

    def _send_status(self, now_ms: int) -> None:
        self._status_ms = now_ms + STATUS_MS
        self._statuses += 1
        message = status_message(self._table, self._statuses, now_ms, self._outbox.entries())
        self._uplink.publish((self._topic + "status").encode(), message, True)

    def _post(self, now_ms: int, number: int, heard_ms: int, entry: "Entry") -> None:
        topic = self._topic + "event"
        message = event_message(entry, number, heard_ms, topic, self._table)
        self._outbox.in_flight = self._uplink.post(topic.encode(), message)
        self._sent_ms = now_ms

    _STEPS = (_join, _dial, _greet, _secure, _be_greeted, _exchange)
