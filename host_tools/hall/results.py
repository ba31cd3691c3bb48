"""The round's tables as their games leave them: signed, open, with a gap, or never heard."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.hall.messages import LogEntry
from host_tools.hall.receipts import Receipt
from host_tools.hall.store import DeviceRow, GameKey, Store
from host_tools.hall.tables import Plan
from host_tools.log.firmware import phases
from host_tools.log.games import Entry, Game, readable

LABELS = ("round", "table", "player-a", "player-b")
# Score, deductions for overtime and penalties, and the remainder: the sheet of art. 44.
FIGURES = (
    "score", "off", "result", "points", "penalty", "card", "turns", "over_ms", "used_ms",
    "forfeit",
)  # fmt: skip
COLUMNS = (
    *LABELS, "opener", "signed", "ending",
    *(f"{side}.{figure}" for side in "AB" for figure in FIGURES),
    "device", "game", "preset", "entries", "source",
)  # fmt: skip
# The range of rules that a device's settings can reach, and a little more.
SANE = {
    "budget_ms": (0, 6_000_000), "turn_ms": (0, 6_000_000), "limit_ms": (-1, 86_400_000),
    "overtime_unit_ms": (1000, 6_000_000), "overtime_limit_ms": (-1, 6_000_000),
}  # fmt: skip
SIGNED, VOID = "signed", "void"
LOG, CODE = "log", "code"
FORFEIT_POINTS = 50  # what a game won by forfeit is worth; the other side has 0
Complaint = Callable[[str], None]
Row = dict[str, Any]


class Line(NamedTuple):
    """A table's game of a round: its state, and its figures once it is signed.

    state: "signed", "void", "open: PHASE", "gap N to M", "gap from N on", "never heard", or what
    two sources tell differently. own: the device itself was told the round, and the names.
    """

    round: str
    table: str
    state: str
    row: Row | None = None
    device: str = ""
    game: int = 0
    era: int = 0
    own_round: bool = False
    own_names: bool = False

    @property
    def note(self) -> str:
        """Return the name under which the store notes its round, if the device was told none."""
        return f"round/{self.device}/{self.era}/{self.table}/{self.game}"

    @property
    def why(self) -> str:
        """Return the state, and what helps."""
        if not self.state.startswith("gap"):
            return self.state
        return (
            f"{self.state}; its own log (`corrido log pull`) or its closing code has the figures"
        )

    def __str__(self) -> str:
        """Return the line that tells the director of it."""
        where = f"table {self.table}" if self.table else f"device {self.device}"
        where += f", round {self.round}" if self.round else ""
        where += f", game {self.game}" if self.game else ""
        return f"{where}: {self.why}"


def game_of(store: Store, key: GameKey) -> Game:
    """Return the game that a store's entries make up; UserError if its beginning is unreadable.

    Its rules are checked, since they come from whoever has the account: counting overtime in
    minutes of one millisecond would take hours.
    """
    game = Game(key.game, [_entry(entry) for entry in store.entries(key)], {"id": key.device})
    with readable(game):
        for name, (low, high) in SANE.items():
            if not low <= getattr(game.rules, name) <= high:
                raise ValueError(f"{name} {getattr(game.rules, name)!r}")
    return game


def _entry(entry: LogEntry) -> Entry:
    payload = entry.text.encode()
    if "ignored" in entry.logs:
        try:
            payload = bytes.fromhex(entry.text)
        except ValueError:
            payload = b""
    return Entry(entry.game, entry.seq, entry.t_ms, entry.kind, entry.who, entry.value, entry.logs,
                 payload, b"")  # fmt: skip


def labels(game: Game, plan: Plan) -> dict[str, str]:
    """Return round, table and names: the device's own, or else the plan's."""
    own = {name: str(game.labels.get(name) or "") for name in LABELS}
    planned = plan.of(own["table"])
    return {name: own[name] or planned.get(name, "") for name in LABELS}


def desk(store: Store, plan: Plan, round_name: str | None) -> list[Line]:
    """Return a line for each game of one round or of all, and for each table without a game.

    A game of which an entry is missing has no figures, unless its closing code is there.
    """
    devices = {(device.hall, device.name): device for device in store.devices()}
    found = list(_games(store, plan, devices, round_name))
    for receipt in store.receipts():
        _add_code(found, receipt, plan, store)
    found += _silent(found, store.devices(), plan)
    found.sort(key=lambda line: (_natural(line.round), _natural(line.table)))
    # Nobody knows of which round a game without a beginning is: it may be of this one.
    return [line for line in found if round_name in (None, line.round) or not line.round
            and line.state.startswith("gap") and not line.table]  # fmt: skip


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Return a key that puts table 2 before table 10."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part)
            for part in re.findall(r"\d+|\D+", text)]  # fmt: skip


def rows(store: Store, plan: Plan, round_name: str | None, complain: Complaint) -> list[Row]:
    """Return the figures of every signed game of one round or of all; tell the rest."""
    found = desk(store, plan, round_name)
    for line in found:
        if line.state != SIGNED:
            complain(str(line))
    return [line.row for line in found if line.row]


def _games(
    store: Store, plan: Plan, devices: dict[tuple[str, str], DeviceRow], round_name: str | None
) -> Iterator[Line]:
    held = store.numbers()
    latest: dict[tuple[str, str], GameKey] = {}
    for key in held:
        place = (key.hall, key.device)
        latest[place] = max(latest.get(place, key), key, key=lambda k: (k.era, k.game))
    for key, numbers in held.items():
        device, last = devices[key.hall, key.device], latest[key.hall, key.device]
        status = device.status if device.status.get("game") == key.game and key == last else {}
        line = _line(store, plan, key, numbers, status, key != last, round_name)
        # Of an older game without a beginning nobody knows the table, nor whether it was played.
        if line.table or key == last or 1 in numbers:
            yield line


def _line(
    store: Store,
    plan: Plan,
    key: GameKey,
    numbers: list[int],
    status: dict[str, str | int],
    left: bool,
    round_name: str | None,
) -> Line:
    """Return a game's line, without a state if it is of another round.

    status: the device's retained one; left: it has begun another game.
    """
    table = str(status.get("table") or "")
    name = str(status.get("round") or plan.of(table).get("round", ""))
    line = Line(name, table, "", None, key.device, key.game, key.era)
    held = len(store.entries(key))
    try:
        game = game_of(store, key) if held else None
    except UserError as error:
        if held == len(numbers):
            return line._replace(state=str(error))
        game = None
    if game:
        named, own = labels(game, plan), game.labels
        line = line._replace(
            round=named["round"], table=named["table"], own_round=bool(own.get("round")),
            own_names=bool(own.get("player-a") and own.get("player-b")),
        )  # fmt: skip
        line = _noted(line, store)
        if round_name and line.round and line.round != round_name:
            return line
    if game is None or held < numbers[-1]:
        until = next((n for n in numbers if n > held + 1), held + 2) - 1
        return line._replace(state=f"gap {held + 1} to {until}")
    try:
        named = labels(game, plan) | {"round": line.round}
        return _ended(line, game, key, named, status, left)
    except UserError as error:
        return line._replace(state=str(error))


def _noted(line: Line, store: Store) -> Line:
    """Return the line with the round that its game was given before, if its device named none."""
    known = "" if line.own_round else store.note(line.note)
    return line._replace(round=known, own_round=True) if known else line


def _ended(
    line: Line,
    game: Game,
    key: GameKey,
    named: dict[str, str],
    status: dict[str, str | int],
    left: bool,
) -> Line:
    """Return the line of a game without a gap; UserError if its record is unreadable."""
    with readable(game):
        summary = game.summary()
    closed = status.get("phase") == phases.CLOSED
    if summary["phase"] != phases.CLOSED:
        if left or closed:
            return line._replace(state=f"gap from {len(game.entries) + 1} on")
        return line._replace(state=f"open: {summary['phase']}")
    differ = _other_than_status(summary, status) if closed else ""
    if differ:
        return line._replace(state=f"log and status differ: {differ}")
    row = _row(key, summary, named, len(game.entries))
    return line._replace(state=VOID if row["ending"] == VOID else SIGNED, row=row)


def _other_than_status(summary: dict[str, Any], status: dict[str, str | int]) -> str:
    """Return what a closed game's log and the device's own status tell differently."""
    figures = [(f"{name}.{side}", summary[side][name])
               for side in "AB" for name in ("points", "penalty", "turns")]  # fmt: skip
    return ", ".join(f"{name} {value} and {status[name]}" for name, value in figures
                     if name in status and status[name] != value)  # fmt: skip


def _row(key: GameKey, summary: dict[str, Any], named: dict[str, str], entries: int) -> Row:
    line: Row = {**named, "opener": summary["opener"], "signed": "yes"}
    line["ending"] = summary["ending"]
    for side, other in ("AB", "BA"):
        figures = dict(summary[side])
        figures["off"] = figures["points"] + figures["penalty"]
        figures["result"] = _less(figures["score"], figures["off"])
        if summary["forfeit"] in (side, other):
            figures["result"] = FORFEIT_POINTS if summary["forfeit"] == other else 0
        elif summary["forfeit"] == "AB":
            figures["result"] = None
        line |= {f"{side}.{figure}": figures[figure] for figure in FIGURES}
    line |= {"device": key.device, "game": key.game, "preset": summary["preset"]}
    line |= {"entries": entries, "source": LOG}
    return {name: line[name] for name in COLUMNS}


def _add_code(found: list[Line], receipt: Receipt, plan: Plan, store: Store) -> None:
    """Let a closing code stand for a log that is not whole; say where a whole one differs."""
    row = _row_of_code(receipt, plan)
    state = VOID if receipt.void else SIGNED
    code = Line(row["round"], row["table"], state, row, receipt.device, receipt.game, 0,
                bool(receipt.round), all(side.name for side in receipt.sides))  # fmt: skip
    for index, line in enumerate(found):
        same = (line.table, line.game) == (code.table, code.game)
        if not same or (receipt.round and line.round != receipt.round):
            continue
        if line.row and line.row["preset"] != receipt.preset:
            continue
        if line.row is None and line.state:
            row["round"] = line.round
            found[index] = line._replace(state=state, row=row, own_names=code.own_names)
        elif line.row and line.row["source"] == LOG and (differ := _differ(line.row, row)):
            found[index] = line._replace(state=f"log and closing code differ: {differ}")
        return
    code = _noted(code, store)
    row["round"] = code.round
    found.append(code)


def _row_of_code(receipt: Receipt, plan: Plan) -> Row:
    """Return the line for a closing code; columns that it does not cover stay empty."""
    planned = plan.of(receipt.table)
    line: Row = dict.fromkeys(COLUMNS)
    line |= {"table": receipt.table, "round": receipt.round or planned.get("round", "")}
    line |= {"signed": "yes", "ending": VOID if receipt.void else None, "source": CODE}
    for letter, side in zip("AB", receipt.sides, strict=True):
        label = f"player-{letter.lower()}"
        line[label] = side.name or planned.get(label, "")
        figures = {"score": side.score, "off": side.off, "result": _less(side.score, side.off),
                   "over_ms": side.over_ms, "used_ms": side.used_ms}  # fmt: skip
        line |= {f"{letter}.{name}": value for name, value in figures.items()}
    return line | {"device": receipt.device, "game": receipt.game, "preset": receipt.preset}


def _less(score: int | None, off: int) -> int | None:
    return None if score is None else score - off


def _differ(row: Row, code: Row) -> str:
    names = [f"{side}.{figure}" for side in "AB" for figure in ("score", "off")]
    return ", ".join(f"{name} {row[name]} and {code[name]}" for name in names
                     if row[name] != code[name])  # fmt: skip


def _silent(found: list[Line], devices: list[DeviceRow], plan: Plan) -> Iterator[Line]:
    """Yield a line for each table of the plan, and each device, whose game brought no entry."""
    known = {(line.round, line.table) for line in found}
    games = {(line.device, line.game) for line in found}
    for device in devices:
        table, phase = str(device.status.get("table", "")), device.status.get("phase")
        game = int(device.status.get("game", 0))
        if phase not in (None, phases.SETUP) and (device.name, game) not in games:
            name = str(device.status.get("round") or plan.of(table).get("round", ""))
            known.add((name, table))
            state = "gap from 1 on" if phase == phases.CLOSED else f"open: {phase}"
            yield Line(name, table, state, device=device.name, game=game)
    for table in plan.tables():
        seat = (plan.of(table)["round"], table)
        if seat not in known:
            yield Line(*seat, "never heard")
