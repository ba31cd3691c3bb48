"""The hall as a director sees it: one row per table with its faults, callers first."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from corrido.core import phases
from corrido.core.match import rounded

from host_tools.clocks import clock_ms
from host_tools.errors import UserError
from host_tools.files import read_table
from host_tools.hall.messages import label
from host_tools.hall.store import DeviceRow, GameKey, Store
from host_tools.log.games import seated

SILENT_S = 30.0  # a device sends its status every ten seconds
LOW_BATTERY = 15  # percent
STANDING = (phases.STOPPED, phases.CHALLENGE, phases.VERDICT, phases.COUNT)
NEEDS_OK = (phases.RECOVERED, phases.FAULT)
# Who needs the director first.
NEEDS = (
    "calls", "fault", "silent", "overtime", "stopped", "late", "unsigned", "playing", "setup",
    "signed",
)  # fmt: skip
NEED_OF = {
    phases.RECOVERED: "fault", phases.FAULT: "fault", phases.LATE: "late", phases.OVER: "unsigned",
    phases.SETUP: "setup", phases.CLOSED: "signed", **dict.fromkeys(STANDING, "stopped"),
    phases.COUNT: "playing",
}  # fmt: skip
DEVICE_COLUMNS = ("broker-user", "device")
PLAN_COLUMNS = ("round", "table", "player-a", "player-b")
DIVISION = "division"


TableRow = SimpleNamespace  # with the fields of `Row` in pages/types/parts.d.ts


Names = frozenset[tuple[str, ...]]


def pair(*names: object) -> Names:
    """Return two names so that `Ruiz, Ana` and `Ana Ruiz` are the same."""
    return frozenset(tuple(sorted(re.findall(r"\w+", str(name).casefold()))) for name in names)


class Plan:
    """Who sits where: names, round and division by table, for devices that were not told."""

    def __init__(self, path: Path | None = None) -> None:
        """Read a CSV with columns table, round, player-a, player-b, and perhaps division.

        UserError for any other, and for two rows with the same table.
        """
        self.rows: list[dict[str, str]] = []  # in the plan's order
        self._at: dict[str | Names, list[dict[str, str]]] = {}  # by table, by its two names
        self.devices: set[str] = set()  # by account or number, where the plan names them
        for where, row in read_table(path, "table") if path else ():
            table, names = label(row["table"] or ""), (row.get("player-a"), row.get("player-b"))
            if not table:
                raise UserError(f"{where}: a row without a table")
            if twin := self.of(table, label(row.get("division") or "")):
                others = " - ".join(twin[f"player-{side}"] for side in "ab")
                raise UserError(f"{where}: table {table} is that of {others} and of "
                                f"{' - '.join(map(str, names))}: one row a table")  # fmt: skip
            self.add(row)

    def add(self, row: dict[str, str]) -> None:
        """Add a table, with the fields of PLAN_COLUMNS and perhaps of DEVICE_COLUMNS."""
        kept = {name: label(row.get(name) or "") for name in (*PLAN_COLUMNS, DIVISION)}
        named = {label(row.get(name) or "") for name in DEVICE_COLUMNS} - {""}
        self.devices |= named
        self._keep([*self.rows, kept | {"devices": " ".join(named)}])

    def put(self, division: str, rows: Iterable[dict[str, str]]) -> None:
        """Let a division have these tables and no others."""
        kept = [{name: label(row.get(name) or "") for name in PLAN_COLUMNS} | {DIVISION: division}
                for row in rows]  # fmt: skip
        self._keep([*(row for row in self.rows if row[DIVISION] != division), *kept])

    def _keep(self, rows: list[dict[str, str]]) -> None:
        at: dict[str | Names, list[dict[str, str]]] = {}
        for row in rows:
            for key in {row["table"], f"{row[DIVISION]}-{row['table']}"}:
                at.setdefault(key, []).append(row)
            at.setdefault(pair(row["player-a"], row["player-b"]), []).append(row)
        self.rows, self._at = rows, at

    def tables(self) -> list[str]:
        """Return the plan's tables, in its order; each as often as there are seats at it."""
        return [row["table"] for row in self.rows]

    def ours(self, store: Store) -> list[DeviceRow]:
        """Return who claimed a table or device of the plan first; without a plan all devices."""
        found = store.devices()
        if not self.rows:
            return found
        known = store.claims(self.devices, self.tables())
        numbers = set(self.tables())
        return [device for device in found if (device.hall, device.name) in known
                or self._by_names(device.status)
                or (device.status.get("table") not in numbers
                    and self.of(str(device.status.get("table"))))]  # fmt: skip

    def of(self, table: str, division: str | None = None) -> dict[str, str]:
        """Return the plan's entry for a table, `B-1` for one of a division.

        Empty for an unknown one, and for a number that two pairs bear.
        """
        found = [row for row in self._at.get(table, ()) if division in (None, row[DIVISION])]
        return found[0] if len(found) == 1 else {}

    def named(self, table: str) -> set[str]:
        """Return the accounts and numbers of the devices that the plan puts at a table."""
        return set(self.of(table).get("devices", "").split())

    def _by_names(self, own: Mapping[str, str | int]) -> dict[str, str]:
        """Return the entry of the two that a device names, in its round if it names one."""
        a, b = own.get("player-a"), own.get("player-b")
        named = self._at.get(pair(a, b), ()) if a and b else ()
        found = [row for row in named if str(own.get("round") or row["round"]) == row["round"]]
        return found[0] if len(found) == 1 else {}

    def labels(self, own: Mapping[str, str | int], crossed: bool = False) -> dict[str, str]:
        """Return round, table, names and division: by its names first, then by its table.

        A device's own, or else the plan's; a table is the plan's if its names are there. crossed:
        the players have changed sides since, which the device's own names tell already.
        """
        planned = self._by_names(own) if self.rows else {}
        planned = seated(planned or self.of(str(own.get("table") or "")), crossed)
        told = {**own, "table": planned["table"]} if planned else own
        return {name: str(told.get(name) or planned.get(name, ""))
                for name in (*PLAN_COLUMNS, DIVISION)}  # fmt: skip


def lists(
    store: Store, plan: Plan, round_name: str | None = None, division: str | None = None
) -> str:
    """Return why a round is refused: devices of a division hold different lists; "" if none do.

    Those of the plan's tables count, without a plan those that name this round, or all.
    division: only this one.
    """
    held: dict[str, dict[str, str]] = {}  # by division and device, as much of a hash as it tells
    for device in plan.ours(store):
        status = device.status
        own = plan.labels(status)[DIVISION]
        of_round = round_name in (None, status.get("round") or round_name)
        if "list" in status and of_round and division in (None, own):
            of_own, table = held.setdefault(own, {}), str(status.get("table", ""))
            of_own[table if table and table not in of_own else device.name] = str(status["list"])
    for hashes in held.values():
        (most, count), *others = Counter(hashes[name] for name in sorted(hashes)).most_common()
        if others:
            odd = "; ".join(
                f"{', '.join(name for name in sorted(hashes) if hashes[name] == other)}: "
                f"{other or 'none'}" for other, _ in others)  # fmt: skip
            return f"not the same list on all devices: {count} × {most}, {odd}"
    return ""


def view(store: Store, plan: Plan, now_s: float) -> list[TableRow]:
    """Return every table, who needs the director first, then by number, strangers last.

    A number shared by two is a fault of both.
    """
    ours = {(device.hall, device.name) for device in plan.ours(store)}
    rows = [_row(device, plan, now_s) for device in store.devices() if device.status]
    seats = Counter((row.division, row.round, row.table) for row in rows if row.table)
    names = Counter(row.name for row in rows if row.name)
    for row in rows:
        row.seal = store.seal(GameKey(row.hall, row.device, row.era, row.game))
        row.stranger = (row.hall, row.device) not in ours
        if seats[row.division, row.round, row.table] > 1:
            row.faults += ("two-at-this-table",)
        if names[row.name] > 1:
            row.faults += ("two-of-this-name",)

    def order(row: TableRow) -> tuple[Any, ...]:
        key = natural(row.division) + (natural(row.table) or [(2, 0, "")])
        return row.stranger, NEEDS.index(row.need), key, row.device

    return sorted(rows, key=order)


def natural(text: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts table 2 before table 10, and T2 before T10."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part)
            for part in re.findall(r"\d+|\D+", text)]  # fmt: skip


def _need(device: DeviceRow, silent: bool, overtime: bool) -> str:
    """Return what a table needs of the director, one of NEEDS."""
    need = NEED_OF.get(str(device.status.get("phase")), "playing")
    if device.call_s is not None:
        return "calls"
    if silent and need not in ("setup", "signed"):
        return "silent"
    return "overtime" if need == "playing" and overtime else need


def _row(device: DeviceRow, plan: Plan, now_s: float) -> TableRow:
    """Return a table as of now_s; in milliseconds and seconds, and as the devices show it."""
    fields = device.status
    age_s = max(0.0, now_s - device.status_s)
    silent = not device.connected or now_s - device.seen_s > SILENT_S

    def text(name: str) -> str:
        return str(fields.get(name, ""))

    def number(name: str) -> int:
        value = fields.get(name, 0)
        return value if isinstance(value, int) else 0

    gone_ms = 0 if silent else round(age_s * 1000)
    clocks_ms = [0 if text(f"clock.{who}") == "none" else clock_ms(text(f"clock.{who}"), True)
                 - (gone_ms if who in text("running") else 0) for who in "AB"]  # fmt: skip
    labels = plan.labels(fields, number("crossed") > 0)
    return TableRow(
        hall=device.hall, device=device.name, era=device.era, name=text("device-name"),
        game=number("game"), age_s=age_s, silent=silent,
        **{name.replace("-", "_"): value for name, value in labels.items()},
        **{name: text(name) for name in ("phase", "reason", "running", "turn", "notice")},
        clock_a_ms=clocks_ms[0], clock_b_ms=clocks_ms[1],
        points_a=number("points.A"), points_b=number("points.B"),
        clock_a=rounded(clocks_ms[0]), clock_b=rounded(clocks_ms[1]), age=passed(age_s),
        since=passed(max(0.0, now_s - device.phase_s)),
        call_s=None if device.call_s is None else max(0.0, now_s - device.call_s),
        need=_need(device, silent, min(clocks_ms) < 0), faults=_faults(device, silent),
    )  # fmt: skip


def _faults(device: DeviceRow, silent: bool) -> tuple[str, ...]:
    """Return the names of faults that a director must see to; pages and terminal word them."""
    found = []
    battery = device.status.get("battery")
    if silent:
        found.append("silent")
    if device.status.get("phase") in NEEDS_OK:
        found.append(str(device.status["phase"]))
    if isinstance(battery, int) and battery <= LOW_BATTERY:
        found.append("battery")
    if device.other_id:
        found.append("two-with-this-account")
    return tuple(found)


def calls(rows: list[TableRow]) -> list[dict[str, str]]:
    """Return the tables that call the arbiter, and for how long; the longest waiting first.

    Strangers come last.
    """
    waiting = sorted(
        (row.stranger, -row.call_s, where(row.division, row.table) or row.name or row.device)
        for row in rows
        if row.call_s is not None
    )
    return [{"table": table, "waits": passed(-wait_s)} for _, wait_s, table in waiting]


def where(division: str, table: str) -> str:
    """Return what people call a table: `7`, or `B-7` of a division."""
    return f"{division}-{table}" if division and table else table


def as_document(rows: list[TableRow]) -> dict[str, object]:
    """Return the rows in the form that a page gets."""
    return {"rows": [vars(row) for row in rows], "calls": calls(rows)}


def passed(seconds: float) -> str:
    """Return how long something has lasted, in whole seconds that have passed."""
    return rounded(int(seconds) * 1000)
