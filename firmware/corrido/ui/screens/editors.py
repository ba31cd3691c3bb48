"""Small screens that ask for one value and pass it to the caller's done(value), or for consent."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.presets import NAME_LETTERS
from corrido.ui import fonts, items
from corrido.ui.screens import PART_MS, Screen, agreement, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Act, Any, Callable, Choice, Item, Navigator, Place

    Done = Callable[[Any], None]  # takes the value that was asked for


EMPTY = "_"
LENGTH = 8
FIRST = "club-1__"  # with an encoder only the number at its end changes
PARTS = "STOP◀.▶?"  # the keys that change what follows an article's dot
TYPED = ("A", "B", "STOP", "CHALLENGE")  # the digits 1 to 4


class ChoiceScreen(Screen):
    """One of a few values, shown large: UP and DOWN change it, OK takes it."""

    name = "choice"

    def __init__(
        self, nav: "Navigator", heading: str, choices: "list[Choice]", done: "Done", at: int = 0
    ) -> None:
        """Offer the choices, each (value, name for the focus, text to show)."""
        Screen.__init__(self, nav)
        self.heading, self.choices, self.done, self.at = heading, choices, done, at

    def place(self, whole: bool = False) -> "Place":
        chosen = self.choices[self.at]
        return placed(
            name=self.name,
            focus=chosen[1],
            heading=self.heading,
            choices=[choice[1:] for choice in self.choices],
            at=self.at,
            texts=[self.tell(chosen[0]) if self.tell else self.nav.text("ok-back")],
        )

    def items(self) -> "list[Item]":
        place = self.place()
        now, texts = place["at"], [text for _, text in place["choices"]]
        count = len(texts)
        out = items.headed(place["heading"], "%d/%d" % (now + 1, count))
        for line, at in ((15, now - 1), (40, now + 1)):
            shown = texts[at % count] if count > 2 or 0 <= at < count else ""
            out.append(items.line(line, 12, shown))
        out.insert(2, items.line(27, 13, texts[now], True))
        return out + [items.line(52, 12, place["texts"][0])]

    def took(self, name: str) -> bool:
        """Choose the player of that button; at the last question, show what would change first."""
        for at, choice in enumerate(self.choices):
            if choice[1] == name:
                self.at = at
                if not self.tell:
                    self.pressed("OK")
                return True
        return False

    def pressed(self, name: str) -> None:
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
    boxes = ((42, 11), (53, 11))

    def __init__(self, nav: "Navigator", heading: str, done: "Done", *limits: int) -> None:
        """Ask for a value. limits: the present number, the least and the most, if it is one."""
        Screen.__init__(self, nav)
        self.heading, self.done, self.at = heading, done, 0
        self.number, self.least, self.most = limits or (0, 0, 0)

    def shown(self) -> "list[str]":
        """Return the parts of the line: one string per field, with the fixed text around it."""
        return []

    def value(self) -> int:
        """Return the present value."""
        return self.number

    def step(self, by: int) -> None:
        """Change the field at the cursor by one."""
        self.number = max(self.least, min(self.most, self.number + by))

    def place(self, whole: bool = False) -> "Place":
        told = self.tell(self.value()) if self.tell else self.nav.text(self.hint)
        return placed(
            name=self.name,
            focus="".join(self.shown()),
            fields=[("at", str(self.at))] if len(self.shown()) > 1 else [],
            heading=self.heading,
            texts=[told, self.nav.text("ok-back")],
            value=self.number,
            least=self.least,
            most=self.most,
        )

    def items(self) -> "list[Item]":
        out, parts = Screen.items(self), self.shown()
        widths = [items.width_in(fonts.title, part) + 4 for part in parts]
        x = (128 - sum(widths)) // 2
        for at, part in enumerate(parts):
            out.insert(1 + at, items.boxed(x, 18, widths[at], part, at == self.at))
            x += widths[at]
        return out

    def pressed(self, name: str) -> None:
        if name in ("UP", "DOWN"):
            self.step(1 if name == "UP" else -1)
        elif name in ("LEFT", "RIGHT"):
            self.at = (self.at + (1 if name == "RIGHT" else -1)) % len(self.shown())
        else:
            self.nav.pop()
            if name == "OK":
                self.done(self.value())


class TimeScreen(FieldsScreen):
    """Minutes and seconds; steps carry over. Keys of the table type 1 to 4, and clear the rest."""

    name = "time"
    UNITS_S = (600, 60, 10, 1)
    MOST_S = 5999

    def __init__(
        self, nav: "Navigator", heading: str, done: "Done", start_ms: int = 0, signed: bool = False
    ) -> None:
        seconds = min((abs(start_ms) + 999) // 1000, self.MOST_S)
        now = -seconds if signed and start_ms < 0 else seconds if start_ms > 0 else 0
        least = -self.MOST_S if signed else 0
        FieldsScreen.__init__(self, nav, heading, done, now, least, self.MOST_S)
        self.at, self.signed, self.typing = 1, signed, False

    def took(self, name: str) -> bool:
        if not self.typing:
            self.typing, self.at, self.number = True, 0, 0
        unit = self.UNITS_S[self.at]
        above = (6000, 600, 60, 10)[self.at]
        self.number = self.number // above * above + unit * (TYPED.index(name) + 1)
        self.at = min(3, self.at + 1)
        return True

    def shown(self) -> "list[str]":
        seconds = abs(self.number)
        tens = "%d" % (seconds // 600)
        if self.signed:
            tens = ("-" if self.number < 0 else "+") + tens
        rest = (seconds // 60 % 10, seconds % 60 // 10, seconds % 10)
        return [tens, "%d" % rest[0], ":%d" % rest[1], "%d" % rest[2]]

    def step(self, by: int) -> None:
        FieldsScreen.step(self, by * self.UNITS_S[self.at])

    def value(self) -> int:
        """Return the time in milliseconds."""
        return self.number * 1000


class NumberScreen(FieldsScreen):
    """A whole number in a range: UP and DOWN by one, LEFT and RIGHT by ten."""

    name, hint = "number", "number-hint"

    def shown(self) -> "list[str]":
        return [str(self.number)]

    def pressed(self, name: str) -> None:
        if name in ("LEFT", "RIGHT"):
            self.step(10 if name == "RIGHT" else -10)
        else:
            FieldsScreen.pressed(self, name)


class ArticleScreen(NumberScreen):
    """An article as a NumberScreen; STOP and CHALLENGE change what follows its dot."""

    part = 0

    def shown(self) -> "list[str]":
        return [events.article_of(self.value())]

    def place(self, whole: bool = False) -> "Place":
        place = NumberScreen.place(self)
        place["texts"][1] = PARTS
        return place

    def value(self) -> int:
        """Return the article, packed as in events."""
        return self.number + events.ARTICLE_PART * self.part

    def took(self, name: str) -> bool:
        if name in ("STOP", "CHALLENGE"):
            self.part = max(0, min(99, self.part + (1 if name == "CHALLENGE" else -1)))
        return True


class PenaltyScreen(ArticleScreen):
    """The points of a penalty as a NumberScreen; the keys of the table change the article."""

    article = 49

    def shown(self) -> "list[str]":
        return NumberScreen.shown(self)

    def place(self, whole: bool = False) -> "Place":
        place = NumberScreen.place(self)
        place["article"] = self.article + events.ARTICLE_PART * self.part
        told = events.article_of(place["article"])
        place["fields"] = [("article", told)]
        place["texts"][1] = "A◀ art. %s ▶B %s" % (told, PARTS)
        return place

    def value(self) -> int:
        """Return the points with their article, packed as in events."""
        article = self.article + events.ARTICLE_PART * self.part
        return self.number + events.ARTICLE_UNIT * article

    def took(self, name: str) -> bool:
        if name in ("A", "B"):
            self.article = max(1, min(99, self.article + (1 if name == "B" else -1)))
            self.part = 0
            return True
        return ArticleScreen.took(self, name)


class NameScreen(FieldsScreen):
    """A name of up to eight letters: UP and DOWN change one, LEFT and RIGHT move to another."""

    name = "name"

    def __init__(self, nav: "Navigator", named: "Callable[[str], None]") -> None:
        FieldsScreen.__init__(self, nav, nav.text("setup.keep-preset"), self._named)
        self.symbols = EMPTY + NAME_LETTERS
        self.letters, self.at, self.named = list(FIRST), FIRST.find("1"), named

    def shown(self) -> "list[str]":
        return list(self.letters)

    def items(self) -> "list[Item]":
        """Return the name in boxes of small letters, since the large ones are capitals only."""
        frame, across = FieldsScreen.items(self), 128 // LENGTH
        boxes = [
            items.text(at * across, 22, across, 13, letter, items.CENTRE, at == self.at)
            for at, letter in enumerate(self.letters)
        ]
        return frame[:1] + boxes + frame[-2:]

    def step(self, by: int) -> None:
        at = (self.symbols.find(self.letters[self.at]) + by) % len(self.symbols)
        self.letters[self.at] = self.symbols[at]

    def _named(self, _: int) -> None:
        self.named("".join([letter for letter in self.letters if letter != EMPTY]))


class ConsentScreen(Screen):
    """An act that both players confirm, each with their own button: what it changes, before."""

    name = "consent"

    def __init__(self, nav: "Navigator", heading: str, told: "list[str]", done: "Act") -> None:
        Screen.__init__(self, nav)
        self.heading, self.told, self.done = heading, told, done
        self.said = events.NONE

    def place(self, whole: bool = False) -> "Place":
        return placed(
            name=self.name, heading=self.heading, texts=self.told, of=1, signed=self.said
        )

    def items(self) -> "list[Item]":
        pairs = (len(self.told) + 1) // 2
        at = self.nav.t_ms // PART_MS % pairs * 2
        lines = (self.told + [""])[at : at + 2]
        lines = [items.fit(fonts.text, line, items.room(128)) for line in lines]
        shown = [items.line(16 + 14 * y, 14, line) for y, line in enumerate(lines)]
        return [items.title(self.heading)] + shown + agreement(self.nav, self.said)

    def took(self, name: str) -> bool:
        if name not in events.WHO_NAMES:
            return False  # STOP goes on with the game
        self.said |= events.WHO_NAMES.index(name)
        if self.said == events.BOTH:
            self.nav.home()
            self.nav.act = self.done
        return True

    def pressed(self, name: str) -> None:
        if name == "BACK":
            self.nav.pop()

    def due_ms(self) -> int:
        return self.nav.t_ms + PART_MS - self.nav.t_ms % PART_MS if len(self.told) > 2 else -1
