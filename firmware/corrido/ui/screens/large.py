"""Show one clock in figures as tall as the display, for those who see little.

The bar at the left is A's, at the right B's; a warning inverts everything. UP or DOWN shows the
other player's clock, and once more both, each for a few seconds.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.turn import level_of
from corrido.ui import fonts
from corrido.ui import items as ui_items
from corrido.ui.screens.clock import ClockScreen

if TYPE_CHECKING:
    from corrido.ui.items import Canvas
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item

TALL = "tall"  # a character of the clock's digits, twice as large; inverse
BAR = "bar"
GAP = 2
BAR_W = 4
SHOWN_MS = 4000
# Four pixels as eight.
DOUBLE = bytes([sum([3 << 2 * bit for bit in range(4) if n >> bit & 1]) for n in range(16)])


def _tall(canvas: "Canvas", x: int, y: int, w: int, h: int, character: str, inverse: bool) -> None:
    font = fonts.digits
    start = font.ASCII[ord(character)] * 4 * font.STRIDE
    for row in range(8):
        first = start + (row >> 1) * font.STRIDE
        for column in range(w // 2):
            bits = DOUBLE[font.DATA[first + column] >> 4 * (row & 1) & 15]
            at = row * 128 + x + 2 * column
            canvas.buffer[at] = canvas.buffer[at + 1] = bits
    if inverse:
        canvas.invert(x, 0, w, 64)


def _bar(canvas: "Canvas", x: int, y: int, w: int, h: int, _: str, inverse: bool) -> None:
    canvas.fill(x, y, w, h, not inverse)


ui_items.PAINTERS[TALL] = _tall
ui_items.PAINTERS[BAR] = _bar


class LargeScreen(ClockScreen):
    """The clock face of running and recuento, one clock at a time."""

    def __init__(self, nav: "Navigator") -> None:
        ClockScreen.__init__(self, nav)
        self._pages = 0  # 1: the other clock, 2: both
        self._pages_end_ms = 0

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self._pages_end_ms:
            self._pages = 0
        match = self.device.recorder.match
        who = match.mover or events.A
        if self._pages == 2 or self._offered() >= 0 or self.turns:
            return ClockScreen.items(self)
        who = events.other(who) if self._pages else who
        string, font = match.shown(who), fonts.FONTS["digits"]
        inverse = level_of(match, who) > 1
        length = 2 * fonts.width(font, string, GAP // 2)
        if length > 128 - BAR_W:
            return ClockScreen.items(self)
        room = min(2 * BAR_W, 128 - length)
        x = room if who == events.A else 128 - room - length
        bar_x = 0 if who == events.A else 128 - BAR_W
        out: "list[Item]" = [(BAR, bar_x, 0, BAR_W, 64, "", inverse)]
        for character in string:
            width = 2 * font.WIDTHS[font.ASCII[ord(character)]]
            out.append((TALL, x, 0, width, 64, character, inverse))
            x += width + GAP
        return out

    def pressed(self, name: str) -> None:
        if name in ("UP", "DOWN") and not self.nav.linear:
            self._pages = (self._pages + 1) % 3
            self._pages_end_ms = self.nav.t_ms + SHOWN_MS
        else:
            ClockScreen.pressed(self, name)

    def due_ms(self) -> int:
        due_ms = ClockScreen.due_ms(self)
        return min(due_ms, self._pages_end_ms) if self._pages else due_ms
