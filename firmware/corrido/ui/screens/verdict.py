"""The challenged words shown to both, and the one answer for the whole play (art. 40, 42)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.ui import items as i
from corrido.ui.screens.base import Screen, in_a_line
from corrido.ui.screens.stopped import agreement

if TYPE_CHECKING:
    from corrido.core.match import Match
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item

LINES = 3
LINE_WIDTH = 124
FIRST_Y, PITCH = 15, 11


def wrapped(words: "list[str]") -> "list[str]":
    """Return the words in lines that fit the screen, none of them broken."""
    lines = [""]
    for word in words:
        longer = (lines[-1] + "  " + word) if lines[-1] else word
        if lines[-1] and i.width_of(longer) > LINE_WIDTH:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def play_of(nav: "Navigator", match: "Match") -> str:
    """Return whose play is judged, in a line."""
    return nav.text("play-of").replace("%", judged_of(match))


def judged_of(match: "Match") -> str:
    """Return the letter of the player whose play is judged."""
    return e.WHO_NAMES[e.other(challenger_of(match))]


def challenger_of(match: "Match") -> int:
    """Return the player who has challenged; NONE for nobody."""
    return match.challenge.by if match.challenge else e.NONE


class ConfirmScreen(Screen):
    """All words; A and B say yes with their buttons, BACK goes back to the letters."""

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.top = 0

    def items(self) -> "list[Item]":
        text, match = self.nav.text, self.device.recorder.match
        lines = wrapped(self.device.adjudication.words)
        more = " ▼" if len(lines) > self.top + LINES else " ▲" if self.top else ""
        out = [i.title(play_of(self.nav, match) + more)]
        for advice in ("nothing-drawn", "face-down", "back-corrects"):
            if len(lines) < LINES:
                lines.append(text(advice))
        for line in range(LINES):
            y = FIRST_Y + PITCH * line
            out.append(i.text(0, y, 128, PITCH, lines[self.top + line]))
        return out + agreement(self.nav, match.question.said if match.question else 0)

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        last = max(0, len(wrapped(self.device.adjudication.words)) - LINES)
        if name == "DOWN":
            self.top = min(last, self.top + 1)
        elif name == "UP":
            self.top = max(0, self.top - 1)
        elif name in ("BACK", "LEFT"):
            self.device.send(e.EDIT)


class VerdictScreen(Screen):
    """Readable from across the table; the words are wiped after a setting of seconds."""

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.words = in_a_line(nav, self.device.adjudication.words)
        self.wipe_ms = nav.t_ms + 1000 * nav.setting("wipe-words", 60)

    def items(self) -> "list[Item]":
        match, text = self.device.recorder.match, self.nav.text
        name = e.VERDICTS[match.verdict]
        invalid = match.verdict == e.INVALID
        challenger = challenger_of(match)
        judged = e.other(challenger)
        mover = e.WHO_NAMES[judged]
        goes_on = e.WHO_NAMES[challenger if invalid else match.mover]
        words = self.words if self.nav.t_ms < self.wipe_ms else text("verdict-menu")
        act = text("takes-back").replace("%", mover) if invalid else play_of(self.nav, match)
        if match.challenge and match.challenge.appeal_asked and not match.challenge.appealed:
            act = text("appeals").replace("%", mover)
        todo = text("verdict.%s.do" % name).replace("%", goes_on)
        answer = mover + ": " + text("verdict." + name)
        return [
            i.text(0, 0, 128, 11, words, i.CENTRE),
            i.big(11, answer, invalid),
            i.text(0, 34, 128, 12, act, i.CENTRE),
            i.large(0, 48, 128, todo),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name == "OK":
            self.device.send(e.OK)
        elif name == "BACK":
            self.nav.ask_arbiter()
        elif name == "DOWN":
            self.nav.open_menu()  # the player whose play is not valid may appeal (art. 42.4)

    def due_ms(self) -> int:
        return self.wipe_ms if self.nav.t_ms < self.wipe_ms else -1
