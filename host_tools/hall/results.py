"""Games in a hall's store: the round's results, and each game as it was."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

from host_tools.errors import UserError
from host_tools.hall.messages import LogEntry
from host_tools.hall.store import GameKey, Store
from host_tools.hall.tables import Plan
from host_tools.log.firmware import phases
from host_tools.log.games import Entry, Game, readable

LABELS = ("round", "table", "player-a", "player-b")
FIGURES = ("points", "penalty", "card", "turns", "over_ms", "used_ms", "forfeit")
COLUMNS = (
    *LABELS, "signed", "ending", *(f"{side}.{figure}" for side in "AB" for figure in FIGURES),
    "device", "game", "preset", "entries",
)  # fmt: skip
# The range of rules within reach of a device's settings, and a little more.
SANE = {
    "budget_ms": (0, 6_000_000), "turn_ms": (0, 6_000_000), "limit_ms": (-1, 86_400_000),
    "overtime_unit_ms": (1000, 6_000_000), "overtime_limit_ms": (-1, 6_000_000),
}  # fmt: skip
Complaint = Callable[[str], None]
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def game_of(store: Store, key: GameKey) -> Game:
    """Return the game that a store's entries make; raise UserError if its beginning is unreadable.

    The rules came with it, from whoever has the account: minutes of overtime that last a
    millisecond would be counted for hours.
    """
    game = Game(key.game, [_entry(entry) for entry in store.entries(key)], {"id": key.device})
    with readable(game):
        for name, (low, high) in SANE.items():
            if not low <= getattr(game.rules, name) <= high:
                raise ValueError(f"{name} {getattr(game.rules, name)!r}")
    return game


def games_of(store: Store, complain: Complaint) -> Iterator[tuple[GameKey, Game]]:
    """Yield every readable game; report the flaw of any other to complain()."""
    for key in store.games():
        try:
            game = game_of(store, key)
            with readable(game):
                game.match()
        except UserError as error:
            complain(f"{key.device}: {error}")
            continue
        yield key, game


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
    """Round, table and names: the device's own, or else the plan's."""
    own = {name: str(game.labels.get(name) or "") for name in LABELS}
    planned = plan.of(own["table"])
    return {name: own[name] or planned.get(name, "") for name in LABELS}


def rows(
    store: Store, plan: Plan, round_name: str | None, complain: Complaint
) -> list[dict[str, Any]]:
    """Return a line for each game of one round or of all, signed by both players or not."""
    found = []
    for key, game in games_of(store, complain):
        named = labels(game, plan)
        if round_name is None or named["round"] == round_name:
            found.append(_row(key, game, named))
    return found


def _row(key: GameKey, game: Game, named: dict[str, str]) -> dict[str, Any]:
    summary = game.summary()
    line: dict[str, Any] = dict(named)
    line["signed"] = "yes" if summary["phase"] == phases.CLOSED else "no"
    line["ending"] = summary["ending"]
    for side in "AB":
        line |= {f"{side}.{figure}": summary[side][figure] for figure in FIGURES}
    line |= {"device": key.device, "game": key.game, "preset": summary["preset"]}
    return line | {"entries": len(game.entries)}


def cell(value: Any) -> Any:
    """Return a value for a spreadsheet, quoted if it would be taken for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def as_csv(found: list[dict[str, Any]]) -> str:
    """Return the CSV document, with its header even if there is no game."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(row[name]) for name in COLUMNS} for row in found)
    return out.getvalue()
