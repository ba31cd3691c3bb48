"""The report of a provisioning run: a table for the terminal, JSON, CSV, and a page to print."""

import csv
import io
import json
import tempfile
import time
from html import escape as escaped
from pathlib import Path
from typing import Any

from corrido.store import settings_table

from host_tools.errors import UserError
from host_tools.files import write_whole
from host_tools.log import phrases
from host_tools.untrusted.text import cell, clean

HIDDEN = "(set)"  # in place of a secret
COLUMNS = (
    "name", "id", "port", "board", "micropython", "firmware_sha256", "lexicon", "seconds", "error",
)  # fmt: skip
SHA_LETTERS = 12

PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 10pt sans-serif; margin: 1.5em }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ border: 1px solid #888; padding: .2em .4em; text-align: left; vertical-align: top }}
td.hash {{ font: 7pt monospace; word-break: break-all; max-width: 16em }}
tr.failed td {{ font-weight: bold; border: 2px solid #000 }}
thead {{ display: table-header-group }} tr {{ page-break-inside: avoid }}
dl {{ columns: 2 }} dt {{ float: left; clear: left; margin-right: .5em }}
</style>
<h1>{title}</h1>
<p>{date}</p>
<h2>{common_title}</h2>
<dl>
{common}
</dl>
<table><thead><tr><th></th>{heads}</tr></thead><tbody>
{rows}
</tbody></table>
<p>{signed}: ______________________________</p>
</html>
"""


def escape(text: str) -> str:
    """Return a text for the page, on one line and without characters no page may hold."""
    return escaped(clean(text))


def table(entries: list[dict[str, Any]], width: int | None = None) -> str:
    """Return a line for each board, failed ones last, and a line with the totals.

    width: the terminal's width in characters; None for no limit.
    """
    good = [entry for entry in entries if entry["ok"]]
    bad = [entry for entry in entries if not entry["ok"]]
    named = max((len(entry["name"] or entry["id"]) for entry in good), default=0)
    lines = [
        f"ok      {entry['port']}  {entry['name'] or entry['id']:<{named}}  firmware "
        f"{entry['firmware_sha256'][:SHA_LETTERS]}  {entry['lexicon']}"
        for entry in good
    ]
    # Of a long list a terminal still shows the last lines.
    lines += [f"FAILED  {entry['port']}  {entry['error']}" for entry in bad]
    if width:
        lines = [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines]
    return "\n".join([*lines, f"{len(good)} of {len(entries)} devices ready"])


def write(stem: Path, entries: list[dict[str, Any]], language: str = "es") -> None:
    """Write STEM.json with everything, STEM.csv with the columns, STEM.html to print.

    Each file appears whole or not at all; UserError or OSError if one cannot be written.
    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    texts = {
        ".json": json.dumps(entries, indent=2, ensure_ascii=False),
        ".csv": _lines(entries),
        ".html": page(entries, language),
    }
    for suffix, text in texts.items():
        write_whole(stem.with_name(stem.name + suffix), text.encode())


def try_out(stem: Path) -> None:
    """Raise UserError or OSError if the report cannot be written; leave earlier ones alone."""
    if not stem.name:
        raise UserError(f"--report {stem}: give a file name without .csv or .html")
    stem.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=stem.parent, prefix=stem.name):
        return


def _lines(entries: list[dict[str, Any]]) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["ok", *COLUMNS])
    for entry in entries:
        cells = (cell(entry.get(key, "")) for key in COLUMNS)
        writer.writerow([int(entry["ok"]), *cells])
    return file.getvalue()


def page(entries: list[dict[str, Any]], language: str) -> str:
    """Return the page to print and sign: the common settings, and each board's own."""
    say = phrases.table(language)
    counts = {"count": len(entries), "failed": sum(not entry["ok"] for entry in entries)}
    common = _common(entries)
    heads = [*(say[f"report.{key}"] for key in COLUMNS), say["report.settings"]]
    return PAGE.format(
        language=language,
        title=say["report.title"].format(**counts),
        date=time.strftime("%Y-%m-%d %H:%M"),
        common_title=say["report.common"],
        common="\n".join(
            f"<dt>{escape(setting(name, language))}</dt><dd>{escape(shown(name, value, language))}"
            "</dd>"
            for name, value in common.items()
        ),
        heads="".join(f"<th>{escape(head)}</th>" for head in heads),
        rows="\n".join(_row(entry, common, language) for entry in entries),
        signed=say["report.signed"],
    )


def setting(name: str, language: str) -> str:
    """Return a setting's title, followed by the name to type for it."""
    said = phrases.table(language).get(f"setting.{name}")
    return f"{said} ({name})" if said else name


def shown(name: str, value: Any, language: str) -> str:
    """Return a setting's value in readable form."""
    say = phrases.table(language)
    if value == HIDDEN:
        return say["report.hidden"]
    if value is None:
        return say["report.preset"]
    if isinstance(value, bool):
        return say["value.yes" if value else "value.no"]
    return settings_table.to_text(name, value) or "-"


def _common(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the settings that are the same on every board that is ready."""
    given = [entry.get("settings", {}) for entry in entries if entry["ok"]]
    first = given[0] if given else {}
    return {
        name: value
        for name, value in first.items()
        if all(name in one and one[name] == value for one in given)
    }


def _row(entry: dict[str, Any], common: dict[str, Any], language: str) -> str:
    failed = phrases.table(language)["report.failed"]
    cells = [f"<td>{'&#10003;' if entry['ok'] else f'&#10007; {escape(failed)}'}</td>"]
    for key in COLUMNS:
        mark = ' class="hash"' if key.endswith("sha256") else ""
        cells.append(f"<td{mark}>{escape(str(entry.get(key) or ''))}</td>")
    own = [
        f"{setting(name, language)}: {shown(name, value, language)}"
        for name, value in entry.get("settings", {}).items()
        if name not in common
    ]
    cells.append(f"<td>{'<br>'.join(escape(line) for line in own)}</td>")
    return f"<tr{'' if entry['ok'] else ' class=failed'}>{''.join(cells)}</tr>"
