"""Report this table's events to a hall's broker; all that it may ask for is entries, again.

Loaded only on a board with a network and only with the setting `hall`. A poll takes one short
step: while a clock runs, none waits for the network, and those that might (switching on Wi-Fi,
looking up a name) are deferred until none runs. Whatever a broker does, no clock and no key
depends on it. docs/hall.md gives topics and messages.
"""

from binascii import hexlify
from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.services.messages import event_message, status_message
from corrido.services.uplink import CONNACK, PUBACK, PUBLISH, Uplink
from corrido.store.journal.codec import GAME, KIND, LINK, PAYLOAD, VALUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corrido.parts import Network
    from corrido.services.messages import Table
    from corrido.store.journal.codec import Heard as Entry
    from corrido.store.journal.journal import Journal

    Numbered = tuple[int, Entry]
    # Its number, when it was heard in ms (-1: not known), the entry.
    Message = tuple[int, int, Entry]

JOIN_MS = const(20000)
ANSWER_MS = const(10000)  # timeout of a connection, a greeting, an acknowledgement
SOON_MS = const(20)
POSTPONED_MS = const(1000)
RETRY_MS = const(2000)  # doubled with each failure in a row
LONGEST_RETRY_MS = const(60000)
SPREAD_MS = const(3000)  # two hundred devices powered up together must not call together
STATUS_MS = const(10000)
COALESCE_MS = const(100)  # events closer together share one status
KEEPALIVE_S = const(40)
MOST_QUEUED = const(48)
PORT = const(1883)
SETTINGS = ("hall", "broker", "broker-user", "broker-password", "wifi", "wifi-password")


def _entries_before(entry: "Entry", counted: int) -> int:
    """Return how many entries of the game precede one: as counted, or more if a fold says so."""
    return max(counted, events.fold_of(entry[VALUE])[2]) if entry[KIND] == events.FOLD else counted


class Outbox:
    """Which entry goes next, until acknowledged; in_flight: its message's number, or 0."""

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        # The broker has acknowledged the first _acked entries of game _game.
        self._game: int = journal.current.game
        self._acked = 0
        self._queue: "list[tuple[int, Entry]]" = []
        self._behind = True  # the queue is incomplete: read the log instead
        self._history: "Iterator[Numbered | None] | None" = None
        self._heard = 0  # entries heard since _history was begun
        self._next: "tuple[int, Entry] | None" = None  # to be sent, or sent and not acknowledged
        self._asked: "tuple[int, ...]" = ()  # game, first and last entry that the hall lacks
        self._again: "Iterator[Numbered | None] | None" = None  # of these
        self.in_flight = 0

    def heard(self, entry: "Entry", now_ms: int) -> None:
        """Take note of a new entry in the log."""
        self._heard += 1
        if entry[KIND] == events.FOLD:
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
                if clock_runs and self._game < self._journal.current.game:
                    return False, None  # finding an earlier game may take long
                self._read_log()
            elif self._queue:
                self._next = self._queue.pop(0)
            if self._next is None:
                return (True, None) if self._behind else self._repeated(clock_runs)
        heard_ms, entry = self._next
        if entry[GAME] != self._game:
            self._game, self._acked = entry[GAME], 0
        self._acked = _entries_before(entry, self._acked)
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
        if self._behind or self._game != self._journal.current.game:
            return 0
        return self._acked + len(self._queue) + (self._next is not None)

    def _numbered(self, game: int, first: int) -> "Iterator[Numbered | None]":
        """Yield numbered entries from `first` on, a fold as one; None for other steps."""
        journal, number = self._journal, 0
        current = game == journal.current.game
        # Notes may precede the very first game; any other begins with its arming.
        begun = game == 1 and not (current and journal.current.folded)
        for record in journal.records(current):
            entry = None
            if record[GAME] == game:
                entry = record[:LINK]  # no chain link: guessed words could be tested by it
                if entry[KIND] == events.FOLD:
                    part, parts, _ = events.fold_of(entry[VALUE])
                    entry = entry[:PAYLOAD] + (b"",) if part + 1 == parts else None
                begun = begun or bool(entry and entry[KIND] in (events.ARM, events.FOLD))
            if entry and begun:
                number = _entries_before(entry, number) + 1
            yield (number, entry) if entry and begun and number >= first else None

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
        if self._game < self._journal.current.game:
            self._game, self._acked = self._game + 1, 0
        elif not self._heard:
            self._behind = False


class Radio:
    """The table's radio: heard() for each entry, poll() in each idle turn. online: it answers."""

    def __init__(self, network: "Network", table: "Table") -> None:
        self._network = network
        self._table, text, now_ms = table, table.settings.text, table.timebase.now_ms()
        self._set = [text(name) for name in SETTINGS]
        identity = hexlify(table.board.unique_id).decode()
        account = text("broker-user")
        self._topic = "corrido/%s/%s/" % (text("hall"), account or identity)
        will = [(self._topic + "alive").encode(), b"0"]
        self._uplink = Uplink(identity, account, text("broker-password"), KEEPALIVE_S, will)
        self._outbox = Outbox(table.journal)
        self._link: "Iterator[int] | None" = None
        self.online = False
        self._now_ms, self._clock_runs = now_ms, False  # of the latest poll
        self._failures = 0
        self.due_ms = now_ms + self._spread_ms()
        self._statuses = 0
        self._sent_ms = self._received_ms = now_ms
        self._status_ms = now_ms  # when a status is to be sent
        table.journal.on_entry = self.heard

    def as_set(self) -> bool:
        """Return whether the settings are still those that it was made for."""
        return self._set == [self._table.settings.text(name) for name in SETTINGS]

    def _spread_ms(self) -> int:
        """Return by how much this device calls later than others."""
        spread = sha256(self._table.board.unique_id).digest()
        return (spread[0] << 8 | spread[1]) % SPREAD_MS

    def heard(self, entry: "Entry") -> None:
        """Take note of a new entry in the log."""
        now_ms = self._table.timebase.now_ms()
        self._outbox.heard(entry, now_ms)
        if self.online:
            self._status_ms = min(self._status_ms, now_ms + COALESCE_MS)
            self.due_ms = min(self.due_ms, now_ms)

    def poll(self, now_ms: int, clock_runs: bool) -> bool:
        """Take one step if one is due; True if the next is due at once."""
        if now_ms < self.due_ms:
            return False
        self._now_ms, self._clock_runs = now_ms, clock_runs
        try:
            self._link = self._link or self._linking()
            wait_ms = next(self._link)
            self.due_ms = now_ms + wait_ms
            return not wait_ms
        except (OSError, ValueError):
            self._give_up()
            return False

    def close(self) -> None:
        """Drop the connection without a goodbye, so that the broker publishes the last will."""
        self._uplink.close()
        self._network.leave()
        self._table.journal.on_entry = None

    def _give_up(self) -> None:
        """Try again later; unacknowledged entries are sent again."""
        self._uplink.close()
        self._outbox.give_up()
        self._link, self.online = None, False
        wait_ms = min(LONGEST_RETRY_MS, RETRY_MS << min(self._failures, 5))
        self._failures += 1
        self.due_ms = self._now_ms + wait_ms + self._spread_ms() % RETRY_MS

    # -- steps, which yield after how many ms the next one is due; OSError ends the connection

    def _linking(self) -> "Iterator[int]":
        """Go to the broker, and exchange messages with it."""
        text, uplink = self._table.settings.text, self._uplink
        host, _, port = text("broker").partition(":")
        in_numbers = all([letter in "0123456789." for letter in host])  # and so needs no DNS

        def greeted() -> bool:
            if uplink.waiting():
                uplink.flush()
                return False
            kind, code = uplink.receive()
            if kind and (kind != CONNACK or code):
                raise OSError(code)
            return bool(kind)

        if not self._network.joined():
            while self._clock_runs:
                yield POSTPONED_MS
            self._network.join(text("wifi"), text("wifi-password"))
            yield 0
            yield from self._until(self._network.joined, JOIN_MS)
        while self._clock_runs and not in_numbers:
            yield POSTPONED_MS
        uplink.open(host, int(port or PORT))
        yield 0
        yield from self._until(uplink.opened, ANSWER_MS)
        uplink.greet()
        yield from self._until(greeted, ANSWER_MS)
        self._failures = 0
        self._received_ms = self._status_ms = self._now_ms
        uplink.send_message((self._topic + "alive").encode(), b"1")
        uplink.hear((self._topic + "again").encode())
        self.online = True
        while True:
            yield self._exchange()

    def _until(self, done: "Callable[[], bool]", longest_ms: int) -> "Iterator[int]":
        since_ms = self._now_ms
        while not done():
            if self._now_ms - since_ms > longest_ms:
                raise OSError(longest_ms)
            yield SOON_MS

    def _exchange(self) -> int:
        """Send a slice, take an answer, or write the next message."""
        uplink, now_ms = self._uplink, self._now_ms
        if uplink.waiting():
            if not uplink.flush():
                return self._wait_for_answer()
            self._sent_ms = now_ms
        elif self._take():
            pass
        elif now_ms >= self._status_ms and self._table.fresh():
            self._status_ms = now_ms + STATUS_MS
            self._statuses += 1
            entries, topic = self._outbox.entries(), self._topic + "status"
            message = status_message(self._table, self._statuses, now_ms, entries, topic)
            uplink.send_message(topic.encode(), message)
        elif self._outbox.in_flight:
            return self._wait_for_answer()
        else:
            more, message = self._outbox.take(self._clock_runs)
            if message:
                number, heard_ms, entry = message
                topic, links = self._topic + "event", self._table.journal.links
                message = event_message(entry, number, heard_ms, topic, links)
                self._outbox.in_flight = uplink.post(topic.encode(), message)
                self._sent_ms = now_ms
            elif more:
                pass
            elif now_ms - self._sent_ms >= KEEPALIVE_S * 400:
                uplink.keep_alive()
                self._sent_ms = now_ms
            elif now_ms - self._received_ms > KEEPALIVE_S * 1500:
                raise OSError(KEEPALIVE_S)
            else:
                return min(self._status_ms - now_ms, POSTPONED_MS)
        return 0

    def _wait_for_answer(self) -> int:
        if self._now_ms - self._sent_ms > ANSWER_MS:
            raise OSError(ANSWER_MS)
        return SOON_MS

    def _take(self) -> bool:
        kind, number = self._uplink.receive()
        if kind:
            self._received_ms = self._now_ms
        if kind == PUBACK and number == self._outbox.in_flight:
            self._outbox.acknowledged()
        elif kind == PUBLISH:
            self._outbox.ask(self._uplink.message[:20])
        return bool(kind)
