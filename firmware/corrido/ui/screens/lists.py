"""A list of rows, one of them chosen: what menus, settings and pages of facts have in common."""

from corrido.compat import TYPE_CHECKING
from corrido.ui import items
from corrido.ui.screens import Screen, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Navigator, Place, Row

ROWS = 4
FIRST_Y = 15
PITCH = 12


class ListScreen(Screen):
    """A heading and rows of (name, label, value), one of them chosen with UP and DOWN."""

    repeats = True
    lines = ROWS  # shown at a time
    title = ""  # the key of the heading's text
    family = ""  # of the labels' texts: the part of their keys before the dot

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.at = 0
        self.top = 0

    def heading(self) -> str:
        """Return the heading's text."""
        return self.nav.text(self.title)

    def rows(self) -> "list[Row]":
        """Return all rows: (name, label, value); for an empty label, label() has the name's."""
        return []

    def label(self, row: "Row") -> str:
        """Return the text of a row; called only for visible rows."""
        return row[1] or self.nav.text(self.family + "." + row[0])

    def chosen(self, name: str) -> None:
        """Act on the row on which OK was pressed; a list that only informs closes."""
        self.nav.pop()

    def place(self, whole: bool = False) -> "Place":
        rows = self.rows()
        self.at = min(self.at, max(0, len(rows) - 1))
        self.top = max(self.at - self.lines + 1, min(self.top, self.at))
        first, last = (0, len(rows)) if whole else (self.top, self.top + self.lines)
        return placed(
            name=self.name,
            focus=rows[self.at][0] if rows else "",
            heading=self.heading(),
            rows=[(row[0], self.label(row), row[2]) for row in rows[first:last]],
            at=self.at - first,
            of=len(rows),
        )

    def items(self) -> "list[Item]":
        place = self.place()
        at, count = place["at"], place["of"]
        out = items.headed(place["heading"], "%d/%d" % (self.at + 1, count) if count else "")
        for line in range(self.lines):
            y = FIRST_Y + PITCH * line + (1 if line > at else 0)
            out += self._line(place["rows"], line, y, line == at)
        return out

    def _line(self, rows: "list[Row]", line: int, y: int, chosen: bool) -> "list[Item]":
        if line >= len(rows):
            return [items.text(0, y, 128, PITCH, "")]
        label, value = rows[line][1:]
        h = PITCH + 1 if chosen else PITCH  # accents and descenders keep a lit row to the edge
        if not value:
            return [items.text(0, y, 128, h, label, items.LEFT, chosen)]
        width = min(78, items.width_of(value) + 2 * items.MARGIN)
        return items.apart(items.draw_text, y, h, label, value, width, chosen)

    def pressed(self, name: str) -> None:
        rows = self.rows()
        if name in ("UP", "DOWN") and rows:
            self.at = (self.at + (1 if name == "DOWN" else -1)) % len(rows)
        elif name in ("OK", "RIGHT") and self.at < len(rows):  # there may be fewer now
            self.chosen(rows[self.at][0])
        elif name in ("BACK", "LEFT"):
            self.left()

    def left(self) -> None:
        """Leave the list: BACK was pressed."""
        self.nav.pop()
