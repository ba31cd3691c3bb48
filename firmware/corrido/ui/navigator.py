"""Show one screen at a time: decide which one, pass it keys, and time its repaints."""

from corrido.compat import TYPE_CHECKING
from corrido.core import phases
from corrido.core.notices import notice
from corrido.memory import load, release_reserve, scarce, tidy
from corrido.ui import items, screens, texts
from corrido.ui.draw import Canvas
from corrido.ui.screens.base import Screen
from corrido.ui.turn import ALL, turn_box

if TYPE_CHECKING:
    from typing import TypeVar

    from corrido.ui.ports import Device, Item

    Act = tuple[str, int, int, int]  # its name, kind, who, value
    Seen = tuple[str, int, int, int, str]  # phase, seq, mask of running clocks, asked, notice
    V = TypeVar("V", int, str)

DIM_AFTER_MS = 180000
SLEEP_AFTER_MS = 900000
COVERED_MS = 8000  # a screen covering a running clock closes this long after the last key
BRIGHT, DIM, ASLEEP = 0xCF, 0x20, 0
MOST_SAID = 32  # texts cached to save a search
PLAYING = (phases.RUNNING, phases.COUNT)
MENU_STAYS = (phases.LATE, phases.READY, phases.RUNNING, phases.COUNT, phases.STOPPED)


class Navigator:
    """The link between device, screens and picture; `frame`: the displays' 1,024 bytes."""

    def __init__(self, device: "Device", frame: bytearray, language: str) -> None:
        self.device = device
        self.linear = "LEFT" not in device.board.keys  # an encoder instead of four keys
        self.unlocked = False  # the PIN was given in this setup
        self.taken = False  # the latest game key was used by the letters
        self.t_ms = 0
        self._frame = frame
        self._logical: "bytearray | None" = None
        self._turns = 0
        self._canvas = Canvas(frame)
        self._language = language
        self._texts = texts.load(language)
        self._said: "dict[str, str]" = {}  # the latest texts: every picture asks for them
        self._stack: "list[Screen]" = []
        self._place: str = ""  # name of the game's own screen
        self._base = Screen(self)
        self._seen: "Seen | None" = None
        self._shown: "list[Item | None]" = []
        self._wanted: "list[Item]" = []
        self._wipes: "list[int]" = []  # items to erase before the others are painted
        self._act: "Act | None" = None  # the arbiter's pending act
        self._refusal: "Screen | None" = None  # the note that tells why a challenge was refused
        self._compared = True  # wanted items have been compared with those shown
        self._unpainted = 0  # the items before this index are painted
        self._due_ms = 0
        self._key_ms = 0
        self._bright = BRIGHT
        self._rotate = "none"
        self.take_settings()

    # -- for the app

    def key(self, name: str, held: bool, t_ms: int) -> None:
        """Take a navigation key: pressed (held False), and again once held for 2 s."""
        asleep = self.contrast(t_ms) == ASLEEP
        self.t_ms = self._key_ms = t_ms
        self._due_ms = t_ms
        if asleep and not held:
            return
        self._follow()
        if held and name == "BACK" and self.device.recorder.match.phase in MENU_STAYS:
            self.home()
            self.device.sound.silence(not self.device.sound.silent)
        else:
            self._active().key(name, held)
            act, self._act = self._act, None
            if act:
                self._do_act(act)

    def offer(self, name: str, t_ms: int) -> None:
        """Offer a game key to the letters of a challenge; set `taken` if they use it."""
        device, self.taken = self.device, False
        match = device.recorder.match
        if (
            match.phase == phases.CHALLENGE
            and not match.asking
            and not device.adjudication.closed()
        ):
            self.t_ms = self._key_ms = self._due_ms = t_ms
            self._follow()
            self.taken = self._active().took(name)

    def again(self, name: str, t_ms: int) -> None:
        """Press a held arrow again on a screen that repeats it."""
        if self.contrast(t_ms) != ASLEEP and self._screen().repeats:
            self.key(name, False, t_ms)

    def refused(self, reason: str, t_ms: int) -> None:
        """Show for two seconds why CHALLENGE did nothing, unless keys are being tested."""
        self.t_ms = max(t_ms, self.t_ms)
        self._follow()
        screen = self._screen()
        if reason and not screen.tests_keys:
            if self._refusal:
                self.close(self._refusal)
            self._refusal = screens.find(screens.REFUSAL)(self, reason)
            self.push(self._refusal)
            self._due_ms = self.t_ms

    def covered(self) -> bool:
        """Return whether another screen covers the game's own, other than a refusal's note."""
        return any([screen is not self._refusal for screen in self._stack])

    def short_of_memory(self, t_ms: int) -> None:
        """Close what covers the game's own screen, and say why if there is memory for a note."""
        told, self._refusal = self._refusal, None
        self.home()
        tidy()
        if not (told or scarce()):
            try:
                self.refused("memory", t_ms)
            except MemoryError:
                self._refusal = None
                self.home()

    def fall_back(self, fault: str, t_ms: int) -> bool:
        """Show the plain screen in place of one that raised; return False if that one raised."""
        plain = load("corrido.ui.plain").PlainScreen
        if isinstance(self._base, plain) and not self._stack:
            return False
        match = self.device.recorder.match
        self._stack, self._refusal, self._act = [], None, None
        self._base = plain(self, fault)
        self._place = screens.PENDING.get(match.asking, screens.base_of(match))
        self._seen = (match.phase, match.seq, match.run, match.asking, notice(match))
        self._wanted, self._shown, self._wipes = [], [], []
        self._compared, self._turns = True, -1  # the whole picture is painted anew
        self.t_ms = max(t_ms, self.t_ms)
        self._due_ms = 0
        return True

    def try_again(self) -> None:
        """Make the game's own screen anew."""
        self._place, self._seen = "", None

    def seen(self, name: str, t_ms: int) -> None:
        """Tell the screen that a game key was pressed: the self-test shows it."""
        self.t_ms = max(t_ms, self.t_ms)
        self._screen().seen(name)
        self._due_ms = self.t_ms

    def phase_changed(self) -> None:
        """Redraw: the game may be in another phase now."""
        self._due_ms = self.t_ms

    def take_settings(self) -> None:
        """Reread the picture's settings: brightness and orientation."""
        self._bright = self.setting("contrast", BRIGHT)
        self._rotate = self.setting("rotate", "none")
        screens.enlarge(bool(self.setting("large", 0)))
        self._due_ms = self.t_ms

    def set_language(self, code: str) -> None:
        """Use the texts of another language and redraw every screen."""
        self._texts, self._said = {}, {}  # two tables at once may not fit in memory
        texts.put_away()
        self._language = code
        self._texts = texts.load(code)
        self._due_ms = self.t_ms

    def draw(self, t_ms: int) -> bool:
        """Do one step towards the picture at t_ms; return False if it was already complete."""
        return self.paint() or self.compose(t_ms)

    def stale(self, t_ms: int) -> bool:
        """Return whether compose() is due to lay out the picture afresh from the game's state."""
        return t_ms >= self._due_ms

    def due(self, t_ms: int) -> bool:
        """Return whether compose() has something to do."""
        return self.stale(t_ms) or self._moved()

    def compose(self, t_ms: int) -> bool:
        """Do a step towards laying out the picture, if due; paint() does the rest.

        Return False if nothing is due.
        """
        self.t_ms = max(t_ms, self.t_ms)
        if self._follow():
            return True  # a change of phase is enough for one step
        if t_ms < self._due_ms:
            return False
        bare_ms = self._key_ms + COVERED_MS
        if self.covered() and self.device.recorder.match.run and t_ms >= bare_ms:
            self.home()
        screen = self._screen()
        self._wanted = screen.items()
        self._unpainted = 0
        due_ms = screen.due_ms()
        self._due_ms = due_ms if due_ms >= 0 else t_ms + 60000
        if self.covered() and self.device.recorder.match.run:
            self._due_ms = min(self._due_ms, bare_ms)
        self._compared = False
        return True

    def _compare(self) -> None:
        """Find the items to erase before the wanted ones are painted."""
        self._compared = True
        turns = ALL if self._rotate == "all" else self._screen().turns
        if turns != self._turns or len(self._wanted) != len(self._shown):
            self._clear(turns)
        wanted = self._wanted
        self._wipes = []
        for at, shown in enumerate(self._shown):
            if shown is not wanted[at] and shown and shown[:5] != wanted[at][:5]:
                self._wipes.append(at)

    def unpainted(self) -> bool:
        """Return whether paint() may have something to do."""
        return not self._compared or self._unpainted < len(self._wanted)

    def paint(self) -> bool:
        """Paint the next changed item; return False if all are painted."""
        if not self._compared:
            self._compare()
            return True
        if self._wipes:
            self._wipe(self._wipes.pop())
            return True
        shown = self._shown
        for at in range(self._unpainted, len(self._wanted)):
            item = self._wanted[at]
            if item is not shown[at] and item != shown[at]:
                items.paint(self._canvas, item)
                if self._logical:
                    turn_box(self._logical, self._frame, item, self._turns)
                shown[at] = item
                self._unpainted = at + 1
                return True
        self._unpainted = len(self._wanted)
        return False

    def next_due_ms(self, t_ms: int) -> int:
        """Return when draw() is next due, in ms, unless a key or event comes first."""
        return t_ms if self.unpainted() else self._due_ms

    def contrast(self, t_ms: int) -> int:
        """Return the contrast of the displays, 0 to 255: an OLED must not burn in."""
        match = self.device.recorder.match
        idle_ms = t_ms - self._key_ms
        if match.run or idle_ms < DIM_AFTER_MS:
            return self._bright
        long_idle = idle_ms >= SLEEP_AFTER_MS and match.phase in (phases.SETUP, phases.CLOSED)
        return ASLEEP if long_idle else min(DIM, self._bright)

    # -- for the screens

    def text(self, key: str) -> str:
        """Return a text of the language in use, with the federation's word for its official."""
        found = self.text_or(key, "")
        if self.device.recorder.match.rules.official == "director":
            for pair in self.play_text_or("director", "").split("|"):
                word, _, other = pair.partition(">")
                found = found.replace(word, other)
        return found

    def text_or(self, key: str, default: str) -> str:
        """Return a text of the language in use, or `default` if it has none."""
        found = self._said.get(key) or texts.find(self._texts, key)
        if found is None:
            found = texts.find(texts.menus(self._language), key)
        return default if found is None else self._keep(key, found)

    def play_text_or(self, key: str, default: str) -> str:
        """Return a text from the table for play, or `default`; load no other table."""
        found = self._said.get(key) or texts.find(self._texts, key)
        return default if found is None else self._keep(key, found)

    def _keep(self, key: str, text: str) -> str:
        if len(self._said) >= MOST_SAID:
            self._said = {}
        self._said[key] = text
        return text

    def setting(self, name: str, default: "V") -> "V":
        """Return a stored setting, or `default` if none is stored."""
        value = self.device.settings.get(name)
        return default if value is None else value

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the present one."""
        self._stack.append(screen)

    def pop(self) -> None:
        """Go back to the screen below."""
        if self._stack:
            self._stack.pop()
            if not self._stack:
                screens.keep_only(self._place)

    def close(self, screen: Screen) -> None:
        """Close one screen, wherever it is in the stack."""
        self._stack = [other for other in self._stack if other is not screen]
        self._due_ms = 0

    def make_ready(self, run: int) -> bool:
        """Unload what a running clock does not need, or load what one will; False if done."""
        ready = screens.put_away if run else screens.load_ahead
        return not self._stack and ready(self._place)

    def home(self) -> None:
        """Close everything on top of the game's own screen."""
        if self._stack:
            self._stack = []
            screens.keep_only(self._place)

    def clear(self) -> None:
        """Close and unload every screen, before a game for which memory is short."""
        self._stack, self._base, self._place = [], Screen(self), ""
        # Cached texts would fragment the memory.
        self._said, self._wanted, self._shown = {}, [], []
        screens.clear()

    def prepare_play(self) -> None:
        """Load the screens of play before a clock runs."""
        screens.prepare_play()

    def open(self, name: str) -> None:
        """Open `module.Class` over the present screen."""
        self.push((screens.beside if self.covered() else screens.find)(name)(self))

    def open_menu(self) -> None:
        """Open the menu of the present phase."""
        self.open(screens.MENU)

    def ask_arbiter(self) -> None:
        """Ask for the arbiter's PIN: BACK on a screen of the game itself."""
        self.open(screens.ARBITER)

    def act(self, name: str, kind: int, who: int, value: int) -> None:
        """Give the game the arbiter's event once the screens that asked for it are gone.

        An act may cause the journal to be read, which needs 4 KB in one piece.
        """
        self._act = (name, kind, who, value)

    # -- inside

    def _do_act(self, act: "Act") -> None:
        name, kind, who, value = act
        release_reserve()
        if not self.device.send(kind, who, value):
            note = screens.find("notes.NoteScreen")
            self.push(note(self, self.text("act." + name), self.text("not-now")))

    def _screen(self) -> Screen:
        return self._stack[-1] if self._stack else self._base

    def _active(self) -> Screen:
        """Return the screen that keys go to, after closing any refusal note on it."""
        if self._refusal:
            self.close(self._refusal)
            self._refusal = None
        return self._screen()

    def _moved(self) -> bool:
        """Return whether what the game's own screen depends on has changed; allocate nothing."""
        match, seen = self.device.recorder.match, self._seen
        if not seen or match.seq != seen[1] or match.run != seen[2]:
            return True
        return match.phase != seen[0] or match.asking != seen[3] or notice(match) != seen[4]

    def _follow(self) -> bool:
        """Switch to the screen of the game's phase, or of a question to both players.

        Return whether the phase has changed.
        """
        if not self._moved():
            return False
        match = self.device.recorder.match
        seen = (match.phase, match.seq, match.run, match.asking, notice(match))
        before, run = (self._seen[0], self._seen[2]) if self._seen else ("", 0)
        if self._refusal:
            self.close(self._refusal)
            self._refusal = None
        self._seen = seen
        self._due_ms = 0
        place: str = screens.PENDING.get(match.asking, screens.base_of(match))
        if place != self._place:
            # The old screen's code may go before the new one's loads; if memory is short, retry
            # later.
            self._base, self._place, self._seen = Screen(self), "", None
            self._base = screens.find(place)(self)
            self._place, self._seen = place, seen
        if before != match.phase:
            self._key_ms = self.t_ms
            if match.phase == phases.SETUP or before in ("", phases.SETUP):
                self.take_settings()
            self.unlocked = self.unlocked and match.phase == phases.SETUP
            if match.phase not in MENU_STAYS or before not in MENU_STAYS:
                self.home()
        elif match.asking:
            self.home()
        if before in PLAYING and match.phase in PLAYING and run != match.run:
            self.home()  # a page over a running clock hides no hand-over
        return before != match.phase

    def _clear(self, turns: int) -> None:
        self._turns = turns
        Canvas(self._frame).clear()
        self._logical = bytearray(len(self._frame)) if turns else None
        self._canvas = Canvas(self._logical or self._frame)
        self._shown = [None] * len(self._wanted)

    def _wipe(self, at: int) -> None:
        """Erase an item whose box has changed; no two boxes overlap."""
        item = self._shown[at]
        self._shown[at] = None
        if not item:
            return
        self._canvas.fill(item[1], item[2], item[3], item[4], False)
        if self._logical:
            turn_box(self._logical, self._frame, item, self._turns)
