"""The manuals as PDF: Markdown and HTML as they stand in docs/, laid out by WeasyPrint."""

import io
import mimetypes
import os
import re
from base64 import b64encode
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from types import ModuleType
from unittest import mock

from corrido import VERSION

from host_tools.case import layout, template
from host_tools.case.kit import FORMS, Choice
from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.tree import ROOT
from host_tools.web.manual import as_html

MANUAL = Path(ROOT) / "docs" / "manual"
# Name of the PDF -> the page it is made from.
PAGES = {
    "players": MANUAL / "players.md",
    "jugadores": MANUAL / "jugadores.md",
    "arbiters": MANUAL / "arbiters.md",
    "arbitros": MANUAL / "arbitros.md",
    "card": MANUAL / "card.html",
    "tarjeta": MANUAL / "tarjeta.html",
}
STYLE = Path(__file__).with_name("manuals.css")
SHEET = """<!doctype html><style>@page { size: A4; margin: 0 }
img { width: 210mm; height: 297mm; display: block }</style>"""
TRUE_SIZE = """<!doctype html><style>@page { size: A4; margin: 5mm }
img { display: block; break-after: page }</style>"""
# The case in the release: the kit's own choice, in both forms.
CASES = [Choice("pico", form, "2.42", "usb") for form in FORMS]


def write(folder: Path, epoch: int) -> list[Path]:
    """Write every PDF, dated `epoch` (seconds)."""
    texts = {name: html(page) for name, page in PAGES.items()}
    texts |= {"soldering": sheets(), "labels": labels()}
    with mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": str(epoch)}):
        return [_write(folder, name, text) for name, text in texts.items()]


def html(page: Path) -> str:
    """Return a page as HTML with its pictures; a Markdown page gets the manuals' style."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".html":
        return _with_pictures(text, page.parent)
    body = as_html(text)
    # On paper, a link into the tree leads nowhere.
    body = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    style = STYLE.read_text(encoding="utf-8")
    whole = f"<!doctype html><meta charset=utf-8><style>{style}</style>{body}"
    return _with_pictures(whole, page.parent)


def _with_pictures(text: str, folder: Path) -> str:
    """Put pictures into a page: a PDF made from their paths would depend on them."""

    def inside(found: re.Match[str]) -> str:
        return f'src="{_inline(found[1], (folder / found[1]).read_bytes())}"'

    return re.sub(r'(?<= )src="([^"]+)"', inside, text)


def _inline(name: str, data: bytes) -> str:
    """Return a picture's bytes as an address."""
    return f"data:{mimetypes.guess_type(name)[0]};base64,{b64encode(data).decode()}"


def sheets() -> str:
    """Return the soldering pages, one per board."""
    pages = "".join(f'<img src="{name}/build.svg">' for name in kinds.board_names())
    return _with_pictures(SHEET + pages, Path(ROOT) / "boards")


def labels() -> str:
    """Return each case's labels to glue on and its drilling template, 1:1."""
    drawn = [template.svg(layout.make(choice), each) for choice in CASES for each in (True, False)]
    return TRUE_SIZE + "".join(
        f'<img src="{_inline("sheet.svg", sheet.encode())}">' for sheet in drawn
    )


def _weasyprint() -> ModuleType:
    """Return the library; UserError if Pango, which its import loads, is missing."""
    try:
        # Before failing, the import prints a page of advice.
        with redirect_stdout(io.StringIO()):
            return import_module("weasyprint")
    except OSError as error:
        raise UserError(
            f"WeasyPrint finds no Pango ({error}): on Debian, apt install libpangoft2-1.0-0", 1
        ) from error


def _write(folder: Path, name: str, text: str) -> Path:
    HTML = _weasyprint().HTML
    path = folder / f"corrido-{VERSION}-{name}.pdf"
    # Without a fixed identifier, every run would give the file a new one.
    HTML(string=text).write_pdf(path, pdf_identifier=name.encode())
    return path
