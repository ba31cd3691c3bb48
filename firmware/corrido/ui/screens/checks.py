"""Screens for the keeper of the device: its event log, and a test of its parts."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.match import rounded
from corrido.ui import items
from corrido.ui.screens import Screen, name_of, placed
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Entry, Item, Place, Row

LATEST = 40


class LogScreen(ListScreen):
    """The latest entries of the event log, the newest first."""

    name = "log"

    def __init__(self, nav: "Navigator") -> None:
        ListScreen.__init__(self, nav)
        self.entries = list(reversed(self.device.journal.tail(LATEST)))

    def heading(self) -> str:
        """Return the heading, with the chosen entry's game."""
        game = " #%d" % self.entries[self.at][0] if self.at < len(self.entries) else ""
        return self.nav.text("act.log") + game

    def rows(self) -> "list[Row]":
        return [self._row(at, entry) for at, entry in enumerate(self.entries)]

    def _row(self, at: int, entry: "Entry") -> "Row":
        """Return the row of an entry: time, log kinds, value, player."""
        kinds = [self.nav.phrases.text_or("log." + kind, kind) for kind in entry[6]]
        who = events.WHO_NAMES[entry[4]] if entry[4] else ""
        at_s = entry[2] // 1000
        label = "%d:%02d %s" % (at_s // 60, at_s % 60, ", ".join(kinds) or "-")
        return "%d" % at, label, " ".join([x for x in (self._detail(entry), who) if x])

    def _detail(self, entry: "Entry") -> str:
        """Return the value of an entry for display, "" for none."""
        kind, value, text = entry[3], events.said(entry[3], entry[5]), self.nav.text
        if kind == events.PENALTY:
            return "-%d" % (value % events.ARTICLE_UNIT)
        if kind == events.CARD:
            return text("card." + events.CARDS[value % events.ARTICLE_UNIT])
        if kind in (events.SET, events.LIMIT):
            return rounded(value)
        if kind == events.VERDICT:
            return "✓" if value == events.VALID else "✗"
        return ""


class SelfTestScreen(Screen):
    """All pixels, stripes, then keys, each with sound and LED; BACK twice leaves."""

    tests_keys = True

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.page = 0
        self.latest = ""
        self._left = list(self.device.board.keys)
        self._flash_reads = self._read_flash()

    def _read_flash(self) -> bool:
        """Return whether every block of the journal can be read."""
        flash, page = self.device.board.flash, bytearray(256)
        try:
            for block in range(flash.blocks):
                flash.read(block * flash.block_size, page)
        except OSError:
            return False
        return True

    def place(self, whole: bool = False) -> "Place":
        text, stuck = self.nav.text, self.device.keys.stuck()
        asked = text("test-done")
        if self._left:
            asked = text("test-press") + " " + name_of(self.nav, self._left[0])
        found = text("test-keys-fine" if self._flash_reads else "test-flash")
        if stuck:
            names = " ".join([name_of(self.nav, key) for key in stuck])
            found = text("stuck").replace("%", names)
        return placed(
            name="selftest",
            focus=str(self.page),
            heading=text("setup.test"),
            of=3,
            texts=[asked, name_of(self.nav, self.latest), found, text("test-leave")],
        )

    def items(self) -> "list[Item]":
        if self.page == 0:
            return [items.text(0, 0, 128, 64, "", items.LEFT, True)]
        if self.page == 1:
            return [items.dashes(0, y, 128, 3, 2) for y in range(0, 61, 6)]
        place = self.place()
        asked, latest, found, leave = place["texts"]
        return [
            items.title(place["heading"]),
            items.text(0, 15, 128, 12, asked),
            items.line(27, 12, latest, bool(latest)),
            items.text(0, 39, 128, 12, found),
            items.text(0, 52, 128, 12, leave),
        ]

    def pressed(self, name: str) -> None:
        if self.page < 2:
            self.page += 1
        elif name == "BACK" and self.latest == "BACK":
            self.nav.pop()
        else:
            self.seen(name)

    def seen(self, name: str) -> None:
        if self.page < 2:
            return
        self.latest = name
        if name in self._left:
            self._left.remove(name)
        self.device.sound.play("warn1", self.nav.t_ms, True)
        board = self.device.board
        for light in board.leds:
            board.led(light, light == name)
