"""The round's tables as their games leave them: signed, open, with a gap, or never heard."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from corrido.core import phases

from host_tools.errors import UserError, translated
from host_tools.hall.messages import LogEntry
from host_tools.hall.store import DeviceRow, GameKey, Store
from host_tools.hall.tables import DIVISION, PLAN_COLUMNS, Plan, natural, where
from host_tools.log.games import Entry, Game, readable
from host_tools.log.receipts import FORGED, UNKNOWN, Receipt

# Score, deductions for overtime and penalties, and the remainder: the sheet of art. 44.
FIGURES = (
    "score", "off", "result", "points", "penalty", "card", "turns", "over_ms", "used_ms",
    "forfeit",
)  # fmt: skip
COLUMNS = (
    *PLAN_COLUMNS, "opener", "signed", "ending",
    *(f"{side}.{figure}" for side in "AB" for figure in FIGURES),
    "device", "game", "preset", "entries", "source", DIVISION,
)  # fmt: skip
State = Literal["signed", "void", "open", "gap", "never", "differ", "unproven", "other"]
SIGNED: State = "signed"
VOID: State = "void"
LOG, CODE, AUTHENTICATED = "log", "code", "authenticated code"
OF_LINE = ("phase", "entries", "points.A", "points.B", "penalty.A", "penalty.B", "turns.A",
           "turns.B", "table", "round")  # fmt: skip
MOST_ENTRIES = 32_768
NOT_PROVEN = {
    FORGED: "its closing code is not authenticated: made up, or altered",
    UNKNOWN: "its closing code is not authenticated by any known device",
}
# What is compared, as a line tells it.
COMPARED = {"score": "final score", "off": "points off", "points": "overtime points",
            "penalty": "penalty points", "turns": "completed turns"}  # fmt: skip
OF_STATUS = ("points", "penalty", "turns")
HEARD_OPEN = "its closing code is of a game that is heard open"
MADE_BY = "its closing code was made by {}"
Row = dict[str, Any]


class Line(NamedTuple):
    """A table's game of a round: its state, and its figures once it is signed.

    detail: of an open game its phase; else why no figures stand, though `told` may have those of
    each source: two differ, a code proves nothing, or another fault. own: the device itself was
    told the round, and the names. gap: first and last missing entry. last: the number of the last
    event.
    """

    round: str
    table: str
    state: State
    detail: str = ""
    row: Row | None = None
    device: str = ""
    game: int = 0
    era: int = 0
    hall: str = ""
    gap: tuple[int, int] | None = None
    last: int = 0
    told: tuple[Row, ...] = ()
    own_round: bool = False
    own_names: bool = False
    division: str = ""
    signer: str = ""  # of the closing code whose figures these are
    heard: bool = False  # the device is at the broker, and says that this game is open

    @property
    def note(self) -> str:
        """Return the name under which the store notes its round, if the device was told none."""
        return f"round/{self.device}/{self.era}/{self.table}/{self.game}"

    @property
    def said(self) -> str:
        """Return the state in words."""
        if self.state == "gap" and self.gap:
            first, last = self.gap
            return f"gap {first} to {last}" if last < MOST_ENTRIES else f"gap from {first} on"
        if self.state == "open":
            return f"open: {self.detail}"
        return self.detail or {"never": "never heard"}.get(self.state, self.state)

    @property
    def why(self) -> str:
        """Return the state in words, and what helps."""
        if self.row or not self.gap:
            return self.said
        return f"{self.said}; its log (`corrido log pull`) or its closing code has the figures"

    def as_document(self, language: str) -> dict[str, Any]:
        """Return the line in the form that a page in this language gets."""
        rows = [
            {"source": row["source"], "players": [
                {figure: row[f"{who}.{figure}"] for figure in ("score", "off", "result")}
                | {"name": row[f"player-{who.lower()}"]} for who in "AB"]}
            for row in self.told or ((self.row,) if self.row else ())
        ]  # fmt: skip
        return {
            "round": self.round, "division": self.division, "table": self.table,
            "device": self.device, "game": self.game,
            "state": self.state, "detail": translated(self.detail, language), "gap": self.gap,
            "rows": rows,
        }  # fmt: skip

    def differing(self, detail: str, other: Row) -> "Line":
        """Return the line without figures, since another source has others."""
        told = (self.row, other) if self.row else (other,)
        return self._replace(state="differ", detail=detail, row=None, told=told)

    def unread(self, error: UserError) -> "Line":
        """Return the line of a game whose record does not read, or takes too long."""
        return self._replace(detail=str(error).removeprefix(f"game {self.game}: "))

    def lacks(self, first: int, last: int = 0) -> "Line":
        """Return the line with a gap; last: 0 where nobody knows how many entries there are."""
        return self._replace(state="gap", gap=(first, last or MOST_ENTRIES))

    def __str__(self) -> str:
        """Return the line that tells the director of it."""
        where = f"table {self.table}" if self.table else f"device {self.device}"
        where = f"division {self.division}, {where}" if self.division else where
        where += f", round {self.round}" if self.round else ""
        where += f", game {self.game}" if self.game else ""
        return f"{where}: {self.why}"


Known = dict[GameKey, tuple[Any, Line]]


def game_of(store: Store, key: GameKey) -> Game:
    """Return the game that a store's entries make up; UserError if its beginning is unreadable."""
    return Game(key.game, [_entry(entry) for entry in store.entries(key)], {"id": key.device})


def _entry(entry: LogEntry) -> Entry:
    payload = entry.text.encode()
    if "ignored" in entry.logs:
        try:
            payload = bytes.fromhex(entry.text)
        except ValueError:
            payload = b""
    return Entry(entry.game, entry.seq, entry.t_ms, entry.kind, entry.who, entry.value, entry.logs,
                 payload, b"")  # fmt: skip


def desk(
    store: Store,
    plan: Plan,
    round_name: str | None,
    known: Known | None = None,
    keys: dict[str, bytes] | None = None,
) -> list[Line]:
    """Return a line for each game of one round or of all, and for each table without a game.

    A game of which an entry is missing has no figures, unless its closing code is there.
    known: what earlier calls with this plan have found, so that no game is replayed twice.
    keys: the devices', by id; with these, a closing code counts only if one authenticates it.
    """
    with store.reading():
        found = list(_games(store, plan, {} if known is None else known))
        devices = plan.ours(store)
        waiting = {_seat(plan, one) for one in devices
                   if one.status.get("phase") == phases.SETUP}  # fmt: skip
        found += _silent(found, devices, plan)
        signers = _Signers(store, plan, keys)
        for receipt in store.receipts():
            signer, doubt = signers.of(receipt)
            row = _row_of_code(receipt, plan, CODE if doubt or not signer else AUTHENTICATED)
            _add_code(found, receipt, row, store, doubt, signer)
    seats = {(line.division, line.round, line.table) for line in found}
    for seat in dict.fromkeys((row[DIVISION], row["round"], row["table"]) for row in plan.rows):
        if seat not in seats:
            state = ("open", phases.SETUP) if seat in waiting else ("never", "")
            found.append(Line(*seat[1:], *state, division=seat[0]))
    found.sort(key=lambda line: (natural(line.round), natural(line.division), natural(line.table)))
    # Nobody knows of which round a game without a beginning is: it may be of this one.
    return [line for line in found if round_name in (None, line.round) or not line.round
            and line.gap and not line.row and not line.table]  # fmt: skip


class _Signers:
    """Which devices belong to which tables, for closing codes that a device's key signed."""

    def __init__(self, store: Store, plan: Plan, keys: dict[str, bytes] | None) -> None:
        self._keys, self._plan = keys, plan
        self._ids: dict[str, set[str]] = {}  # of the devices heard at a table
        self._tables: dict[str, str] = {}  # at which a device was heard last
        for device in store.devices():
            number, named = device.status.get("id"), plan.labels(device.status)
            table = where(named[DIVISION], named["table"])
            if number and table:
                self._ids.setdefault(table, set()).add(str(number))
                self._tables[str(number)] = table
                if device.name in plan.named(table):
                    self._ids[table].add(device.name)

    def of(self, receipt: Receipt) -> tuple[str, str]:
        """Return the device that signed a code, and why it proves nothing, or ""; "" unsigned.

        It counts if its device was heard at that table, or the plan names it for it.
        """
        if not self._keys:
            return "", ""
        signer = receipt.signer(self._keys)
        if signer in NOT_PROVEN:
            return signer, NOT_PROVEN[signer]
        named = self._plan.labels({"table": receipt.table, "player-a": receipt.sides[0].name,
                                   "player-b": receipt.sides[1].name})  # fmt: skip
        table = where(named[DIVISION], named["table"])
        known = self._ids.get(table, set()) | self._plan.named(table)
        elsewhere = self._tables.get(signer)
        if signer in known or not (known or elsewhere):
            return signer, ""
        whose = f"the device of table {elsewhere}" if elsewhere else f"device {signer}"
        return signer, MADE_BY.format(whose)


def _games(store: Store, plan: Plan, known: Known) -> Iterator[Line]:
    devices = {(device.hall, device.name): device for device in store.devices()}
    held = store.numbers()
    latest = {(key.hall, key.device): key for key in sorted(held)}
    for key, numbers in held.items():
        device, last = devices[key.hall, key.device], latest[key.hall, key.device]
        status = device.status if device.status.get("game") == key.game and key == last else {}
        of_line = {name: status.get(name) for name in OF_LINE}, len(numbers), key != last
        if known.get(key, ((),))[0] != of_line:
            known[key] = of_line, _line(store, plan, key, numbers, status, key != last)
        phase = status.get("phase", phases.CLOSED)
        heard = device.connected and phase not in (phases.SETUP, phases.CLOSED)
        line = _noted(known[key][1], store)._replace(heard=heard)
        # Of an older game without a beginning nobody knows the table, nor whether it was played.
        if line.table or key == last or 1 in numbers:
            yield line


def _line(
    store: Store, plan: Plan, key: GameKey, numbers: list[int], status: dict[str, str | int],
    left: bool,
) -> Line:  # fmt: skip
    """Return a game's line. status: the device's own; left: it has begun another game."""
    named, held = plan.labels(status), len(store.entries(key))
    line = Line(named["round"], named["table"], "other", "", None, key.device, key.game, key.era,
                key.hall, division=named[DIVISION])  # fmt: skip
    closed = status.get("phase") == phases.CLOSED
    entries = int(status.get("entries") or 0) if closed else 0
    gap = held + 1, next((n for n in numbers if n > held), entries + 1) - 1
    try:
        game = game_of(store, key)
    except UserError as error:
        return line.unread(error) if held == len(numbers) else line.lacks(*gap)
    named, own = plan.labels(game.labels, game.crossed), game.labels
    line = line._replace(
        round=named["round"], table=named["table"], division=named[DIVISION],
        own_round=bool(own.get("round")),
        own_names=bool(own.get("player-a") and own.get("player-b")),
    )  # fmt: skip
    if held < max(numbers[-1], entries):
        return line.lacks(*gap)
    try:
        with readable(game):
            summary = game.summary()
    except UserError as error:
        return line.unread(error)
    if summary["phase"] != phases.CLOSED:
        if left or closed:
            return line.lacks(len(game.entries) + 1)
        return line._replace(state="open", detail=summary["phase"])
    row = _row(key, summary, named, len(game.entries))
    told = {f"{side}.{name}": status.get(f"{name}.{side}", row[f"{side}.{name}"])
            for side in "AB" for name in OF_STATUS}  # fmt: skip
    if closed and (differ := _differ(row, told, OF_STATUS)):
        detail = f"log and status differ: {differ}"
        return line._replace(state="differ", detail=detail, told=(row,))
    last = max(entry.seq for entry in game.entries)
    return line._replace(state=VOID if row["ending"] == VOID else SIGNED, row=row, last=last)


def _noted(line: Line, store: Store) -> Line:
    """Return the line with the round that its game was given before, if its device named none."""
    known = "" if line.own_round else store.note(line.note)
    row = line.row and line.row | {"round": known}
    return line._replace(round=known, row=row, own_round=True) if known else line


def _row(key: GameKey, summary: dict[str, Any], named: dict[str, str], entries: int) -> Row:
    line: Row = {**named, "opener": summary["opener"], "signed": "yes"}
    line["ending"] = summary["ending"]
    line |= {f"{side}.{figure}": summary[side][figure] for side in "AB" for figure in FIGURES}
    line |= {"device": key.device, "game": key.game, "preset": summary["preset"]}
    line |= {"entries": entries, "source": LOG}
    return {name: line[name] for name in COLUMNS}


def _add_code(
    found: list[Line], receipt: Receipt, row: Row, store: Store, doubt: str, signer: str
) -> None:
    """Let a closing code stand for a log that is not whole; say where two sources differ.

    A code is of the instant of its last event: one of before a reopening differs from no later
    log. None closes a game that is heard open, and two devices' codes of one game differ.
    """
    state, unproven = VOID if receipt.void else SIGNED, "unproven" if doubt else "differ"
    code = Line(
        row["round"], row["table"], state, "", row, receipt.device, receipt.game,
        own_round=bool(receipt.round), own_names=all(side.name for side in receipt.sides),
        last=receipt.seq, division=row[DIVISION], signer=signer,
    )  # fmt: skip
    for index, line in enumerate(found):
        same = (line.division, line.table, line.game) == (code.division, code.table, code.game)
        if not same or (receipt.round and line.round != receipt.round):
            continue
        if line.row and line.row["preset"] != receipt.preset:
            continue
        row["round"] = line.round
        doubt = doubt or (HEARD_OPEN if line.heard else "")
        if line.row is None and doubt and not line.told:
            detail = f"{line.said}; {doubt}"
            found[index] = line._replace(state=unproven, detail=detail, told=(row,))
        elif line.row is None and not line.told:
            found[index] = line._replace(
                state=state, detail="", row=row, own_names=code.own_names, last=code.last,
                signer=signer,
            )  # fmt: skip
        elif line.row and "" not in (line.signer, signer) and line.signer != signer:
            differ = _differ(line.row, row) or "who signed"
            differ = f"closing codes of two devices differ: {differ}"
            found[index] = line.differing(differ, row)
        elif line.row is None or line.row["source"] != CODE and line.last > code.last:
            pass  # an earlier state of the game
        elif line.row["source"] == row["source"] == AUTHENTICATED and line.last < code.last:
            found[index] = line._replace(row=row, state=state, last=code.last)
        else:
            differ = _differ(line.row, row)
            if line.row["source"] == LOG and line.last < code.last:
                differ = f"log ends at event {line.last}, closing code at {code.last}"
            elif not differ:
                return
            elif line.row["source"] == LOG:
                differ = f"log and closing code differ: {differ}"
            else:
                differ = f"two closing codes differ: {differ}"
            found[index] = line.differing(differ, row)
        return
    code = _noted(code, store)
    row["round"] = code.round
    found.append(
        code._replace(state="unproven", detail=doubt, row=None, told=(row,)) if doubt else code
    )


def _row_of_code(receipt: Receipt, plan: Plan, source: str) -> Row:
    """Return the line for a closing code; columns that it does not cover stay empty."""
    a, b = receipt.sides
    line: Row = dict.fromkeys(COLUMNS)
    own = {"table": receipt.table, "round": receipt.round, "player-a": a.name, "player-b": b.name}
    line |= plan.labels(own, receipt.crossed)
    line |= {"signed": "yes", "ending": VOID if receipt.void else None, "source": source}
    for letter, side in ("A", a), ("B", b):
        result = None if receipt.void else side.result
        figures = {"score": side.score, "off": side.off, "result": result,
                   "over_ms": side.over_ms, "used_ms": side.used_ms}  # fmt: skip
        line |= {f"{letter}.{name}": value for name, value in figures.items()}
    return line | {"device": receipt.device, "game": receipt.game, "preset": receipt.preset}


def _differ(row: Row, other: Row, figures: Sequence[str] = ("score", "off")) -> str:
    names = [(side, figure, f"{side}.{figure}") for side in "AB" for figure in figures]
    return "; ".join(f"{COMPARED[figure]} of {side}: {row[name]} and {other[name]}"
                     for side, figure, name in names if row[name] != other[name])  # fmt: skip


def _seat(plan: Plan, device: DeviceRow) -> tuple[str, str, str]:
    """Return the division, round and table at which a device is."""
    named = plan.labels(device.status)
    return named[DIVISION], named["round"], named["table"]


def _silent(found: list[Line], devices: list[DeviceRow], plan: Plan) -> list[Line]:
    """Return a line for each device whose game brought no entry."""
    games = {(line.device, line.game) for line in found}
    lines: list[Line] = []
    for device in devices:
        phase, game = device.status.get("phase"), int(device.status.get("game", 0))
        if phase in (None, phases.SETUP) or (device.name, game) in games:
            continue
        division, round_name, table = _seat(plan, device)
        heard = device.connected and phase != phases.CLOSED
        line = Line(round_name, table, "open", str(phase), None, device.name, game, 0, device.hall,
                    division=division, heard=heard)  # fmt: skip
        entries = int(device.status.get("entries") or 0)
        whole = not entries and phase != phases.CLOSED
        lines.append(line if whole else line.lacks(1, entries))
    return lines


def doubled(lines: list[Line]) -> list[str]:
    """Return a line for each table of a round at which two games are signed."""
    count = Counter((line.division, line.round, line.table) for line in lines
                    if line.state == SIGNED and line.round and line.table)  # fmt: skip
    return [f"{line}: one of {count[seat]} at this table in this round" for line in lines
            if line.state == SIGNED
            and count[seat := (line.division, line.round, line.table)] > 1]  # fmt: skip
