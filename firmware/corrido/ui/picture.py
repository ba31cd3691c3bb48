"""The picture: 128x64 pixels, one bit each, in the page order of the SSD1306, and who paints it.

Byte `page * 128 + x` holds eight pixels of column x, rows 8 * page (lowest bit) to 8 * page + 7.

Halves may be turned by 180 degrees, for a clock lying flat between the players.
The setting `rotate`: `b` turns B's half (A sits below the display), `a` turns A's, `both` turns
each in place (for a case mounted upside down: each time stays at its player's button, and all
other screens are turned as a whole), `all` turns the whole picture.
"""

from corrido.compat import TYPE_CHECKING
from corrido.raster import loops
from corrido.ui import fonts, items

if TYPE_CHECKING:
    from corrido.ui.ports import Font, Item, Job

WIDTH = 128
HEIGHT = 64
HALF = 64
LEFT_HALF = 1
RIGHT_HALF = 2
ALL = 4  # the whole picture as one
HALVES = {"a": LEFT_HALF, "b": RIGHT_HALF, "both": LEFT_HALF | RIGHT_HALF}


class Canvas:
    """A drawing surface of 1,024 bytes; coordinates are in pixels from the top left corner."""

    def __init__(self, buffer: bytearray) -> None:
        if len(buffer) != WIDTH * HEIGHT // 8:
            raise ValueError("the picture needs 1024 bytes, got %d" % len(buffer))
        self.buffer = buffer

    def clear(self) -> None:
        """Make every pixel dark."""
        self._rectangle(0, 0, WIDTH, HEIGHT, loops.DARK)

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Light (or darken) a rectangle; parts outside the picture are clipped."""
        self._rectangle(x, y, w, h, loops.LIT if on else loops.DARK)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Invert every pixel of a rectangle."""
        self._rectangle(x, y, w, h, loops.OVER)

    def frame(self, x: int, y: int, w: int, h: int, thick: int = 1) -> None:
        """Draw the border of a rectangle, `thick` pixels inwards."""
        self.fill(x, y, w, thick)
        self.fill(x, y + h - thick, w, thick)
        self.fill(x, y, thick, h)
        self.fill(x + w - thick, y, thick, h)

    def text(self, font: "Font", x: int, y: int, string: str, gap: int = -1) -> int:
        """Draw `string` over the picture, top left at (x, y), and return the column after it.

        x and y: 0 or more; parts right of the picture or below it are clipped. gap: columns
        between glyphs, -1 for the font's own.
        """
        return self.lay(font, fonts.job(font, string, font.GAP if gap < 0 else gap), x, y)

    def lay(self, font: "Font", job: "Job", x: int, y: int) -> int:
        """Draw the glyphs of a job made by fonts.job(), as text() does."""
        job[loops.X] = x
        job[loops.Y] = y
        job[loops.END] = WIDTH
        job[loops.PAGES] = (font.HEIGHT + 7) // 8
        job[loops.STRIDE] = font.STRIDE
        return loops.lay(self.buffer, job, font.WIDTHS, font.DATA)

    def pixel(self, x: int, y: int) -> bool:
        """Return whether the pixel is lit."""
        return bool(self.buffer[(y >> 3) * WIDTH + x] & 1 << (y & 7))

    def _rectangle(self, x: int, y: int, w: int, h: int, mode: int) -> None:
        right, bottom = min(x + w, WIDTH), min(y + h, HEIGHT)
        x, y = max(x, 0), max(y, 0)
        if right > x and bottom > y:
            loops.box(self.buffer, x | y << 8, right - x | bottom - y << 8, mode)


def turn_box(source: bytearray, target: bytearray, item: "Item", halves: int) -> None:
    """Copy the pages that an item's box touches, turning `halves` (a mask) in place."""
    x, y, w, h = item[1:5]
    for page in range(y >> 3, min(8, (y + h + 7) >> 3)):
        for first in (0, HALF):
            start, end = max(x, first), min(x + w, first + HALF)
            if start < end:
                _copy(source, target, page, start, end, _axis(first, halves))


def _axis(first: int, halves: int) -> int:
    if halves & ALL:
        return 2 * HALF - 1
    turned = halves & (LEFT_HALF if first == 0 else RIGHT_HALF)
    return 2 * first + HALF - 1 if turned else 0


def _copy(
    source: bytearray, target: bytearray, page: int, start: int, end: int, axis: int
) -> None:
    """Copy columns; axis: the sum of a column and its turned counterpart, 0 for a plain copy."""
    if axis:
        loops.turned(source, target, page | start << 8 | end << 16, axis)
        return
    row = page * 128
    target[row + start : row + end] = source[row + start : row + end]


class Painter:
    """The picture, `frame` (1,024 bytes), and the items in it; `wanted`: those that should be."""

    def __init__(self, frame: bytearray) -> None:
        self.frame = frame
        self.wanted: "list[Item]" = []
        self._shown: "list[Item | None]" = []
        self._logical: "bytearray | None" = None  # the picture before its halves are turned
        self._turns = -1
        self._canvas = Canvas(frame)

    def show(self, wanted: "list[Item]", turns: int) -> None:
        """Have these items painted, halves turned as in the mask; erase what is to move."""
        self.wanted = wanted
        if turns != self._turns or len(wanted) != len(self._shown):
            self._clear(turns)
        for at, shown in enumerate(self._shown):
            if shown and shown is not wanted[at] and shown[:5] != wanted[at][:5]:
                self._shown[at] = None
                self._canvas.fill(shown[1], shown[2], shown[3], shown[4], False)
                self._turn(shown)

    def paint(self) -> bool:
        """Paint the first item that is not shown yet; return False if all are."""
        shown = self._shown
        for at, item in enumerate(self.wanted):
            if item is not shown[at] and item != shown[at]:
                items.paint(self._canvas, item)
                self._turn(item)
                shown[at] = item
                return True
        return False

    def forget(self) -> None:
        """Drop all items; the next are painted on an empty picture."""
        self.wanted, self._shown, self._turns = [], [], -1

    def _clear(self, turns: int) -> None:
        self._turns = turns
        Canvas(self.frame).clear()
        self._logical = bytearray(len(self.frame)) if turns else None
        self._canvas = Canvas(self._logical or self.frame)
        self._shown = [None] * len(self.wanted)

    def _turn(self, item: "Item") -> None:
        if self._logical:
            turn_box(self._logical, self.frame, item, self._turns)
