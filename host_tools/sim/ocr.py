"""Reads text back from a picture of the display, with the device's own fonts.

Every glyph has to match exactly over the height of its font's cell, with a blank column on both
sides, in normal or inverse video; halves turned by 180 degrees are read as well.
"""

from functools import cache
from typing import TYPE_CHECKING

from corrido.ui.fonts import digits, large, text, title
from corrido.ui.items import characters

if TYPE_CHECKING:
    from corrido.ui.ports import Font

FONTS: "dict[str, Font]" = {"text": text, "large": large, "title": title, "digits": digits}
WORD_GAPS = {"text": 3, "large": 5, "title": 7, "digits": 12}  # the widest gap inside a word
WIDTH = 128
HEIGHT = 64
Columns = list[int]  # of a picture, or of a strip of it: lowest bit on top
Table = dict[tuple[int, ...], str]  # {columns without blank edges: character}

SURE = 20  # pixels of text by which a turned reading must be ahead


class Run:
    """A run of text that was found: its font, place, ink and text."""

    def __init__(self, name: str, x: int, y: int) -> None:
        self.name, self.x, self.y = name, x, y
        self.end, self.ink, self.text = x, 0, ""
        self.rows = 0  # mask of the picture's rows with ink

    def add(self, columns: Columns, x: int, char: str) -> None:
        """Append a glyph whose first column is at x, and a blank if a word ends before it."""
        self.text += " " if self.text and x - self.end > WORD_GAPS[self.name] else ""
        self.text += char
        self.end = x + len(columns)
        for column in columns:
            self.ink += column.bit_count()
            self.rows |= column << self.y


def turned(columns: Columns) -> Columns:
    """Return the same picture turned by 180 degrees."""
    return [int(f"{c:064b}"[::-1], 2) for c in reversed(columns)]


@cache
def glyphs(name: str, cut: int) -> tuple[Table, list[int]]:
    """Return a font's ({columns without blank edges: character}, widths from wide to narrow).

    cut: how many of the cell's last rows to leave out, along with the glyphs that need them.
    """
    font = FONTS[name]
    pages = (font.HEIGHT + 7) // 8
    table: Table = {}
    for at, char in enumerate(characters(font)):
        start = at * pages * font.STRIDE
        cols = [
            sum(font.DATA[start + p * font.STRIDE + x] << 8 * p for p in range(pages))
            for x in range(font.WIDTHS[at])
        ]
        inked = [x for x, column in enumerate(cols) if column]
        if inked and max(cols) < 1 << font.HEIGHT - cut:
            key = tuple(cols[inked[0] : inked[-1] + 1])
            table.setdefault(key, char)  # Greek after the Latin letters like it
    return table, sorted({len(key) for key in table}, reverse=True)


def runs_at(strip: Columns, name: str, y: int, cut: int) -> list[Run]:
    """Return all runs of known glyphs in one strip (columns cut to the font's cell)."""
    table, widths = glyphs(name, cut)
    found, run, x = list[Run](), None, 0
    edged = [*strip, *[0] * (widths[0] + 1)]
    while x < len(strip):
        if not strip[x]:
            x += 1
            continue
        # The widest glyph that a blank column ends.
        for width in widths:
            if not edged[x + width] and tuple(edged[x : x + width]) in table:
                break
        else:
            width = 0
        if not width:
            run = None
            while x < len(strip) and strip[x]:
                x += 1
            continue
        # The digits of the left clock end where the right half begins.
        crosses = run and name == "digits" and run.x < WIDTH // 2 <= x
        if run is None or crosses or x - run.end > 4 * WORD_GAPS[name]:
            run = Run(name, x, y)
            found.append(run)
        columns = strip[x : x + width]
        run.add(columns, x, table[tuple(columns)])
        x += width
    return found


def find(columns: Columns, names: tuple[str, ...] = tuple(FONTS)) -> list[Run]:
    """Return all text in a picture as runs that do not overlap, preferring those with most ink."""
    candidates: list[Run] = []
    for picture in (columns, [c ^ (1 << HEIGHT) - 1 for c in columns]):
        for name in names:
            for cut in (0, 1):  # the next line may begin in a cell's last row
                cell = (1 << FONTS[name].HEIGHT - cut) - 1
                for y in range(HEIGHT):
                    strip = [c >> y & cell for c in picture]
                    candidates += runs_at(strip, name, y, cut)
    accepted: list[Run] = []
    for run in sorted(candidates, key=lambda r: (-r.ink, r.y, r.x)):
        if not any(run.x < o.end and o.x < run.end and run.rows & o.rows for o in accepted):
            accepted.append(run)
    return accepted


def upside_down(columns: Columns) -> bool:
    """Return whether part of the picture is text only when turned.

    Only small letters tell: most large digits also read upside down.
    """
    there, turned_over = (
        sum(run.ink for run in find(one, ("text",))) for one in (columns, turned(columns))
    )
    return turned_over > there + SURE


def read_text(frame: bytes) -> list[str]:
    """Return the lines of text in a 1,024-byte picture, top to bottom, turned ones included."""
    columns = [sum(frame[page * WIDTH + x] << 8 * page for page in range(8)) for x in range(WIDTH)]
    parts = [columns[:64], columns[64:]]
    over = [upside_down(half) for half in parts]
    if over[0] == over[1]:
        parts, over = [columns], over[:1]
    lines: list[str] = []
    for part, down in zip(parts, over, strict=True):
        rows: dict[tuple[int, str], list[Run]] = {}  # all runs on one row form a line
        for run in find(turned(part) if down else part):
            rows.setdefault((run.y, run.name), []).append(run)
        lines += [" ".join(r.text for r in sorted(rows[key], key=lambda r: r.x))
                  for key in sorted(rows)]  # fmt: skip
    return lines
