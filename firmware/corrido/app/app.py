"""The application: the only place where the layers of the device meet."""

from corrido.app.loop import Loop
from corrido.compat import TYPE_CHECKING, const
from corrido.contacts import Debouncer
from corrido.core import events, phases
from corrido.hal.ssd1306 import Displays
from corrido.memory import Lazy, Passing, unload
from corrido.services.health import Health
from corrido.services.judge import Adjudication, Judge
from corrido.services.keys import HOLD_MS, Keys
from corrido.services.recorder import Recorder  # here: what arming brings in is unloaded again
from corrido.services.sound import WARNINGS, Sound, switched_on
from corrido.services.timebase import Timebase
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout
from corrido.store.pin import Pin
from corrido.store.settings import Settings
from corrido.store.witness import Witness
from corrido.ui.navigator import Navigator

if TYPE_CHECKING:
    from corrido.app import arming, aside, carried
    from corrido.core.events import Effect
    from corrido.core.game import Game
    from corrido.parts import Board
    from corrido.services import radio
else:
    aside = Lazy("corrido.app.aside")
    arming = Lazy("corrido.app.arming")
    carried = Lazy("corrido.app.carried")
    radio = Lazy("corrido.services.radio")

STARTING_MS = const(10_000)  # what raises so soon after power-on would raise at the next start
_LATE_MS = const(1000)  # behind by more, the game shows no sign of life


class App:
    """The device: its parts, and what they ask of each other; its loop runs it."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.timebase = Timebase(board)
        self.health = Health(board)
        settings_at, pin_at, journal_at, witness_at = layout(board.flash)
        self.settings = Settings(board.flash, settings_at[0])
        self.pin = Pin(board.flash, pin_at[0], board.unique_id)
        self.witness = Witness(board.flash, witness_at[0])
        key = self.settings.log_key()
        # Sixteen blocks in a row may take longer than the watchdog waits.
        feed = self.health.working
        self.journal = Journal(board.flash, *journal_at, board.unique_id, key, feed)
        with Passing():
            self.journal.mount()
        self.judge = Judge(board.lexicon_dir)
        self.choose_list()
        debouncer = Debouncer(len(board.keys), period=board.ticks_period)
        self.keys = Keys(board, self.timebase, debouncer)
        self.aside: "aside.Aside | None" = None
        self.sound = Sound(board.buzzer)
        self.loop = Loop(self)
        rules = self.settings.rules()
        try:
            with Passing():
                self.recorder: Recorder = arming.recover(self, rules)
            self.adjudication = Adjudication(self.judge, self.recorder, self.send)
            if self.pin.damaged or self.settings.damaged:
                self.recorder.refuse("pin-damaged" if self.pin.damaged else "settings-damaged")
            self.recorder.follow()  # here: it may erase a block, which no turn has time for
            self.hall: "radio.Radio | None" = None
            frame = bytearray(1024)
            own = getattr(board, "screens", None)  # a board may bring its own driver
            self.displays: "Displays" = (
                own(frame) if own else Displays(board.i2c, board.displays, frame)
            )
            self.navigator = Navigator(self, frame, self.settings.text("language"))
            self.apply_settings()
        except Exception:  # as in the loop
            self.raised()
            raise

    def raised(self) -> None:
        """Count what was raised soon after a start: the next start might raise it, too."""
        if self.timebase.now_ms() < STARTING_MS:
            self.witness.count_raise()

    def choose_list(self) -> None:
        """Judge by the list that is in force now: not during a game."""
        self.judge.choose(self.settings.lexicon(self.timebase.now_ms()))

    def apply_settings(self) -> None:
        """Apply the stored settings."""
        settings = self.settings
        self.timebase.set_ppm(settings.get("ppm"))  # pyright: ignore[reportArgumentType]
        self.sound.enabled = switched_on(settings.get("sounds"))
        self.sound.silent = bool(settings.get("silent"))
        self.choose_list()
        if self.recorder.match.phase == phases.SETUP:
            self.recorder.new_rules(self.settings.rules())
        self.hall = self._linked()
        self.aside = self._beside()
        self.navigator.take_settings()
        self.settings.put_away()

    def _linked(self) -> "radio.Radio | None":
        """Return the link to a hall's broker, if the settings ask for one and there is a radio.

        Switching it on or off takes up to 3 s, so never while a clock runs.
        """
        get, network = self.settings.get, self.board.network
        wanted = get("hall") and get("broker")
        if self.hall and not (wanted and self.hall.as_set()):
            self.hall.close()
            unload(radio, "corrido.services.uplink", "corrido.services.messages")
            self.hall = None
        if network and wanted and not self.hall:
            return radio.Radio(network, self)
        return self.hall

    def _beside(self) -> "aside.Aside | None":
        """Return what speaks, taps and flashes, if a setting asks for it."""
        get = self.settings.get
        if get("speech") != "none" or get("felt") or get("flashes"):
            return aside.Aside(self)
        self.keys.ask_ms = HOLD_MS
        unload(aside)
        return None

    def carried_texts(self) -> "list[str]":
        """Return the texts of the codes that take a game which has left to another device."""
        return carried.texts(self)

    def begin(self, state: bytes = b"") -> bool:
        """Make a game ready; return False outside setup, or if the battery is low.

        state: of a game to go on with, as pack_fold() packed it; b"" for a new one.
        """
        if self.recorder.match.phase != phases.SETUP or self.health.battery_too_low():
            return False
        self.loop.begin(arming.arming(self, self._event_ms(), state))
        return True

    def send(self, kind: int, who: int = 0, value: int = 0, consent: bool = False) -> bool:
        """Give the game an event at its key's time or now, on record first; False if ignored.

        consent: an act of both players, which is recorded with it.
        """
        if kind == events.CHALLENGE:
            who = self.recorder.match.challenger
        self.loop.game_ms = 0
        self.recorder.also = ("consent",) if consent else ()
        taken = self.recorder.send(kind, who, value, self._event_ms())
        self.recorder.also = ()
        if taken and kind == events.CHALLENGE:
            self.adjudication.words = []  # those of the challenge before
        return taken

    def locked_ms(self) -> int:
        """Return how many more ms wrong PINs lock the arbiter's functions; 0 if they do not."""
        return self.pin.locked_ms(self.timebase.now_ms())

    def check_pin(self, digits: str) -> bool:
        """Return True for the right PIN, False for a wrong one (logged) or while it is locked."""
        if self.locked_ms():
            return False
        right = self.pin.check(digits, self.timebase.now_ms())
        if not right:
            self.recorder.log("pin", b"wrong")
        return right

    def send_next(self, kind: int) -> None:
        """Give the game an event of the present key in a turn of its own, before time passes."""
        self.loop.rest = (lambda: self.send(kind)), self._event_ms()

    def _event_ms(self) -> int:
        key_ms = self.loop.t_ms
        return key_ms if key_ms >= 0 else self.timebase.now_ms()

    def act(self, effect: "Effect") -> None:
        """Carry out the game's effects on the device; the event is already recorded."""
        if effect[0] == "sound":
            self.sound.play(effect[1], self.timebase.now_ms())
            if self.aside:
                self.aside.sounded(effect[1], self.timebase.now_ms())
        elif effect[0] == "stop-warnings":  # other patterns play on
            if self.sound.playing in WARNINGS:
                self.sound.stop()
        elif effect[0] == "lookup":
            self.adjudication.closed = True
            self.loop.begin(self.adjudication.judging(self._event_ms(), self.timebase.now_ms))

    def follow_time(self, now_ms: int) -> None:
        """Let the game's time pass up to now, or to the first edge of a press in progress."""
        recorder = self.recorder
        if self.timebase.jumped:
            # The counter took a step that no passing of time explains.
            self.timebase.jumped = False
            recorder.log("fault", b"counter %d s" % self.timebase.seen_s)
            if recorder.match.run:
                recorder.send(events.FAULT, 0, events.FAULTS.index("counter-jumped"), now_ms)
        recorder.advance(self.keys.no_press_before_ms(now_ms))
        self.health.alive("keys")
        if recorder.late_ms(now_ms) < _LATE_MS:
            self.health.alive("game")
        if self.pin.lock_ms:
            self.pin.poll(now_ms)
        self.displays.set_contrast(self.navigator.contrast(now_ms))
        self.health.poll(now_ms)
        if now_ms >= STARTING_MS and not recorder.match.run:
            self.witness.started()

    def fresh(self) -> bool:
        """Bring the match up to now; return False while a press may be in progress."""
        if self.keys.pending() or self.board.buttons.waiting():
            return False
        self.recorder.advance(self.timebase.now_ms())
        return True

    def status(self, match: "Game | None" = None) -> "dict[str, str]":
        """Return the fields of that match or of the game's as last advanced: now, if fresh()."""
        fields = (match or self.recorder.match).status()
        fields["game"] = str(self.recorder.game)
        fields["locked"] = "yes" if self.locked_ms() else "no"
        return fields
