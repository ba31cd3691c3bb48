"""Which board gets which settings: a CSV or JSON file, a line a board."""

import csv
from pathlib import Path
from typing import Any

from host_tools.device import config
from host_tools.errors import UserError
from host_tools.files import read_json, read_text

FINDERS = ("id", "port")


class Row:
    """One line of a plan: what finds its board, and the settings it brings."""

    def __init__(self, fields: dict[str, Any], where: str) -> None:
        self.where = where
        self.id = str(fields.get("id") or "").lower()
        self.port = str(fields.get("port") or "")
        self.settings: dict[str, Any] = {}
        for name, value in fields.items():
            if name not in FINDERS and value not in (None, ""):
                self.settings[name] = _checked(name, value, where)


def _checked(name: str, value: Any, where: str) -> Any:
    try:
        return config.checked(name, value)
    except UserError as error:
        raise UserError(f"{where}: {error}") from error


def load(path: Path | None) -> list[Row]:
    """The rows of a plan file; none without a file. UserError with file and line."""
    if path is None:
        return []
    if path.suffix.lower() == ".json":
        found = read_json(path, "plan_file")
        return [Row(row, f"{path}, board {n}") for n, row in enumerate(found, 1)]
    # Excel's plain "CSV" is in the system's own code page.
    lines = read_text(path, "CSV UTF-8").splitlines()
    delimiter = ";" if lines and ";" in lines[0] else ","
    reader = csv.DictReader(lines, delimiter=delimiter)
    rows = []
    try:
        for fields in reader:
            where = f"{path}, line {reader.line_num}"
            if None in fields:
                raise UserError(f"{where}: more columns than the first line has names")
            rows.append(Row(fields, where))
    except csv.Error as error:
        where = f"{path}, after line {reader.line_num}"
        raise UserError(f"{where}: {error}: is a quote not closed?") from error
    return rows


def row_for(rows: list[Row], port: str, board_id: str, index: int) -> Row | None:
    """The row of a board: by its id, by its port, or the index-th of those that name neither."""
    for row in rows:
        if (row.id and row.id == board_id) or (row.port and row.port == port):
            return row
    free = [row for row in rows if not row.id and not row.port]
    return free[index] if index < len(free) else None
