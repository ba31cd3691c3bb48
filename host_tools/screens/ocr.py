"""Reads text back from a picture of the display, with the device's own fonts.

Every glyph has to match exactly over the whole height of its font's cell, with a blank column on
both sides, in normal or inverse video; halves that are turned by 180 degrees are read as well.
"""

from functools import cache

from corrido.ui.fonts import FONTS

WIDTH = 128
HEIGHT = 64


class Run:
    """A string found: its font, place, ink and text."""

    def __init__(self, name: str, x: int, y: int) -> None:
        self.name, self.x, self.y = name, x, y
        self.height = FONTS[name].HEIGHT
        self.end, self.ink, self.text = x, 0, ""

    def overlaps(self, other: "Run") -> bool:
        """True if both claim a pixel."""
        return (self.x < other.end and other.x < self.end
                and self.y < other.y + other.height and other.y < self.y + self.height)


def columns_of(frame: bytes) -> list:
    """The picture as 128 integers of 64 bits, lowest bit on top."""
    return [sum(frame[page * WIDTH + x] << 8 * page for page in range(8)) for x in range(WIDTH)]


def turned(columns: list) -> list:
    """The same picture turned by 180 degrees."""
    return [int(f"{c:064b}"[::-1], 2) for c in reversed(columns)]


@cache
def glyphs(name: str) -> tuple:
    """({columns without blank edges: character}, widths from wide to narrow) of a font."""
    font = FONTS[name]
    pages = (font.HEIGHT + 7) // 8
    table = {}
    for at, char in enumerate(font.CHARS):
        start = at * pages * font.STRIDE
        cols = [sum(font.DATA[start + p * font.STRIDE + x] << 8 * p for p in range(pages))
                for x in range(font.WIDTHS[at])]
        while cols and not cols[0]:
            cols.pop(0)
        while cols and not cols[-1]:
            cols.pop()
        if cols:
            table[tuple(cols)] = char
    return table, sorted({len(key) for key in table}, reverse=True)


def runs_at(strip: list, name: str, y: int) -> list:
    """All runs of known glyphs in one strip (columns cut to the cell of the font)."""
    table, widths = glyphs(name)
    space, found, run, x = FONTS[name].SPACE, [], None, 0
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
        run.text += table[tuple(strip[x:x + width])]
        run.ink += sum(bin(c).count("1") for c in strip[x:x + width])
        x = run.end = x + width
    return found


def crosses(name: str, run: Run, x: int) -> bool:
    """True between the clock digits of the left half and those of the right one."""
    return name == "digits" and run.x < WIDTH // 2 <= x


def match(strip: list, x: int, table: dict, widths: list) -> int:
    """Width of the widest glyph that stands at x between blank columns, 0 if none does."""
    for width in widths:
        end = x + width
        fits = end == len(strip) or (end < len(strip) and not strip[end])
        if fits and tuple(strip[x:end]) in table:
            return width
    return 0


def find(columns: list) -> list:
    """All text of a picture: runs that do not overlap, those with most ink first."""
    candidates = []
    for video in (0, (1 << HEIGHT) - 1):
        picture = [c ^ video for c in columns]
        for name, font in FONTS.items():
            cell = (1 << font.HEIGHT) - 1
            for y in range(1 - font.HEIGHT, HEIGHT):
                strip = [(c >> y if y >= 0 else c << -y) & cell for c in picture]
                candidates += runs_at(strip, name, y)
    accepted: list = []
    for run in sorted(candidates, key=lambda r: (-r.ink, r.y, r.x)):
        if not any(run.overlaps(other) for other in accepted):
            accepted.append(run)
    return accepted


def lines_of(runs: list) -> list:
    """Runs joined to lines: what stands on one row is one line, from left to right."""
    rows: dict = {}
    for run in runs:
        rows.setdefault((run.y, run.name), []).append(run)
    return [" ".join(r.text for r in sorted(rows[key], key=lambda r: r.x)) for key in sorted(rows)]


def ink(runs: list) -> int:
    """Lit pixels of all glyphs found."""
    return sum(run.ink for run in runs)


def read_text(frame: bytes) -> list:
    """Lines of text in a 1,024-byte picture, top to bottom; a turned half is read turned."""
    columns = columns_of(frame)
    runs = find(columns)
    lines: list = []
    for first in (0, WIDTH // 2):
        half = find(turned(columns[first:first + WIDTH // 2]))
        upright = [r for r in runs if first <= r.x < first + WIDTH // 2]
        if ink(half) > ink(upright):
            runs = [r for r in runs if r not in upright]
            lines += lines_of(half)
    return lines_of(runs) + lines
