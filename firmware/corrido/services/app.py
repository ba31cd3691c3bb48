"""The whole device on a page: the only place where its layers meet."""

from corrido import VERSION
from corrido.compat import tidy
from corrido.core import events as e
from corrido.core import phases as p
from corrido.hal.buttons import Debouncer
from corrido.hal.ssd1306 import Displays
from corrido.services.desk import Desk
from corrido.services.health import Health
from corrido.services.journal import Journal
from corrido.services.journal_layout import layout
from corrido.services.judge import Judge, Refusal
from corrido.services.keeper import Keeper
from corrido.services.keys import Keys
from corrido.services.pin import Pin
from corrido.services.settings import Settings
from corrido.services.setup import rules_from
from corrido.services.sound import Sound, switched_on
from corrido.services.timebase import Timebase
from corrido.ui.navigator import Navigator

GAME_KEYS = {
    "A": (e.PRESS, e.A),
    "B": (e.PRESS, e.B),
    "STOP": (e.STOP, e.NONE),
    "CHALLENGE": (e.CHALLENGE, e.NONE),
}
LONGEST_WAIT_MS = 1000
LOSS_BOUND = "<= 1 s"  # what a power cut costs the clock that runs: docs/journal.md
TURN_US = 2500  # a turn of the main loop begins no further step after this; a step takes 2 ms
SETTLE_US = 5000  # closed for so long is a press; an opening within 20 ms still belongs to it


class App:
    """Call poll() whenever an edge comes or the time that it returned has passed."""

    def __init__(self, board: object) -> None:
        self.board = board
        self.timebase = Timebase(board)
        self.health = Health(board)
        self._open_store(board.flash)
        debouncer = Debouncer(len(board.keys), SETTLE_US, period=board.ticks_period)
        self.keys = Keys(board, self.timebase, debouncer)
        self._key_ms = -1  # the instant of the key that is being answered
        self._litter = True  # an event has left garbage: collected when its picture is out
        self.sound = Sound(board.buzzer)
        self.judge = Judge(board.lexicon_dir)
        self.keeper = Keeper(self.journal, rules_from(self.settings), self._act)
        self.desk = Desk(self)
        self.displays = Displays(board.i2c, board.displays)
        self.frame = bytearray(1024)
        self.navigator = Navigator(self.desk, self.frame, self.settings.get("language"))
        self.apply_settings()

    def _open_store(self, flash: object) -> None:
        settings_at, pin_at, journal_at = layout(flash)
        self.settings = Settings(flash, *settings_at)
        self.pin = Pin(flash, pin_at[0], self.board.unique_id)
        self.journal = Journal(flash, *journal_at)
        # Sixteen erases in a row may take longer than the watchdog waits.
        self.journal.before_erase(self.board.watchdog.feed)
        self.journal.mount()

    def apply_settings(self) -> None:
        """Take up the stored settings."""
        settings = self.settings
        self.timebase.set_ppm(settings.get("ppm") or 0)
        self.sound.enabled = switched_on(settings.get("sounds"))
        self.sound.silent = bool(settings.get("silent"))
        self.judge.choose(settings.get("lexicon"))
        if self.keeper.match.phase == p.SETUP:
            self.keeper.new_rules(rules_from(settings))

    # -- one turn of the main loop

    def poll(self) -> int:
        """Do all that is due; returns the microseconds until something is due by itself."""
        begun_us = self.board.ticks_us()
        pressed = self.keys.poll()
        self.health.alive("keys")
        if pressed:
            for name, held, t_ms in pressed:
                self._key(name, held, t_ms)
            return 0
        now_ms = self.timebase.now_ms()
        self.keeper.advance(self.keys.certain_until_ms(now_ms))
        self.keeper.beat(now_ms)
        self.keeper.tidy()
        self.health.alive("game")
        self.pin.poll(now_ms)
        checking = self.desk.poll_pin(now_ms)
        sound_due_ms = self.sound.poll(now_ms)
        more = self._show(now_ms, begun_us)
        self.health.poll(now_ms)
        if more or checking:
            return 0
        if self._litter:
            self._litter = False
            tidy()
            return 0
        return self._wait_us(now_ms, sound_due_ms)

    def _show(self, now_ms: int, begun_us: int) -> bool:
        """Bring the picture up to date, step by step while this turn may go on; False if it is."""
        self.displays.set_contrast(self.navigator.contrast(now_ms))
        while self.navigator.draw(now_ms) or self.displays.flush_step(self.frame, now_ms):
            if self._turn_us(begun_us) > TURN_US:
                return True
        self.health.alive("screen")
        return False

    def _turn_us(self, begun_us: int) -> int:
        board = self.board
        return (board.ticks_us() - begun_us) & (board.ticks_period - 1)

    def _wait_us(self, now_ms: int, sound_due_ms: int) -> int:
        game_ms = self.keeper.match.next_due_ms()
        dues = [
            now_ms + LONGEST_WAIT_MS,
            self.navigator.next_due_ms(now_ms),
            self.displays.next_due_ms(now_ms),
        ]
        for due_ms in (sound_due_ms, self.keeper.beat_due_ms(now_ms)):
            if due_ms >= 0:
                dues.append(due_ms)
        if game_ms >= 0 and not self.keys.pending():
            # While a press may be under way the game waits for it, not for its own time.
            dues.append(now_ms + game_ms - self.keeper.on_line(now_ms))
        wait_us = max(0, min(dues) - now_ms) * 1000
        keys_us = self.keys.wait_us()
        return wait_us if keys_us < 0 else min(wait_us, keys_us)

    def _key(self, name: str, held: bool, t_ms: int) -> None:
        self._key_ms = t_ms
        self._litter = True
        answered = not held
        if name not in GAME_KEYS:
            self.navigator.key(name, held, t_ms)
        elif not held:
            answered = self.send(*GAME_KEYS[name])
        if answered and not self.sound.playing:
            self.sound.play("press", t_ms)
        self._key_ms = -1

    def event_ms(self) -> int:
        """The instant to book what happens now: the first edge of the key that caused it."""
        return self._key_ms if self._key_ms >= 0 else self.timebase.now_ms()

    # -- the game

    def send(self, kind: int, who: int = 0, value: int = 0) -> bool:
        """Give the game an event; False if it is ignored."""
        if kind == e.CHALLENGE:
            who = e.other(self.keeper.match.turn) if self.keeper.match.turn else 0
        changed = self.keeper.send(kind, who, value, self.event_ms())
        if changed:
            self.phase_changed()
        return changed

    def phase_changed(self) -> None:
        """The screens follow the game."""
        self.navigator.phase_changed()

    def _act(self, effect: tuple) -> None:
        """What the game asks the device to do, after it has been recorded."""
        if effect[0] == "sound":
            self.sound.play(effect[1], self.timebase.now_ms())
        elif effect[0] == "hush":
            self.sound.hush()
        elif effect[0] == "lookup":
            self._look_up()

    def _look_up(self) -> None:
        """One verdict for the whole play, or a refusal; never a guess (art. 40)."""
        words = self.desk.words
        now_ms = self.timebase.now_ms()
        try:
            found = self.judge.look_up(words)
        except Refusal as refusal:
            self.keeper.send(e.FAULT, 0, refusal.code, now_ms)
            return
        verdict = e.VALID if all(found) else e.INVALID
        self.keeper.send(e.VERDICT, 0, verdict, now_ms, self.words_payload(words, found))

    def words_payload(self, words: list, found: list) -> bytes:
        """The arbiter's log keeps each word with its answer, and the lexicon that gave it."""
        answers = ["%s %s" % (word, "yes" if yes else "no") for word, yes in zip(words, found)]
        return ("%s: %s" % (self.judge.title(), ", ".join(answers))).encode()

    # -- what is asked from outside

    def pending(self) -> int:
        """Presses that may be under way and are not yet certain."""
        return self.keys.pending()

    def focus(self) -> str:
        """What has the focus on the screen."""
        return self.navigator.focus()

    def log_count(self, kind: str) -> int:
        """How many entries of a kind the event log holds."""
        return self.journal.count(kind)

    def status(self, at_ms: int = -1) -> dict:
        """The state at at_ms since power-on (not before the latest event), or now."""
        now_ms = self.timebase.now_ms()
        fields = self.keeper.as_of(at_ms if at_ms >= 0 else now_ms).status()
        fields["game"] = str(self.keeper.game)
        fields["locked"] = "yes" if self.pin.locked_ms(now_ms) else "no"
        return fields

    def about(self) -> list:
        """(label, value) pairs about the device, with what a power cut may cost a clock."""
        flash = self.board.flash
        return [
            ("firmware", VERSION),
            ("board", self.board.name),
            ("lexicon", self.judge.title()),
            ("journal", "%d KB, %s" % (flash.blocks * flash.block_size // 1024, LOSS_BOUND)),
            ("game", str(self.keeper.game)),
        ]

    def set_silent(self, silent: bool) -> None:
        """Switch every sound off or on again."""
        self.sound.silent = silent
        if silent:
            self.sound.stop()

    def set_language(self, code: str) -> None:
        """Show the texts of another language."""
        self.navigator.set_language(code)
