"""A desk for drawing and testing the screens: a real match, and everything else by hand."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from corrido.app.app import App
from corrido.core import events as e
from corrido.core.match import Match
from corrido.core.presets import rules_for
from corrido.services.judge import Judge
from corrido.ui.receipt import receipt

from boards.pico.corrido_region import LENGTH
from host_tools.paths import lexicons_dir

if TYPE_CHECKING:
    from corrido.core.rules import Value

PICO = SimpleNamespace(name="pico", flash=SimpleNamespace(blocks=1, block_size=LENGTH))


class Store(dict):
    """Settings that are kept nowhere."""

    DEFAULTS = {
        "language": "es",
        "lexicon": "es",
        "sounds": "default",
        "rotate": "none",
        "wipe-words": 60,
        "contrast": 207,
    }

    def get(self, name: str, default: object = None) -> Any:
        """The value, or what a device would have."""
        return dict.get(self, name, self.DEFAULTS.get(name, default))

    def set(self, name: str, value: object) -> None:
        """Keep a value; None takes it away."""
        if value is None:
            self.pop(name, None)
        else:
            self[name] = value

    def commit(self) -> None:
        """Nothing to write."""


class FakeDesk:
    """What corrido/app/desk.py offers, over one Match and plain attributes."""

    linear = False

    def __init__(self, preset: str = "fise-corrido", **rules: "Value") -> None:
        self.settings = Store(preset=preset)
        self.match = Match(rules_for(preset, **rules))
        self.game = 12
        self.words: list = []
        self.pin = "1234"
        self.sent: list = []
        self.answer = "valid"
        self.alphabet_code = "es"
        self.battery: int | None = 80
        self.stuck: list = []
        self.is_silent = False
        self.is_unheard = False
        self.lock_ms = 0
        self.entries: list = []
        self.language = ""
        self.nav: Any = None

    def now_ms(self) -> int:
        """The match's own time."""
        return self.match.t_ms

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self.match.advance(self.match.t_ms + ms)

    def send(self, kind: int, who: int = 0, value: int = 0) -> bool:
        """Give the match an event, as the app does."""
        self.sent.append((kind, who, value))
        if kind in (e.PRESS, e.STOP):
            kind, value = self.match.role(kind)
        if kind == e.CHALLENGE:
            who = self.match.opponent
        event = (self.match.seq + 1, self.match.t_ms, kind, who, value)
        effects = self.match.handle(event)
        if ("lookup",) in effects:
            verdict = e.VALID if self.answer == "valid" else e.INVALID
            self.match.handle((self.match.seq + 1, self.match.t_ms, e.VERDICT, 0, verdict))
        refused = any(x[0] == "refused" or x[:2] == ("log", "ignored") for x in effects)
        if self.nav and not refused:
            self.nav.phase_changed()
        return not refused

    def arm(self) -> bool:
        """From setup to ready."""
        if self.battery is not None and self.battery < 10:
            return False
        return self.send(e.ARM)

    def settings_changed(self) -> None:
        """Rules follow the settings in setup."""
        if self.match.phase == "setup":
            changes = {}
            if self.settings.get("budget"):
                changes["budget_ms"] = self.settings.get("budget") * 1000
            if self.settings.get("limit"):
                changes["limit_ms"] = self.settings.get("limit") * 1000
            self.match = Match(rules_for(self.settings.get("preset"), **changes))

    def receipt(self) -> bytes:
        """The closed game in lines."""
        link = bytes(range(8))
        return receipt(self.match, self.settings, self.game, self.match.seq, link)

    def next_game(self) -> bool:
        """From closed to setup."""
        return self.send(e.OK)

    def lexicons(self) -> list:
        """Names of lexicons."""
        return ["es", "fise-2026", "pl-osps51"]

    def alphabet(self) -> str:
        """Code of the tiles."""
        return self.alphabet_code

    def challenge_words(self, words: list) -> None:
        """Words are entered."""
        self.words = list(words)
        self.send(e.SUBMIT)

    def lookup(self, words: list) -> str:
        """The answer that was put in by hand."""
        self.words_looked_up = list(words)
        return self.answer

    def pin_is_set(self) -> bool:
        """True with a PIN."""
        return bool(self.pin)

    def set_pin(self, digits: str) -> None:
        """Choose a PIN."""
        self.pin = digits

    def try_pin(self, digits: str, done: Callable[[str], None]) -> None:
        """As the device: a right PIN opens the menu and stops the clocks."""
        if self.lock_ms:
            done("locked")
        elif digits != self.pin:
            done("wrong")
        else:
            self.send(e.MENU)
            done("right")

    def check_pin(self, digits: str) -> bool:
        """True for the right one."""
        return not self.lock_ms and digits == self.pin

    def locked_ms(self) -> int:
        """How long locked."""
        return self.lock_ms

    def records(self, count: int) -> list:
        """Entries of the log."""
        return self.entries[-count:]

    def about(self) -> list:
        """What a Pico with the project's image and the shipped lexicon says about itself."""
        judge = Judge(str(lexicons_dir()))
        judge.choose(self.settings.get("lexicon"))
        pico: Any = SimpleNamespace(board=PICO, judge=judge, recorder=self)
        said = App.about(pico)
        if judge.lexicon:
            judge.lexicon.close()
        return said

    def battery_percent(self) -> int | None:
        """Charge."""
        return self.battery

    def stuck_keys(self) -> list:
        """Jammed keys."""
        return self.stuck

    def silent(self) -> bool:
        """True while silent."""
        return self.is_silent

    def unheard(self) -> bool:
        """True while no broker hears."""
        return self.is_unheard

    def set_silent(self, silent: bool) -> None:
        """Silence."""
        self.is_silent = silent

    def set_language(self, code: str) -> None:
        """Another language."""
        self.language = code
        if self.nav:
            self.nav.set_language(code)
