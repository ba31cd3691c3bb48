"""Enter text other than a challenge's words: a preset's name, the letter of a blank."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core.presets import NAME_LETTERS
from corrido.ui import items as i
from corrido.ui import tiles
from corrido.ui.screens.editors import ChoiceScreen, FieldsScreen
from corrido.ui.screens.letters import LettersScreen
from corrido.ui.screens.notes import NoteScreen

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
            i.text(at * across, 22, across, 13, letter, i.CENTRE, at == self.at)
            for at, letter in enumerate(self.letters)
        ]
        return frame[:1] + boxes + frame[-2:]

    def step(self, by: int) -> None:
        at = (self.symbols.find(self.letters[self.at]) + by) % len(self.symbols)
        self.letters[self.at] = self.symbols[at]

    def _named(self, _: int) -> None:
        self.named("".join([letter for letter in self.letters if letter != EMPTY]))


class BlankScreen(LettersScreen):
    """The letter that a blank stands for: one tile, then its player (art. 10.2, 10.4)."""

    def hint(self) -> str:
        return self.nav.text("blank-hint")

    def give_up(self) -> None:
        self.nav.pop()

    def _take(self, tile: str) -> None:
        LettersScreen._take(self, tile)
        if tile == tiles.DELETE or not self.words[-1]:
            return
        letter = self.words[-1][0]
        nav, mover = self.nav, self.device.recorder.match.mover
        choices = [(who, e.WHO_NAMES[who], nav.text("who." + e.WHO_NAMES[who])) for who in (1, 2)]

        def noted(who: int) -> None:
            nav.home()
            said = (
                letter if self.device.send(e.BLANK, who, e.packed(letter)) else nav.text("not-now")
            )
            heading = nav.text("blank-of").replace("%", e.WHO_NAMES[who])
            nav.push(NoteScreen(nav, heading, said))

        nav.pop()
        nav.push(
            ChoiceScreen(nav, nav.text("menu.blank") + " " + letter, choices, noted, mover - 1)
        )
