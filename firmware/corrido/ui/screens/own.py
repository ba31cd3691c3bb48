"""Enter the name of a club's own preset."""

from corrido.compat import TYPE_CHECKING
from corrido.core.presets import NAME_LETTERS
from corrido.ui import items
from corrido.ui.screens.editors import FieldsScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item

EMPTY = "_"
LENGTH = 8
FIRST = "club-1__"  # with an encoder only the number at its end changes


class NameScreen(FieldsScreen):
    """A name of up to eight letters: UP and DOWN change one, LEFT and RIGHT move to another."""

    def __init__(self, nav: "Navigator", named: "Callable[[str], None]") -> None:
        FieldsScreen.__init__(self, nav, nav.text("setup.keep-preset"), self._named)
        self.symbols = EMPTY + NAME_LETTERS
        self.letters, self.at, self.named = list(FIRST), FIRST.find("1"), named

    def shown(self) -> "list[str]":
        return list(self.letters)

    def items(self) -> "list[Item]":
        """Return the name in boxes of small letters, since the large ones are capitals only."""
        frame, across = FieldsScreen.items(self), 128 // LENGTH
        boxes = [
            items.text(at * across, 22, across, 13, letter, items.CENTRE, at == self.at)
            for at, letter in enumerate(self.letters)
        ]
        return frame[:1] + boxes + frame[-2:]

    def step(self, by: int) -> None:
        at = (self.symbols.find(self.letters[self.at]) + by) % len(self.symbols)
        self.letters[self.at] = self.symbols[at]

    def _named(self, _: int) -> None:
        self.named("".join([letter for letter in self.letters if letter != EMPTY]))
