"""Screens for the keeper of the device: its event log, and a test of its parts."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.match import rounded
from corrido.store.journal.codec import KIND, LOGS, T_MS, VALUE, WHO
from corrido.ui import items
from corrido.ui.screens import Screen, name_of, placed
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.ui.ports import Entry, Item, Navigator, Place, Row

LATEST = 40
_MOTOR = "MOTOR"  # runs from OK to the next key
_NO_OPERATION = b"\x00\xe3"  # SSD1306, table 9-1; the SH1106 and SSD1309 know it too


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
        kinds = [self.nav.phrases.text_or("log." + kind, kind) for kind in entry[LOGS]]
        who = events.WHO_NAMES[entry[WHO]] if entry[WHO] else ""
        at_s = entry[T_MS] // 1000
        label = "%d:%02d %s" % (at_s // 60, at_s % 60, ", ".join(kinds) or "-")
        return "%d" % at, label, " ".join([x for x in (self._detail(entry), who) if x])

    def _detail(self, entry: "Entry") -> str:
        """Return the value of an entry for display, "" for none."""
        kind, value, text = entry[KIND], events.said(entry[KIND], entry[VALUE]), self.nav.text
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
    """All pixels, stripes, the parts' readings, then keys, each with sound; BACK twice leaves."""

    tests_keys = True

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.page = 0
        self.latest = ""
        self._left = list(self.device.board.keys)
        self._readings: "list[str]" = []

    def _read_parts(self) -> "list[str]":
        """Return what is found: displays by address, battery, flash (tried), why it started."""
        text, board = self.nav.text, self.device.board
        percent, now_ms = self.device.health.battery_percent(), self.device.timebase.now_ms
        # A spare block takes a worn page and an erase.
        begun_ms, journal = now_ms(), self.device.journal
        fine = journal.ring.try_spare(journal.current.began_in)
        shown = ["%02X" % one[0] + "✗✓"[self._answers(one[0])] for one in board.displays]
        battery = "-" if percent is None else "%d %%" % percent
        flash = text("test-flash-fine" if fine else "test-flash")
        flash = flash.replace("%", str(now_ms() - begun_ms))
        told = [" ".join(shown), text("test-battery").replace("%", battery)]
        return told + [flash, text("test-start." + board.reset_cause)]

    def _answers(self, address: int) -> bool:
        try:
            self.device.board.i2c.writeto(address, _NO_OPERATION)
        except OSError:
            return False
        return True

    def place(self, whole: bool = False) -> "Place":
        text, stuck = self.nav.text, self.device.keys.stuck()
        asked = text("test-done")
        if self._left:
            asked = text("test-press") + " " + name_of(self.nav, self._left[0])
        found = text("test-keys-fine")
        if stuck:
            names = " ".join([name_of(self.nav, key) for key in stuck])
            found = text("stuck").replace("%", names)
        keys = [asked, name_of(self.nav, self.latest), found, text("test-leave")]
        return placed(
            name="selftest",
            focus=str(self.page),
            heading=text("setup.test"),
            of=4,
            texts=self._readings if self.page == 2 else keys,
        )

    def items(self) -> "list[Item]":
        if self.page == 0:
            return [items.text(0, 0, 128, 64, "", items.LEFT, True)]
        if self.page == 1:
            return [items.dashes(0, y, 128, 3, 2) for y in range(0, 61, 6)]
        place = self.place()
        out = [items.title(place["heading"])]
        for y, line in zip((15, 27, 39, 52), place["texts"]):
            out.append(items.text(0, y, 128, 12, line))
        if self.latest:  # the key pressed last
            out[2] = items.line(27, 12, place["texts"][1], True)
        return out

    def pressed(self, name: str) -> None:
        if self.page < 3:
            self.page += 1
            self._readings = self._read_parts() if self.page == 2 else []
        elif name == "BACK" and self.latest == "BACK":
            self.nav.pop()
        else:
            self.seen(name)

    def seen(self, name: str) -> None:
        if self.page < 3:
            return
        self.latest = name
        if name in self._left:
            self._left.remove(name)
        self.device.sound.play("warn1", self.nav.t_ms, True)
        board = self.device.board
        for light in board.leds:
            board.led(light, light == (_MOTOR if name == "OK" else name))
