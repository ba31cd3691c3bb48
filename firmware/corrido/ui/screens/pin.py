"""Enter digits by two arrows each: the arbiter's PIN, and a final score."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.memory import Lazy
from corrido.store.pin import LEAST_PIN, MOST_PIN
from corrido.ui import items
from corrido.ui.screens import ACTIONS, Screen, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Callable, Item, Navigator, Place
    from corrido.ui.screens import notes
else:
    notes = Lazy("corrido.ui.screens.notes")

END = "✓"
SYMBOLS = "0123456789" + END  # for an encoder
# The first arrow of a digit: its label on the screen, and the digits to its left, up and right.
PIN_GROUPS = {
    "UP": ("▲123", "1223"),
    "LEFT": ("◀456", "4556"),
    "RIGHT": ("▶789", "7889"),
    "DOWN": ("▼0", "0000"),
}
_GROUPS = "   ".join([PIN_GROUPS[key][0] for key in ("UP", "LEFT", "RIGHT", "DOWN")])
DIRECT = {"A": "1", "B": "2", "STOP": "3", "CHALLENGE": "4"}  # while no clock runs
_DIRECT = "A 1   B 2   STOP 3   ? 4"
SECOND = {"LEFT": 0, "UP": 1, "DOWN": 2, "RIGHT": 3}


def ask_arbiter(nav: "Navigator") -> "Screen":
    """Return what BACK opens: the PIN's entry, or a note that only setup has the actions."""
    heading = nav.text("arbiter")
    if not nav.device.pin.is_set():
        return notes.NoteScreen(nav, heading, nav.text("no-pin"))

    def tried(digits: str) -> None:
        if nav.device.check_pin(digits):
            nav.device.send_next(events.MENU)  # which stops the clocks
            nav.come(ACTIONS)  # in a turn after it
        else:
            nav.push(refuse_pin(nav))

    return ask_pin(nav, heading, tried)


def ask_pin(nav: "Navigator", heading: str, tried: "Callable[[str], None]") -> "Screen":
    """Return the PIN's entry, which passes it to tried(digits); a note while it is locked."""
    if nav.device.locked_ms():
        return refuse_pin(nav)
    return PinScreen(nav, heading, tried)


def refuse_pin(nav: "Navigator") -> "Screen":
    """Close everything, leaving the clocks alone; return a note: the PIN is wrong or locked."""
    locked_ms = nav.device.locked_ms()
    note = nav.text("pin-wrong")
    if locked_ms:
        note = "%s %d s" % (nav.text("locked"), (locked_ms + 999) // 1000)
    nav.home()
    return notes.NoteScreen(nav, nav.text("arbiter"), note)


class PinScreen(Screen):
    """A PIN of 4 to 8 digits by two arrows each, all equally long; hidden unless it is new."""

    name = "pin"
    boxes = ((16, 12), (28, 12), (40, 11), (53, 11))
    least, most = LEAST_PIN, MOST_PIN

    def __init__(
        self, nav: "Navigator", heading: str, done: "Callable[[str], None]", new: bool = False
    ) -> None:
        """Ask for digits; done(digits) is called with this screen still open."""
        Screen.__init__(self, nav)
        self.heading, self.done, self.new = heading, done, new
        self.entered, self.group = "", ""
        self.symbol = "0" if nav.linear else ""

    def place(self, whole: bool = False) -> "Place":
        text, shown = self.nav.text, self.entered if self.new else "●" * len(self.entered)
        hint = _DIRECT if self._direct() else text("pin-turn" if self.nav.linear else "pin-hint")
        keys = text("ok-back" if len(self.entered) >= self.least else "back-drops")
        return placed(
            name=self.name,
            focus=self.symbol or self.group,
            fields=[("entered", self.told())],
            heading=self.heading,
            texts=[shown + "○" * bool(self.group), self.symbol or _GROUPS, hint, keys],
            least=self.least,
            most=self.most,
        )

    def told(self) -> str:
        """Return how many digits are entered."""
        return str(len(self.entered))

    def pressed(self, name: str) -> None:
        if name == "OK":
            self._end()
        elif name == "BACK" and self.group:
            self.group = ""
        elif name == "BACK" and self.entered:
            self.entered = self.entered[:-1]
        elif name == "BACK":
            self.nav.pop()
        elif self.nav.linear:
            at = (SYMBOLS.find(self.symbol) + (1 if name == "UP" else -1)) % len(SYMBOLS)
            self.symbol = SYMBOLS[at]
        elif not self.group:
            self.group = name if len(self.entered) < self.most else ""
        else:
            digits = PIN_GROUPS[self.group][1]
            self.entered += digits[SECOND[name]]
            self.group = ""

    def _direct(self) -> bool:
        """Return whether the keys of the table are digits."""
        return not self.device.recorder.match.run

    def took(self, name: str) -> bool:
        if self._direct() and not self.group and len(self.entered) < self.most:
            self.entered += DIRECT[name]
            if self.nav.linear and len(self.entered) >= self.least:
                self.symbol = END
        return self._direct()

    def _end(self) -> None:
        if self.nav.linear and self.symbol != END and len(self.entered) < self.most:
            self.entered += self.symbol
            self.symbol = END if len(self.entered) >= self.least else "0"
        elif len(self.entered) >= self.least and not self.group:
            self.done(self.entered)


class ScoreScreen(PinScreen):
    """A final score of up to four digits, entered like a PIN but shown large: it is not secret."""

    name = "score"
    least, most = 1, 4

    def told(self) -> str:
        return self.entered

    def _direct(self) -> bool:
        return False  # these are the players' buttons, who may be signing

    def items(self) -> "list[Item]":
        out = PinScreen.items(self)
        out[1] = items.boxed(0, 14, 128, self.entered or "-")
        out[2] = items.line(38, 12, out[2][5])
        return out[:3] + out[4:]
