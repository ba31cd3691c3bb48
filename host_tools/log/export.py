"""Games as data: JSON with everything, CSV with one line per game for a whole round."""

from typing import Any

from host_tools import files
from host_tools.log.games import Entry, Game, Report
from host_tools.untrusted.text import cell

LABELS = ("date", "round", "table", "player-a", "player-b")
FIGURES = (
    "used_ms", "over_ms", "points", "turns", "turns_lost", "challenges", "challenges_won",
    "penalty", "card", "blanks", "score", "off", "result", "forfeit",
)  # fmt: skip
# In addition to milliseconds: h:mm:ss, which a spreadsheet reads as a time in any language.
TIMES = ("used", "over")
COLUMNS = (
    "device", "name", "game", *LABELS, "preset", "opener", "phase", "ending", "forfeit",
    *(f"{letter}.{figure}" for letter in "AB" for figure in (*TIMES, *FIGURES)),
    "still_ms", "both_ms", "entries", "chain_whole",
)  # fmt: skip


def as_dict(game: Game, report: Report, words: bool = True) -> dict[str, Any]:
    """Return a game with figures and entries; without `words` it hides which ones failed."""
    entries = [_entry(game, entry, words) for entry in game.entries]
    return {**game.summary(), "chain_whole": report.proven, "log": entries}


def _entry(game: Game, entry: Entry, words: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seq": entry.seq,
        "t_ms": entry.t_ms,
        "kind": entry.kind,
        "who": entry.who,
        "value": entry.said,
        "logs": list(entry.logs),
        "text": entry.text() if "ignored" not in entry.logs else entry.payload.hex(),
        "undone": bool(entry.kind) and entry.seq in game.undone,
    }
    if words:
        return found | {"chain": entry.chain.hex()}
    # No hash either: with it, a few words could be found by trial.
    return found | {"text": "" if entry.tells_words else found["text"]}


def row(game: Game, report: Report) -> dict[str, Any]:
    """Return a game as one line of the round's CSV, with times in milliseconds."""
    found = game.summary()
    line: dict[str, Any] = {name: found.get(name, "") for name in COLUMNS}
    for letter in "AB":
        line |= {f"{letter}.{figure}": found[letter][figure] for figure in FIGURES}
        line |= {f"{letter}.{name}": _clock(found[letter][f"{name}_ms"]) for name in TIMES}
    return line | {"entries": len(game.entries), "chain_whole": int(report.proven)}


def _clock(ms: int) -> str:
    """Return a time as h:mm:ss, rounded up to whole seconds as on a game's sheet."""
    seconds = -(-ms // 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def as_csv(rows: list[dict[str, Any]], columns: dict[str, str], excel: bool = False) -> str:
    """Return a CSV document, with a header even if there are no rows.

    columns: the field of each heading; excel: as for files.as_csv().
    """
    told = ([cell(row[name]) for name in columns.values()] for row in rows)
    return files.as_csv([columns, *told], excel)
