"""Small screens that ask for one value and give it to whoever asked: done(value)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.ui import fonts
from corrido.ui import items as i
from corrido.ui.screens.base import Screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Choice, Item

END = "✓"
SYMBOLS = "0123456789" + END  # of an encoder
# The first arrow of a digit: its label on the screen, and the digits to its left, up and right.
PIN_GROUPS = {
    "UP": ("▲123", "1223"),
    "LEFT": ("◀456", "4556"),
    "RIGHT": ("▶789", "7889"),
    "DOWN": ("▼0", "0000"),
}
SECOND = {"LEFT": 0, "UP": 1, "DOWN": 2, "RIGHT": 3}


def pin_keys(digits: str) -> "list[str]":
    """Return the arrows that enter a PIN, two a digit; OK ends it."""
    keys: "list[str]" = []
    for digit in digits:
        for group, (_, places) in PIN_GROUPS.items():
            if digit in places:
                at = places.find(digit)
                keys += [group, [key for key, place in SECOND.items() if place == at][0]]
    return keys


class ChoiceScreen(Screen):
    """One of a few values, shown large: UP and DOWN change it, OK takes it."""

    def __init__(
        self,
        nav: "Navigator",
        heading: str,
        choices: "list[Choice]",
        done: "Callable[[Any], None]",
        at: int = 0,
    ) -> None:
        """Offer the choices, each (value, name for the focus, text to show)."""
        Screen.__init__(self, nav)
        self.heading, self.choices, self.done, self.at = heading, choices, done, at

    def items(self) -> "list[Item]":
        count = len(self.choices)
        out = i.headed(self.heading, "%d/%d" % (self.at + 1, count))
        for line, at in ((15, self.at - 1), (40, self.at + 1)):
            shown = self.choices[at % count][2] if count > 2 or 0 <= at < count else ""
            out.append(i.text(0, line, 128, 12, shown, i.CENTRE))
        out.insert(2, i.text(0, 27, 128, 13, self.choices[self.at][2], i.CENTRE, True))
        return out + [i.text(0, 52, 128, 12, self.nav.text("ok-back"), i.CENTRE)]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name in ("UP", "DOWN"):
            self.at = (self.at + (1 if name == "DOWN" else -1)) % len(self.choices)
        elif name in ("OK", "RIGHT"):
            self.nav.pop()
            self.done(self.choices[self.at][0])
        else:
            self.nav.pop()


class FieldsScreen(Screen):
    """A value in fields: UP and DOWN change the one at the cursor, OK takes the whole value."""

    hint = "edit-hint"
    repeats = True

    def __init__(self, nav: "Navigator", heading: str, done: "Callable[[int], None]") -> None:
        Screen.__init__(self, nav)
        self.heading, self.done, self.at = heading, done, 0

    def shown(self) -> "list[str]":
        """Return the parts of the line, a string per field with the fixed text around it."""
        return []

    def value(self) -> int:
        """Return the value as it stands."""
        return 0

    def step(self, by: int) -> None:
        """Change the field at the cursor by one."""

    def items(self) -> "list[Item]":
        parts = self.shown()
        widths = [fonts.width(fonts.title, part) + 4 for part in parts]
        x = (128 - sum(widths)) // 2
        out = [i.title(self.heading)]
        for at, part in enumerate(parts):
            out.append(("title", x, 18, widths[at], 22, part, at == self.at))
            x += widths[at]
        return out + [
            i.text(0, 42, 128, 11, self.nav.text(self.hint), i.CENTRE),
            i.text(0, 53, 128, 11, self.nav.text("ok-back"), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name in ("UP", "DOWN"):
            self.step(1 if name == "UP" else -1)
        elif name in ("LEFT", "RIGHT"):
            self.at = (self.at + (1 if name == "RIGHT" else -1)) % len(self.shown())
        else:
            self.nav.pop()
            if name == "OK":
                self.done(self.value())


class TimeScreen(FieldsScreen):
    """Minutes and seconds, up to 99:59; below 0:00 where the time may be negative.

    The cursor begins at the minutes; a step carries over, so that 30:00 less a minute is 29:00.
    """

    UNITS_S = (600, 60, 10, 1)
    MOST_S = 5999

    def __init__(
        self,
        nav: "Navigator",
        heading: str,
        done: "Callable[[int], None]",
        start_ms: int = 0,
        signed: bool = False,
    ) -> None:
        FieldsScreen.__init__(self, nav, heading, done)
        seconds = min((abs(start_ms) + 999) // 1000, self.MOST_S)
        self.signed = signed
        self.seconds = -seconds if signed and start_ms < 0 else seconds if start_ms > 0 else 0
        self.at = 1

    def shown(self) -> "list[str]":
        seconds = abs(self.seconds)
        tens = "%d" % (seconds // 600)
        if self.signed:
            tens = ("-" if self.seconds < 0 else "+") + tens
        rest = (seconds // 60 % 10, seconds % 60 // 10, seconds % 10)
        return [tens, "%d" % rest[0], ":%d" % rest[1], "%d" % rest[2]]

    def step(self, by: int) -> None:
        least = -self.MOST_S if self.signed else 0
        wanted = self.seconds + by * self.UNITS_S[self.at]
        self.seconds = max(least, min(self.MOST_S, wanted))

    def value(self) -> int:
        """Return milliseconds."""
        return self.seconds * 1000


class NumberScreen(FieldsScreen):
    """A whole number in a range: UP and DOWN by one, LEFT and RIGHT by ten."""

    hint = "number-hint"

    def __init__(
        self,
        nav: "Navigator",
        heading: str,
        done: "Callable[[int], None]",
        start: int,
        least: int,
        most: int,
    ) -> None:
        FieldsScreen.__init__(self, nav, heading, done)
        self.number, self.least, self.most = start, least, most

    def shown(self) -> "list[str]":
        return [str(self.number)]

    def value(self) -> int:
        return self.number

    def step(self, by: int) -> None:
        self.number = max(self.least, min(self.most, self.number + by))

    def key(self, name: str, held: bool) -> None:
        if name in ("LEFT", "RIGHT") and not held:
            self.step(10 if name == "RIGHT" else -10)
        else:
            FieldsScreen.key(self, name, held)


class PinScreen(Screen):
    """A PIN of 4 to 8 digits, each by two arrows, so that every PIN takes equally long.

    The first arrow takes a group (up 1 2 3, left 4 5 6, right 7 8 9, down 0), the second the left,
    upper or right digit of it; OK is the end. No digit is ever shown, but small while a new PIN is
    chosen. An encoder turns to each digit instead.
    """

    least, most = e.LEAST_PIN, e.MOST_PIN

    def __init__(
        self, nav: "Navigator", heading: str, done: "Callable[[str], None]", new: bool = False
    ) -> None:
        """Ask for digits; done(digits) is called with this screen still open."""
        Screen.__init__(self, nav)
        self.heading, self.done, self.new = heading, done, new
        self.entered, self.group = "", ""
        self.symbol = "0" if nav.linear else ""

    def items(self) -> "list[Item]":
        text = self.nav.text
        shown = self.entered if self.new else "●" * len(self.entered)
        if self.nav.linear:
            groups = self.symbol
        else:
            shown += "○" if self.group else ""
            groups = "   ".join([PIN_GROUPS[key][0] for key in ("UP", "LEFT", "RIGHT", "DOWN")])
        full = len(self.entered) >= self.least
        return [
            i.title(self.heading),
            i.text(0, 16, 128, 12, shown, i.CENTRE),
            i.text(0, 28, 128, 12, groups, i.CENTRE),
            i.text(0, 40, 128, 11, text("pin-turn" if self.nav.linear else "pin-hint"), i.CENTRE),
            i.text(0, 53, 128, 11, text("ok-back") if full else text("back-drops"), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name == "OK":
            self._end()
        elif name == "BACK":
            self._back()
        elif self.nav.linear:
            at = (SYMBOLS.find(self.symbol) + (1 if name == "UP" else -1)) % len(SYMBOLS)
            self.symbol = SYMBOLS[at]
        elif not self.group:
            self.group = name if len(self.entered) < self.most else ""
        else:
            digits = PIN_GROUPS[self.group][1]
            self.entered += digits[SECOND[name]]
            self.group = ""

    def _end(self) -> None:
        if self.nav.linear and self.symbol != END and len(self.entered) < self.most:
            self.entered += self.symbol
            self.symbol = END if len(self.entered) >= self.least else "0"
        elif len(self.entered) >= self.least and not self.group:
            self.done(self.entered)

    def _back(self) -> None:
        if self.group:
            self.group = ""
        elif self.entered:
            self.entered = self.entered[:-1]
        else:
            self.nav.pop()


class ScoreScreen(PinScreen):
    """A final score of up to four digits, by the arrows of a PIN; shown large, it is no secret."""

    least, most = 1, 4

    def items(self) -> "list[Item]":
        out = PinScreen.items(self)
        out[1] = ("title", 0, 14, 128, 22, self.entered or "-", False)
        out[2] = i.text(0, 38, 128, 12, out[2][5], i.CENTRE)
        return out[:3] + out[4:]


class SureScreen(Screen):
    """A last question before something that cannot be taken back: OK does it, BACK does not."""

    def __init__(self, nav: "Navigator", heading: str, done: "Callable[[int], None]") -> None:
        Screen.__init__(self, nav)
        self.heading, self.done = heading, done

    def items(self) -> "list[Item]":
        return [
            i.title(self.heading),
            i.big(18, self.nav.text("sure")),
            i.text(0, 52, 128, 12, self.nav.text("yes-no"), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        self.nav.pop()
        if name == "OK":
            self.done(1)


class NoteScreen(Screen):
    """Something was done or refused; it goes away by itself, or with any key."""

    SHOWN_MS = 2500

    def __init__(self, nav: "Navigator", heading: str, line: str) -> None:
        Screen.__init__(self, nav)
        self.heading, self.line = heading, line
        self.end_ms = nav.t_ms + self.SHOWN_MS

    def items(self) -> "list[Item]":
        if self.nav.t_ms >= self.end_ms:
            self.nav.close(self)
        return [i.title(self.heading), i.text(0, 26, 128, 13, self.line, i.CENTRE)]

    def key(self, name: str, held: bool) -> None:
        if not held:
            self.nav.pop()

    def due_ms(self) -> int:
        return self.end_ms


class RefusalScreen(NoteScreen):
    """Why CHALLENGE does nothing here, large enough for both players, for two seconds."""

    SHOWN_MS = 2000

    def __init__(self, nav: "Navigator", reason: str) -> None:
        NoteScreen.__init__(self, nav, nav.text("refused"), nav.text("no." + reason))

    def items(self) -> "list[Item]":
        NoteScreen.items(self)  # which closes it in time
        out = [i.large(0, 0, 128, self.heading, i.CENTRE, True)]
        for at, line in enumerate(self.line.split("|")):
            out.append(i.large(0, 24 + 20 * at, 128, line))
        return out
