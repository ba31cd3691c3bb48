"""Games in a hall's store: the round's results, and each game as it was."""

from collections.abc import Callable, Iterator
from typing import Any

from host_tools.errors import UserError
from host_tools.hall.messages import LogEntry
from host_tools.hall.receipts import Receipt
from host_tools.hall.store import GameKey, Store
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
    *LABELS, "signed", "ending", *(f"{side}.{figure}" for side in "AB" for figure in FIGURES),
    "device", "game", "preset", "entries", "source",
)  # fmt: skip
# The range of rules that a device's settings can reach, and a little more.
SANE = {
    "budget_ms": (0, 6_000_000), "turn_ms": (0, 6_000_000), "limit_ms": (-1, 86_400_000),
    "overtime_unit_ms": (1000, 6_000_000), "overtime_limit_ms": (-1, 6_000_000),
}  # fmt: skip
SAME_GAME = ("round", "table", "game", "preset")
LOG, CODE = "log", "code"
Complaint = Callable[[str], None]


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


def games_of(store: Store, complain: Complaint) -> Iterator[tuple[GameKey, Game]]:
    """Yield every readable game; report the flaw of any other to complain()."""
    lost = _given_up(store)
    for key, seq in lost.items():
        complain(
            f"{key.device}: game {key.game}: the device had no room and gave up entries up to "
            f"{seq} before all of them were heard: its closing code or its own log has the figures"
        )
    for key in store.games():
        if key in lost:
            continue
        try:
            game = game_of(store, key)
            with readable(game):
                game.match()
        except UserError as error:
            complain(f"{key.device}: {error}")
            continue
        yield key, game


def _given_up(store: Store) -> dict[GameKey, int]:
    """Return the games that lack entries before a fold, with that fold's sequence number.

    The device no longer has those entries, and the later ones alone make no game.
    """
    latest = {key: (n, seq) for key, n, seq in store.folds()}
    return {key: seq for key, (n, seq) in latest.items() if len(store.entries(key)) < n}


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


def rows(
    store: Store, plan: Plan, round_name: str | None, complain: Complaint
) -> list[dict[str, Any]]:
    """Return a line for each game of one round or of all, signed by both players or not.

    A game known only by its closing code gets that code's figures. If a game's log and code
    differ, the log counts, and complain() is told.
    """
    found = []
    for key, game in games_of(store, complain):
        found.append(_row(key, game, labels(game, plan)))
    for receipt in store.receipts():
        line = _row_of_code(receipt, plan)
        known = [row for row in found if all(row[name] == line[name] for name in SAME_GAME)]
        for row in known:
            _compare(row, line, complain)
        if not known:
            found.append(line)
    return [row for row in found if round_name is None or row["round"] == round_name]


def _row(key: GameKey, game: Game, named: dict[str, str]) -> dict[str, Any]:
    summary = game.summary()
    line: dict[str, Any] = dict(named)
    line["signed"] = "yes" if summary["phase"] == phases.CLOSED else "no"
    line["ending"] = summary["ending"]
    for side in "AB":
        figures = dict(summary[side])
        figures["off"] = figures["points"] + figures["penalty"]
        figures["result"] = _less(figures["score"], figures["off"])
        line |= {f"{side}.{figure}": figures[figure] for figure in FIGURES}
    line |= {"device": key.device, "game": key.game, "preset": summary["preset"]}
    return line | {"entries": len(game.entries), "source": LOG}


def _row_of_code(receipt: Receipt, plan: Plan) -> dict[str, Any]:
    """Return the line for a closing code; columns that it does not cover stay empty."""
    planned = plan.of(receipt.table)
    line: dict[str, Any] = dict.fromkeys(COLUMNS)
    line |= {"table": receipt.table, "round": receipt.round or planned.get("round", "")}
    line |= {"signed": "yes", "ending": "void" if receipt.void else None, "source": CODE}
    for letter, side in zip("AB", receipt.sides, strict=True):
        label = f"player-{letter.lower()}"
        line[label] = side.name or planned.get(label, "")
        figures = {"score": side.score, "off": side.off, "result": _less(side.score, side.off),
                   "over_ms": side.over_ms, "used_ms": side.used_ms}  # fmt: skip
        line |= {f"{letter}.{name}": value for name, value in figures.items()}
    return line | {"device": receipt.device, "game": receipt.game, "preset": receipt.preset}


def _less(score: int | None, off: int) -> int | None:
    return None if score is None else score - off


def _compare(row: dict[str, Any], line: dict[str, Any], complain: Complaint) -> None:
    """Check that two accounts of a game have the same figures, and complain if not."""
    names = [f"{side}.{figure}" for side in "AB" for figure in ("score", "off")]
    differ = [name for name in names if row[name] != line[name]]
    if differ and row["signed"] == "yes":
        said = ", ".join(f"{name} {row[name]} and {line[name]}" for name in differ)
        complain(f"table {row['table']}, game {row['game']}: log and closing code differ: {said}")
