"""The arbiter's actions: a table, their list, and the errand that asks for arguments."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.challenge import may_appeal
from corrido.core.limits import left_ms as limit_left_ms
from corrido.core.match import rounded
from corrido.memory import Lazy
from corrido.ui import fonts, items
from corrido.ui.screens import PART_MS
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Match, Named, Navigator, Place, Recorder, Row
    from corrido.ui.screens import Screen, editors, notes

    # Name, event, arguments to ask for, phases.
    Action = tuple[str, int, tuple[str, ...], tuple[str, ...]]
else:
    editors = Lazy("corrido.ui.screens.editors")
    notes = Lazy("corrido.ui.screens.notes")

SESSION_MS = 60000  # one PIN for several acts
CHOICE_ROOM = 100  # columns of a choice between its two arrows
PLAY = (phases.LATE, phases.READY, phases.STOPPED, phases.RECOVERED)
ARMED = PLAY + (phases.VERDICT, phases.OVER)
ALL = ARMED + (phases.SETUP, phases.CLOSED)

# (name, event, arguments to ask for, phases), most needed first.
ACTIONS: "tuple[Action, ...]" = (
    ("amend", events.AMEND, (), (phases.VERDICT, phases.CHALLENGE)),
    ("appeal", events.APPEAL, ("=1",), (phases.VERDICT, phases.STOPPED, phases.OVER)),
    ("appeal-refused", events.APPEAL, ("=0",), (phases.VERDICT, phases.STOPPED, phases.OVER)),
    ("reopen", events.REOPEN, (), (phases.CLOSED,)),
    ("resume", events.RESUME, (), (phases.OVER,)),
    ("late", events.LATE, ("who3",), phases.BEFORE_START),
    ("undo", events.UNDO, (), (phases.STOPPED, phases.OVER)),
    ("penalty", events.PENALTY, ("who", "points"), ARMED),
    ("set", events.SET, ("who", "time"), ARMED),
    ("set-both", events.SET, ("=A", "time", "=B", "time"), ARMED),
    ("card", events.CARD, ("who", "card", "article"), ARMED),
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
    ("names", events.NAMES, ("sure",), ARMED),
    ("forfeit", events.FORFEIT, ("who3", "sure"), PLAY + (phases.VERDICT, phases.OVER)),
    ("end", events.END, ("sure",), PLAY + (phases.VERDICT,)),
    ("void", events.VOID, ("sure",), ARMED),
    ("hand-over", events.HANDOVER, ("sure",), (phases.STOPPED, phases.RECOVERED)),
    ("log", 0, (), ALL),
)
# What may fall with another act, as the log names it.
FALLS = (
    (events.CHALLENGE, "challenge"), (events.VERDICT, "verdict"), (events.AMEND, "amend"),
    (events.APPEAL, "appeal"), (events.AGAIN, "again"), (events.REVOKE, "revoke"),
    (events.MARK, "mark"), (events.BLANK, "blank"), (events.HOLD, "hold"),
    (events.RESUME, "resume"), (events.SET, "adjust"),
)  # fmt: skip
SHOWS: "dict[str, Named]" = {"lookup": "challenge.LookupScreen", "log": "checks.LogScreen"}
REASONS = ("left", "refuses", "other")
# What both players may do by agreement, from a stop, where no PIN is set.
CONSENT = ("amend", "undo", "resume", "set", "set-both", "swap", "names", "void")
FIGURES = ("name", "clock", "points", "penalty", "turns", "card", "away", "tried", "owed")
NEEDS_PIN = "needs-pin"  # the row for everything else


def offered(match: "Match") -> "list[Action]":
    """Return the acts of this phase; an appeal only while one can be answered."""
    heard = may_appeal(match)
    return [a for a in ACTIONS if match.phase in a[3] and (heard or a[1] != events.APPEAL)]


class ArbiterScreen(ListScreen):
    """The arbiter's actions in this phase, or the players' by agreement; most frequent first."""

    name, family, title = "arbiter", "act", "arbiter"
    lines = 3

    def __init__(self, nav: "Navigator") -> None:
        ListScreen.__init__(self, nav)
        self.consent = nav.by_consent()
        self.title = "consent" if self.consent else "arbiter"
        self._told = ("", -1, [""])
        if not nav.in_session():
            nav.session_end_ms = nav.t_ms + SESSION_MS

    def rows(self) -> "list[Row]":
        names = [a[0] for a in offered(self.device.recorder.match)]
        if self.consent:
            names = [name for name in names if name in CONSENT] + [NEEDS_PIN]
        return [(name, "", "") for name in names]

    def place(self, whole: bool = False) -> "Place":
        """Return the list, and what an act that asks nothing would change."""
        place, seq = ListScreen.place(self, whole), self.device.recorder.match.seq
        name = place["focus"]
        if self._told[:2] != (name, seq):
            self._told = (name, seq, self._tell(name) if name else [""])
        place["texts"] = self._told[2]
        return place

    def items(self) -> "list[Item]":
        """Show what an act would change in place of the last row."""
        if not self.nav.in_session():
            self.nav.close(self)
        out, told = ListScreen.items(self), self._told[2]
        part = told[self.nav.t_ms // PART_MS % len(told)]
        return out + [items.text(0, 52, 128, 12, part, items.RIGHT)]

    def _tell(self, name: str) -> "list[str]":
        if name == NEEDS_PIN:
            return [""]
        errand = Errand(self.nav, name)
        if not errand.kind or any([want[0] != "=" for want in errand.wants]):
            return [""]
        errand.value = int((errand.wants or ("=0",))[0][1:])
        return errand.told()

    def left(self) -> None:
        self.nav.session_end_ms = -1
        self.nav.pop()

    def due_ms(self) -> int:
        now_ms = self.nav.t_ms
        turns_ms = now_ms + PART_MS - now_ms % PART_MS
        return min(self.nav.session_end_ms, turns_ms if len(self._told[2]) > 1 else now_ms + 60000)

    def chosen(self, name: str) -> None:
        if name == NEEDS_PIN:
            self.nav.note(self.nav.text("act." + name), self.nav.text("no-pin"))
        else:
            Errand(self.nav, name).go_on()


class Errand:
    """An errand: it asks for each argument, then gives the game its event and closes the menu."""

    def __init__(self, nav: "Navigator", name: str) -> None:
        self.nav = nav
        self.name, self.kind, self.wants, _ = [a for a in ACTIONS if a[0] == name][0]
        self.asked = 0
        self.who = events.NONE
        self.value = self.first_ms = 0
        self.refused = False  # by what was told last

    def told(self) -> "list[str]":
        """Return which figures the act would change, whose, from what to what, and what falls."""
        device, text = self.nav.device, self.nav.phrases.text_or
        try:
            after, fallen = _preview(device.recorder, *self.as_event())
        except MemoryError:
            return [""]
        self.refused = after is None
        if after is None:
            return [self.nav.text("no-change" if fallen else "not-now")]
        changed: "list[str]" = []
        figures = _figures(device.recorder.match, self.nav)
        for (name, who, before), (_, _, now) in zip(figures, _figures(after, self.nav)):
            if before != now:
                parts = [text("figure." + name, ""), who, text("card." + before, before), "▶"]
                changed.append(" ".join(parts + [text("card." + now, now)]).strip())
        for kind, name in FALLS:
            if kind in fallen:
                changed.append("%s %s" % (text("figure.falls", ""), text("log." + name, "")))
        return changed or [""]

    def as_event(self) -> "tuple[int, int, int]":
        """Return the act's event, with its player and its value."""
        if self.name == "set-both":
            return self.kind, events.BOTH, events.packed_clocks(self.first_ms, self.value)
        return self.kind, self.who, self.value

    def _tells(self, screen: "Screen") -> None:
        """Let the screen of the last question show what its value would change."""

        def tell(value: int) -> str:
            self.take(value)
            told = self.told()
            while len(told) > 1 and items.width_of("  ".join(told)) > items.room(128):
                told.pop()  # the clocks come first
            return "  ".join(told)

        if self.asked == len(self.wants):
            screen.tell = tell

    def go_on(self) -> None:
        """Ask for the next argument, or act if all are known."""
        screen = self.question()
        if screen:
            self._tells(screen)
            self.nav.push(screen)
        else:
            self._act()

    def question(self) -> "Screen | None":
        """Return the screen that asks for the next argument; None once all are known."""
        while self.asked < len(self.wants):
            want = self.wants[self.asked]
            self.asked += 1
            if want in ("=A", "=B"):
                self.first_ms = self.value
                self.who = events.A if want == "=A" else events.B
            elif want[0] == "=":
                self.value = int(want[1:])
            elif want != "sure" or not self.nav.by_consent():  # else both players are asked
                return self.screen(want)
        return None

    def screen(self, want: str) -> "Screen":
        nav, heading = self.nav, self._heading(self.nav.text("act." + self.name))
        if want in ("who", "who3"):
            names = events.WHO_NAMES[1 : 4 if want == "who3" else 3]
            choices = [(at + 1, n, self._player(n)) for at, n in enumerate(names)]
            return editors.ChoiceScreen(nav, heading, choices, self._got)
        if want == "time":
            match = nav.device.recorder.match
            left_ms, signed = match.left_ms(self.who), not match.rules.timed_turns
            return editors.TimeScreen(nav, heading, self._got, left_ms, signed)
        if want == "limit":
            return editors.TimeScreen(nav, heading, self._got)
        if want == "points":
            rules = nav.device.recorder.match.rules
            points = (rules.penalty_points, rules.penalty_min, events.ARTICLE_UNIT - 1)
            return editors.PenaltyScreen(nav, heading, self._got, *points)
        if want == "article":
            heading = self._heading(nav.text("article"))
            return editors.ArticleScreen(nav, heading, self._got, 49, 1, 99)
        if want in ("card", "why"):
            names, kind = (events.CARDS[1:], "cardname") if want == "card" else (REASONS, want)
            choices = [(at + 1, n, nav.text(kind + "." + n)) for at, n in enumerate(names)]
            return editors.ChoiceScreen(nav, heading, choices, self._got)
        return notes.SureScreen(nav, heading, self._got)

    def _heading(self, label: str) -> str:
        """Return the question and, once chosen, the player it concerns."""
        return "%s: %s" % (label, events.WHO_NAMES[self.who]) if self.who else label

    def _player(self, letter: str) -> str:
        """Return a player as a choice, with the name if a host has set it."""
        name = "" if letter == "AB" else self.nav.name_of(events.WHO_NAMES.index(letter))
        if not name:
            return self.nav.text("who." + letter)
        return items.fit(fonts.text, letter + " " + name, CHOICE_ROOM)

    def _got(self, value: int) -> None:
        self.take(value)
        self.go_on()

    def take(self, value: int) -> None:
        """Note the argument that was asked for last."""
        want = self.wants[self.asked - 1]
        if want in ("who", "who3"):
            self.who = value
        elif want == "article":
            self.value = self.value % events.ARTICLE_UNIT + events.ARTICLE_UNIT * value
        elif want != "sure":
            self.value = value

    def _act(self) -> None:
        self.nav.home()
        if self.name in SHOWS:
            self.nav.push(self.nav.shelf.find(SHOWS[self.name])(self.nav))
        else:
            self.finish()

    def finish(self) -> None:
        """Do the act, or ask both players whether to."""
        nav, told = self.nav, self.told()
        act, heading = (self.name, self.as_event(), told), nav.text("act." + self.name)
        if self.refused:
            nav.note(heading, told[0])
        elif not nav.by_consent():
            nav.act = act
        else:
            nav.push(editors.ConsentScreen(nav, heading, told, act))


def _preview(
    recorder: "Recorder", kind: int, who: int, value: int
) -> "tuple[Match | None, list[int]]":
    """Return the match as an act would leave it, and what else would fall: kinds of events.

    For an act that is refused None, and its own kind if it would change nothing.
    """
    match, before = recorder.match, recorder.fallen
    found, kept = match.challenge, match.copy()
    kind, value = match.bound(kind, who, value)
    event = (match.seq + 1, match.t_ms, kind, who, value)
    if kind in events.TAKES_BACK:
        try:
            after = recorder.remade(match.rules, (event,)) if value else None
            return after, [one[2] for one in recorder.fallen if one not in before]
        finally:
            recorder.fallen = before
    effects = kept.handle(event)
    if recorder.idle(kind) or ("refused", kind, True) in effects:
        return None, [kind]
    if events.refused(effects):
        return None, []
    if kind != events.AMEND or not found or not found.verdict:
        return kept, []
    return kept, [events.VERDICT] + [events.APPEAL] * found.appealed


def _figures(match: "Match", nav: "Navigator") -> "list[tuple[str, str, str]]":
    """Return (name, player, value) of everything that an act may change."""
    values = [
        (
            nav.setting(match.name_key(who), ""), rounded(match.left_ms(who)),
            str(-match.points(who)), str(-player.penalty()), str(player.turns),
            events.CARDS[player.card()], "-+"[player.absent], str(player.challenges),
            str(len(player.turns_to_lose)),
        )
        for who, player in enumerate(match.players, 1)
    ]  # fmt: skip
    out = [(name, "AB"[at], values[at][i]) for i, name in enumerate(FIGURES) for at in (0, 1)]
    limit_ms = limit_left_ms(match)
    out.append(("limit", "", "-" if limit_ms < 0 else rounded(limit_ms)))
    out.append(("passes", "", str(match.row.passes)))
    return out + [("turn", "", events.WHO_NAMES[match.mover] if match.mover else "-")]
