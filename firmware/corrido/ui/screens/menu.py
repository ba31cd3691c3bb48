"""The menu of each phase."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.rules import FISE
from corrido.memory import Lazy
from corrido.ui.screens import ARBITER
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.ui.ports import Named, Navigator, Row
    from corrido.ui.screens import pin
else:
    pin = Lazy("corrido.ui.screens.pin")


OPENS: "dict[str, Named]" = {
    "arbiter": ARBITER, "blank": "challenge.BlankScreen", "why": "info.WhyScreen",
    "about": "info.AboutScreen",
}  # fmt: skip
SENDS = {
    "asked-a": (events.ASKED, events.A, 0), "asked-b": (events.ASKED, events.B, 0),
    "appeal": (events.APPEAL_ASKED, 0, 0), "fin": (events.FINISH, 0, 0),
    "fin-counted": (events.FINISH, 0, 1),
}  # fmt: skip


class MenuScreen(ListScreen):
    """The choices of the present phase."""

    name = family = "menu"

    def heading(self) -> str:
        match = self.device.recorder.match
        today = match.rules.rulebook == FISE  # others: see WhyScreen
        if match.phase != phases.STOPPED or not (match.stop and today):
            return self.nav.text("menu")
        return "%s: art. %s" % (self.nav.text("menu"), events.REASON_ARTICLES[match.stop.reason])

    def rows(self) -> "list[Row]":
        text, match = self.nav.text, self.device.recorder.match
        names = ["arbiter", "silent", "about"]
        if match.phase in (phases.STOPPED, phases.COUNT):
            names = ["fin", "fin-counted"] + names
        if match.phase in (phases.RUNNING, phases.COUNT, phases.STOPPED):
            names.insert(-1, "blank")
        names.insert(-1, "why")
        if match.phase == phases.OVER:
            names = ["scores"] + names
        found = match.challenge
        accepted = found and not (found.appeal_asked or found.appealed)
        if accepted and match.verdict == events.INVALID:
            names = ["appeal"] + names  # by the player whose play it is (art. 42.4)
        if self.nav.linear and match.phase == phases.STOPPED:
            names += ["asked-a", "asked-b"]  # an encoder has no LEFT and RIGHT
        sound = text("off") if self.device.sound.silent else text("on")
        blanks = [player.blanks_shown() for player in match.players]
        told = " ".join([who + ":" + ",".join(of) for who, of in zip("AB", blanks) if of])
        values = {"silent": sound, "blank": told}
        return [(n, "", values.get(n, "")) for n in names]

    def chosen(self, name: str) -> None:
        nav, device = self.nav, self.device
        if name in OPENS:
            nav.open(OPENS[name])
        elif name == "silent":
            device.sound.silence(not device.sound.silent)
        else:
            nav.home()
            if name == "scores":
                ask_score(nav, events.A)
            else:
                device.send(*SENDS[name])


def ask_score(nav: "Navigator", who: int) -> None:
    """Ask for the final score of A, then of B; each gets a log entry (art. 44)."""

    def entered(digits: str) -> None:
        nav.home()
        nav.device.send(events.FINAL_SCORE, who, int(digits))
        if who == events.A:
            ask_score(nav, events.B)

    heading = nav.text("score-of").replace("%", events.WHO_NAMES[who])
    nav.push(pin.ScoreScreen(nav, heading, entered))
