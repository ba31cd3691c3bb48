"""Screens that only inform, over a running clock too: the device, and why it decided so."""

from corrido import VERSION
from corrido.compat import TYPE_CHECKING
from corrido.lexicon.reader import Lexicon
from corrido.memory import Lazy, image_state, unload
from corrido.ui import fonts, items
from corrido.ui.screens import name_of
from corrido.ui.screens.lists import ListScreen

if TYPE_CHECKING:
    from corrido.core import why
    from corrido.ui.ports import Device, Navigator, Row
else:
    why = Lazy("corrido.core.why")

ROW_W = 120
LOSS_BOUND = "<= 1 s"  # a power cut's cost to the running clock: docs/journal.md


def lines_of(value: str) -> "list[str]":
    """Return a long value as indented lines that fit a row, broken wherever one is full."""
    lines: "list[str]" = []
    while value:
        line = " " + value
        count = items.fitting(fonts.text, line, ROW_W)
        lines.append(line[:count])
        value = line[count:]
    return lines or [" "]


def edition_of(path: str) -> str:
    """Return edition and date of a list, "" if its head cannot be read."""
    try:
        lexicon = Lexicon(path, sliced=True)
        for _ in lexicon.opening(path):
            told = " " + lexicon.edition + " " + lexicon.about()[1]
            lexicon.close()
            return told
    except OSError:
        pass
    return ""


def facts(device: "Device") -> "list[tuple[str, str]]":
    """Return (label, value) pairs about the device and the time a power cut may cost."""
    flash, get = device.board.flash, device.settings.get
    following = str(get("lexicon-next")) if get("lexicon-from") else ""
    pending = following and following != device.judge.name
    then = [("lexicon-next", "%s %s" % (get("lexicon-from"), following))] if pending else []
    found = [
        ("firmware", (VERSION + " " + image_state[:6]).strip()),
        ("board", device.board.name),
        ("preset", device.recorder.match.rules.name),
        ("lexicon", device.judge.title()),
        ("journal", "%d KB, %s" % (flash.blocks * flash.block_size // 1024, LOSS_BOUND)),
        ("game", str(device.recorder.game)),
    ]
    return found[:4] + then + found[4:]


class WhyScreen(ListScreen):
    """What the device has decided, and why: each decision's article and figures."""

    name, title = "why", "menu.why"

    def __init__(self, nav: "Navigator") -> None:
        ListScreen.__init__(self, nav)
        match = self.device.recorder.match
        self._rows: "list[Row]" = []
        told = why.why(match)
        unload(why)
        for key, cited, first, second in told:
            self._rows.append((key, cited, ""))
            said = nav.text(key).replace("%", first).replace("&", second)
            self._rows += [(key, line, "") for line in lines_of(said)]

    def rows(self) -> "list[Row]":
        return self._rows or [("", "-", "")]


class AboutScreen(ListScreen):
    """About the device: firmware, lexicon with its edition and hash, and limit of the journal."""

    name = "about"

    def __init__(self, nav: "Navigator") -> None:
        ListScreen.__init__(self, nav)
        self._rows: "list[Row]" = []
        for name, value in facts(self.device):
            value = name_of(nav, value, "preset.") if name == "preset" else value
            label = nav.phrases.text_or("about." + name, name)
            wide_px = items.width_of(value)  # measured once: all are made over a running clock
            if wide_px > 74 or items.width_of(label) + wide_px > 118:
                self._rows += [(name, line, "") for line in [label + ":"] + lines_of(value)]
            else:
                self._rows.append((name, label, value))

    def rows(self) -> "list[Row]":
        return self._rows

    def heading(self) -> str:
        return "Corrido"
