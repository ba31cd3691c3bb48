"""The report of a provisioning run: a table for the terminal, JSON and CSV."""

import json
import tempfile
from pathlib import Path
from typing import Any

from host_tools.errors import UserError, tell, translated
from host_tools.files import as_csv, write_whole
from host_tools.untrusted.text import Cell, cell

HIDDEN = "(set)"  # in place of a secret
COLUMNS = (
    "name", "id", "port", "board", "micropython", "firmware_sha256", "lexicon", "seconds", "error",
)  # fmt: skip
SHA_LETTERS = 12


def table(entries: list[dict[str, Any]]) -> str:
    """Return a line for each board, failed ones last, and a line with the totals."""
    good = [entry for entry in entries if entry["ok"]]
    bad = [entry for entry in entries if not entry["ok"]]
    named = max((len(entry["name"] or entry["id"]) for entry in good), default=0)
    lines = [
        f"ok      {entry['port']}  {entry['name'] or entry['id']:<{named}}  firmware "
        f"{entry['firmware_sha256'][:SHA_LETTERS]}  {entry['lexicon']}"
        for entry in good
    ]
    # Of a long list a terminal still shows the last lines.
    lines += [f"FAILED  {entry['port']}  {why(entry)}" for entry in bad]
    return "\n".join([*lines, f"{len(good)} of {len(entries)} devices ready"])


def why(entry: dict[str, Any]) -> str:
    """Return a board's error in the language of the system; files keep it as it is."""
    where = f"{entry['port']}: "
    return translated(where + entry["error"]).removeprefix(where)


def write(stem: Path, entries: list[dict[str, Any]]) -> bool:
    """Write STEM.json with everything, and STEM.csv with the columns and the settings.

    Return whether both are written, each whole; one that cannot be is named on stderr.
    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    texts = {".json": json.dumps(entries, indent=2, ensure_ascii=False), ".csv": _lines(entries)}
    whole = True
    for end, text in texts.items():
        try:
            write_whole(stem.with_name(stem.name + end), text.encode())
        except UserError as error:  # the other goes on
            tell(error)
            whole = False
    return whole


def try_out(stem: Path) -> None:
    """Raise UserError or OSError if the report cannot be written; leave earlier ones alone."""
    if not stem.name:
        raise UserError(f"--report {stem}: give a file name without .csv or .json")
    stem.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=stem.parent, prefix=stem.name):
        return


def _lines(entries: list[dict[str, Any]]) -> str:
    # A column for each setting that was given to any board.
    settings = dict.fromkeys(name for entry in entries for name in entry.get("settings", {}))
    rows: list[list[Cell]] = [["ok", *COLUMNS, *settings]]
    for entry in entries:
        cells = [entry.get(key, "") for key in COLUMNS]
        cells += [entry.get("settings", {}).get(name, "") for name in settings]
        rows.append([int(entry["ok"]), *map(cell, cells)])
    return as_csv(rows)
