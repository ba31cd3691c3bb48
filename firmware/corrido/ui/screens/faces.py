"""The other faces of a clock: before its start, duplicate's single one, and one with tall figures.

In the tall one, for those who see little, the bar at the left is A's, at the right B's; a warning
inverts everything. UP or DOWN shows the other player's clock, and once more both, each for a few
seconds.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.ui import fonts, items
from corrido.ui.screens import Screen, name_of, placed, times
from corrido.ui.screens.clock import FOOT_Y, TIME_Y, ClockScreen, changes_in

if TYPE_CHECKING:
    from corrido.ui.items import Canvas
    from corrido.ui.ports import Item, Navigator, Place

BOARD_STRIP_Y, BOARD_STRIP_H = 11, 5
GAP = 2
BAR_W = 4
SHOWN_MS = 4000
# Four pixels as eight.
DOUBLE = bytes([sum([3 << 2 * bit for bit in range(4) if n >> bit & 1]) for n in range(16)])


def _tall(canvas: "Canvas", x: int, y: int, w: int, h: int, character: str) -> None:
    """Draw a character of the clock's digits, twice as large."""
    font = fonts.digits
    start = font.ASCII[ord(character)] * 4 * font.STRIDE
    for row in range(8):
        first = start + (row >> 1) * font.STRIDE
        for column in range(w // 2):
            bits = DOUBLE[font.DATA[first + column] >> 4 * (row & 1) & 15]
            at = row * 128 + x + 2 * column
            canvas.buffer[at] = canvas.buffer[at + 1] = bits


class ReadyScreen(ClockScreen):
    """Who has to press, and the preset in use; the clock face while a latecomer's clock runs."""

    def turns(self) -> int:
        """Turn halves only with the clocks: a text across the whole width would be cut in two."""
        return self._turned if self.device.recorder.match.run else Screen.turns(self)

    def place(self, whole: bool = False) -> "Place":
        """Return preset, who has to press (two lines), and any wrong list."""
        match, text = self.device.recorder.match, self.nav.text
        place = ClockScreen.place(self, whole)
        if not match.run:
            name = name_of(self.nav, match.rules.name, "preset.")
            place["texts"] = [name, text("ready.1"), text("ready.2")]
            language, of_list = match.rules.language, self.device.judge.alphabet_code()
            if language not in ("", of_list):  # nobody should begin like this
                warning = text("wrong-list").replace("%", language).replace("&", of_list)
                place["texts"].append(warning)
        return place

    def items(self) -> "list[Item]":
        """Return the items before the start: a wrong list stands in place of the times."""
        match = self.device.recorder.match
        if match.run:
            return ClockScreen.items(self)
        (_, right), (name, first, second, *wrong) = self._right(match), self.place()["texts"]
        width = items.width_of(right) + 2 * items.MARGIN if right else 0
        shown = items.apart(items.draw_text, 0, 13, name, right, width, True)
        shown += [items.large(0, 31, 128, first), items.large(0, 48, 128, second)]
        return shown + ([items.line(16, 12, wrong[0], True)] if wrong else times(match, 14))


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
        if self._pages == 2 or self._offered() >= 0 or self.turns():
            return ClockScreen.items(self)
        who = events.other(who) if self._pages else who
        font = fonts.digits
        string = match.shown(who)
        inverse = match.urgency(who) > 1
        length = 2 * items.width_in(font, string, GAP // 2)
        if length > 128 - BAR_W:
            return ClockScreen.items(self)
        room = min(2 * BAR_W, 128 - length)
        x = room if who == events.A else 128 - room - length
        bar_x = 0 if who == events.A else 128 - BAR_W
        out = [items.text(bar_x, 0, BAR_W, 64, "", items.LEFT, not inverse)]
        for character in string:
            width = 2 * font.WIDTHS[font.ASCII[ord(character)]]
            out.append((_tall, x, 0, width, 64, character, inverse))
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


class BoardScreen(Screen):
    """The board number, its time as large as possible, and the buttons' present effects."""

    def place(self, whole: bool = False) -> "Place":
        match, text = self.device.recorder.match, self.nav.text
        level, found = match.urgency(match.run), match.notice
        board = "%s %d" % (text("board"), match.player(events.A).turns + 1)
        foot = "mode.3" if found == "none" else "notice." + found
        foot = {phases.READY: "board-start", phases.COUNT: "board-next"}.get(match.phase, foot)
        texts = [name_of(self.nav, match.rules.name, "preset."), board, text(foot)]
        return placed(name="clock", focus=match.phase, texts=texts, urgency=[level, level])

    def items(self) -> "list[Item]":
        match, place = self.device.recorder.match, self.place()
        name, board, foot = place["texts"]
        width = items.width_of(board) + 2 * items.MARGIN
        out = items.apart(items.draw_text, 0, 11, name, board, width, bool(match.run))
        return out + [
            items.dashes(0, BOARD_STRIP_Y, 128, BOARD_STRIP_H, place["urgency"][0]),
            items.digits(32, TIME_Y, 64, match.shown(match.mover or events.A), items.CENTRE),
            items.largest(0, FOOT_Y, 128, foot),
        ]

    def due_ms(self) -> int:
        waits = changes_in(self.device.recorder.match)
        return self.nav.t_ms + min(waits) if waits else -1
