"""Which board gets which settings: a CSV file, one line per board."""

import threading
from pathlib import Path
from typing import Any

from host_tools.device import config
from host_tools.errors import UserError
from host_tools.files import read_table

FINDERS = ("id", "port")


class Row:
    """One line of a plan: how to find its board, and the board's settings."""

    def __init__(self, fields: dict[str, Any], where: str) -> None:
        self.where = where
        self.id = str(fields.get("id") or "").lower()
        self.port = str(fields.get("port") or "")
        try:
            self.settings = {
                name: config.checked(name, value)
                for name, value in fields.items()
                if name not in FINDERS and value not in (None, "")
            }
        except UserError as error:
            raise UserError(f"{where}: {error}") from error


class Plan:
    """The lines of a plan file, each for one board, and which of them have been taken."""

    def __init__(self, rows: list[Row]) -> None:
        """Keep the lines; UserError if two are for the same board."""
        self.rows = rows
        self._free = [row for row in rows if not row.id and not row.port]
        self._taken: list[Row] = []
        self._lock = threading.Lock()
        seen: dict[tuple[str, str], Row] = {}
        for row in rows:
            for told in ("id", row.id), ("port", row.port):
                if told[1] and told in seen:
                    raise UserError(f"{row.where}: {' '.join(told)} is also in {seen[told].where}")
                seen[told] = row

    def take(self, port: str, board_id: str, index: int) -> Row | None:
        """Return the line for a board, None without a plan; UserError (1) if it has none.

        The line is found by the board's id, by its port, or as the index-th of the lines that
        name neither.
        """
        if not self.rows:
            return None
        with self._lock:
            rest = self._free[index] if index < len(self._free) else None
            found = (one for one in self.rows if ({one.id, one.port} - {""}) & {board_id, port})
            row = next(found, rest)
            if row is None:
                raise UserError(f"no line of the plan is for board {board_id}", exit_code=1)
            if row in self._taken:
                raise UserError(f"{row.where} is for another board too", exit_code=1)
            self._taken.append(row)
            return row

    def unmet(self) -> list[Row]:
        """Return the lines that no board has taken."""
        return [row for row in self.rows if row not in self._taken]


def load(path: Path | None) -> Plan:
    """Return the plan in a file, an empty one without a file; UserError names a bad line."""
    if path is None:
        return Plan([])
    rows = [Row(fields, where) for where, fields in read_table(path)]
    if not rows:
        raise UserError(
            f"{path}: no line for a board: the first line names the columns, as in "
            "`id,table,pin`, and each after it is a board's"
        )
    return Plan(rows)
