"""Clocks on air: what a stream shows of a table, late by some seconds so that nobody is helped.

A page to lay over a picture, a feed of JSON lines, and text files that streaming programs read.
"""

import asyncio
import json
import re
from collections import deque
from pathlib import Path
from typing import Any

from aiohttp import web
from corrido.core.match import rounded

from host_tools.errors import UserError, tell
from host_tools.files import made_folder, write_whole
from host_tools.hall import page
from host_tools.hall.steady import steady_s
from host_tools.hall.tables import TableRow, where
from host_tools.loopback import file

EVERY_S = 0.25
ALIVE_S = 5.0  # between two lines of a feed at most: only a write shows that the reader has gone
NOT_HEARD = "--:--"  # the clock of a table that is silent
MOST_TABLES = 1000  # on air
FOLDER = re.compile(r"[A-Za-z0-9_-]{1,20}\Z")
FIELDS = (
    "table", "round", "player_a", "player_b", "phase", "reason", "running", "turn", "points_a",
    "points_b", "silent", "clock_a_ms", "clock_b_ms",
)  # fmt: skip
Line = dict[str, str | int | bool]


class Air:
    """The hall as it was delay_s seconds ago."""

    def __init__(self, delay_s: int = 0) -> None:
        """Keep as much of the past as the delay needs."""
        self._delay_s = delay_s
        self._past: dict[str, deque[tuple[float, Line]]] = {}  # by table, oldest first

    def note(self, rows: list[TableRow], now_s: float) -> None:
        """Take in the hall of this instant; of two devices at a table the one heard last.

        Without a plan nobody is a stranger: then whoever has an account can name tables.
        """
        for row in sorted((row for row in rows if not row.stranger), key=lambda row: -row.age_s):
            table = where(row.division, row.table)
            if not row.table or (table not in self._past and len(self._past) >= MOST_TABLES):
                continue
            line: Line = {name: getattr(row, name) for name in FIELDS}
            past = self._past.setdefault(table, deque())
            if past and past[-1][0] == now_s:
                past.pop()
            if not past or _at(past[-1], now_s) != line:
                past.append((now_s, line))
            while len(past) > 1 and past[1][0] <= now_s - self._delay_s:
                past.popleft()

    def tables(self) -> list[str]:
        """Return the tables that were ever noted."""
        return list(self._past)

    def line(self, table: str, now_s: float) -> Line | None:
        """Return a table as it was before the delay; None if it was not known yet.

        Clocks are in milliseconds, negative in overtime.
        """
        then_s = now_s - self._delay_s
        known = [one for one in self._past.get(table, ()) if one[0] <= then_s]
        return _at(known[-1], then_s) if known else None


def _at(noted: tuple[float, Line], now_s: float) -> Line:
    """Return a line with its clocks run on to an instant."""
    began_s, line = noted
    gone_ms = 0 if line["silent"] else round((now_s - began_s) * 1000)
    run = {f"clock_{side.lower()}_ms": int(line[f"clock_{side.lower()}_ms"]) - gone_ms
           for side in "AB" if side in str(line["running"])}  # fmt: skip
    return line | run


def texts(line: Line) -> dict[str, str]:
    """Return what streams show, by name; each is one line, perhaps empty."""
    names = {"A": line["player_a"] or "A", "B": line["player_b"] or "B"}
    reason = "" if line["reason"] in ("", "none") else f": {line['reason']}"
    stopped = line["phase"] in ("stopped", "challenge", "verdict", "fault", "recovered")
    return {
        "p1_name": str(names["A"]),
        "p2_name": str(names["B"]),
        "p1_clock": NOT_HEARD if line["silent"] else rounded(int(line["clock_a_ms"])),
        "p2_clock": NOT_HEARD if line["silent"] else rounded(int(line["clock_b_ms"])),
        "on_turn": str(names.get(str(line["turn"]), "")),
        "stopped": "silent" if line["silent"] else f"{line['phase']}{reason}" if stopped else "",
    }


async def write_files(air: Air, folder: Path) -> None:
    """Keep a folder with a folder for each table whose name is a safe name of one."""
    written: dict[Path, str] = {}
    failed: set[Path] = set()
    while True:
        for table in filter(FOLDER.match, air.tables()):
            line = air.line(table, steady_s())
            for name, text in texts(line).items() if line else ():
                path = folder / table / f"{name}.txt"
                if written.get(path) == text:
                    continue
                try:
                    made_folder(path.parent)
                    await asyncio.to_thread(write_whole, path, text.encode())
                    written[path] = text
                    failed.discard(path)
                except UserError as error:  # tried again in the next turn; the others go on
                    if path not in failed:
                        tell(error)
                    failed.add(path)
        await asyncio.sleep(EVERY_S)


def add_pages(app: web.Application, air: Air) -> None:
    """Add /overlay?table=N and its feed, /feed?table=N: a JSON line for each change.

    Of an event `division=B` is given too, or `table=B-N`.
    """

    async def feed(request: web.Request) -> web.StreamResponse:
        table = where(request.query.get("division", ""), request.query.get("table", ""))
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        last: dict[str, Any] = {}
        told_s = 0.0
        while True:
            line = air.line(table, steady_s())
            told = {} if line is None else {**line, **texts(line)}
            shown = {name: value for name, value in told.items() if not name.endswith("_ms")}
            if shown != last or steady_s() - told_s > ALIVE_S:
                try:
                    await response.write(json.dumps(told, ensure_ascii=False).encode() + b"\n")
                except ConnectionError:  # whoever read it has gone
                    return response
                last, told_s = shown, steady_s()
            await asyncio.sleep(EVERY_S)

    app.router.add_get("/overlay", file(page.STATIC / "overlay.html"))
    app.router.add_get("/feed", feed)
