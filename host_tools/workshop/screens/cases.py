"""Every screen of the device, by name: how to get there from power-on by pressing keys.

The cases stand in tests/screens/cases.txt, which explains its words. Nothing is mocked: the
firmware runs as in `corrido sim`, on a flash that holds eleven earlier games.
"""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from corrido.core import events
from corrido.lexicon.alphabet import alphabet
from corrido.services.health import BATTERY_EMPTY_MV, BATTERY_FULL_MV

from boards.sim.fingers import pin_keys
from host_tools.device.norflash import NorFlash
from host_tools.lexicon.about import About
from host_tools.scenario.keys import Fingers, Typist
from host_tools.sim import ocr
from host_tools.sim.device import Device
from host_tools.tree import ROOT

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.core.game import Game
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item

FILE = Path(ROOT) / "tests" / "screens" / "cases.txt"
SETTING = re.compile(r"([a-z_]+)=(.*)")
TIME = re.compile(r"(\d+(?:\.\d)?)s")
GAMES_BEFORE = 11
HELD_US = 2_060_000
JUDGED_MS = 3000
LINK = bytes(range(8))
BOARD = "pico"  # whose region of flash has the size of the simulated one
LINES = [line for line in FILE.read_text("utf-8").splitlines() if line and line[0] != "#"]
STEPS = dict(line.split(":", 1) for line in LINES)
CASES = [name for name in STEPS if not name.startswith("_")]


class Table(Fingers):
    """A device with the given settings, as texts: `player_a="Ana"` for the setting `player-a`.

    words: `es:NIÑO,LLANO`, the words of a small list that replaces the shipped one.  stuck: a key
    that is closed from the start.  linear: an encoder in place of the four arrows.  battery: its
    charge in percent.  runtime: `micropython` for the real interpreter, from outside only.
    """

    def __init__(
        self, language: str = "es", *, words: str = "", stuck: str = "", linear: str = "",
        battery: str = "80", runtime: str = "cpython", **settings: str,
    ) -> None:  # fmt: skip
        chosen = {"preset": "fise-corrido", "language": language, "pin": "1234"}
        chosen |= {name.replace("_", "-"): text for name, text in settings.items()}
        if not chosen["pin"]:
            del chosen["pin"]
        flash = NorFlash()
        flash.data[:] = _played()
        with TemporaryDirectory() as folder:
            if words:
                (Path(folder) / "small.lex").write_bytes(_small_list(words))
                chosen["lexicon"] = "small.lex"
            super().__init__(Device.provisioned(chosen, runtime, Path(folder), flash))
        span_mv = BATTERY_FULL_MV - BATTERY_EMPTY_MV
        self.device.world.battery_mv = BATTERY_EMPTY_MV + -(-int(battery) * span_mv // 100)
        if stuck:
            self.device.finger(stuck, True)
        self.device.power_on()
        self._alphabet, self._linear = words.partition(":")[0] or "es", bool(linear)
        if runtime == "cpython":
            self.app.board.name = BOARD
            # Any change of a record changes the chain's last link; the pictures need a fixed one.
            setattr(self.app.journal, "last_link", lambda: LINK)  # noqa: B010 - a method of it
            self.nav.linear = self._linear

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
        return self.device.now_us // 1000

    def wait(self, ms: int) -> "Table":
        """Let time pass."""
        self.device.run_until(self.device.now_us + ms * 1000)
        return self

    def press(self, *keys: str) -> "Table":
        """Press keys one after the other, until the result is shown, even if it is a verdict."""
        for key in keys:
            judged_ms = self.t_ms + JUDGED_MS if self.place() == "confirm" and key == "B" else 0
            self.tap(key)
            while self.t_ms < judged_ms and self.phase() == "challenge":
                self.wait(40)
        return self

    def focus(self) -> str:
        """Return the name of the focused item."""
        return self.device.focus()

    def choose(self, focus: str) -> "Table":
        """Go down to an item and select it."""
        place, _, item = focus.partition(":")
        if place == "arbiter" and self.place() == "notice":
            self.tap("OK")  # what the act before it did has been read
        self.select(item, place)
        return self

    def typist(self) -> Typist:
        """Return a typist for the open grid."""
        return Typist(self, self._alphabet, linear=self._linear)

    def picture(self) -> bytes:
        """Return the picture on the display."""
        return self.device.frame()


@cache
def _small_list(words: str) -> bytes:
    """Return a list of the words after the alphabet's code, built like the shipped ones."""
    from host_tools.lexicon.pack import pack  # numba is needed only here

    code, _, listed = words.partition(":")
    spelled = [alphabet(code).spell_word(word) for word in listed.split(",")]
    return pack(sorted(word for word in spelled if word), About(code, "small", "1"))


@cache
def _played() -> bytes:
    """Return a flash on which GAMES_BEFORE games have been begun and then voided."""
    device = Device.provisioned({})
    device.power_on()
    for _ in range(GAMES_BEFORE):
        device.app.begin()
        device.wake()
        device.app.send(events.VOID)
        device.app.send(events.OK)
    device.close()
    return bytes(device.world.flash.data)


def _whole(line: str) -> str:
    return re.sub(r"@(\S+)", lambda named: _whole(STEPS[named[1]]), line)


def walk(line: str, language: str, **settings: str) -> Table:
    """Do what a line says, in the words of the cases' file, at a table just powered on.

    The settings prevail over the line's own.
    """
    words = _whole(line).split()
    chosen = {one[1]: one[2].replace("_", " ") for one in map(SETTING.fullmatch, words) if one}
    table = Table(language, **{**chosen, **settings})
    for word in words:
        if not SETTING.fullmatch(word):
            _do(table, word)
    return table


def _seen(table: Table, sign: str, wanted: str) -> None:
    """Compare what a table shows: the focus, a text on the picture or its absence, the status."""
    shown = " | ".join(ocr.read_text(table.picture()))
    if sign == "?":
        assert re.search(wanted, table.focus()), f"{table.focus()} is not {wanted}"
    elif sign == "$":
        name, value = wanted.split("=")
        assert table.device.status()[name] == value, f"{name} {table.device.status()[name]}"
    else:
        assert (wanted in shown) == (sign == '"'), f"{sign}{wanted}: {shown}"


def _do(table: Table, step: str) -> None:
    """Carry out a step; Refused or AssertionError if what it asks for is not there."""
    verb, _, rest = step.partition(":")
    time = TIME.fullmatch(step)
    if step[0] in '?$!"':
        _seen(table, step[0], step[1:].replace("_", " "))
    elif time:
        table.wait(round(float(time[1]) * 1000))
    elif step[0] == "=":
        table.choose(step[1:])
    elif step[0] == ">":
        table.seek(rest, verb[1:])
    elif verb in VERBS:
        VERBS[verb](table, rest)
    else:
        key, _, times = step.partition("*")
        table.press(*[key] * int(times or 1))


def _take(table: Table, tiles: str) -> None:
    for tile in tiles:
        table.typist().take(tile)


def _cut(table: Table, _: str) -> None:
    table.device.power_cut()
    table.device.power_on()


def _fault(table: Table, name: str) -> None:
    table.app.send(events.FAULT, 0, events.FAULTS.index(name))
    table.device.wake()


VERBS = {
    "take": _take,
    "type": lambda table, words: table.typist().enter(words.split(",")),
    "pin": lambda table, digits: table.press(*pin_keys(digits)),
    "cut": _cut,
    "hold": lambda table, key: table.tap(key, HELD_US),
    "leap": lambda table, s: table.device.leap(table.device.now_us + int(s) * 1_000_000),
    "memory": lambda table, _: table.nav.short_of_memory(table.t_ms),
    "fault": _fault,
}


def playing(language: str, **settings: str) -> Table:
    """Begin a game that A opens."""
    return walk("@_play", language, **settings)


@cache
def drawn(name: str, language: str) -> "tuple[list[Item], bytes]":
    """Return a case's items and its 1,024-byte picture, made once per process."""
    table = walk(f"@{name}", language)
    return table.nav.painter.wanted, table.picture()
