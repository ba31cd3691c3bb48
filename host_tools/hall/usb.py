"""Tables on a cable: devices without a radio, polled over USB while the hall is open.

A device is asked for its status every two seconds, which disturbs no clock; a game that has ended
is read from its log. A device is known by its chip's number, whatever port it is on.
"""

import sqlite3
import threading
from collections.abc import Callable

from corrido.core import phases

from host_tools.device import ports
from host_tools.device.client import Client
from host_tools.errors import UserError
from host_tools.hall.logs import store_games, told_by
from host_tools.hall.messages import LABELS, Alive, Heard, Status, checked_status
from host_tools.hall.store import Store
from host_tools.log.games import seated
from host_tools.log.pull import pull

EVERY_S = 2.0


class _Table:
    """One device on an open port."""

    def __init__(self, port: str) -> None:
        """Open the port; raise UserError if no firmware answers there."""
        self.client = Client(port)
        try:
            self.device = str(self.client.ask("about")["id"])
        except UserError:
            self.client.close()
            raise
        self.kept: str | int | bool | None = None  # the closed game whose log is stored
        self._names: dict[str, str | int | None] = {}

    def status(self) -> Status | None:
        """Return the table's status, with the names that the device was given."""
        fields = self.client.ask("status")
        # A device takes no settings during a game: its names are asked for before and after.
        if not self._names or fields["phase"] in (phases.SETUP, phases.CLOSED):
            self._names = {name: self.client.ask(f"get {name}") for name in LABELS if name != "id"}
            self._names["list"] = str(self.client.ask("about")["lexicon"])[-8:]
        names = seated(self._names, fields.get("crossed") == "1")
        return checked_status({**fields, **names, "id": self.device})


class UsbPoller:
    """A thread that asks the devices in turn and keeps their answers."""

    awaited = "a device on USB"

    def __init__(self, open_store: Callable[[], Store], named: list[str], hall: str) -> None:
        """Prepare to poll these ports, or else all boards plugged in; the thread opens the store.

        hall: the name that the store gets for it.
        """
        self.state, self.why = "connecting", ""
        self._open_store, self._named, self._hall = open_store, named, hall
        self._tables: dict[str, _Table] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start polling; a device that is missing or goes away is looked for again."""
        self._thread.start()

    def stop(self) -> None:
        """Stop polling and let go of the ports."""
        self._ended.set()
        if self._thread.is_alive():  # a port that is taken ends a hall before it begins
            self._thread.join(5)

    def _run(self) -> None:
        store = self._open_store()
        while not self._ended.is_set():
            try:
                self.ask_all(store)
            except sqlite3.Error as error:  # asked again in two seconds
                self.why = f"nothing is stored: {error}"
            self._ended.wait(EVERY_S)
        for table in self._tables.values():
            table.client.close()
        store.close()

    def ask_all(self, store: Store) -> None:
        """Ask every device once and keep the answers; a silent one counts as disconnected."""
        faults = []
        names = self._named or ports.boards()
        for port in [*names, *(port for port in self._tables if port not in names)]:
            try:
                self._ask(store, port)
            except UserError as error:
                faults.append(str(error))
                self._lose(store, port)
        self.state, self.why = ("usb" if self._tables else "no-device"), "; ".join(faults)

    def _ask(self, store: Store, port: str) -> None:
        table = self._tables.get(port) or _Table(port)
        self._tables[port] = table
        status = table.status()
        if status is None:
            return
        store.take(Heard(self._hall, table.device, status))
        closed = status.fields["phase"] == phases.CLOSED and status.fields.get("game")
        if closed and closed != table.kept:
            store_games(store, told_by(self._hall, table.device, pull(table.client)))
        table.kept = closed

    def _lose(self, store: Store, port: str) -> None:
        table = self._tables.pop(port, None)
        if table:
            table.client.close()
            store.take(Heard(self._hall, table.device, Alive(False)))
