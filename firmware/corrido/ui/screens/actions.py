"""The arbiter's actions: a table, their list, and the errand that asks for arguments."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.game import appealable
from corrido.ui import fonts
from corrido.ui.screens import beside, find
from corrido.ui.screens.base import NamesScreen

if TYPE_CHECKING:
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Row
    from corrido.ui.screens.base import Screen

    # Name, event, arguments to ask for, phases.
    Action = tuple[str, int, tuple[str, ...], tuple[str, ...]]

CHOICE_ROOM = 100  # columns of a choice between its two arrows
BEFORE = (phases.LATE, phases.READY)
PLAY = (phases.LATE, phases.READY, phases.STOPPED, phases.RECOVERED)
ARMED = PLAY + (phases.VERDICT, phases.OVER)
ALL = ARMED + (phases.SETUP, phases.CLOSED)

# (name, event, arguments to ask for, phases), most needed first.
ACTIONS: "tuple[Action, ...]" = (
    ("appeal", events.APPEAL, ("=1",), (phases.VERDICT, phases.STOPPED, phases.OVER)),
    ("appeal-refused", events.APPEAL, ("=0",), (phases.VERDICT, phases.STOPPED, phases.OVER)),
    ("reopen", events.REOPEN, (), (phases.CLOSED,)),
    ("late", events.LATE, ("who3",), BEFORE),
    ("undo", events.UNDO, (), (phases.STOPPED, phases.OVER)),
    ("set", events.SET, ("who", "time"), ARMED),
    ("set-both", events.SET, ("=A", "time", "=B", "time"), ARMED),
    ("penalty", events.PENALTY, ("who", "points", "article"), ARMED),
    ("card", events.CARD, ("who", "card", "article"), ARMED),
    ("amend", events.AMEND, (), (phases.VERDICT,)),
    ("lookup", 0, (), ALL),
    ("absent", events.ABSENT, ("who",), PLAY + (phases.VERDICT,)),
    ("back", events.BACK, ("who",), PLAY + (phases.VERDICT,)),
    ("lose-turn", events.LOSE_TURN, ("who",), PLAY),
    ("lose-turn-pass", events.LOSE_TURN, ("=1", "who"), PLAY),
    ("sheet", events.SHEET, ("who",), (phases.OVER,)),
    ("close-for", events.CLOSE, ("who", "why"), (phases.OVER,)),
    ("revoke", events.REVOKE, ("who",), ARMED),
    ("limit", events.LIMIT, ("limit",), ARMED),
    ("revert", events.REVERT, (), ARMED),
    ("again", events.AGAIN, (), (phases.STOPPED, phases.VERDICT, phases.OVER)),
    ("swap", events.SWAP, ("sure",), ARMED),
    ("forfeit", events.FORFEIT, ("who3", "sure"), PLAY + (phases.VERDICT, phases.OVER)),
    ("end", events.END, ("sure",), PLAY + (phases.VERDICT,)),
    ("void", events.VOID, ("sure",), ARMED),
    ("log", 0, (), ALL),
)
WHO = ((events.A, "A"), (events.B, "B"), (events.BOTH, "AB"))
REASONS = ("left", "refuses", "other")


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
            may_appeal = found.verdict == events.INVALID and not found.appealed
        return [
            (a[0], "", "")
            for a in ACTIONS
            if match.phase in a[3] and (may_appeal or a[1] != events.APPEAL)
        ]

    def chosen(self, name: str) -> None:
        for action in ACTIONS:
            if action[0] == name:
                Errand(self.nav, action).go_on()
                return


class Errand:
    """An errand: it asks for each argument, then gives the game its event and closes the menu."""

    def __init__(self, nav: "Navigator", action: "Action") -> None:
        self.nav = nav
        self.name, self.kind, self.wants = action[:3]
        self.asked = 0
        self.who = events.NONE
        self.value = 0

    def go_on(self) -> None:
        """Ask for the next argument, or act if all are known."""
        if self.asked < len(self.wants):
            want = self.wants[self.asked]
            self.asked += 1
            if want in ("=A", "=B"):
                if want == "=B":
                    self.nav.device.send(self.kind, events.A, self.value)
                self.who = events.A if want == "=A" else events.B
                self.go_on()
            elif want[0] == "=":
                self.value = int(want[1:])
                self.go_on()
            else:
                self._ask(want)
        else:
            self._act()

    def _ask(self, want: str) -> None:
        nav, heading = self.nav, self._heading(self.nav.text("act." + self.name))
        if want in ("who", "who3"):
            count = 3 if want == "who3" else 2
            choices = [(w, n, self._player(n)) for w, n in WHO[:count]]
            screen = beside("editors.ChoiceScreen")(nav, heading, choices, self._got_who)
        elif want == "time":
            screen = beside("editors.TimeScreen")(
                nav,
                heading,
                self._got,
                nav.device.recorder.match.left_ms(self.who),
                not nav.device.recorder.match.timed_turns(),
            )
        elif want == "limit":
            screen = beside("editors.TimeScreen")(nav, heading, self._got)
        elif want == "points":
            start = nav.device.recorder.match.rules.penalty_points
            heading = self._heading(nav.text("points"))
            screen = beside("editors.NumberScreen")(nav, heading, self._got, start, 1, 999)
        elif want == "article":
            heading = self._heading(nav.text("article"))
            screen = beside("editors.NumberScreen")(nav, heading, self._got_article, 49, 1, 99)
        elif want in ("card", "why"):
            screen = self._choice_of(want, heading)
        else:
            screen = beside("notes.SureScreen")(nav, heading, self._sure)
        nav.push(screen)

    def _heading(self, label: str) -> str:
        """Return the question and, once chosen, the player it concerns."""
        return "%s: %s" % (label, dict(WHO)[self.who]) if self.who else label

    def _player(self, letter: str) -> str:
        """Return a player as a choice, with the name if a host has set it."""
        name = "" if letter == "AB" else self.nav.setting("player-" + letter.lower(), "")
        if not name:
            return self.nav.text("who." + letter)
        return fonts.fit(fonts.text, letter + " " + name, CHOICE_ROOM)

    def _choice_of(self, want: str, heading: str) -> "Screen":
        names = events.CARDS[1:] if want == "card" else REASONS
        kind = "cardname" if want == "card" else want
        choices = [(at + 1, n, self.nav.text(kind + "." + n)) for at, n in enumerate(names)]
        return beside("editors.ChoiceScreen")(self.nav, heading, choices, self._got)

    def _got_who(self, who: int) -> None:
        self.who = who
        self.go_on()

    def _got(self, value: int) -> None:
        self.value = value
        self.go_on()

    def _got_article(self, article: int) -> None:
        self.value += events.ARTICLE_UNIT * article
        self.go_on()

    def _sure(self, _: int) -> None:
        self.go_on()

    def _act(self) -> None:
        nav = self.nav
        nav.home()
        if self.name == "lookup":
            nav.push(find("letters.LookupScreen")(nav))
        elif self.name == "log":
            nav.push(find("info.LogScreen")(nav))
        else:
            late = self.kind == events.APPEAL and self.value and comes_back(nav)
            nav.act(self.name, events.LATE_APPEAL if late else self.kind, self.who, self.value)


def comes_back(nav: "Navigator") -> bool:
    """Return whether an upheld appeal takes back the press that left the verdict (art. 42.4)."""
    return appealable(nav.device.recorder.match) > 0
