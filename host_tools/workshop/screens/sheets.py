"""Sheets of all screens at their size on a display, before and after a change.

There is one sheet, an HTML file, per display, to print at 100 % or to hold a display against.
Every measure is in millimetres, and a line of 100 mm shows whether the printer kept the scale.
"""

import base64
import html
from pathlib import Path

from host_tools.files import write_whole
from host_tools.workshop.screens import png, report
from host_tools.workshop.screens.angles import PITCH_MM

# Each picture is {(language, screen): 1,024 bytes}.
Pictures = dict[tuple[str, str], bytes]
RULER_MM = 100
STYLE = """
@page { size: A4 landscape; margin: 8mm; }
body { font: 3mm/1.3 sans-serif; margin: 4mm; }
table { border-spacing: 2mm; }
th { text-align: left; font-weight: normal; vertical-align: middle; }
tr { break-inside: avoid; }
img { display: block; image-rendering: pixelated; outline: 0.2mm solid #0b0e14; }
.ruler { border: solid #000; border-width: 0 0.2mm 0.2mm; height: 2mm; }
"""


def before_from(path: str) -> Pictures:
    """Return the pictures that another version stored in its tests/screens/hashes.txt."""
    kept = report.read_hashes(path)
    return {
        (name.partition("/")[0], name.partition("/")[2]): bytes.fromhex(picture)
        for name, (_, picture) in kept.items()
    }


def write(folder: str, before: Pictures, after: Pictures) -> list[Path]:
    """Write a sheet for each display into a folder; return the files."""
    files: list[Path] = []
    for display, pitch_mm in PITCH_MM.items():
        path = Path(folder) / f"true-size-{display.rstrip(chr(34))}.html"
        write_whole(path, page(display, pitch_mm, before, after).encode())
        files.append(path)
    return files


def page(display: str, pitch_mm: float, before: Pictures, after: Pictures) -> str:
    """Return one display's sheet: one row per screen, before and after by language."""
    languages = list(dict.fromkeys(language for language, _ in after))
    heads = "".join(f"<th>{lang} before<th>{lang} after" for lang in languages)
    rows: list[str] = []
    for name in dict.fromkeys(name for _, name in after):
        cells = "".join(
            f"<td>{_image(before.get((lang, name)), pitch_mm)}"
            f"<td>{_image(after.get((lang, name)), pitch_mm)}"
            for lang in languages
        )
        rows.append(f"<tr><th>{html.escape(name)}{cells}</tr>")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Screens, {display}</title>"
        f"<style>{STYLE}</style><h1>Every screen as large as on a display of {display}</h1>"
        f'<p>This line is {RULER_MM} mm:<div class=ruler style="width:{RULER_MM}mm"></div>'
        f"<table><tr><th>screen{heads}</tr>\n" + "\n".join(rows) + "</table></html>\n"
    )


def _image(frame: bytes | None, pitch_mm: float) -> str:
    """Return a picture sized in millimetres; nothing for a screen that did not exist."""
    if frame is None:
        return ""
    data = base64.b64encode(png.encode(png.pixels(frame), 1, border=0)).decode()
    size = f"width:{128 * pitch_mm:.2f}mm;height:{64 * pitch_mm:.2f}mm"
    return f'<img alt="" style="{size}" src="data:image/png;base64,{data}">'
