"""A table with the simulated device: press keys, let time pass, take the picture.

Nothing is mocked: the firmware runs as in `corrido sim`, on a flash that holds eleven earlier
games. Callers supply only what people would: key presses, a battery, a word list.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from corrido.core import events
from corrido.lexicon.alphabet import alphabet
from corrido.services.health import BATTERY_EMPTY_MV, BATTERY_FULL_MV
from corrido.ui import tiles

from boards.sim.fingers import pin_keys
from host_tools.scenario.keys import Fingers, Typist
from host_tools.sim.device import Device
from host_tools.sim.norflash import NorFlash

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.core.game import Game
    from corrido.ui.navigator import Navigator

PIN = "1234"
GAMES_BEFORE = 11
PACE_MS = 100  # from one key to the next
PRESS_US = 60_000
ANSWER_MS = 40  # by this long after its first edge, a press is confirmed and shown
HELD_US = 2_000_000
SHORT_US = 1_000_000  # the firmware sleeps through longer waits ...
LEAP_US = 7_000_000  # ... but a longer gap between two readings of its counter is a fault
CHARGE = 80  # percent of the battery
LINK = bytes(range(8))
BOARD = "pico"  # whose region of flash has the size of the simulated one


class Table(Fingers):
    """A device with the given settings, as texts: `player_a="Ana"` for the setting `player-a`.

    words: the words of a small list that replaces the shipped one.  stuck: a key that is closed
    from the start.  linear: an encoder in place of the four arrows.
    """

    def __init__(
        self,
        language: str = "es",
        pin: str = PIN,
        alphabet_code: str = "es",
        words: tuple[str, ...] = (),
        stuck: str = "",
        linear: bool = False,
        **settings: str,
    ) -> None:
        chosen = {name.replace("_", "-"): text for name, text in settings.items()}
        chosen = {"preset": "fise-corrido", "language": language, "pin": pin, **chosen}
        flash = NorFlash()
        flash.data[:] = _played()
        if not pin:
            del chosen["pin"]
        with TemporaryDirectory() as folder:
            if words:
                (Path(folder) / "es.lex").write_bytes(_small_list(alphabet_code, words))
                chosen["lexicon"] = "es.lex"
            self.device = Device.provisioned(chosen, "cpython", Path(folder), flash)
        self.battery(CHARGE)
        if stuck:
            self.device.finger(stuck, True)
        self.device.power_on()
        self.app.board.name = BOARD
        # Any change of a record changes the chain's last link; the pictures need a fixed one.
        setattr(self.app.journal, "last_link", lambda: LINK)  # noqa: B010 - a method of it
        self._at_us = self.device.now_us  # the present, not counting a press being confirmed
        self.device.run_until(self._at_us)
        self.nav.linear = linear

    @property
    def app(self) -> "App":
        """Return the firmware's app."""
        return self.device.app

    @property
    def nav(self) -> "Navigator":
        """Return the navigator of its screens."""
        return self.app.navigator

    @property
    def match(self) -> "Game":
        """Return the game."""
        return self.app.recorder.match

    @property
    def t_ms(self) -> int:
        """Return the present, in milliseconds since power-on."""
        return self._at_us // 1000

    def wait(self, ms: int) -> "Table":
        """Let time pass."""
        device = self.device
        self._at_us += ms * 1000
        while self._at_us - device.now_us > SHORT_US:
            device.run_until(device.now_us + SHORT_US // 2)
            device.leap(min(self._at_us, device.now_us + LEAP_US))
        device.run_until(self._at_us)
        return self

    def press(self, *keys: str) -> "Table":
        """Press keys one after the other, until the result is shown, even if it is a verdict."""
        for key in keys:
            self.tap(key)
        return self

    def hold(self, key: str) -> "Table":
        """Press a key and hold it for two seconds."""
        self.tap(key, HELD_US + PRESS_US)
        return self

    def tap(self, key: str, hold_us: int = PRESS_US) -> None:
        """Press a key, at a pace of its own: pictures depend on when they are taken."""
        self.wait(PACE_MS)
        device = self.device
        device.press(key, device.now_us, hold_us)
        device.run_until(device.now_us + hold_us - PRESS_US + ANSWER_MS * 1000)
        while self.app.adjudication.closed:
            device.run_until(device.now_us + ANSWER_MS * 1000)
        if device.now_us > self._at_us + ANSWER_MS * 1000:
            self._at_us = device.now_us

    def send(self, kind: int, who: int = 0, value: int = 0) -> bool:
        """Send the game an event that no single key can cause."""
        done = self.app.send(kind, who, value)
        self.device.wake()
        return done

    def settle(self) -> "Table":
        """Apply settings that were changed directly."""
        self.app.apply_settings()
        self.device.wake()
        return self

    def battery(self, percent: int) -> "Table":
        """Insert a battery with that charge."""
        span_mv = BATTERY_FULL_MV - BATTERY_EMPTY_MV
        self.device.world.battery_mv = BATTERY_EMPTY_MV + -(-percent * span_mv // 100)
        return self

    def focus(self) -> str:
        """Return the name of the focused item."""
        return self.device.focus()

    def until(self, focus: str, key: str = "DOWN", most: int = 60) -> "Table":
        """Press `key` until the focus begins with `focus`; AssertionError if it never does."""
        for _ in range(most):
            if self.focus().startswith(focus):
                return self
            self.press(key)
        raise AssertionError(f"{focus} is never reached, only {self.focus()}")

    def choose(self, focus: str) -> "Table":
        """Go to an item and select it."""
        return self.until(focus).press("OK")

    def type(self, *words: str) -> "Table":
        """Enter words in the grid and finish; digraphs are joined by the screen itself."""
        for number, word in enumerate(words):
            self.take(*([tiles.NEXT] if number else []), *word)
        return self.take(tiles.DONE)

    def take(self, *wanted: str) -> "Table":
        """Select tiles or action cells on the grid."""
        for tile in wanted:
            linear = self.nav.linear
            Typist(self, self.app.judge.alphabet_code(), linear=linear).take(tile)
        return self

    def pin(self, digits: str) -> "Table":
        """Enter a PIN."""
        return self.press(*pin_keys(digits), "OK")

    def arbiter(self, digits: str = PIN) -> "Table":
        """Open the arbiter's actions."""
        if self.focus().startswith("menu"):
            self.choose("menu:arbiter")
        else:
            self.press("BACK")
        return self.pin(digits)

    def lock_out(self) -> "Table":
        """Check a wrong PIN until the device locks, and go on 0.6 s later."""
        while not self.app.locked_ms():
            self.app.check_pin("0000")
        self.device.wake()
        return self.wait(600)

    def power_cut(self) -> "Table":
        """Cut the power and restore it."""
        self.device.power_cut()
        self.device.power_on()
        self.device.run_until(self.device.now_us)
        return self

    def picture(self) -> bytes:
        """Return the picture on the display."""
        return self.device.frame()


@cache
def _small_list(code: str, words: tuple[str, ...]) -> bytes:
    """Return a list of these words, built like the shipped ones."""
    from host_tools.lexicon.pack import pack  # numba is needed only here

    spelled = [alphabet(code).spell_word(word) for word in words]
    return pack(sorted(word for word in spelled if word), code, "small", "1")


@cache
def _played() -> bytes:
    """Return a flash on which GAMES_BEFORE games have been begun and then voided."""
    flash = NorFlash()
    device = Device.provisioned({}, flash=flash)
    device.power_on()
    for _ in range(GAMES_BEFORE):
        device.app.begin()
        device.wake()
        device.app.send(events.VOID)
        device.app.send(events.OK)
        device.run_until(device.now_us + 1_000_000)
    device.close()
    return bytes(flash.data)
