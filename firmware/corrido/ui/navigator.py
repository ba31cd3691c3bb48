"""Decide which screen is shown, pass it keys, and say when it is laid out afresh."""

import gc

from corrido.compat import TYPE_CHECKING
from corrido.core import phases
from corrido.memory import Lazy, collect, is_short, release_reserve, weigh
from corrido.services.keys import REPEAT
from corrido.ui import screens, texts
from corrido.ui.items import Painter
from corrido.ui.screens import Screen
from corrido.ui.texts import Phrases

if TYPE_CHECKING:
    from typing import TypeVar

    from corrido.core.match import Seen
    from corrido.ui import plain
    from corrido.ui.ports import Any, Device, Iterator, Named, Place
    from corrido.ui.screens import notes

    # Its name; kind, who, value; which figures it changes, from what to what.
    Act = tuple[str, tuple[int, int, int], list[str]]
    V = TypeVar("V", int, str)
else:
    notes = Lazy("corrido.ui.screens.notes")
    plain = Lazy("corrido.ui.plain")

DIM_AFTER_MS = 180000
SLEEP_AFTER_MS = 900000
COVERED_MS = 8000  # a screen covering a running clock closes this long after the last key
BRIGHT, DIM, ASLEEP = 0xCF, 0x20, 0
SESSION = (phases.READY, phases.STOPPED, phases.RECOVERED, phases.OVER)  # not over a verdict
# Where no PIN is set, both players may agree on an act.
CONSENT_IN = (phases.READY, phases.STOPPED, phases.CHALLENGE, phases.VERDICT, phases.OVER)
MENU_STAYS = (phases.LATE, phases.READY, phases.RUNNING, phases.COUNT, phases.STOPPED)


class Navigator:
    """The link between device, screens and picture; `frame`: the displays' 1,024 bytes."""

    def __init__(self, device: "Device", frame: bytearray, language: str) -> None:
        self.device = device
        self.session_end_ms = -1  # until when the arbiter needs no PIN
        self.unlocked = False  # it was given in this setup
        # An act, for the game once the screens that asked for it are gone: the journal may be
        # read for it, which needs 4 KB in one piece.
        self.act: "Act | None" = None
        self.linear = "LEFT" not in device.board.keys  # an encoder instead of four keys
        self.t_ms = 0
        self.painter = Painter(frame)
        self.phrases = Phrases(device, language)
        self.shelf = screens.Shelf()
        self._stack: "list[Screen]" = []
        self._place: str = ""  # name of the game's own screen
        self._base = Screen(self)
        self._seen: "Seen | None" = None
        self._refusal: "Screen | None" = None  # the note that tells why a challenge was refused
        self.coming: "Iterator[None] | None" = None  # steps to a screen, each in another turn
        self.late: "list[tuple[str, int, int]]" = []  # presses that wait for it, over a clock
        self.due_ms = 0  # when the picture is next laid out, unless a key or event comes first
        self._key_ms = 0
        self.take_settings()

    # -- for the app

    def key(self, name: str, held: int, t_ms: int) -> None:
        """Take a navigation key: pressed (held 0), again once held for 2 s (1), or repeated."""
        asleep = self.contrast(t_ms) == ASLEEP
        if held == REPEAT:  # a press, on a screen that repeats it
            if asleep or not self._screen().repeats:
                return
            held = 0
        self.t_ms = self._key_ms = self.due_ms = t_ms
        if asleep and not held:
            return
        if held and name == "BACK" and self.device.recorder.match.phase in MENU_STAYS:
            self.home()
            self.device.sound.silence(not self.device.sound.silent)
        else:
            self._active().key(name, bool(held))
            self._do_act()

    def offer(self, name: str, t_ms: int) -> bool:
        """Offer a game key to letters, or what lies over stopped clocks; return if used."""
        match = self.device.recorder.match
        letters = match.phase == phases.CHALLENGE and not match.asking
        opened = self._stack or self.coming
        if not (letters or (opened and not match.run)) or self.device.adjudication.closed:
            return False
        self.t_ms = self._key_ms = self.due_ms = t_ms
        used = self._active().took(name)
        self._do_act()
        return used

    def refused(self, reason: str, t_ms: int) -> None:
        """Show for two seconds why a key did nothing, unless keys are being tested."""
        self.t_ms = max(t_ms, self.t_ms)
        self._follow()
        if reason and not self._screen().tests_keys:
            self.close(self._refusal)
            self._refusal = self._base  # until the note is made: it may find no memory
            self._open(self.shelf.makes_room(screens.REFUSAL), screens.REFUSAL, reason)
            self.due_ms = self.t_ms

    def place(self, whole: bool = False) -> "Place":
        """Return what the screen is that has the focus, under a refusal's note."""
        shown = [screen for screen in self._stack if screen is not self._refusal]
        return (shown[-1] if shown else self._base).place(whole)

    def covered(self) -> bool:
        """Return whether another screen covers the game's own, other than a refusal's note."""
        covers = [screen is not self._refusal for screen in self._stack]
        noted = self._refusal is self._base  # its note is to come
        return bool(self.coming) and not noted or any(covers)

    def short_of_memory(self, t_ms: int) -> None:
        """Close what covers the game's own screen, and say why if there is memory for a note."""
        told, self._refusal = self._refusal, None
        self.home()
        if not told:
            self.refused("memory", t_ms)

    def fall_back(self, fault: str, t_ms: int) -> bool:
        """Show the plain screen in place of one that raised; return False if that one raised."""
        if isinstance(self._base, plain.PlainScreen) and not self._stack:
            return False
        match = self.device.recorder.match
        self._stack, self.late, self._refusal, self.coming, self.act = [], [], None, None, None
        self._base = plain.PlainScreen(self, fault)
        self._place = self.shelf.base_of(match)
        self._seen = match.seen()
        self.painter.forget()
        self.t_ms = max(t_ms, self.t_ms)
        self.due_ms = 0
        return True

    def try_again(self) -> None:
        """Make the game's own screen anew."""
        self._place, self._seen = "", None

    def seen(self, name: str, t_ms: int) -> None:
        """Tell the screen that a game key was pressed: the self-test shows it."""
        self.t_ms = max(t_ms, self.t_ms)
        self._screen().seen(name)
        self.due_ms = self.t_ms

    def take_settings(self) -> None:
        """Reread the settings that decide which screens are shown."""
        self.shelf.large = bool(self.setting("large", 0))
        self.painter.bright = self.setting("contrast", BRIGHT)
        self.painter.whole = self.setting("rotate", "none") == "all"
        self.due_ms = self.t_ms

    def due(self, t_ms: int) -> bool:
        """Return whether the picture is to be laid out afresh from the game's state."""
        return t_ms >= self.due_ms or self.device.recorder.match.moved(self._seen)

    def lay_out(self, t_ms: int) -> None:
        """Follow the game to t_ms, and lay out the picture for the painter."""
        self.t_ms = max(t_ms, self.t_ms)
        if self._follow():
            return  # loading a screen is enough for one step
        bare_ms = self._key_ms + COVERED_MS
        if self.covered() and self.device.recorder.match.run and t_ms >= bare_ms:
            self.home()
        screen = self._screen()
        self.painter.show(screen.items(), screen.turns())
        due_ms = screen.due_ms()
        self.due_ms = due_ms if due_ms >= 0 else t_ms + 60000
        if self.covered() and self.device.recorder.match.run:
            self.due_ms = min(self.due_ms, bare_ms)

    def contrast(self, t_ms: int) -> int:
        """Return the contrast of the displays, 0 to 255: an OLED must not burn in."""
        match, bright = self.device.recorder.match, self.painter.bright
        idle_ms = t_ms - self._key_ms
        if match.run or idle_ms < DIM_AFTER_MS:
            return bright
        long_idle = idle_ms >= SLEEP_AFTER_MS and match.phase in (phases.SETUP, phases.CLOSED)
        return ASLEEP if long_idle else min(DIM, bright)

    # -- for the screens

    def text(self, key: str) -> str:
        """Return a text of the language in use, with the federation's word for its official."""
        return self.phrases.text(key)

    def name_of(self, who: int) -> str:
        """Return the name of the person who is player A (1) or B (2); "" for none."""
        return self.setting(self.device.recorder.match.name_key(who), "")

    def setting(self, name: str, default: "V") -> "V":
        """Return a stored setting, or `default` if none is stored."""
        value: "Any" = self.device.settings.get(name)
        return default if value is None else value

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the present one."""
        self._stack.append(screen)

    def note(self, heading: str, line: str) -> None:
        """Put a note on top that closes by itself."""
        self.push(notes.NoteScreen(self, heading, line))

    def pop(self) -> None:
        """Go back to the screen below."""
        if len(self._stack) > 1:
            self._stack.pop()
        else:
            self.home()

    def close(self, screen: "Screen | None") -> None:
        """Close one screen, wherever it is in the stack, if there is one."""
        self._stack = [other for other in self._stack if other is not screen]
        self.due_ms = 0

    def home(self) -> None:
        """Close everything on top of the game's own screen."""
        self.coming, self.late = None, []
        if self._stack:
            self._stack = []
            self.shelf.tidy(self._place)

    def clear(self) -> None:
        """Close and unload every screen, before a game for which memory is short."""
        self._stack, self._base, self._place = [], Screen(self), ""
        # Cached texts would fragment the memory.
        self.phrases.said = {}
        self.painter.forget()
        texts.put_away()
        self.shelf.unload_but(())
        collect()
        if is_short(weigh()):
            release_reserve()

    def open(self, name: "Named") -> None:
        """Open `module.Class` over the present screen; in another turn if it is to be loaded."""
        if name == screens.ARBITER and self.by_consent():
            name = screens.ACTIONS
        self._open(self.covered() or self.shelf.makes_room(name), name)

    def come(self, name: "Named") -> None:
        """Open `module.Class` over the game's own screen, in another turn."""
        self._stack = []  # what was open is unloaded only where its room is needed: in 5 ms
        self.shelf.makes_room(name)
        self._open(True, name)

    def bring(self) -> None:
        """Open the screen that was to come, if there is one, at once."""
        for _ in self.coming or ():
            pass
        self.coming = None

    def approach(self, t_ms: int) -> None:
        """Take a step to the screen that is to come."""
        self.t_ms = max(t_ms, self.t_ms)
        gc.disable()  # after the collection before a step another one would free nothing
        try:
            for _ in self.coming or ():
                return
        finally:
            gc.enable()
        self.coming = None

    # -- inside

    def _open(self, later: bool, name: "Named", *told: str) -> None:
        """Put `module.Class` on top, made with `told`; later: step by step, in other turns."""
        self.coming = self._steps_to(name, later, *told)
        if not later:
            self.bring()

    def _steps_to(self, name: "Named", loads: bool, *told: str) -> "Iterator[None]":
        if loads:  # the reserve is the game's: what lay in its place would keep it away for good
            yield from self.shelf.loading(name, self.phrases.menus, self.device.recorder.match.run)
        screen = screens.beside(name)(self, *told)
        self.push(screen)
        if name == screens.REFUSAL:
            self._refusal = screen

    def _do_act(self) -> None:
        """Give the game the act that waits, if any; say what it did, or that it is refused."""
        act, self.act = self.act, None
        if not act:
            return
        name, event, told = act
        consent = self.by_consent()
        release_reserve()
        taken = self.device.send(*event, consent=consent)
        match, heading = self.device.recorder.match, self.text("act." + name)
        stays = match.phase in SESSION and not (match.asking or match.run or consent)
        if not taken:
            self.shelf.find("notes.NoteScreen")
            self.note(heading, self.text("not-now"))
        elif self.in_session() and stays:
            self._follow()
            self.shelf.makes_room(screens.ACTIONS)
            self.coming = self._back_to_acts("✓ " + heading, "|".join(told[:2]))
        else:
            self.session_end_ms = -1

    def _back_to_acts(self, *told: str) -> "Iterator[None]":
        """Open the arbiter's list again, under a note of what was done."""
        yield from self._steps_to(screens.ACTIONS, True)
        self.note(*told)

    def by_consent(self) -> bool:
        """Return whether both players together decide now what else is the arbiter's."""
        match = self.device.recorder.match
        decided = match.run or match.left or self.device.pin.is_set()
        return match.phase in CONSENT_IN and not decided

    def in_session(self) -> bool:
        """Return whether the arbiter's PIN still holds: until he leaves, or a minute is over."""
        return self.t_ms < self.session_end_ms

    def _screen(self) -> Screen:
        return self._stack[-1] if self._stack else self._base

    def _active(self) -> Screen:
        """Return the screen that keys go to, after closing any refusal note on it."""
        self._follow()
        self.bring()
        self.close(self._refusal)
        self._refusal = None
        return self._screen()

    def _follow(self) -> bool:
        """Switch to the screen of the phase or question; return whether the phase has changed."""
        match = self.device.recorder.match
        if not match.moved(self._seen):
            return False
        seen = match.seen()
        before, _, run, asked, _ = self._seen if self._seen else ("", 0, 0, 0, "")
        self.close(self._refusal)
        self._refusal, self._seen = None, seen
        place = self.shelf.base_of(match)
        if place != self._place:
            # The old screen's code may go before the new one's loads; if memory is short, retry
            # later.
            self._base, self._place, self._seen = Screen(self), "", None
            self._base = self.shelf.find(place)(self)
            self._place, self._seen = place, seen
        if before != match.phase:
            self._key_ms = self.t_ms
            if match.phase == phases.SETUP or before in ("", phases.SETUP):
                self.take_settings()
            self.unlocked = self.unlocked and match.phase == phases.SETUP
            if match.phase not in MENU_STAYS or before not in MENU_STAYS:
                self.home()
        elif match.asking != asked and match.asking:
            self.home()
        if match.run and not run:
            self.session_end_ms = -1
            self.home()  # the game goes on
        plays_on = before in phases.WITH_A_CLOCK and match.phase in phases.WITH_A_CLOCK
        if plays_on and run != match.run:
            self.home()  # a page over a running clock hides no hand-over
        return before != match.phase
