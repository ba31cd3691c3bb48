"""The device as its screens see it: all that they may read and do."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.memory import load
from corrido.services.judge import Refusal
from corrido.store.game_settings import labels, rules_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.app.app import App
    from corrido.core.match import Match
    from corrido.store.journal.scan import Entry


class Desk:
    """Everything a screen needs of the app; the screens know nothing else of it."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.settings = app.settings
        self.words: "list[str]" = []  # of the challenge, as texts
        self._answer_pin: "Callable[[str], object] | None" = (
            None  # who waits for the check of a PIN
        )
        self.linear = "LEFT" not in app.board.keys  # an encoder instead of four keys

    @property
    def match(self) -> "Match":
        """Return the match, to read only."""
        return self._app.recorder.match

    @property
    def game(self) -> int:
        """Return the game's number on this device, from 1."""
        return self._app.recorder.game

    def now_ms(self) -> int:
        """Return the milliseconds since power-on."""
        return self._app.timebase.now_ms()

    def send(self, kind: int, who: int = 0, value: int = 0) -> bool:
        """Give the game an event now; return False if it has no place here."""
        return self._app.send(kind, who, value)

    def arm(self) -> bool:
        """Go from setup to ready; return False if the battery would not last a game."""
        app = self._app
        if self.match.phase != p.SETUP or app.health.battery_too_low():
            return False
        app.pin.prepare()
        app.recorder.arm(rules_from(app.settings), labels(app.settings), app.event_ms())
        app.phase_changed()
        return True

    def settings_changed(self) -> None:
        """Take up stored settings that act at once; the game's own act from the next arming."""
        self._app.apply_settings()

    def next_game(self) -> bool:
        """Go from closed to setup."""
        return self.send(e.OK)

    def receipt(self) -> bytes:
        """Return the closed game in readable lines, for the QR code on the screen."""
        app = self._app
        journal = app.journal
        link = journal.last_link()
        lines = load("corrido.ui.receipt").receipt
        return lines(self.match, self.settings, self.game, self.match.seq, link)

    # -- words

    def lexicons(self) -> "list[str]":
        """Return the names of the lexicons on the device."""
        return self._app.judge.names()

    def alphabet(self) -> str:
        """Return the code of the alphabet that words are entered with."""
        return self._app.judge.alphabet_code()

    def challenge_words(self, words: "list[str]") -> None:
        """Take all words of the challenge; both players confirm next."""
        self.words = list(words)
        self.send(e.SUBMIT)

    def lookup(self, words: "list[str]") -> str:
        """Look words up for the arbiter: `valid`, `invalid` or `fault`."""
        app = self._app
        try:
            found = app.judge.look_up(words)
        except Refusal as refusal:
            self.send(e.FAULT, 0, refusal.code)
            return "fault"
        app.recorder.log("lookup", app.words_payload(words, found))
        return "valid" if all(found) else "invalid"

    # -- the arbiter

    def pin_is_set(self) -> bool:
        """Return True if the arbiter has a PIN."""
        return self._app.pin.is_set()

    def try_pin(self, digits: str, done: "Callable[[str], object]") -> None:
        """Check a PIN while the game goes on; done() is told `right`, `wrong` or `locked`.

        The right one opens the arbiter's menu and stops both clocks (art. 34.5).
        """
        if self._answer_pin:
            return
        if self._app.pin.start(digits, self.now_ms()):
            self._answer_pin = done
        else:
            done("locked")

    def poll_pin(self, now_ms: int) -> bool:
        """Continue a check of a PIN for about 5 ms; return True while it is under way."""
        app, done = self._app, self._answer_pin
        if done is None:
            return False
        right = app.pin.step(now_ms)
        if right is None:
            return True
        self._answer_pin = None
        if right:
            self.send(e.MENU)
        else:
            app.recorder.log("pin", b"wrong")
        done("right" if right else "wrong")
        app.phase_changed()
        return False

    def check_pin(self, digits: str) -> bool:
        """Return True for the right PIN, while no clock runs: nothing is stopped."""
        app = self._app
        while self.poll_pin(self.now_ms()):
            pass  # a check under way comes to its end first: there is one at a time
        if app.pin.locked_ms(self.now_ms()):
            return False
        if app.pin.check(digits, self.now_ms()):
            return True
        app.recorder.log("pin", b"wrong")
        return False

    def set_pin(self, digits: str) -> None:
        """Choose the arbiter's PIN; ValueError unless it is 4 to 8 digits."""
        self._app.pin.set(digits)

    def locked_ms(self) -> int:
        """Return for how many ms wrong PINs lock the arbiter's functions; 0 if they do not."""
        return self._app.pin.locked_ms(self.now_ms())

    def records(self, count: int) -> "list[Entry]":
        """Return the latest entries of the event log."""
        return self._app.journal.tail(count)

    # -- the device

    def about(self) -> "list[tuple[str, str]]":
        """Return (label, value) pairs for the screen about the device."""
        return self._app.about()

    def battery_percent(self) -> "int | None":
        """Return the charge of the battery, None where none is measured."""
        return self._app.health.battery_percent()

    def stuck_keys(self) -> "list[str]":
        """Return the names of keys that are jammed."""
        return self._app.keys.stuck()

    def silent(self) -> bool:
        """Return True while every sound is off."""
        return self._app.sound.silent

    def unheard(self) -> bool:
        """Return True while the hall's broker, where there is one, does not hear this device."""
        return self._app.hall.unheard()

    def set_silent(self, silent: bool) -> None:
        """Switch every sound off or on again, in a game too."""
        self._app.set_silent(silent)

    def set_language(self, code: str) -> None:
        """Use the texts of another language from now on."""
        self._app.set_language(code)
