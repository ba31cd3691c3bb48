"""The items of a screen, and the picture that they are painted into, one by one.

An item is a tuple (painter, x, y, w, h, ..., inverse), and draws nothing outside its box. As long
as only the content of its items changes, a screen returns the same boxes in the same order; then
only the changed ones are repainted.

The picture has 128x64 bits in the page order of the SSD1306: byte `page * 128 + x` holds column
x, rows 8 * page (lowest bit) to 8 * page + 7. The setting `rotate` turns halves in place: `b` B's
(A sits below the display), `a` A's, `both` (upside down in its case), or `all` as a whole.
"""

from array import array

from corrido.compat import TYPE_CHECKING
from corrido.raster import loops
from corrido.ui import fonts

if TYPE_CHECKING:
    from corrido.ui.ports import Callable, Font, Item, Job, Square

    Painted = Callable[["Canvas", int, int, int, int, str, int], None]

LEFT = 0
CENTRE = 1
RIGHT = 2

MARGIN = 2
TIGHT = 1  # columns between large letters or digits if two do not fit
HEAD_H = 14


def text(
    x: int, y: int, w: int, h: int, string: str, place: int = LEFT, inverse: bool = False
) -> "Item":
    """Return a line of text, cut to fit; its box is at least 11 px high (10 if no descenders)."""
    return (draw_text, x, y, w, h, string, place, inverse)


def line(y: int, h: int, string: str, inverse: bool = False) -> "Item":
    """Return a line of text, centred on the whole width."""
    return (draw_text, 0, y, WIDTH, h, string, CENTRE, inverse)


def large(
    x: int, y: int, w: int, string: str, place: int = CENTRE, inverse: bool = False
) -> "Item":
    """Return a line in capitals 14 rows high, in a box of 16, legible across the table."""
    return (draw_large, x, y, w, 16, string, place, inverse)


def largest(
    x: int, y: int, w: int, string: str, place: int = CENTRE, inverse: bool = False
) -> "Item":
    """Return a line of 16 rows: large, or as text if it is too wide or lacks large letters."""
    known = characters(fonts.large)
    fits = all([c in known for c in string]) and width_in(fonts.large, string, TIGHT) <= w
    return either(fits, x, y, w, string, place, inverse)


def either(
    big: bool, x: int, y: int, w: int, string: str, place: int, inverse: bool = False
) -> "Item":
    """Return a line of 16 rows, in large letters or in small ones."""
    return (draw_large if big else draw_text, x, y, w, 16, string, place, inverse)


def title(string: str) -> "Item":
    """Return a screen's heading: underlined over the whole width; inverse marks the choice."""
    return (draw_head, 0, 0, 128, HEAD_H, string, LEFT, False)


def headed(left: str, right: str) -> "list[Item]":
    """Return the heading of a screen with something at its right end."""
    return apart(draw_head, 0, HEAD_H, left, right, width_of(right) + 2 * MARGIN)


def apart(
    kind: "Painted", y: int, h: int, left: str, right: str, w: int, inverse: bool = False
) -> "list[Item]":
    """Return a line of that kind in two boxes: the right one is w wide, the left has the rest."""
    return [
        (kind, 0, y, WIDTH - w, h, left, LEFT, inverse),
        (kind, WIDTH - w, y, w, h, right, RIGHT, inverse),
    ]


def big(y: int, string: str, inverse: bool = False) -> "Item":
    """Return a word in the title letters, centred on the whole width, in a box of 21 rows.

    None of its letters may have a descender. A word too wide for the title letters is set in the
    large ones, which are narrower.
    """
    if width_in(fonts.title, string) > 128:
        return (draw_large, 0, y + 2, 128, 18, string, CENTRE, inverse)
    return (draw_title, 0, y, 128, 21, string, inverse)


def boxed(x: int, y: int, w: int, string: str, inverse: bool = False) -> "Item":
    """Return a value in the title letters, in a box of 22 rows."""
    return (draw_title, x, y, w, 22, string, inverse)


def digits(x: int, y: int, w: int, string: str, place: int, inverse: bool = False) -> "Item":
    """Return a time in the clock's digits, 32 rows high."""
    return (draw_digits, x, y, w, 32, string, place, inverse)


def dashes(x: int, y: int, w: int, h: int, level: int, inverse: bool = False) -> "Item":
    """Return a warning strip: none (0), dashed (1) or solid (2)."""
    return (draw_dashes, x, y, w, h, level, inverse)


def paint(canvas: "Canvas", item: "Item") -> None:
    """Clear the item's box and draw the item, inverse if its last value says so."""
    x, y, w, h = item[1:5]
    canvas.fill(x, y, w, h, False)
    item[0](canvas, x, y, w, h, *item[5:-1])
    if item[-1]:
        canvas.invert(x, y, w, h)


def room(w: int) -> int:
    """Return the columns available to text in a box of width w: one is left blank on each side."""
    return w - 2 if w > 4 * MARGIN else w


def _start(x: int, w: int, width: int, place: int) -> int:
    if place == CENTRE:
        return x + (w - width) // 2
    margin = min(MARGIN, (w - width) // 2)
    return x + w - width - margin if place == RIGHT else x + margin


def draw_text(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int) -> None:
    """Draw a line in small letters, cut to fit."""
    if string:
        font = fonts.text
        line = job(font, string, font.GAP)
        width = loops.measure(line, font.WIDTHS)
        if width > room(w):
            line = job(font, fit(font, string, room(w)), font.GAP)
            width = loops.measure(line, font.WIDTHS)
        canvas.lay(font, line, _start(x, w, width, place), y + max(0, h - font.HEIGHT + 1) // 2)


def draw_head(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int) -> None:
    """Draw a heading over its line."""
    # Descenders (Ę, g) stay clear of the line.
    draw_text(canvas, x, y, w, fonts.text.HEIGHT, string, place)
    canvas.fill(x, y + h - 1, w, 1)


def draw_large(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int) -> None:
    """Draw a line in large letters, tightly set or cut to fit."""
    if string:
        font = fonts.large
        gap = font.GAP if width_in(font, string) <= w else TIGHT
        if gap == TIGHT and width_in(font, string, gap) > w:
            string = fit(font, string, w)
        start = _start(x, w, width_in(font, string, gap), place)
        canvas.lay(font, job(font, string, gap), start, y)


def draw_title(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str) -> None:
    """Draw a word in the title letters, centred."""
    font = fonts.title
    string = fit(font, string, w)
    canvas.lay(font, job(font, string, font.GAP), _start(x, w, width_in(font, string), CENTRE), y)


def draw_digits(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int) -> None:
    """Draw a time in the clock's digits."""
    font = fonts.digits
    line = job(font, string, font.GAP)
    width = loops.measure(line, font.WIDTHS)
    if width > w:
        line = job(font, string, TIGHT)
        width = loops.measure(line, font.WIDTHS)
    at = x
    if place != LEFT:
        at += max(0, (w - width) // 2 if place == CENTRE else w - width)
    canvas.lay(font, line, at, y)


def draw_dashes(canvas: "Canvas", x: int, y: int, w: int, h: int, level: int) -> None:
    """Draw a warning strip: level 0 none, 1 dashed, 2 solid."""
    # The first row is left blank to separate the strip from descenders (Ę, g) above it.
    if level == 2:
        canvas.fill(x, y + 1, w, h - 1)
    elif level == 1:
        for at in range(x, x + w - 3, 8):
            canvas.fill(at, y + 1, 4, h - 1)


def draw_code(canvas: "Canvas", x: int, y: int, w: int, h: int, square: "Square | None") -> None:
    """Draw a QR code; None until it is made."""
    if not square:
        return
    scale = max(1, (min(w, h) - 4) // square.size)  # pixels per module
    size = square.size * scale
    left, top = x + (w - size) // 2, y + (h - size) // 2
    quiet = min(4 * scale, top - y)  # lit rows and columns around the code
    canvas.fill(left - quiet, top - quiet, size + 2 * quiet, size + 2 * quiet)
    for row in range(square.size):
        for column in range(square.size):
            if square.dark(column, row):
                canvas.fill(left + column * scale, top + row * scale, scale, scale, False)


# -- lines of text

_job = array("i", bytes(4 * loops.JOB_SIZE))


def job(font: "Font", string: str, gap: int) -> "Job":
    """Return the glyphs of `string`, to be measured or drawn; valid until the next call."""
    data = string.encode()
    _job[loops.LENGTH] = len(data)
    _job[loops.GAP] = gap
    loops.read(_job, data, font.ASCII, font.UTF8)
    return _job


def width_in(font: "Font", string: str, gap: int = -1) -> int:
    """Return the columns of a string, up to 72 glyphs; gap: -1 for the font's own."""
    return loops.measure(job(font, string, font.GAP if gap < 0 else gap), font.WIDTHS)


def fit(font: "Font", string: str, limit: int) -> str:
    """Return `string`, cut short with '…' (or '.') if wider than `limit` columns."""
    if width_in(font, string) <= limit:
        return string
    room = limit - width_in(font, font.CUT)
    return string[: loops.fitting(job(font, string, font.GAP), font.WIDTHS, room)] + font.CUT


def fitting(font: "Font", string: str, limit: int) -> int:
    """Return how many leading characters fit into `limit` columns."""
    return loops.fitting(job(font, string, font.GAP), font.WIDTHS, limit + font.GAP)


def characters(font: "Font") -> str:
    """Return all characters of a font, in the order of their places."""
    return font.UTF8[:-1].decode()


def width_of(string: str) -> int:
    """Return how many columns a text takes in small letters."""
    return width_in(fonts.text, string)


# -- the picture

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
        self.buffer = buffer

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Light (or darken) a rectangle; parts outside the picture are clipped."""
        self._rectangle(x, y, w, h, loops.LIT if on else loops.DARK)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Invert every pixel of a rectangle."""
        self._rectangle(x, y, w, h, loops.OVER)

    def lay(self, font: "Font", job: "Job", x: int, y: int) -> int:
        """Draw the glyphs of a job made by job(), top left at (x, y); return the column after.

        x and y: 0 or more; parts right of the picture or below it are clipped.
        """
        job[loops.X] = x
        job[loops.Y] = y
        job[loops.END] = WIDTH
        job[loops.PAGES] = (font.HEIGHT + 7) // 8
        job[loops.STRIDE] = font.STRIDE
        return loops.lay(self.buffer, job, font.WIDTHS, font.DATA)

    def _rectangle(self, x: int, y: int, w: int, h: int, mode: int) -> None:
        right, bottom = min(x + w, WIDTH), min(y + h, HEIGHT)
        x, y = max(x, 0), max(y, 0)
        if right > x and bottom > y:
            loops.box(self.buffer, x | y << 8, right - x | bottom - y << 8, mode)


class Painter:
    """The picture, `frame` (1,024 bytes), and the items in it; `wanted`: those that should be."""

    def __init__(self, frame: bytearray) -> None:
        self.frame = frame
        self.wanted: "list[Item]" = []
        self.whole = False  # the whole picture is turned
        self.bright = 0  # the contrast of a picture that is not dimmed
        self._shown: "list[Item | None]" = []
        self._logical: "bytearray | None" = None  # the picture before its halves are turned
        self._turns = -1
        self._next = 0  # all items before this one are shown
        self._canvas = Canvas(frame)

    def show(self, wanted: "list[Item]", turns: int) -> None:
        """Have these items painted, halves turned as in the mask; erase what is to move."""
        self.wanted, self._next = wanted, 0
        turns = ALL if self.whole else turns
        if turns != self._turns or len(wanted) != len(self._shown):
            self._clear(turns)
        for at, shown in enumerate(self._shown):
            if shown and shown != wanted[at] and shown[:5] != wanted[at][:5]:  # slices are garbage
                self._shown[at] = None
                self._canvas.fill(shown[1], shown[2], shown[3], shown[4], False)
                self._turn(shown)

    def paint(self) -> bool:
        """Paint the first item that is not shown yet; return False if all are."""
        shown = self._shown
        for at in range(self._next, len(self.wanted)):
            item, self._next = self.wanted[at], at
            if item is not shown[at] and item != shown[at]:
                paint(self._canvas, item)
                self._turn(item)
                shown[at] = item
                return True
        return False

    def forget(self) -> None:
        """Drop all items; the next are painted on an empty picture."""
        self.wanted, self._shown, self._turns = [], [], -1

    def _clear(self, turns: int) -> None:
        self._turns = turns
        Canvas(self.frame).fill(0, 0, WIDTH, HEIGHT, False)  # without another 1 KB for a moment
        self._logical = bytearray(len(self.frame)) if turns else None
        self._canvas = Canvas(self._logical or self.frame)
        self._shown = [None] * len(self.wanted)

    def _turn(self, item: "Item") -> None:
        """Copy the pages that an item's box touches, turning halves in place."""
        source, target, (x, y, w, h) = self._logical, self.frame, item[1:5]
        if not source:
            return
        for page in range(y >> 3, min(8, (y + h + 7) >> 3)):
            for first, half in ((0, LEFT_HALF), (HALF, RIGHT_HALF)):
                start, end = max(x, first), min(x + w, first + HALF)
                if start < end and self._turns & (half | ALL):
                    axis = WIDTH - 1 if self._turns & ALL else 2 * first + HALF - 1
                    loops.turned(source, target, page | start << 8 | end << 16, axis)
                elif start < end:
                    row = page * WIDTH
                    target[row + start : row + end] = source[row + start : row + end]
