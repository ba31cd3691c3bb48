"""The menu of each phase, the way through the PIN, and the arbiter's actions."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.ui.screens import beside
from corrido.ui.screens.actions import ACTIONS, Errand
from corrido.ui.screens.base import ListScreen
from corrido.ui.screens.editors import NoteScreen, PinScreen, ScoreScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Row


class MenuScreen(ListScreen):
    """The choices of the present phase."""

    def heading(self) -> str:
        return self.nav.text("menu")

    def rows(self) -> "list[Row]":
        text = self.nav.text
        names = ["arbiter", "silent", "about"]
        if self.device.recorder.match.phase in (p.STOPPED, p.COUNT):
            names = ["fin", "fin-counted"] + names
        if self.device.recorder.match.phase in (p.RUNNING, p.COUNT, p.STOPPED):
            names.insert(-1, "blank")
        if self.device.recorder.match.phase == p.OVER:
            names = ["scores"] + names
        found = self.device.recorder.match.challenge
        if found and found.verdict == e.INVALID and not (found.appeal_asked or found.appealed):
            names = ["appeal"] + names  # of the player whose play it is (art. 42.4)
        if self.nav.linear and self.device.recorder.match.phase == p.STOPPED:
            names += ["asked-a", "asked-b"]  # an encoder has no LEFT and RIGHT
        sound = text("off") if self.device.sound.silent else text("on")
        values = {"silent": sound, "blank": self._blanks()}
        return [(n, "", values.get(n, "")) for n in names]

    def label(self, row: "Row") -> str:
        return self.nav.text("menu." + row[0])

    def _blanks(self) -> str:
        """Return the letters that blanks stand for so far, by player."""
        told: "list[str]" = []
        for who in (e.A, e.B):
            found = [e.unpacked(value) for value in self.device.recorder.match.player(who).blanks]
            if found:
                told.append(e.WHO_NAMES[who] + ":" + ",".join(found))
        return " ".join(told)

    def chosen(self, name: str) -> None:
        nav, device = self.nav, self.device
        if name == "arbiter":
            ask_arbiter(nav)
        elif name == "silent":
            device.sound.silence(not device.sound.silent)
        elif name in ("asked-a", "asked-b"):
            nav.home()
            device.send(e.ASKED, e.A if name == "asked-a" else e.B)
        elif name == "appeal":
            nav.home()
            device.send(e.APPEAL_ASKED)
        elif name == "blank":
            nav.push(beside("own.BlankScreen")(nav))
        elif name == "about":
            nav.push(beside("info.AboutScreen")(nav))
        elif name == "scores":
            nav.home()
            ask_score(nav, e.A)
        else:
            nav.home()
            device.send(e.FINISH, 0, 1 if name == "fin-counted" else 0)


def ask_score(nav: "Navigator", who: int) -> None:
    """Ask for the final score of A, then of B; each is an entry of the log (art. 44)."""

    def entered(digits: str) -> None:
        nav.home()
        nav.device.send(e.FINAL_SCORE, who, int(digits))
        if who == e.A:
            ask_score(nav, e.B)

    heading = nav.text("score-of").replace("%", e.WHO_NAMES[who])
    nav.push(ScoreScreen(nav, heading, entered))


def ask_arbiter(nav: "Navigator") -> None:
    """Open the arbiter's actions behind the PIN; with none set, only setup does."""
    heading = nav.text("arbiter")
    if not nav.device.access.is_set():
        nav.push(NoteScreen(nav, heading, nav.text("no-pin")))
        return

    def tried(digits: str) -> None:
        nav.device.access.ask(digits, lambda answer: _tried(nav, answer))

    ask_pin(nav, heading, tried)


def _tried(nav: "Navigator", answer: str) -> None:
    if answer == "right":
        nav.home()
        nav.push(ArbiterScreen(nav))
    else:
        refuse_pin(nav)
    nav.phase_changed()


def ask_pin(nav: "Navigator", heading: str, tried: "Callable[[str], None]") -> None:
    """Ask for the PIN, which tried(digits) gets; while locked it would be entered in vain."""
    if nav.device.access.locked_ms():
        refuse_pin(nav)
    else:
        nav.push(PinScreen(nav, heading, tried))


def refuse_pin(nav: "Navigator") -> None:
    """Close everything and say that the PIN is wrong; leave the clocks alone."""
    locked_ms = nav.device.access.locked_ms()
    note = nav.text("pin-wrong")
    if locked_ms:
        note = "%s %d s" % (nav.text("locked"), (locked_ms + 999) // 1000)
    nav.home()
    nav.push(NoteScreen(nav, nav.text("arbiter"), note))


class ArbiterScreen(ListScreen):
    """The arbiter's actions in this phase, the most frequent first."""

    def heading(self) -> str:
        return self.nav.text("arbiter")

    def rows(self) -> "list[Row]":
        match = self.device.recorder.match
        found = match.challenge
        # Art. 42.4: once.
        may_appeal = found and found.verdict == e.INVALID and not found.appealed
        return [
            (a[0], "", "")
            for a in ACTIONS
            if match.phase in a[3] and (may_appeal or a[1] != e.APPEAL)
        ]

    def label(self, row: "Row") -> str:
        return self.nav.text("act." + row[0])

    def chosen(self, name: str) -> None:
        for action in ACTIONS:
            if action[0] == name:
                Errand(self.nav, action).go_on()
                return
