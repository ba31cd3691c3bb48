"""Received messages in one SQLite file: each table's latest status, every entry once, in order.

A restart reads it all again. An entry is identified by its device, its game and its number in the
game; a device whose log began anew (its flash was erased) sends something else under the same
number, and so begins another era.
"""

import json
import platform
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from corrido.services.messages import tagged_part
from corrido.store.journal.codec import Links

from host_tools.errors import UserError
from host_tools.files import own
from host_tools.hall import steady
from host_tools.hall.messages import LOCAL, TAG, Alive, Heard, LogEntry, Status
from host_tools.log.receipts import Receipt, from_json

VERSION = 5
CREEP = 1e-4  # by how much a device's clock may be slow
MOST_DEVICES = 1000
MOST_ERAS = 50  # per device: two that share an account take turns to begin a new era
MOST_BYTES = 4 << 20  # of one device's entries
MOST_STRANGE_BYTES = 32 << 20  # of all those that the plan does not name
ENTRY_BYTES = 150  # of an entry without its text
BUSY_S = 0.3
FIELDS = ", ".join(LogEntry._fields)
SIGNER = "signer"  # in a kept status: the id of the device that signed it
SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS device (
    hall TEXT, name TEXT, era INTEGER NOT NULL DEFAULT 1, connected INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT '{}', status_s REAL NOT NULL DEFAULT 0,
    phase_s REAL NOT NULL DEFAULT 0, call_s REAL, seen_s REAL NOT NULL DEFAULT 0,
    other_id TEXT NOT NULL DEFAULT '', us INTEGER, zero_s REAL, PRIMARY KEY (hall, name)
);
CREATE TABLE IF NOT EXISTS entry (
    hall TEXT, device TEXT, era INTEGER, game INTEGER, n INTEGER, seq INTEGER, t_ms INTEGER,
    kind INTEGER, who INTEGER, value INTEGER, logs TEXT, text TEXT, us INTEGER, heard_s REAL,
    tag TEXT NOT NULL, PRIMARY KEY (hall, device, era, game, n)
);
CREATE TABLE IF NOT EXISTS receipt (fields TEXT PRIMARY KEY, heard_s REAL);
"""


@dataclass(frozen=True)
class DeviceRow:
    """One table's last known state; times are those of steady_s(), when the table said so."""

    hall: str
    name: str
    era: int
    connected: bool
    status: dict[str, str | int]
    status_s: float
    phase_s: float  # since when it has been in its phase, for the same reason
    call_s: float | None  # since when it has been calling the arbiter
    seen_s: float
    other_id: str  # another chip that has used the same account
    us: int | None = None  # its own time of its status, since its power-on
    zero_s: float | None = None  # when that was, as far as its messages tell


class GameKey(NamedTuple):
    """A game that the store holds."""

    hall: str
    device: str
    era: int
    game: int


class Store:
    """One hall's file. Writing raises sqlite3.Error on a full disk or a lock."""

    def __init__(
        self,
        path: Path | None,
        names: Iterable[str] = (),
        tables: Iterable[str] = (),
        keys: dict[str, bytes] | None = None,
        make: bool = True,
    ) -> None:
        """Open the store at `path`, None for one in memory; UserError for a foreign file.

        make: where there is none, or an empty file.
        names, tables: those of the plan; who claims one first is never pushed out.
        keys: those that sign the devices' logs, by the device's id.
        """
        if path and path.is_dir():
            raise UserError(f"{path}: not a store of a hall but a folder: name a file in it")
        if path and not path.parent.is_dir():
            raise UserError(f"{path.parent}: no such folder")
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=BUSY_S)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION and (version or not make):
                raise sqlite3.DatabaseError(f"format {version}, this program reads {VERSION}")
            if path:  # it holds the token of the arbiter's phone
                own(path)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")  # on disk before it is acknowledged
            if not version:
                self._db.executescript(f"{SCHEMA};PRAGMA user_version = {VERSION};")
            self._begin()
        except (sqlite3.OperationalError, PermissionError) as error:
            raise UserError(f"{path}: {error}: is the disk full, or the file in use?") from error
        except sqlite3.DatabaseError as error:
            raise UserError(f"{path}: not a store of a hall: {error}") from error
        self._path = path
        self._names, self._tables = frozenset(names), list(tables)
        self._links = {one: Links(bytes.fromhex(one), key) for one, key in (keys or {}).items()}
        self._signers: dict[tuple[str, str], str] = {}  # a device's id, by hall and account
        self._seals: dict[GameKey, tuple[int, str]] = {}  # of so many entries
        self._most = max(MOST_DEVICES, 2 * (len(self._names) + len(self._tables)))
        self._bytes: dict[tuple[str, str], int] | None = None  # of entries, by hall and device
        self._planned: set[tuple[str, str]] | None = None  # who is of the plan
        self.late_s = 0.0  # for how long the latest live status was under way
        self.refusals: Counter[str] = Counter()  # by reason: eras, quota, pushed-out

    def _begin(self) -> None:
        """In another start of this computer, forget the ages of before: none has been heard."""
        if self.note("start") == (start := steady.start()):
            return
        self._db.execute(
            "UPDATE device SET connected = 0, zero_s = NULL, status_s = :now, phase_s = :now, "
            "seen_s = :now, call_s = CASE WHEN call_s IS NULL THEN NULL ELSE :now END",
            {"now": steady.steady_s()},
        )
        self.note("start", start)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def token(self) -> str:
        """Return the secret in the phone's link, which stays the same after a restart."""
        return self.note("token") or self.note("token", secrets.token_urlsafe(16))

    def note(self, name: str, value: str = "") -> str:
        """Return what is noted under a name, "" for nothing; note `value` if it is given."""
        if value:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    # -- writing

    def take(self, heard: Heard, now_s: float | None = None) -> bool:
        """Store a message; return False if it was known already or there is no room for it.

        now_s: when it was heard, by steady_s().
        """
        now_s = steady.steady_s() if now_s is None else now_s
        row = self._device(heard, now_s)
        message = heard.message
        if isinstance(message, Alive):
            seen_s = now_s if heard.live else row.seen_s
            self._update(heard, connected=int(message.connected), seen_s=seen_s)
            return row.connected != message.connected
        if isinstance(message, Status):
            return self._take_status(heard, row, message, now_s)
        return self._take_entry(heard, row, message, now_s)

    def _said(self, heard: Heard, row: DeviceRow, us: int | None, now_s: float) -> dict[str, Any]:
        """Return when a device said something, as `status_s`, and what that tells of its clock.

        A message that was kept, or is sent again, says by the device's own time when it is of.
        """
        if us is None:
            return {"status_s": now_s}
        zero_s = row.zero_s
        if heard.live:
            found_s = now_s - us / 1e6
            rebooted = row.us is not None and us < row.us
            if zero_s is None or rebooted:
                zero_s = found_s
            else:  # the message that was under way for the shortest time
                zero_s = min(zero_s + CREEP * (now_s - row.status_s), found_s)
        said_s = now_s if zero_s is None else min(now_s, zero_s + us / 1e6)
        return {"status_s": said_s, "us": us, "zero_s": zero_s}

    def _device(self, heard: Heard, now_s: float) -> DeviceRow:
        """Return the device's row, making it; of too many a stranger goes."""
        if found := self._devices("WHERE hall = ? AND name = ?", *heard.place):
            return found[0]
        if self._db.execute("SELECT count(*) FROM device").fetchone()[0] >= self._most:
            self._push_out()
        if heard.device in self._names:
            self._planned = None
        row = *heard.place, now_s
        self._db.execute("INSERT INTO device (hall, name, seen_s) VALUES (?, ?, ?)", row)
        return self._devices("WHERE hall = ? AND name = ?", *heard.place)[0]

    def _push_out(self) -> None:
        """Forget the stranger with the fewest entries, of these the one silent longest."""
        planned, sizes = self._of_plan(), self._sizes()
        rows = self._db.execute("SELECT hall, name FROM device ORDER BY status <> '{}', seen_s")
        places: list[tuple[str, str]] = rows.fetchall()
        strangers = [place for place in places if place not in planned] or places
        place = min(strangers, key=lambda place: sizes.get(place, 0))
        for table, name in (("device", "name"), ("entry", "device")):
            self._db.execute(f"DELETE FROM {table} WHERE hall = ? AND {name} = ?", place)
        sizes.pop(place, None)
        self.refusals["pushed-out"] += 1

    def claims(self, names: Iterable[str], tables: Iterable[str]) -> set[tuple[str, str]]:
        """Return who claimed a device or a table of a plan first, as (hall, name).

        Two divisions may both have a table of that number.
        """
        plan = Counter([*(("device", one) for one in names), *(("table", one) for one in tables)])
        first: set[tuple[str, str]] = set()
        for hall, name, table in self._db.execute(
            "SELECT hall, name, json_extract(status, '$.table') FROM device ORDER BY rowid"
        ):
            for claim in (("device", name), ("table", table)):
                if plan[claim] > 0:
                    plan[claim] -= 1
                    first.add((hall, name))
        return first

    def _of_plan(self) -> set[tuple[str, str]]:
        if self._planned is None:
            self._planned = self.claims(self._names, self._tables)
        return self._planned

    def _sizes(self) -> dict[tuple[str, str], int]:
        if self._bytes is None:
            rows = self._db.execute(
                f"SELECT hall, device, sum(length(text) + {ENTRY_BYTES}) FROM entry GROUP BY 1, 2"
            )
            self._bytes = {(hall, name): size for hall, name, size in rows}
        return self._bytes

    def _has_room(self, heard: Heard, entry: LogEntry) -> bool:
        """Return whether the device's quota, and that of all strangers, allows another entry."""
        place, size = heard.place, len(entry.text) + ENTRY_BYTES
        sizes, planned = self._sizes(), self._of_plan()
        if sizes.get(place, 0) + size > MOST_BYTES:
            return False
        strange = sum(n for one, n in sizes.items() if one not in planned)
        if place not in planned and strange + size > MOST_STRANGE_BYTES:
            return False
        sizes[place] = sizes.get(place, 0) + size
        return True

    def _update(self, heard: Heard, **columns: object) -> None:
        names = ", ".join(f"{name} = ?" for name in columns)
        self._db.execute(
            f"UPDATE device SET {names} WHERE hall = ? AND name = ?",
            (*columns.values(), *heard.place),
        )

    def _take_status(self, heard: Heard, row: DeviceRow, status: Status, now_s: float) -> bool:
        before, state, fields = row.status, ("phase", "reason"), status.fields
        known = str(before.get(SIGNER, ""))
        signer = known if status.tag == LOCAL else self._signer(*heard.place, status)
        if known and self._links and not signer:
            self.refusals["unsigned"] += 1
            return False
        fields = fields | {SIGNER: signer} if signer else fields
        us = fields.get("us")
        us = us if isinstance(us, int) else None
        if not heard.live and us is not None and row.us is not None and us < row.us:
            return False  # of before what is known already
        said = self._said(heard, row, us, now_s)
        said_s = said["status_s"]
        same = all(before.get(name) == fields.get(name) for name in state)
        if before.get("table") != fields.get("table"):
            self._planned = None  # whose claim was free, or is free now?
        calls = fields.get("phase") == "stopped" and fields.get("reason") == "arbiter"
        other = before.get("id", fields.get("id")) != fields.get("id")
        if heard.live:
            self.late_s = now_s - said_s
            said |= {"seen_s": max(row.seen_s, said_s) if before else said_s, "connected": 1}
        elif not before:  # nobody knows since when it is so: the table has to be heard first
            said |= {"seen_s": now_s - 3600}
        self._update(
            heard,
            status=json.dumps(fields),
            phase_s=row.phase_s if same else said_s,
            call_s=(row.call_s or said_s) if calls else None,
            other_id=str(before.get("id", "")) if other else row.other_id,
            **said,
        )
        return True

    def _take_entry(self, heard: Heard, row: DeviceRow, entry: LogEntry, now_s: float) -> bool:
        eras, signer = self._eras(heard, entry), self._signer(*heard.place, entry)
        for known, one, _ in eras:
            if one and one._replace(us=entry.us, tag=entry.tag) == entry:  # it was sent twice
                if signer and not self._signer(*heard.place, one):
                    self._sign(heard, known, entry)
                return False
        if not signer and entry.tag != LOCAL and self._signs(heard):
            self.refusals["unsigned"] += 1
            return False
        if not self._has_room(heard, entry):
            self.refusals["quota"] += 1
            return False
        # The newest log that it goes on from; else the newest, if the number is free there.
        follows = [era for era, one, before in eras if one is None and before
                   and self._follows(heard, before, entry)]  # fmt: skip
        taken = any(era == row.era and one for era, one, _ in eras)
        era = follows[0] if follows else row.era + 1 if taken else row.era
        if era > row.era:
            self._make_room(heard)
            self._update(heard, era=era)
        us = entry.us if entry.us >= 0 else None
        said_s = row.zero_s + us / 1e6 if us is not None and row.zero_s is not None else now_s
        if entry.tag != LOCAL:
            self._update(heard, seen_s=max(row.seen_s, min(now_s, said_s)))
        self._db.execute(
            f"INSERT INTO entry (hall, device, era, heard_s, {FIELDS}) "
            "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                *heard.place,
                era,
                now_s + steady.SINCE_S,
                *entry._replace(logs=" ".join(entry.logs)),
            ),
        )
        return True

    def _signer(self, hall: str, device: str, told: LogEntry | Status) -> str:
        """Return the id of the device whose key signed a message; "" for none that is known."""
        if not self._links or not TAG.match(told.tag):
            return ""
        place = (hall, device)
        if isinstance(told, Status):
            message = told.said
        else:
            message = tagged_part(f"corrido/{hall}/{device}/event", told._asdict())
        likely = self._signers.get(place, "")
        for one in ([likely] if likely else []) + [one for one in self._links if one != likely]:
            if self._links[one].tag_of(message).hex() == told.tag:
                self._signers[place] = one
                return one
        return ""

    def _signs(self, heard: Heard) -> bool:
        """Return whether this account's device has signed an entry before."""
        place = heard.place
        if place not in self._signers:
            self._signers[place] = ""
            rows = self._db.execute(
                f"SELECT {FIELDS} FROM entry WHERE hall = ? AND device = ? AND tag NOT IN ('', ?) "
                "LIMIT 100", (*place, LOCAL),
            )  # fmt: skip
            any(self._signer(*place, _entry_of(row)) for row in rows.fetchall())
        return bool(self._signers[place])

    def _sign(self, heard: Heard, era: int, entry: LogEntry) -> None:
        """Give an entry that came without its tag the one with which it came again."""
        self._db.execute(
            "UPDATE entry SET tag = ? WHERE hall = ? AND device = ? AND era = ? AND game = ? "
            "AND n = ?", (entry.tag, *heard.place, era, entry.game, entry.n),
        )  # fmt: skip
        self._seals.clear()

    def _follows(self, heard: Heard, before: LogEntry, entry: LogEntry) -> bool:
        """Return whether an entry is no earlier than another, and from the same hand.

        Both are signed by the same device, or neither is, or one is its log's.
        """
        if before.seq > entry.seq or before.t_ms > entry.t_ms:
            return False
        if LOCAL in (before.tag, entry.tag):
            return True
        return self._signer(*heard.place, before) == self._signer(*heard.place, entry)

    def seal(self, key: GameKey) -> str:
        """Return signed or unsigned; where no key is known unchecked, or "" without tags."""
        (count,) = self._db.execute(
            "SELECT count(*) FROM entry WHERE hall = ? AND device = ? AND era = ? AND game = ?",
            key,
        ).fetchone()
        known = self._seals.get(key)
        if known is None or known[0] != count:
            heard = [entry for entry in self._entries(key) if entry.tag != LOCAL]
            tagged = all(entry.tag for entry in heard)
            signers = {self._signer(key.hall, key.device, entry) for entry in heard}
            seal = "unsigned" if self._links else ""
            if tagged and not self._links:
                seal = "unchecked"
            elif len(signers) == 1 and "" not in signers:
                seal = "signed"
            known = self._seals[key] = count, seal if heard else ""
        return known[1]

    def _eras(
        self, heard: Heard, entry: LogEntry
    ) -> list[tuple[int, LogEntry | None, LogEntry | None]]:
        """Return the game's eras that have its entry n or n - 1, newest first, with these."""
        rows = self._db.execute(
            f"SELECT era, {FIELDS} FROM entry WHERE hall = ? AND device = ? AND game = ? "
            "AND n BETWEEN ? AND ? ORDER BY era DESC",
            (*heard.place, entry.game, entry.n - 1, entry.n),
        )
        near: dict[int, dict[int, LogEntry]] = {}
        for era, *fields in rows.fetchall():
            one = _entry_of(fields)
            near.setdefault(era, {})[one.n] = one
        return [(era, found.get(entry.n), found.get(entry.n - 1)) for era, found in near.items()]

    def _make_room(self, heard: Heard) -> None:
        """Make room for another era: the one with the fewest entries was hardly a game."""
        eras = self._db.execute(
            "SELECT era FROM entry WHERE hall = ? AND device = ? GROUP BY era "
            "ORDER BY count(*), era", heard.place,
        ).fetchall()  # fmt: skip
        if len(eras) < MOST_ERAS:
            return
        place = *heard.place, *eras[0]
        self._db.execute("DELETE FROM entry WHERE hall = ? AND device = ? AND era = ?", place)
        self.refusals["eras"] += 1
        self._bytes = None

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make everything inside one transaction; sqlite3.Error leaves the file as it was."""
        before = Counter(self.refusals)
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                yield
        except BaseException:  # Ctrl-C, too, leaves the file as it was
            self.refusals, self._bytes, self._planned = before, None, None
            raise

    def client(self) -> str:
        """Return the name of this store's session at a broker, the same after a restart.

        A copy of the file, on another computer or in another folder, has another.
        """
        place = f"{self.token()} {platform.node()} {self._path and self._path.resolve()}"
        return sha256(place.encode()).hexdigest()[:12]

    def take_receipt(self, receipt: Receipt) -> bool:
        """Store a closing code's content; return False if it was known already."""
        done = self._db.execute(
            "INSERT OR IGNORE INTO receipt VALUES (?, ?)",
            (receipt.as_json(), time.time()),
        )
        return done.rowcount == 1

    # -- reading

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read one state of the file inside, whatever another thread writes meanwhile."""
        with self._db:
            self._db.execute("BEGIN")
            yield

    def devices(self) -> list[DeviceRow]:
        """Return every table, by name."""
        return self._devices("")

    def _devices(self, where: str, *values: object) -> list[DeviceRow]:
        columns = ", ".join(DeviceRow.__annotations__)
        rows = self._db.execute(
            f"SELECT {columns} FROM device {where} ORDER BY hall, name", values
        )
        return [
            DeviceRow(r[0], r[1], r[2], bool(r[3]), json.loads(r[4]), *r[5:])
            for r in rows.fetchall()
        ]

    def receipts(self) -> list[Receipt]:
        """Return the contents of closing codes, in the order in which they came."""
        rows = self._db.execute("SELECT fields FROM receipt ORDER BY heard_s, rowid")
        return [from_json(row[0]) for row in rows.fetchall()]

    def numbers(self) -> dict[GameKey, list[int]]:
        """Return the numbers of the entries held of each game, in the order of their beginnings.

        Games whose beginning was not received are among them.
        """
        rows = self._db.execute(
            "SELECT hall, device, era, game, n, min(heard_s - t_ms / 1000.0) "
            "OVER (PARTITION BY hall, device, era, game) AS began FROM entry ORDER BY began, n"
        )
        held: dict[GameKey, list[int]] = {}
        for hall, device, era, game, n, _ in rows.fetchall():
            held.setdefault(GameKey(hall, device, era, game), []).append(n)
        return held

    def entries(self, key: GameKey) -> list[LogEntry]:
        """Return a game's entries in order, up to the first gap."""
        whole: list[LogEntry] = []
        for entry in self._entries(key):
            if entry.n != len(whole) + 1:
                break
            whole.append(entry)
        return whole

    def count(self) -> int:
        """Return how many entries are stored."""
        return self._db.execute("SELECT count(*) FROM entry").fetchone()[0]

    def _entries(self, key: GameKey) -> list[LogEntry]:
        rows = self._db.execute(
            f"SELECT {FIELDS} FROM entry "
            "WHERE hall = ? AND device = ? AND era = ? AND game = ? ORDER BY n",
            key,
        )
        return [_entry_of(row) for row in rows.fetchall()]


def _entry_of(r: Sequence[Any]) -> LogEntry:
    """Return an entry from its FIELDS."""
    entry = LogEntry(*r)
    return entry._replace(logs=tuple(str(entry.logs).split()))
