"""The report of a provisioning run: a table for the terminal, JSON, CSV, and a page to print."""

import csv
import html
import io
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.files import write_whole
from host_tools.untrusted.text import cell

COLUMNS = (
    ("name", "Device"),
    ("id", "Serial number"),
    ("port", "Port"),
    ("board", "Board"),
    ("micropython", "MicroPython"),
    ("firmware_sha256", "Firmware SHA-256"),
    ("lexicon", "Lexicon"),
    ("seconds", "Seconds"),
    ("error", "Fault"),
)

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Corrido: {count} devices, {date}</title>
<style>
body {{ font: 10pt sans-serif; margin: 1.5em }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ border: 1px solid #888; padding: .2em .4em; text-align: left; vertical-align: top }}
td.hash {{ font: 7pt monospace; word-break: break-all; max-width: 16em }}
tr.failed td {{ font-weight: bold; border: 2px solid #000 }}
thead {{ display: table-header-group }} tr {{ page-break-inside: avoid }}
</style>
<h1>Corrido: {count} devices, {failed} failed</h1>
<p>{date}</p>
<table><thead><tr><th></th>{heads}</tr></thead><tbody>
{rows}
</tbody></table>
<p>Checked by: ______________________________</p>
</html>
"""


def table(entries: list[dict[str, Any]]) -> str:
    """Return a line for each board, and a last one that counts them."""
    lines = []
    for entry in entries:
        if entry["ok"]:
            what = f"ok      {entry['port']}  {entry['name'] or entry['id']}"
            sha = entry["firmware_sha256"][:16]
            lines.append(f"{what}  firmware {sha}  lexicon {entry['lexicon']}")
        else:
            lines.append(f"FAILED  {entry['port']}  {entry['error']}")
    good = sum(entry["ok"] for entry in entries)
    return "\n".join([*lines, f"{good} of {len(entries)} devices ready"])


def write(stem: Path, entries: list[dict[str, Any]]) -> None:
    """Write STEM.json with everything, STEM.csv with the columns, STEM.html to print.

    Each file appears whole or not at all; UserError or OSError if one cannot be written.
    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    texts = {
        ".json": json.dumps(entries, indent=2, ensure_ascii=False),
        ".csv": _lines(entries),
        ".html": page(entries),
    }
    for suffix, text in texts.items():
        write_whole(stem.with_name(stem.name + suffix), text.encode())


def try_out(stem: Path) -> None:
    """Raise UserError or OSError if no file can be written there; touch no earlier report."""
    if not stem.name:
        raise UserError(f"--report {stem}: the name of a file is wanted, without .csv or .html")
    stem.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=stem.parent, prefix=stem.name):
        return


def _lines(entries: list[dict[str, Any]]) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["ok", *(key for key, _ in COLUMNS)])
    for entry in entries:
        cells = (cell(entry.get(key, "")) for key, _ in COLUMNS)
        writer.writerow([int(entry["ok"]), *cells])
    return file.getvalue()


def page(entries: list[dict[str, Any]]) -> str:
    """Return the page to print."""
    return PAGE.format(
        count=len(entries),
        failed=sum(not entry["ok"] for entry in entries),
        date=time.strftime("%Y-%m-%d %H:%M"),
        heads="".join(f"<th>{title}</th>" for _, title in COLUMNS),
        rows="\n".join(_row(entry) for entry in entries),
    )


def _row(entry: dict[str, Any]) -> str:
    cells = [f"<td>{'&#10003;' if entry['ok'] else '&#10007; FAILED'}</td>"]
    for key, _ in COLUMNS:
        mark = ' class="hash"' if key.endswith("sha256") else ""
        cells.append(f"<td{mark}>{html.escape(str(entry.get(key) or ''))}</td>")
    return f"<tr{'' if entry['ok'] else ' class=failed'}>{''.join(cells)}</tr>"
