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
Table = dict[tuple[int, ...], str]  # {columns without blank edges: character}

SURE = 20  # pixels of text by which a turned reading must be ahead


class Run:
    """A run of text that was found: its font, place, ink and text."""

    def __init__(self, name: str, x: int, y: int) -> None:
        self.name, self.x, self.y = name, x, y
        self.end, self.ink, self.text = x, 0, ""
        self.rows = 0  # mask of the picture's rows with ink

    def add(self, columns: list[int], x: int, char: str) -> None:
        """Append a glyph whose first column is at x."""
        self.text += char
        self.end = x + len(columns)
        for column in columns:
            self.ink += bin(column).count("1")
            self.rows |= column << self.y if self.y >= 0 else column >> -self.y

    def overlaps(self, other: "Run") -> bool:
        """Return whether both runs claim a pixel."""
        return bool(self.x < other.end and other.x < self.end and self.rows & other.rows)


def columns_of(frame: bytes) -> list[int]:
    """Return the picture as 128 integers of 64 bits, lowest bit on top."""
    return [sum(frame[page * WIDTH + x] << 8 * page for page in range(8)) for x in range(WIDTH)]


def turned(columns: list[int]) -> list[int]:
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
        while cols and not cols[0]:
            cols.pop(0)
        while cols and not cols[-1]:
            cols.pop()
        if cols and max(cols) < 1 << font.HEIGHT - cut:
            table.setdefault(tuple(cols), char)  # Greek after the Latin letters like it
    return table, sorted({len(key) for key in table}, reverse=True)


def runs_at(strip: list[int], name: str, y: int, cut: int) -> list[Run]:
    """Return all runs of known glyphs in one strip (columns cut to the font's cell)."""
    table, widths = glyphs(name, cut)
    space, found, run, x = WORD_GAPS[name], [], None, 0
    while x < len(strip):
        if not strip[x]:
            x += 1
            continue
        width = match(strip, x, table, widths)
        if not width:
            run = None
            while x < len(strip) and strip[x]:
                x += 1
            continue
        if run is None or x - run.end > 4 * space or crosses(name, run, x):
            run = Run(name, x, y)
            found.append(run)
        if run.text and x - run.end > space:
            run.text += " "
        columns = strip[x : x + width]
        run.add(columns, x, table[tuple(columns)])
        x += width
    return found


def crosses(name: str, run: Run, x: int) -> bool:
    """Return whether x lies between the clock digits of the left and the right half."""
    return name == "digits" and run.x < WIDTH // 2 <= x


def match(strip: list[int], x: int, table: Table, widths: list[int]) -> int:
    """Return the width of the widest glyph at x between blank columns, 0 if there is none."""
    for width in widths:
        end = x + width
        fits = end == len(strip) or (end < len(strip) and not strip[end])
        if fits and tuple(strip[x:end]) in table:
            return width
    return 0


def find(columns: list[int], names: tuple[str, ...] = tuple(FONTS)) -> list[Run]:
    """Return all text in a picture as runs that do not overlap, preferring those with most ink."""
    candidates: list[Run] = []
    for video in (0, (1 << HEIGHT) - 1):
        picture = [c ^ video for c in columns]
        for name in names:
            font = FONTS[name]
            for cut in (0, 1):  # the next line may begin in a cell's last row
                cell = (1 << font.HEIGHT - cut) - 1
                for y in range(HEIGHT):
                    strip = [c >> y & cell for c in picture]
                    candidates += runs_at(strip, name, y, cut)
    accepted: list[Run] = []
    for run in sorted(candidates, key=lambda r: (-r.ink, r.y, r.x)):
        if not any(run.overlaps(other) for other in accepted):
            accepted.append(run)
    return accepted


def lines_of(runs: list[Run]) -> list[str]:
    """Join runs into lines: all runs on one row form one line, from left to right."""
    rows: dict[tuple[int, str], list[Run]] = {}
    for run in runs:
        rows.setdefault((run.y, run.name), []).append(run)
    return [" ".join(r.text for r in sorted(rows[key], key=lambda r: r.x)) for key in sorted(rows)]


def ink(columns: list[int]) -> int:
    """Count the lit pixels of small letters; most large digits also read upside down."""
    return sum(run.ink for run in find(columns, ("text",)))


def read_text(frame: bytes) -> list[str]:
    """Return the lines of text in a 1,024-byte picture, top to bottom, turned ones included."""
    columns = columns_of(frame)
    halves = [columns[:64], columns[64:]]
    over = [upside_down(half) for half in halves]
    if over[0] == over[1]:
        return lines_of(find(turned(columns) if over[0] else columns))
    halves = [turned(half) if down else half for half, down in zip(halves, over)]
    return [line for half in halves for line in lines_of(find(half))]


def upside_down(columns: list[int]) -> bool:
    """Return whether part of the picture is text only when turned."""
    return ink(turned(columns)) > ink(columns) + SURE
