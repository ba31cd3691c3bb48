"""Print a link a table: a phone that reads its code opens as that table's clock."""

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote, urlencode

from corrido.ui import qr

from host_tools.errors import UserError

# A parameter of the link, and the field of the plan that it carries.
FIELDS = {"a": "player-a", "b": "player-b", "round": "round", "table": "table"}
QUIET = 4  # light modules around a code
_PAGE = """<!doctype html>
<meta charset="utf-8">
<style>body {{ font: 16px sans-serif }} figure {{ display: inline-block; width: 62mm; margin: 4mm;
text-align: center; break-inside: avoid }} svg {{ width: 52mm }} a {{ font-size: 6px }}</style>
{}
"""


def link(site: str, mode: str, row: Mapping[str, str]) -> str:
    """Return the address of a table's clock; mode: its preset, or empty for the phone's own."""
    told = {"mode": mode} | {name: row.get(field, "") for name, field in FIELDS.items()}
    given = {name: value for name, value in told.items() if value}
    return f"{site.removesuffix('/')}/clock.html#{urlencode(given, quote_via=quote)}"


def sheet(site: str, mode: str, rows: Sequence[Mapping[str, str]]) -> str:
    """Return an HTML page to print, a code a table; UserError for a link that no code holds."""
    figures: list[str] = []
    for row in rows:
        address = link(site, mode, row)
        who = f"<strong>{escape(row['table'])}</strong> " + escape(
            f"{row['player-a']} – {row['player-b']}"
        )
        there = escape(address)
        figures.append(f'<figure>{who}{_svg(address)}<a href="{there}">{there}</a></figure>')
    return _PAGE.format("\n".join(figures))


def _svg(text: str) -> str:
    try:
        *_, square = qr.encode(text.encode())
    except ValueError as error:
        raise UserError(f"{text}: {error}: a shorter --site") from error
    assert square is not None  # the last step's
    side = range(square.size)
    dark = "".join(f"M{x} {y}h1v1h-1z" for y in side for x in side if square.dark(x, y))
    box = f"{-QUIET} {-QUIET} {square.size + 2 * QUIET} {square.size + 2 * QUIET}"
    return f'<svg viewBox="{box}"><path d="{dark}"/></svg>'
