"""The challenged words shown to both, and the one answer for the whole play (art. 40, 42)."""

from corrido.core import events as e
from corrido.ui import items as i
from corrido.ui.screens.base import Screen, in_a_line
from corrido.ui.screens.stopped import agreement

LINES = 3
LINE_WIDTH = 124


def wrapped(words: list) -> list:
    """The words in lines that fit the screen, none of them broken."""
    lines = [""]
    for word in words:
        longer = (lines[-1] + "  " + word) if lines[-1] else word
        if lines[-1] and i.width_of(longer) > LINE_WIDTH:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class ConfirmScreen(Screen):
    """All words; A and B say yes with their buttons, BACK goes back to the letters."""

    def __init__(self, nav: object) -> None:
        Screen.__init__(self, nav)
        self.top = 0

    def items(self) -> list:
        lines = wrapped(self.desk.words)
        more = " ▼" if len(lines) > self.top + LINES else " ▲" if self.top else ""
        out = [i.title(self.nav.text("both-confirm") + more)]
        if len(lines) < LINES - 1:
            lines.append(self.nav.text("face-down"))
        if len(lines) < LINES:
            lines.append(self.nav.text("back-corrects"))
        for line in range(LINES):
            out.append(i.text(0, 14 + 12 * line, 128, 12, lines[self.top + line]))
        match = self.desk.match
        left, right = agreement(match, 52)
        return out + [
            (left[0], 0, 52, 24, 12) + left[5:],
            (right[0], 104, 52, 24, 12) + right[5:],
            i.text(24, 52, 80, 12, self.nav.text("cover"), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        last = max(0, len(wrapped(self.desk.words)) - LINES)
        if name == "DOWN":
            self.top = min(last, self.top + 1)
        elif name == "UP":
            self.top = max(0, self.top - 1)
        elif name in ("BACK", "LEFT"):
            self.desk.send(e.EDIT)

    def focus(self) -> str:
        return "confirm"


class VerdictScreen(Screen):
    """Readable from across the table; the words are wiped after a setting of seconds."""

    def __init__(self, nav: object) -> None:
        Screen.__init__(self, nav)
        nav.draft = []
        self.words = in_a_line(nav, self.desk.words)
        self.wipe_ms = nav.t_ms + 1000 * nav.setting("wipe-words", 60)

    def items(self) -> list:
        match, text = self.desk.match, self.nav.text
        name = e.VERDICTS[match.verdict]
        inverse = match.verdict == e.INVALID
        line = self.words if self.nav.t_ms < self.wipe_ms else text("verdict-menu")
        todo = text("verdict.%s.do" % name).replace("%", e.WHO_NAMES[match.mover])
        if match.turn:
            todo = todo.replace("&", e.WHO_NAMES[match.opponent])
        return [
            i.big(0, text("verdict.%s.1" % name), inverse),
            i.big(21, text("verdict.%s.2" % name), inverse),
            i.text(0, 43, 128, 10, line, i.CENTRE),
            i.text(0, 53, 128, 11, todo, i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name == "OK":
            self.desk.send(e.OK)
        elif name == "BACK":
            self.nav.open_menu()

    def focus(self) -> str:
        return "verdict"

    def due_ms(self) -> int:
        return self.wipe_ms if self.nav.t_ms < self.wipe_ms else -1
