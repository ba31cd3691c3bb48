"""The application: the only place where the layers of the device meet."""

from corrido.app.arming import Arming, unload_tables
from corrido.app.collector import Collector
from corrido.app.no_hall import hall_of
from corrido.app.picture import Picture
from corrido.compat import TYPE_CHECKING, const
from corrido.contacts.debouncer import Debouncer
from corrido.core import events, phases
from corrido.core.challenge import refusal
from corrido.hal.ssd1306 import Displays
from corrido.memory import (
    IN_RAM,
    load,
    release_list_room,
    release_reserve,
    reserved,
    tidy,
    unload,
)
from corrido.services.access import Access
from corrido.services.adjudication import Adjudication
from corrido.services.health import Health
from corrido.services.judge import Judge
from corrido.services.keys import HOLD_MS, REPEAT, Keys
from corrido.services.lights import Lights
from corrido.services.recorder import COUNTER_JUMPED, PIN_DAMAGED, SETTINGS_DAMAGED
from corrido.services.sound import Sound, switched_on
from corrido.services.timebase import Timebase, sooner
from corrido.store.journal.journal import Journal
from corrido.store.layout import layout
from corrido.store.pin import Pin
from corrido.store.settings import Settings
from corrido.ui.navigator import Navigator

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.app.aside import Aside
    from corrido.core.effects import Effect
    from corrido.core.match import Match
    from corrido.parts import Board, Flash
    from corrido.services.keys import Key
    from corrido.services.recorder import Recorder
    from corrido.store.own_presets import Kept

GAME_KEYS = {
    "A": (events.PRESS, events.A),
    "B": (events.PRESS, events.B),
    "STOP": (events.STOP, events.NONE),
    "CHALLENGE": (events.CHALLENGE, events.NONE),
}
# What a mistake in a screen may raise; a lack of memory has its own way out.
SCREEN_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError,
    RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip
_LONGEST_WAIT_MS = const(1000)
_LONGEST_STEP_US = const(5000)  # a press certain within this time goes before any other work
_BEAT_PATIENCE_MS = const(100)  # how long a heartbeat waits for a picture in progress ...
_BEAT_EARLY_MS = const(400)  # ... and how much earlier it may come, together with the digits
_FRESH_MS = const(20)  # how far the match may lag behind
_SETTLING_MS = const(20)  # how long the chores wait while a press may be in progress


class App:
    """The application; call poll() on every edge and whenever its returned time has passed."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.timebase = Timebase(board)
        self.health = Health(board)
        self._open_store(board.flash)
        self.judge = Judge(board.lexicon_dir, unload_tables)
        self.judge.choose(self.settings.lexicon())
        if IN_RAM:
            release_list_room()
            self.judge.open()  # while the heap has free pieces as large as its tables
        debouncer = Debouncer(len(board.keys), period=board.ticks_period)
        self.keys = Keys(board, self.timebase, debouncer)
        self._key_ms = -1  # the instant of the key being answered
        self.aside: "Aside | None" = None
        self._pressed: "list[Key]" = []  # keys waiting for their answer
        self._calm = False  # no work was left, and nothing has happened since
        self.settling = False  # the latest poll() waits for a press to be certain
        self.arming = Arming(self)
        self._due_ms = 0  # when the chores are next due
        self._done_ms = 0  # when they last ran
        self.collector = Collector(self.keys, self.timebase)
        self.sound = Sound(board.buzzer)
        self.lights = Lights(board)
        self.recorder: "Recorder" = load("corrido.app.recovery").recover(
            self.journal, self.settings.rules(), self._act, self.judge
        )
        self.adjudication = Adjudication(self.judge, self.recorder, self.send)
        self.access = Access(self.pin, self.recorder, self.timebase, self.send)
        unload("app.recovery", "store.journal.settle", "store.journal.survey", "core.fold")
        if self.pin.damaged or self.settings.damaged:
            self.recorder.warn(PIN_DAMAGED if self.pin.damaged else SETTINGS_DAMAGED)
        self.hall = hall_of(self)
        self.frame = bytearray(1024)
        own = getattr(board, "screens", None)  # a board may bring its own driver
        self.displays: "Displays" = (
            own(self.frame) if own else Displays(board.i2c, board.displays, self.frame)
        )
        self.navigator = Navigator(self, self.frame, self.settings.text("language"))
        self.picture = Picture(self.navigator, self.displays, self.health, self.timebase)
        self.apply_settings()

    def _open_store(self, flash: "Flash") -> None:
        settings_at, pin_at, journal_at = layout(flash)
        self.settings = Settings(flash, settings_at[0])
        self.pin = Pin(flash, pin_at[0], self.board.unique_id)
        key = self.settings.log_key()
        self.journal = Journal(flash, *journal_at, device=self.board.unique_id, key=key)
        # Sixteen blocks in a row may take longer than the watchdog waits.
        self.journal.before_each_block(self.health.working)
        self.journal.mount()

    def apply_settings(self) -> None:
        """Apply the stored settings."""
        settings = self.settings
        self.timebase.set_ppm(settings.number("ppm"))
        self.sound.enabled = switched_on(settings.get("sounds"))
        self.sound.silent = bool(settings.get("silent"))
        self.judge.choose(settings.lexicon())
        if self.recorder.match.phase == phases.SETUP:
            self.recorder.new_rules(self.settings.rules())
        self.hall.apply_settings()
        self.aside = self._beside()
        self.settings.put_away()

    def _beside(self) -> "Aside | None":
        """Return what speaks, taps and flashes, if a setting asks for it."""
        get, name = self.settings.get, "corrido.app.aside"
        if get("speech") != "none" or get("felt") or get("flashes"):
            return load(name).Aside(self)
        self.keys.ask_ms = HOLD_MS
        unload("app.aside", "core.telling")
        return None

    # -- one turn of the main loop

    def poll(self) -> int:
        """Do one thing that is due, a few ms at most; return the microseconds until the next."""
        begun = self.timebase.stamp()
        calm, self._calm, self.settling = self._calm, False, False
        if self.collector.collect():
            self._leave_room()
            return 0
        if self._answers(begun):
            return 0
        now_ms = self.timebase.now_ms()
        if self.timebase.jumped:
            self._stop_for_a_jump(now_ms)
        due = now_ms >= self._due_ms or self._behind(now_ms)
        watched = self.keys.watched()
        if watched and (due or self.keys.due()):
            self._pressed = list(self.keys.poll())
            if self._pressed:
                return 0
        if due and not (watched and self.keys.pending() and now_ms < self._due_ms + _SETTLING_MS):
            self._due_ms = self._chores(now_ms)
            self._done_ms = now_ms
            self.picture.passed(now_ms)
            return 0
        settled_us = self.keys.settled_in_us() if watched else -1
        if 0 <= settled_us <= _LONGEST_STEP_US:
            self.settling = True
            return max(1, settled_us)  # begin nothing that might keep a press waiting
        if self.collector.crowded():
            return 0
        if self.recorder.beat(now_ms, 0 if calm else _BEAT_PATIENCE_MS):
            self._calm = calm  # nothing else depends on it
            return self._wait_us(now_ms) if calm else 0
        if self._paint(begun):
            return 0
        if self._afterwards(now_ms):
            return 0
        if self.picture.has_time(begun):
            self.recorder.beat(now_ms, -_BEAT_EARLY_MS)
        self._calm = True
        return self._wait_us(now_ms)

    def _answers(self, begun: int) -> bool:
        """Do a step of answering a key, up to the layout; return False if none is due."""
        if self._pressed:
            self._key(*self._pressed.pop(0))
            self._due_ms = 0
            self.picture.laying = False  # the game has changed: the layout would be outdated
        elif self.picture.laying:
            self._lay_out(begun)
        else:
            return False
        return True

    def _stop_for_a_jump(self, now_ms: int) -> None:
        """Stop both clocks: the counter took a step that no passing of time explains."""
        self.timebase.jumped = False
        self.recorder.log("fault", b"counter %d s" % self.timebase.seen_s)
        if self.recorder.match.run:
            self.send(events.FAULT, 0, COUNTER_JUMPED, now_ms)

    def _behind(self, now_ms: int) -> bool:
        """Return whether the picture is due, the game is not yet there, and no press settles."""
        stale = self.navigator.stale
        return stale(now_ms) and not stale(self._done_ms) and not self.keys.pending()

    def _chores(self, now_ms: int) -> int:
        """Run everything due except drawing; return the next due time (ms)."""
        recorder = self.recorder
        recorder.advance(self.keys.certain_until_ms(now_ms))
        if self.adjudication.show(now_ms):
            self.phase_changed()
        self.adjudication.follow()
        self.health.alive("keys")
        if recorder.late_ms(now_ms) < _LONGEST_WAIT_MS:
            self.health.alive("game")
        self.pin.poll(now_ms)
        self.displays.set_contrast(self.navigator.contrast(now_ms))
        self.health.poll(now_ms)
        due_ms = sooner(now_ms + _LONGEST_WAIT_MS, self.sound.poll(now_ms))
        due_ms = sooner(due_ms, self.lights.follow(recorder.match, now_ms))
        due_ms = sooner(due_ms, self.adjudication.due_ms())
        if self.aside:
            due_ms = sooner(due_ms, self.aside.follow(now_ms))
        if self.keys.pending():
            # A press may be in progress: the game's time waits, and no chore is in its way.
            return min(due_ms, now_ms + _SETTLING_MS)
        game_ms = recorder.match.next_due_ms()
        return due_ms if game_ms < 0 else min(due_ms, now_ms + game_ms - recorder.on_line(now_ms))

    def _lay_out(self, begun: int) -> None:
        """Lay out the picture, and begin to paint it if the turn begun at that stamp has time."""
        picture = self.picture
        picture.laying = False
        self._on_screen(self.navigator.compose, self._done_ms)
        if picture.has_time(begun) and not self.keys.watched():
            self._paint(begun)

    def _afterwards(self, now_ms: int) -> bool:
        """Do one slow chore once the picture is complete; return False if there was none."""
        if self.arming.wanted:
            self.arming.step()
            return True
        if self.adjudication.waits():
            self.adjudication.judge(self.timebase.now_ms)
            self._due_ms = 0
            return True
        if self.collector.due(now_ms):
            return True
        run = self.recorder.match.run
        busy = self.hall.poll(now_ms, bool(run)) or self.recorder.tidy()
        busy = busy or self.navigator.make_ready(run)
        return busy or (not run and self.judge.prepare())

    def _wait_us(self, now_ms: int) -> int:
        if self.keys.pending():
            due_ms = self._due_ms + _SETTLING_MS  # all else waits for the press, which is soon
        else:
            due_ms = min(self.navigator.next_due_ms(now_ms), self.displays.next_due_ms(now_ms))
            due_ms = min(self._due_ms, max(due_ms, self.health.retry_ms))
            due_ms = sooner(due_ms, self.recorder.beat_due_ms(now_ms))
            due_ms = sooner(due_ms, self.hall.due_ms(now_ms))
        wait_us = max(0, due_ms - now_ms) * 1000
        keys_us = self.keys.wait_us()
        return wait_us if keys_us < 0 else min(wait_us, keys_us)

    def _key(self, name: str, held: int, t_ms: int) -> None:
        self._key_ms = t_ms
        self.collector.key(t_ms)
        answered = not held
        if name not in GAME_KEYS and self.adjudication.closed():
            answered = False  # the judge has the words: nothing may change now
        elif name not in GAME_KEYS:
            if held == REPEAT:
                self._on_screen(self.navigator.again, name, t_ms)
            else:
                self._on_screen(self.navigator.key, name, bool(held), t_ms)
                if not reserved():
                    tidy()
                    self._leave_room()
        elif not held:
            self._on_screen(self.navigator.offer, name, t_ms)
            answered = self.navigator.taken or self._game_key(name)
        if answered:
            self._click()
        if self.aside:
            self.aside.key(name, held)
        self._key_ms = -1

    def _click(self) -> None:
        if not self.sound.playing:
            self.sound.play("press", self.timebase.now_ms())  # now, not at the first bounce

    def _leave_room(self) -> None:
        """After a collection, close what covers a running clock without leaving the reserve."""
        if self.recorder.match.run and self.navigator.covered() and not reserved():
            self.navigator.short_of_memory(self.timebase.now_ms())

    def _on_screen(self, work: "Callable[..., bool | None]", *args: "str | int") -> bool:
        """Run a screen's work and return its answer; whatever it raises, the game goes on."""
        try:
            return bool(work(*args))
        except MemoryError:
            if self.recorder.unfinished:
                raise  # a restart rebuilds the game from its record
            return self._short_of_memory()
        except SCREEN_ERRORS as error:
            if not self._fall_back(type(error).__name__):
                raise
            return True

    def _paint(self, begun: int) -> bool:
        """Work on the picture as _on_screen() does, but without the heap, as every turn should."""
        try:
            return self.picture.work(self._done_ms, begun)
        except MemoryError:
            if self.recorder.unfinished:
                raise
            return self._short_of_memory()
        except SCREEN_ERRORS as error:
            if not self._fall_back(type(error).__name__):
                raise
            return True

    def _fall_back(self, fault: str) -> bool:
        """Show the plain screen in place of one that raised; False if that is no way out."""
        if self.recorder.unfinished or not self.navigator.fall_back(fault, self.timebase.now_ms()):
            return False
        self.recorder.log("fault", ("screen: " + fault).encode())
        return True

    def _short_of_memory(self) -> bool:
        """Refuse the screen whose work ran out of memory; return True."""
        now_ms = self.timebase.now_ms()
        if self._key_ms >= 0 or self.navigator.covered():
            self.navigator.short_of_memory(now_ms)
        else:
            self.navigator.home()
            release_reserve()  # the game's own screen cannot be refused
        if self.health.starved(now_ms, self.recorder.match.phase):
            self.recorder.log("fault", b"memory")
        return True

    def _game_key(self, name: str) -> bool:
        """Give the game a key, and show that it was pressed; return whether it counted."""
        counted = self.send(*GAME_KEYS[name])
        if name == "CHALLENGE" and not counted:
            now_ms = self.timebase.now_ms()
            self._on_screen(self.navigator.refused, refusal(self.recorder.match), now_ms)
        self._on_screen(self.navigator.seen, name, self.timebase.now_ms())
        return counted

    def event_ms(self) -> int:
        """Return the time to record for an event of this moment: the first edge of its key."""
        return self._key_ms if self._key_ms >= 0 else self.timebase.now_ms()

    # -- the game

    def send(self, kind: int, who: int = 0, value: int = 0, at_ms: int = -1) -> bool:
        """Give the game an event, at at_ms or now; it is recorded before anything else happens.

        Return False if it is ignored.
        """
        if kind == events.CHALLENGE:
            who = self.recorder.match.challenger
        now_ms = self.event_ms() if at_ms < 0 else at_ms
        changed = self.recorder.send(kind, who, value, now_ms)
        if changed:
            self.phase_changed()
        return changed

    def phase_changed(self) -> None:
        """Let words and screens follow the game."""
        self.adjudication.follow()
        self.navigator.phase_changed()

    def _act(self, effect: "Effect") -> None:
        """Carry out the game's effects on the device; the event is already recorded."""
        if effect[0] == "sound":
            self.sound.play(effect[1], self.timebase.now_ms())
            if self.aside:
                self.aside.sounded(effect[1], self.timebase.now_ms())
        elif effect[0] == "stop-warnings":
            self.sound.stop_warnings()
        elif effect[0] == "lookup":
            self.adjudication.asked(self.event_ms())

    # -- questions from outside

    def fresh(self) -> bool:
        """Return whether the match is up to date; if not, the next turn updates it."""
        if self.keys.pending():
            return False
        if self.timebase.now_ms() - self._done_ms > _FRESH_MS:
            self._due_ms = 0
            return False
        return True

    def urgent(self) -> bool:
        """Return whether a press is settling or being answered: only the app may run then."""
        return bool(self._pressed or self.keys.pending())

    def status(self, match: "Match | None" = None) -> "dict[str, str]":
        """Return the fields of that match or of the game's as last advanced: now, if fresh()."""
        fields = (match or self.recorder.match).status()
        fields["game"] = str(self.recorder.game)
        fields["locked"] = "yes" if self.access.locked_ms() else "no"
        return fields

    @property
    def presets(self) -> "Kept":
        """Return the club's own presets, loading their module."""
        return load("corrido.store.own_presets").Kept(self.settings)
