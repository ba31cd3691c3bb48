"""The arbiter's actions in each phase."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.ui.screens import beside
from corrido.ui.screens.actions import ACTIONS, Errand
from corrido.ui.screens.base import NamesScreen

if TYPE_CHECKING:
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Row
    from corrido.ui.screens.base import Screen


class ArbiterScreen(NamesScreen):
    """The arbiter's actions in this phase, the most frequent first."""

    family = "act"

    def heading(self) -> str:
        return self.nav.text("arbiter")

    def rows(self) -> "list[Row]":
        match = self.device.recorder.match
        found = match.challenge
        # Art. 42.4: only once.
        may_appeal = match.left_seq > 0
        if found:
            may_appeal = found.verdict == e.INVALID and not found.appealed
        return [
            (a[0], "", "")
            for a in ACTIONS
            if match.phase in a[3] and (may_appeal or a[1] != e.APPEAL)
        ]

    def chosen(self, name: str) -> None:
        for action in ACTIONS:
            if action[0] == name:
                Errand(self.nav, action).go_on()
                return


def open_actions(nav: "Navigator") -> "Screen":
    """Return the arbiter's actions, or a note if the phase has none."""
    actions = ArbiterScreen(nav)
    if actions.rows():
        return actions
    # A challenge came while the PIN was checked.
    return beside("notes.NoteScreen")(nav, actions.heading(), nav.text("not-now"))
