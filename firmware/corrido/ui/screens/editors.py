"""Small screens that ask for one value and give it to whoever asked: done(value)."""

from corrido.ui import fonts
from corrido.ui import items as i
from corrido.ui.screens.base import Screen

DIGITS = "0123456789"
END = "✓"
LEAST_PIN, MOST_PIN = 4, 8


class ChoiceScreen(Screen):
    """One of a few values, shown large: UP and DOWN change it, OK takes it."""

    def __init__(
        self, nav: object, heading: str, choices: list, done: object, at: int = 0
    ) -> None:
        """choices: (value, name for the focus, text to show)."""
        Screen.__init__(self, nav)
        self.heading, self.choices, self.done, self.at = heading, choices, done, at

    def items(self) -> list:
        count = len(self.choices)
        out = i.headed(self.heading, "%d/%d" % (self.at + 1, count))
        for line, at in ((15, self.at - 1), (40, self.at + 1)):
            shown = self.choices[at % count][2] if count > 2 or 0 <= at < count else ""
            out.append(i.text(0, line, 128, 12, shown, i.CENTRE))
        now = "▶ " + self.choices[self.at][2] + " ◀"
        out.insert(2, i.text(0, 27, 128, 13, now, i.CENTRE, True))
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

    def focus(self) -> str:
        return "choice:" + self.choices[self.at][1]


class FieldsScreen(Screen):
    """A value in several fields: UP and DOWN change one, OK goes on; the last OK takes it."""

    hint = "edit-hint"

    def __init__(self, nav: object, heading: str, done: object) -> None:
        Screen.__init__(self, nav)
        self.heading, self.done, self.at = heading, done, 0

    def shown(self) -> list:
        """The parts of the line, one string a field; fixed parts belong to the field before."""
        return []

    def value(self) -> object:
        """The value as it stands."""
        return None

    def step(self, by: int) -> None:
        """Change the field at the cursor by one."""

    def items(self) -> list:
        parts = self.shown()
        widths = [fonts.width(fonts.title, part) + 4 for part in parts]
        x = (128 - sum(widths)) // 2
        out = [i.title(self.heading)]
        for at, part in enumerate(parts):
            out.append(("title", x, 18, widths[at], 22, part, at == self.at))
            x += widths[at]
        what_ok_does = "ok-back" if self.at == len(parts) - 1 else "next-back"
        return out + [
            i.text(0, 42, 128, 11, self.nav.text(self.hint), i.CENTRE),
            i.text(0, 53, 128, 11, self.nav.text(what_ok_does), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name in ("UP", "DOWN"):
            self.step(1 if name == "UP" else -1)
        elif name in ("OK", "RIGHT"):
            self.at += 1
            if self.at == len(self.shown()):
                self.at = 0 if name == "RIGHT" else self.at
            if self.at == len(self.shown()):
                self.nav.pop()
                self.done(self.value())
        elif name == "LEFT":
            self.at = (self.at or len(self.shown())) - 1
        else:
            self.nav.pop()


class TimeScreen(FieldsScreen):
    """Minutes and seconds, 0:00 to 99:59; with a sign where the time may be negative."""

    def __init__(
        self, nav: object, heading: str, done: object, start_ms: int = 0, signed: bool = False
    ) -> None:
        FieldsScreen.__init__(self, nav, heading, done)
        seconds = min((abs(start_ms) + 999) // 1000, 5999)
        self.signed = signed
        self.negative = signed and start_ms < 0
        self.parts = [seconds // 600, seconds // 60 % 10, seconds % 60 // 10, seconds % 10]

    def shown(self) -> list:
        minutes_tens, minutes, tens, ones = [str(part) for part in self.parts]
        out = [minutes_tens, minutes, ":" + tens, ones]
        return ["-" if self.negative else "+"] + out if self.signed else out

    def step(self, by: int) -> None:
        at = self.at - (1 if self.signed else 0)
        if at < 0:
            self.negative = not self.negative
        else:
            self.parts[at] = (self.parts[at] + by) % (6 if at == 2 else 10)

    def value(self) -> int:
        """Milliseconds."""
        a, b, c, d = self.parts
        total_ms = (600 * a + 60 * b + 10 * c + d) * 1000
        return -total_ms if self.negative else total_ms

    def focus(self) -> str:
        sign = ("-" if self.negative else "+") if self.signed else ""
        return "time:%s%d%d:%d%d at=%d" % ((sign,) + tuple(self.parts) + (self.at,))


class NumberScreen(FieldsScreen):
    """A whole number in a range: UP and DOWN by one, LEFT and RIGHT by ten."""

    hint = "number-hint"

    def __init__(
        self, nav: object, heading: str, done: object, start: int, least: int, most: int
    ) -> None:
        FieldsScreen.__init__(self, nav, heading, done)
        self.number, self.least, self.most = start, least, most

    def shown(self) -> list:
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

    def focus(self) -> str:
        return "number:%d" % self.number


class PinScreen(Screen):
    """A PIN of 4 to 8 digits: UP and DOWN change the symbol, OK takes it, ✓ is the end."""

    def __init__(self, nav: object, heading: str, done: object) -> None:
        """done(digits) is called with the screen still shown; it decides what follows."""
        Screen.__init__(self, nav)
        self.heading, self.done = heading, done
        self.entered, self.symbol = "", "0"

    def items(self) -> list:
        hidden = "●" * len(self.entered)
        hint = "pin-end" if self.symbol == END else "pin-hint"
        return [
            i.title(self.heading),
            i.text(0, 20, 58, 13, hidden, i.RIGHT),
            ("title", 58, 16, 20, 22, self.symbol, True),
            i.text(78, 20, 50, 13, "▲▼", i.LEFT),
            i.text(0, 52, 128, 12, self.nav.text(hint), i.CENTRE),
        ]

    def symbols(self) -> str:
        """What can be chosen now: the end only once there are enough digits."""
        if len(self.entered) >= MOST_PIN:
            return END
        return DIGITS + END if len(self.entered) >= LEAST_PIN else DIGITS

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name in ("UP", "DOWN"):
            symbols = self.symbols()
            at = (symbols.find(self.symbol) + (1 if name == "UP" else -1)) % len(symbols)
            self.symbol = symbols[at]
        elif name in ("OK", "RIGHT"):
            self._take()
        elif self.entered:
            self.entered = self.entered[:-1]
            self.symbol = "0"
        else:
            self.nav.pop()

    def _take(self) -> None:
        if self.symbol == END:
            self.done(self.entered)
            return
        self.entered += self.symbol
        self.symbol = END if len(self.entered) >= LEAST_PIN else "0"

    def focus(self) -> str:
        return "pin:%s entered=%d" % (self.symbol, len(self.entered))


class SureScreen(Screen):
    """A last question before something that cannot be taken back: OK does it, BACK does not."""

    def __init__(self, nav: object, heading: str, done: object) -> None:
        Screen.__init__(self, nav)
        self.heading, self.done = heading, done

    def items(self) -> list:
        return [
            i.title(self.heading),
            i.big(18, self.nav.text("sure")),
            i.text(0, 52, 128, 12, self.nav.text("ok-back"), i.CENTRE),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        self.nav.pop()
        if name == "OK":
            self.done(1)

    def focus(self) -> str:
        return "sure"


class NoteScreen(Screen):
    """Something was done or refused; it goes away by itself, or with any key."""

    SHOWN_MS = 2500

    def __init__(self, nav: object, heading: str, line: str) -> None:
        Screen.__init__(self, nav)
        self.heading, self.line = heading, line
        self.end_ms = nav.t_ms + self.SHOWN_MS

    def items(self) -> list:
        if self.nav.t_ms >= self.end_ms:
            self.nav.close(self)
        return [i.title(self.heading), i.text(0, 26, 128, 13, self.line, i.CENTRE)]

    def key(self, name: str, held: bool) -> None:
        if not held:
            self.nav.pop()

    def focus(self) -> str:
        return "notice"

    def due_ms(self) -> int:
        return self.end_ms
