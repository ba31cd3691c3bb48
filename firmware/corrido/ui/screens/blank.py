"""Enter the letter that a blank stands for, also while a clock runs."""

from corrido.core import events as e
from corrido.ui import tiles
from corrido.ui.screens import beside
from corrido.ui.screens.letters import LettersScreen


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
            nav.push(beside("notes.NoteScreen")(nav, heading, said))

        nav.pop()
        ask = beside("editors.ChoiceScreen")
        nav.push(ask(nav, nav.text("menu.blank") + " " + letter, choices, noted, mover - 1))
