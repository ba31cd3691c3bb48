"""The base of all screens."""

from corrido.compat import TYPE_CHECKING
from corrido.ui import items
from corrido.ui.turn import ALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item, Row

ROWS = 4
FIRST_Y = 15
PITCH = 12


def in_a_line(nav: "Navigator", words: "list[str]") -> str:
    """Return the words as one line of the screen, or their number if they do not fit."""
    line = " ".join(words)
    if items.width_of(line) <= items.room(128):
        return line
    return "%s: %d" % (nav.text("words"), len(words))


def preset_name(nav: "Navigator", name: str) -> str:
    """Return a preset's name for display; a club's own preset has its stored name."""
    return nav.play_text_or("preset." + name, name)


def key_name(nav: "Navigator", name: str) -> str:
    """Return the label of a key; the challenge key bears a `?`."""
    return nav.play_text_or("key." + name, name)


class Screen:
    """A screen: it reads the parts of the device and shows items, but keeps no game state."""

    repeats = False  # a held arrow repeats
    tell: "Callable[[int], str] | None" = None  # of an act's last question: what would change
    tests_keys = False  # an ineffective key press is not worth a message here

    def __init__(self, nav: "Navigator") -> None:
        self.nav = nav
        self.device = nav.device

    @property
    def turns(self) -> int:
        """Return the halves shown turned by 180 degrees: a mask, or ALL."""
        return ALL if self.nav.setting("rotate", "none") == "both" else 0

    def items(self) -> "list[Item]":
        """Return the items on the screen now."""
        return []

    def key(self, name: str, held: bool) -> None:
        """Take a navigation key: pressed, or held for two seconds."""

    def took(self, name: str) -> bool:
        """Take a game key before the game does; return whether it has been dealt with."""
        return False

    def seen(self, name: str) -> None:
        """Take note that a game key was pressed: the self-test shows it."""

    def due_ms(self) -> int:
        """Return when the picture next changes by itself, in terms of nav.t_ms; -1 for never."""
        return -1


class ListScreen(Screen):
    """A heading and rows of (name, label, value), one of them chosen with UP and DOWN."""

    repeats = True
    lines = ROWS  # shown at a time

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.at = 0
        self.top = 0

    def heading(self) -> str:
        """Return the heading's text."""
        return ""

    def rows(self) -> "list[Row]":
        """Return all rows: (name, label, value)."""
        return []

    def label(self, row: "Row") -> str:
        """Return the text of a row; called only for visible rows."""
        return row[1]

    def chosen(self, name: str) -> None:
        """Act on the row on which OK was pressed."""

    def items(self) -> "list[Item]":
        return self._list(self.rows())

    def _list(self, rows: "list[Row]") -> "list[Item]":
        self.at = min(self.at, max(0, len(rows) - 1))
        self.top = max(self.at - self.lines + 1, min(self.top, self.at))
        place = "%d/%d" % (self.at + 1, len(rows)) if rows else ""
        out = items.headed(self.heading(), place)
        for line in range(self.lines):
            at = self.top + line
            out += self._line(rows, at, FIRST_Y + PITCH * line + (1 if at > self.at else 0))
        return out

    def _line(self, rows: "list[Row]", at: int, y: int) -> "list[Item]":
        if at >= len(rows):
            return [items.text(0, y, 128, PITCH, "")]
        label, value = self.label(rows[at]), rows[at][2]
        chosen = at == self.at
        h = PITCH + 1 if chosen else PITCH  # accents and descenders keep a lit row to the edge
        if not value:
            return [items.text(0, y, 128, h, label, items.LEFT, chosen)]
        width = min(78, items.width_of(value) + 2 * items.MARGIN)
        return [
            items.text(0, y, 128 - width, h, label, items.LEFT, chosen),
            items.text(128 - width, y, width, h, value, items.RIGHT, chosen),
        ]

    def key(self, name: str, held: bool) -> None:
        rows = self.rows()
        if held:
            return
        if name in ("UP", "DOWN") and rows:
            self.at = (self.at + (1 if name == "DOWN" else -1)) % len(rows)
        elif name in ("OK", "RIGHT") and self.at < len(rows):  # there may be fewer now
            self.chosen(rows[self.at][0])
        elif name in ("BACK", "LEFT"):
            self.left()

    def left(self) -> None:
        """Leave the list: BACK was pressed."""
        self.nav.pop()


class NamesScreen(ListScreen):
    """A list of names whose labels are texts."""

    family = ""  # the part of the texts' keys before the dot

    def label(self, row: "Row") -> str:
        return self.nav.text(self.family + "." + row[0])
