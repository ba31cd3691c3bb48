"""The manuals as PDF: Markdown and HTML as they stand in docs/, laid out by WeasyPrint."""

import io
import os
import re
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from types import ModuleType
from unittest import mock

from corrido import VERSION

from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.tree import ROOT

MANUAL = Path(ROOT) / "docs" / "manual"
# Name of the PDF -> the page that it is made of.
PAGES = {
    "players": MANUAL / "players.md",
    "jugadores": MANUAL / "jugadores.md",
    "arbiters": MANUAL / "arbiters.md",
    "arbitros": MANUAL / "arbitros.md",
    "card": MANUAL / "card.html",
    "tarjeta": MANUAL / "tarjeta.html",
}
STYLE = """
@page { size: A4; margin: 16mm; @bottom-right { content: counter(page); font: 8pt sans-serif } }
body { font: 10pt/1.35 sans-serif }
h1 { font-size: 16pt } h2 { font-size: 12pt; break-after: avoid }
table { border-collapse: collapse; width: 100% }
th, td { border: .2mm solid #888; padding: .6mm 1.2mm; text-align: left; vertical-align: top }
tr, pre { break-inside: avoid } thead { display: table-header-group }
pre { font: 8pt monospace; background: #eee; padding: 2mm; white-space: pre-wrap }
img { max-width: 60mm; image-rendering: pixelated }
"""
SHEET = """<!doctype html><style>@page { size: A4; margin: 0 }
img { width: 210mm; height: 297mm; display: block }</style>"""


def write(folder: Path, epoch: int) -> list[Path]:
    """Write every PDF; `epoch` (seconds) is the time that stands in them."""
    with mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": str(epoch)}):
        made = [_write(folder, name, html(page), page.parent) for name, page in PAGES.items()]
        return [*made, _write(folder, "soldering", sheets(), Path(ROOT) / "boards")]


def html(page: Path) -> str:
    """Return a page as HTML; one in Markdown with the style of the manuals."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".html":
        return text
    import markdown

    body = markdown.markdown(text, extensions=["tables", "sane_lists"])
    # A link into the tree leads nowhere from paper.
    body = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{body}"


def sheets() -> str:
    """Return the pages to solder by, one a board."""
    return SHEET + "".join(f'<img src="{name}/build.svg">' for name in kinds.board_names())


def _weasyprint() -> ModuleType:
    """Return the library; UserError if Pango, which it loads as it is imported, is missing."""
    try:
        # It prints a page of advice before it fails.
        with redirect_stdout(io.StringIO()):
            return import_module("weasyprint")
    except OSError as error:
        raise UserError(
            f"WeasyPrint finds no Pango ({error}): on Debian, apt install libpangoft2-1.0-0", 1
        ) from error


def _write(folder: Path, name: str, text: str, base: Path) -> Path:
    HTML = _weasyprint().HTML
    path = folder / f"corrido-{VERSION}-{name}.pdf"
    # Without an identifier of its own each file would get another one.
    HTML(string=text, base_url=f"{base}/").write_pdf(path, pdf_identifier=name.encode())
    return path
