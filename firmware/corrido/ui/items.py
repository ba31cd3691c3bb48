"""The items of a screen: a list, each with its own box, painted one by one.

An item is a tuple (kind, x, y, w, h, ...) that draws nothing outside its box. As long as only the
content of its items changes, a screen returns the same number of items in the same boxes; then
only the changed boxes are repainted.
"""

from corrido.compat import TYPE_CHECKING
from corrido.ui import fonts

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.picture import Canvas
    from corrido.ui.ports import Item, Square

LEFT = 0
CENTRE = 1
RIGHT = 2

TEXT = "text"  # string, place, inverse
HEAD = "head"  # string, place
LARGE = "large"  # string, place, inverse
TITLE = "title"  # string, inverse
DIGITS = "digits"  # string, place, inverse
DASHES = "dashes"  # level 0 none, 1 dashed, 2 solid; inverse
FRAME = "frame"  # thickness, 0 none
CODE = "code"  # Square of qr.py, or None until it is made
MARGIN = 2
TIGHT = 1  # columns between large letters or digits if two do not fit
HEAD_H = 14


def text(
    x: int, y: int, w: int, h: int, string: str, place: int = LEFT, inverse: bool = False
) -> "Item":
    """Return a line of text, cut to fit; its box is at least 11 px high (10 if no descenders)."""
    return (TEXT, x, y, w, h, string, place, inverse)


def large(
    x: int, y: int, w: int, string: str, place: int = CENTRE, inverse: bool = False
) -> "Item":
    """Return a line in capitals 14 rows high, in a box of 16, legible across the table."""
    return (LARGE, x, y, w, 16, string, place, inverse)


def largest(
    x: int, y: int, w: int, string: str, place: int = CENTRE, inverse: bool = False
) -> "Item":
    """Return a line of 16 rows: large, or as text if it is too wide or lacks large letters."""
    if fits_large(string, w):
        return (LARGE, x, y, w, 16, string, place, inverse)
    return (TEXT, x, y, w, 16, string, place, inverse)


def fits_large(string: str, w: int) -> bool:
    """Return whether a text has only large letters and takes at most w columns in them."""
    known = fonts.characters(fonts.large)
    return all([c in known for c in string]) and tight_width(string) <= w


def title(string: str) -> "Item":
    """Return a screen's heading: underlined over the whole width; inverse marks the choice."""
    return (HEAD, 0, 0, 128, HEAD_H, string, LEFT)


def headed(left: str, right: str) -> "list[Item]":
    """Return the heading of a screen with something at its right end."""
    width = fonts.width(fonts.text, right) + 2 * MARGIN
    return [
        (HEAD, 0, 0, 128 - width, HEAD_H, left, LEFT),
        (HEAD, 128 - width, 0, width, HEAD_H, right, RIGHT),
    ]


def big(y: int, string: str, inverse: bool = False) -> "Item":
    """Return a word in the title letters, centred on the whole width, in a box of 21 rows.

    None of its letters may have a descender. A word too wide for the title letters is set in the
    large ones, which are narrower.
    """
    if fonts.width(fonts.title, string) > 128:
        return (LARGE, 0, y + 2, 128, 18, string, CENTRE, inverse)
    return (TITLE, 0, y, 128, 21, string, inverse)


def digits(x: int, y: int, w: int, string: str, place: int, inverse: bool = False) -> "Item":
    """Return a time in the clock's digits, 32 rows high."""
    return (DIGITS, x, y, w, 32, string, place, inverse)


def dashes(x: int, y: int, w: int, h: int, level: int, inverse: bool = False) -> "Item":
    """Return a warning strip: none (0), dashed (1) or solid (2)."""
    return (DASHES, x, y, w, h, level, inverse)


def frame(x: int, y: int, w: int, h: int, thick: int) -> "Item":
    """Return a frame `thick` pixels wide; no other item's box may lie inside it."""
    return (FRAME, x, y, w, h, thick)


def code(x: int, y: int, w: int, h: int, square: "Square | None") -> "Item":
    """Return a QR code centred in its box, which stays empty while `square` is None."""
    return (CODE, x, y, w, h, square)


def paint(canvas: "Canvas", item: "Item") -> None:
    """Clear the item's box and draw the item."""
    x, y, w, h = item[1:5]
    canvas.fill(x, y, w, h, False)
    PAINTERS[item[0]](canvas, x, y, w, h, *item[5:])


def room(w: int) -> int:
    """Return the columns available to text in a box of width w: one is left blank on each side."""
    return w - 2 if w > 4 * MARGIN else w


def _start(x: int, w: int, width: int, place: int) -> int:
    if place == CENTRE:
        return x + (w - width) // 2
    margin = min(MARGIN, (w - width) // 2)
    return x + w - width - margin if place == RIGHT else x + margin


def _text(
    canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int, inverse: bool
) -> None:
    if string:
        font = fonts.text
        line = fonts.job(font, string, font.GAP)
        width = fonts.measured(font, line)
        if width > room(w):
            line = fonts.job(font, fonts.fit(font, string, room(w)), font.GAP)
            width = fonts.measured(font, line)
        canvas.lay(font, line, _start(x, w, width, place), y + max(0, h - font.HEIGHT + 1) // 2)
    if inverse:
        canvas.invert(x, y, w, h)


def _head(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int) -> None:
    # Descenders (Ę, g) stay clear of the line.
    _text(canvas, x, y, w, fonts.text.HEIGHT, string, place, False)
    canvas.fill(x, y + h - 1, w, 1)


def _large(
    canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int, inverse: bool
) -> None:
    if string:
        font = fonts.large
        gap = large_gap(w, string)
        if gap == TIGHT and fonts.width(font, string, gap) > w:
            string = fonts.fit(font, string, w)
        canvas.text(font, _start(x, w, fonts.width(font, string, gap), place), y, string, gap)
    if inverse:
        canvas.invert(x, y, w, h)


def _title(canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, inverse: bool) -> None:
    font = fonts.title
    string = fonts.fit(font, string, w)
    canvas.text(font, _start(x, w, fonts.width(font, string), CENTRE), y, string)
    if inverse:
        canvas.invert(x, y, w, h)


def large_gap(w: int, string: str) -> int:
    """Return the columns between large letters that fit the string into w: 2, or else 1."""
    return TIGHT + 1 if fonts.width(fonts.large, string) <= w else TIGHT


def _digits(
    canvas: "Canvas", x: int, y: int, w: int, h: int, string: str, place: int, inverse: bool
) -> None:
    font = fonts.digits
    line = fonts.job(font, string, font.GAP)
    width = fonts.measured(font, line)
    if width > w:
        line = fonts.job(font, string, TIGHT)
        width = fonts.measured(font, line)
    at = x
    if place != LEFT:
        at += max(0, (w - width) // 2 if place == CENTRE else w - width)
    canvas.lay(font, line, at, y)
    if inverse:
        canvas.invert(x, y, w, h)


def _dashes(canvas: "Canvas", x: int, y: int, w: int, h: int, level: int, inverse: bool) -> None:
    # The first row is left blank to separate the strip from descenders (Ę, g) above it.
    if level == 2:
        canvas.fill(x, y + 1, w, h - 1)
    elif level == 1:
        for at in range(x, x + w - 3, 8):
            canvas.fill(at, y + 1, 4, h - 1)
    if inverse:
        canvas.invert(x, y, w, h)


def _frame(canvas: "Canvas", x: int, y: int, w: int, h: int, thick: int) -> None:
    if thick:
        canvas.frame(x, y, w, h, thick)


def _code(canvas: "Canvas", x: int, y: int, w: int, h: int, square: "Square | None") -> None:
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


PAINTERS: "dict[str, Callable[..., None]]" = {
    TEXT: _text,
    HEAD: _head,
    LARGE: _large,
    TITLE: _title,
    DIGITS: _digits,
    DASHES: _dashes,
    FRAME: _frame,
    CODE: _code,
}


def width_of(string: str) -> int:
    """Return how many columns a text takes in small letters."""
    return fonts.width(fonts.text, string)


def tight_width(string: str) -> int:
    """Return how many columns a text takes in large letters, tightly set."""
    return fonts.width(fonts.large, string, TIGHT)


def large_width(string: str) -> int:
    """Return how many columns a text takes in large letters."""
    return fonts.width(fonts.large, string)
