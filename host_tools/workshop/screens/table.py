"""A table with a device on it: keys are pressed and time passes, and the picture can be had."""

from corrido.core import events as e
from corrido.core.challenge import refusal
from corrido.ui import tiles
from corrido.ui.navigator import Navigator
from corrido.ui.screens.editors import pin_keys

from host_tools.workshop.screens.desk import FakeDesk

GAME_KEYS = {
    "A": (e.PRESS, e.A),
    "B": (e.PRESS, e.B),
    "STOP": (e.STOP, 0),
    "CHALLENGE": (e.CHALLENGE, 0),
}


class Table:
    """A desk and a navigator that see the same time."""

    def __init__(self, desk: FakeDesk, language: str = "es") -> None:
        self.desk = desk
        self.frame = bytearray(1024)
        desk.settings.set("language", language)
        self.nav = Navigator(desk, self.frame, language)
        desk.nav = self.nav

    @property
    def t_ms(self) -> int:
        """The present."""
        return self.desk.match.t_ms

    def wait(self, ms: int) -> "Table":
        """Let time pass."""
        self.picture()  # as a device draws at once: a new screen begins here
        self.desk.advance(ms)
        return self

    def press(self, *keys: str) -> "Table":
        """Press keys one after the other."""
        for key in keys:
            self.wait(100)
            if key in GAME_KEYS:
                answered = self.desk.send(*GAME_KEYS[key])
                if key == "CHALLENGE" and not answered:
                    self.nav.refused(refusal(self.desk.match), self.t_ms)
            else:
                self.nav.key(key, False, self.t_ms)
        return self

    def hold(self, key: str) -> "Table":
        """Press a key and hold it for two seconds."""
        self.press(key).wait(2000)
        self.nav.key(key, True, self.t_ms)
        return self

    def focus(self) -> str:
        """What has the focus."""
        return self.nav.focus()

    def until(self, focus: str, key: str = "DOWN", most: int = 60) -> "Table":
        """Press `key` until the focus begins with `focus`; AssertionError if it never does."""
        for _ in range(most):
            if self.focus().startswith(focus):
                return self
            self.press(key)
        raise AssertionError(f"{focus} is never reached, only {self.focus()}")

    def choose(self, focus: str) -> "Table":
        """Go to an item and take it."""
        return self.until(focus).press("OK")

    def type(self, *words: str) -> "Table":
        """Enter words in the grid and finish; digraphs are joined by the screen itself."""
        for number, word in enumerate(words):
            for tile in ([tiles.NEXT] if number else []) + list(word):
                self._tile(tile)
        self._tile(tiles.DONE)
        return self

    def _tile(self, tile: str) -> None:
        at = int(self.focus().split("at=")[1].split()[0])
        cells = tiles.grid(self.desk.alphabet(), self.nav.linear)
        self.press(*tiles.steps(cells, at, tile, self.nav.linear), "OK")

    def pin(self, digits: str) -> "Table":
        """Enter a PIN."""
        return self.press(*pin_keys(digits), "OK")

    def arbiter(self, digits: str = "1234") -> "Table":
        """Open the arbiter's actions."""
        if self.focus().startswith("menu"):
            self.choose("menu:arbiter")
        else:
            self.press("BACK")
        return self.pin(digits)

    def picture(self) -> bytes:
        """The picture as it is now."""
        for _ in range(200):
            self.nav.draw(self.t_ms)
            if self.nav.next_due_ms(self.t_ms) > self.t_ms:
                break
        return bytes(self.frame)
