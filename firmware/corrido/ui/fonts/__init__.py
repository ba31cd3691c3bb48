"""Fonts of the 128x64 display: text (11 rows), large (16), title (22), digits (32)."""

from array import array

from corrido.compat import TYPE_CHECKING
from corrido.raster import loops
from corrido.ui.fonts import digits, large, text, title

if TYPE_CHECKING:
    from corrido.ui.ports import Font, Job

FONTS: "dict[str, Font]" = {"text": text, "large": large, "title": title, "digits": digits}

_job = array("i", bytes(4 * loops.JOB_SIZE))


def job(font: "Font", string: str, gap: int) -> "Job":
    """Return the glyphs of `string`, to be measured or drawn; valid until the next call."""
    data = string.encode()
    _job[loops.LENGTH] = len(data)
    _job[loops.GAP] = gap
    loops.read(_job, data, font.ASCII, font.UTF8)
    return _job


def measured(font: "Font", line: "Job") -> int:
    """Return how many columns the glyphs of a job take, without a gap after the last."""
    return loops.measure(line, font.WIDTHS)


def width(font: "Font", string: str, gap: int = -1) -> int:
    """Return how many columns `string` takes, counting up to the 72nd glyph.

    gap: columns between glyphs, -1 for the font's own.
    """
    return measured(font, job(font, string, font.GAP if gap < 0 else gap))


def fit(font: "Font", string: str, limit: int) -> str:
    """Return `string`, cut short with '…' (or '.') if wider than `limit` columns."""
    if width(font, string) <= limit:
        return string
    room = limit - width(font, font.CUT)
    return string[: loops.fitting(job(font, string, font.GAP), font.WIDTHS, room)] + font.CUT


def fitting(font: "Font", string: str, limit: int) -> int:
    """Return how many leading characters fit into `limit` columns."""
    return loops.fitting(job(font, string, font.GAP), font.WIDTHS, limit + font.GAP)


def characters(font: "Font") -> str:
    """Return all characters of a font, in the order of their places."""
    return font.UTF8[:-1].decode()
