"""The end of a challenge: its words confirmed by both players, and the verdict (art. 42, 43)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.ui import fonts, items
from corrido.ui.screens import ARBITER, MENU, Screen, agreement, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Navigator, Place

LINES = 2
LINE_Y = (16, 32)
PAGE_MS = 3000  # how long a page of words is shown
GAP = "  "


def wrapped(words: "list[str]") -> "list[str]":
    """Return the words in lines of large letters that fit the screen, breaking none of them."""
    lines: "list[str]" = []
    for word in words:
        longer = lines[-1] + GAP + word if lines else word
        if lines and items.width_in(fonts.large, longer) <= 128:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class ConfirmScreen(Screen):
    """All words, two lines at a time, then advice (art. 42); A and B confirm, BACK corrects."""

    name = "confirm"

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.page = 0
        self.turns_ms = nav.t_ms + PAGE_MS

    def place(self, whole: bool = False) -> "Place":
        """Return two lines of words or advice, or all, and who has confirmed (art. 42)."""
        match, text = self.device.recorder.match, self.nav.text
        advice = [text("nothing-drawn"), text("face-down"), text("back-corrects").upper()]
        lines = wrapped(self.device.adjudication.words)
        if len(lines) > 1:
            lines += advice[: 2 + len(lines) % 2]
        else:  # a single line of words is repeated with each advice
            lines = [line for one in advice for line in lines + [one]]
        self.page %= len(lines) // LINES
        first = self.page * LINES
        return placed(
            name=self.name,
            heading=text("play-of").replace("%", match.judged),
            texts=advice[:2] if whole else lines[first : first + LINES],
            of=len(lines) // LINES,
            signed=match.question.said if match.question else 0,
        )

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self.turns_ms:
            self._turn(1)
        place = self.place()
        number = "%d/%d" % (self.page + 1, place["of"])
        width = items.width_in(fonts.large, number) + 2 * items.MARGIN
        out = items.apart(items.draw_large, 0, 16, place["heading"], number, width, True)
        for line, y in zip(place["texts"], LINE_Y):
            out.append(items.largest(0, y, 128, line))
        return out + agreement(self.nav, place["signed"])

    def _turn(self, pages: int) -> None:
        self.page += pages
        self.turns_ms = self.nav.t_ms + PAGE_MS

    def pressed(self, name: str) -> None:
        if name in ("UP", "DOWN"):
            self._turn(1 if name == "DOWN" else -1)
        elif name in ("BACK", "LEFT"):
            self.device.send(events.EDIT)
        elif name == "OK":
            self.nav.open(ARBITER)

    def due_ms(self) -> int:
        return self.turns_ms


class VerdictScreen(Screen):
    """The verdict, in turn with words or advice; the words are wiped after a configured time."""

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.lines = wrapped(self.device.adjudication.words)
        # 0: the advice on the tiles, empty if they stay; otherwise the line of words.
        self.at = 1 if self.device.recorder.match.verdict == events.VALID and self.lines else 0
        self.turns_ms = nav.t_ms + PAGE_MS
        self.wipe_ms = nav.t_ms + 1000 * nav.setting("wipe-words", 60)

    def place(self, whole: bool = False) -> "Place":
        """Return the answer, what becomes of the tiles, who goes on, keys; whole: the words."""
        match, text = self.device.recorder.match, self.nav.text
        if self.nav.t_ms >= self.wipe_ms:
            self.lines, self.at = [], 0
        name = events.VERDICTS[match.verdict]
        invalid = match.verdict == events.INVALID
        mover = match.judged
        goes_on = events.WHO_NAMES[match.challenger if invalid else match.mover]
        act = text("takes-back" if invalid else "play-of").replace("%", mover)
        if match.challenge and match.challenge.appeal_asked and not match.challenge.appealed:
            act = text("appeals").replace("%", mover)
        todo = text("verdict.%s.do" % name).replace("%", goes_on)
        answer = mover + ": " + text("verdict." + name)
        keys = text("verdict-menu")
        return placed(
            name="verdict", heading=answer, texts=[act, todo, keys] + (self.lines if whole else [])
        )

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self.turns_ms:
            self.at = (self.at + 1) % (len(self.lines) + 1)
            self.turns_ms = self.nav.t_ms + PAGE_MS
        place, match = self.place(), self.device.recorder.match
        act, todo, keys = place["texts"]
        return [
            items.big(0, place["heading"], match.verdict == events.INVALID),
            items.largest(0, 21, 128, self.lines[self.at - 1] if self.at else act),
            items.large(0, 37, 128, todo),
            items.line(53, 11, keys),
        ]

    def pressed(self, name: str) -> None:
        if name == "OK":
            self.device.send(events.OK)
        elif name == "BACK":
            self.nav.open(ARBITER)
        elif name == "UP":
            self.nav.open("info.WhyScreen")
        elif name == "DOWN":
            self.nav.open(MENU)  # the player whose play was ruled invalid may appeal (art. 42.4)

    def due_ms(self) -> int:
        return min(self.turns_ms, self.wipe_ms) if self.lines else -1
