"""What both players agree on where there is no arbiter: each confirms with their own button."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.ui import fonts, items
from corrido.ui.screens import PART_MS, Screen, agreement, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Act, Item, Navigator, Place


class ConsentScreen(Screen):
    """An act that both players confirm, each with their own button: what it changes, before."""

    name = "consent"

    def __init__(self, nav: "Navigator", heading: str, told: "list[str]", done: "Act") -> None:
        Screen.__init__(self, nav)
        self.heading, self.told, self.done = heading, told, done
        self.said = events.NONE

    def place(self, whole: bool = False) -> "Place":
        return placed(
            name=self.name, heading=self.heading, texts=self.told, of=1, signed=self.said
        )

    def items(self) -> "list[Item]":
        pairs = (len(self.told) + 1) // 2
        at = self.nav.t_ms // PART_MS % pairs * 2
        lines = (self.told + [""])[at : at + 2]
        lines = [items.fit(fonts.text, line, items.room(128)) for line in lines]
        shown = [items.line(16 + 14 * y, 14, line) for y, line in enumerate(lines)]
        return [items.title(self.heading)] + shown + agreement(self.nav, self.said)

    def took(self, name: str) -> bool:
        if name not in events.WHO_NAMES:
            return False  # STOP goes on with the game
        self.said |= events.WHO_NAMES.index(name)
        if self.said == events.BOTH:
            self.nav.home()
            self.nav.act = self.done
        return True

    def pressed(self, name: str) -> None:
        if name == "BACK":
            self.nav.pop()

    def due_ms(self) -> int:
        return self.nav.t_ms + PART_MS - self.nav.t_ms % PART_MS if len(self.told) > 2 else -1
