"""The screens by purpose, in modules that are loaded on first use, and what all have in common.

From files all together take 30 KB of RAM, frozen 14: what play does not need is unloaded.
"""

import sys

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.memory import IN_RAM, ON_DEVICE, collect, forget, load, loaded, loaded_under
from corrido.ui import items, texts
from corrido.ui.items import ALL

if TYPE_CHECKING:
    from corrido.ui.ports import Any, Callable, Item, Iterator, Match, Named, Navigator, Place

BASES: "dict[str, Named]" = {
    phases.SETUP: "setup.SetupScreen",
    phases.LATE: "clock.ClockScreen",
    phases.READY: "faces.ReadyScreen",
    phases.RUNNING: "clock.ClockScreen",
    phases.COUNT: "clock.ClockScreen",
    phases.STOPPED: "stopped.StoppedScreen",
    phases.CHALLENGE: "challenge.ChallengeScreen",
    phases.VERDICT: "verdict.VerdictScreen",
    phases.OVER: "ending.SummaryScreen",
    phases.CLOSED: "ending.ClosedScreen",
    phases.RECOVERED: "ending.RecoveredScreen",
    phases.FAULT: "ending.FaultScreen",
}
PENDING: "dict[int, Named]" = {
    events.SUBMIT: "verdict.ConfirmScreen",
    events.FINISH: "stopped.AgreedScreen",
    events.REOPEN: "stopped.AgreedScreen",
    events.TAKEOVER: "ending.TakenScreen",
}
ONE_CLOCK: "Named" = "faces.BoardScreen"
MENU: "Named" = "menu.MenuScreen"
ARBITER: "Named" = "pin.ask_arbiter"
ACTIONS: "Named" = "actions.ArbiterScreen"
REFUSAL: "Named" = "notes.RefusalScreen"
LARGE: "Named" = "faces.LargeScreen"
PART_MS = 2000  # how long each of several changed figures is shown
AGREE_Y = 48
SIGN_W = 24
# What takes as long to load as the screen itself, and is loaded before it in a turn of its own.
_LISTS = "corrido.ui.screens.lists"
NEEDS: "dict[Named, tuple[str, ...]]" = {
    "challenge.BlankScreen": ("corrido.ui.tiles", "corrido.ui.grids"),
    "info.WhyScreen": ("corrido.core.why", _LISTS),
    "menu.MenuScreen": (_LISTS,),
    "info.AboutScreen": (_LISTS,),
    "actions.ArbiterScreen": (_LISTS,),
}
_UI = "corrido.ui."
_PACKAGE = "corrido.ui.screens."
_TEXTS = "corrido.ui.texts"
_IN_PLAY = ("clock", "stopped") if IN_RAM else ("clock", "stopped", "notes")
placed: "Any" = dict  # makes a Place of the keys that a screen has
_HUGE = ("setup", "challenge")  # the screens of play do not fit beside these; no clock runs then


def beside(name: "Named") -> "Callable[..., Screen]":
    """Return `module.Class`, or a function that makes a screen; unload nothing."""
    module, screen = name.split(".")
    return getattr(load(_PACKAGE + module), screen)


class Shelf:
    """The screens' modules in memory. large: a clock's figures are as tall as the display."""

    def __init__(self) -> None:
        self.large = False
        self._resident = loaded_under(_UI)

    def base_of(self, match: "Match") -> "Named":
        """Return the game's own screen: its question's, its phase's, or the one of duplicate."""
        place: "Named" = "ending.LeftScreen" if match.left else BASES[match.phase]
        if match.rules.one_clock() and place in (BASES[phases.READY], BASES[phases.RUNNING]):
            place = ONE_CLOCK
        elif self.large and match.phase in (phases.RUNNING, phases.COUNT):
            place = LARGE
        return PENDING.get(match.asking, place)

    def loading(self, name: "Named", menus: str, run: int) -> "Iterator[None]":
        """Load what `module.Class` needs, one module a step; menus: the name of their texts."""
        module = _PACKAGE + name.split(".")[0]
        for part in NEEDS.get(name, ()) + (module, module if name == REFUSAL else menus):
            if not loaded(part):
                load(part, run > 0)
                yield

    def makes_room(self, name: "Named") -> bool:
        """Unload what gives way before `module.Class` loads; return if to collect next."""
        module = name.split(".")[0]
        plays, loads = module in _IN_PLAY, IN_RAM and not loaded(_PACKAGE + module)
        if plays or loads:
            self.unload_but(() if module in _HUGE else _IN_PLAY)
            texts.put_away()
        return loads and not plays

    def find(self, name: "Named") -> "Callable[..., Screen]":
        """Return `module.Class`; free memory for its module if short."""
        if self.makes_room(name):
            collect()
        return beside(name)

    def tidy(self, name: str) -> None:
        """Unload all screens but those of play and that of `module.Class`."""
        module = name.split(".")[0]
        if module != "setup":  # it shows a menu text in each row
            texts.put_away()
        self.unload_but(_IN_PLAY + (module,))

    def load_play(self) -> None:
        """Load the screens of play before a clock runs, and unload the others."""
        self.unload_but(_IN_PLAY)
        for module in _IN_PLAY:
            load(_PACKAGE + module)

    def unload_but(self, modules: "tuple[str, ...]") -> None:
        """Unload all screens but those, one by one: memory may be too short for a list of them."""
        while ON_DEVICE:
            for name in sys.modules:
                if name.startswith(_UI) and not self._stays(name, modules):
                    break
            else:
                return
            forget(name)

    def _stays(self, name: str, modules: "tuple[str, ...]") -> bool:
        if name.startswith(_PACKAGE):
            return name[len(_PACKAGE) :] in modules
        return name in self._resident or name.startswith(_TEXTS)


def name_of(nav: "Navigator", name: str, family: str = "key.") -> str:
    """Return what a key bears, or a preset is called: a club's own by its stored name."""
    return nav.phrases.text_or(family + name, name, False)


def agreement(nav: "Navigator", said: int, y: int = AGREE_Y, running: int = 0) -> "list[Item]":
    """Return the line that asks both: a circle or a tick each. running: whose clock runs."""
    out: "list[Item]" = []
    for who, x, place in ((events.A, 0, items.LEFT), (events.B, 128 - SIGN_W, items.RIGHT)):
        sign = "✓" if said & who else "▶" if running & who else "○"
        parts = (events.WHO_NAMES[who], sign) if who == events.A else (sign, events.WHO_NAMES[who])
        out.append(items.large(x, y, SIGN_W, "".join(parts), place, bool(said & who)))
    return out + [items.large(SIGN_W, y, 128 - 2 * SIGN_W, nav.text("confirm"))]


def times(match: "Match", y: int, lit: int = 0) -> "list[Item]":
    """Return both times in large letters; lit: a mask of whose are in inverse video."""
    return [
        items.large(64 * at, y, 64, match.shown(who), items.CENTRE, bool(lit & who))
        for at, who in enumerate((events.A, events.B))
    ]


class Screen:
    """A screen: it reads the parts of the device and shows items, but keeps no game state."""

    name = ""  # of its place
    # Of its texts: y and height, or 0 for capitals, -1 for the largest.
    boxes: "tuple[tuple[int, int], ...]" = ((0, 0), (16, 0), (32, 0), (48, 0))
    repeats = False  # a held arrow repeats
    tell: "Callable[[int], str] | None" = None  # of an act's last question: what would change
    tests_keys = False  # an ineffective key press is not worth a message here

    def __init__(self, nav: "Navigator") -> None:
        self.nav = nav
        self.device = nav.device

    def turns(self) -> int:
        """Return the halves shown turned by 180 degrees: a mask, or ALL."""
        return ALL if self.nav.setting("rotate", "none") == "both" else 0

    def place(self, whole: bool = False) -> "Place":
        """Return what the screen is, as a value; whole: with what has no room on the display."""
        return placed(name=self.name)

    def items(self) -> "list[Item]":
        """Return the items on the screen now: by default its place's heading, and its texts."""
        place = self.place()
        out = [items.title(place["heading"])] if "heading" in place else []
        for (y, h), line in zip(self.boxes, place.get("texts", ())):
            if h > 0:
                out.append(items.line(y, h, line))
            else:
                out.append(items.big(y, line) if h else items.large(0, y, 128, line))
        return out + agreement(self.nav, place["signed"]) if "signed" in place else out

    def key(self, name: str, held: bool) -> None:
        """Take a navigation key: pressed, or held for two seconds."""
        if not held:
            self.pressed(name)

    def pressed(self, name: str) -> None:
        """Take a navigation key that was pressed; over the game itself OK and BACK open others."""
        if name == "OK":
            self.nav.open(MENU)
        elif name == "BACK":
            self.nav.open(ARBITER)

    def took(self, name: str) -> bool:
        """Take a game key before the game does; return whether it has been dealt with."""
        return False

    def seen(self, name: str) -> None:
        """Take note that a game key was pressed: the self-test shows it."""

    def due_ms(self) -> int:
        """Return when the picture next changes by itself, in terms of nav.t_ms; -1 for never."""
        return -1
