"""The world around a simulated device: virtual time, fingers, cables, batteries, sound, flash.

It knows nothing about the firmware. Times are microseconds since the world began.
"""

import shutil
import tempfile
import weakref
from bisect import bisect_right, insort
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from corrido.lexicon.alphabet import alphabet
from corrido.parts import KEYS

from host_tools.device.norflash import NorFlash
from host_tools.lexicon.about import About
from host_tools.paths import LONGEST_NAME, lexicon_path, lexicons_dir
from host_tools.sim.contacts import Contact
from host_tools.sim.ssd1306 import I2CBus, Ssd1306

PRESS_US = 80_000
PAUSE_US = 40_000  # between presses, as a scenario's macros make them
DISPLAY = 0x3C


class Tone(NamedTuple):
    """A stretch of sound at one pitch; end_us is None while it lasts."""

    start_us: int
    end_us: int | None
    hz: int


class ToneRecorder:
    """The tones of a buzzer or a motor since the world began, as an oscilloscope records them."""

    def __init__(self) -> None:
        """Start silent."""
        self._tones: list[Tone] = []

    @property
    def hz(self) -> int:
        """The pitch that sounds now in Hz, 0 for silence."""
        return self._tones[-1].hz if self._tones and self._tones[-1].end_us is None else 0

    def set(self, t_us: int, hz: int) -> None:
        """Change the pin at t_us to `hz`, 0 for silence."""
        if hz == self.hz:
            return
        if self.hz:
            last = self._tones[-1]
            self._tones[-1] = last._replace(end_us=t_us)
            if last.start_us == t_us:
                self._tones.pop()
        if hz:
            self._tones.append(Tone(t_us, None, hz))

    def tones(self, from_us: int, to_us: int) -> list[Tone]:
        """Return the tones that sound at any instant in [from_us, to_us]."""
        first = max(0, bisect_right(self._tones, from_us, key=lambda tone: tone.start_us) - 1)
        found = []
        for tone in self._tones[first:]:
            if tone.start_us > to_us:
                break
            if tone.end_us is None or tone.end_us > from_us or tone.start_us >= from_us:
                found.append(tone)
        return found


class LexiconStore:
    """A temporary folder, as long as the store, with the shipped lexicons and those added."""

    def __init__(self) -> None:
        """Copy the shipped lexicons."""
        self.folder = Path(tempfile.mkdtemp(prefix="corrido-lexicons-"))
        self.close = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        for file in sorted(lexicons_dir().glob("*.lex")):
            shutil.copyfile(file, self.folder / file.name)

    def add(self, name_or_path: str) -> str:
        """Add a lexicon given by name or path; return the name the device knows it by.

        That is the file's, adapted if it is too long or odd. Raises UserError if there is no such
        file.
        """
        source = lexicon_path(name_or_path)
        plain = "".join(letter if letter.isprintable() else "-" for letter in source.stem)
        name = plain[:LONGEST_NAME]
        if source.parent != lexicons_dir():
            shutil.copyfile(source, self.folder / f"{name}.lex")
        return name

    def add_words(self, words: str) -> str:
        """Add a list of the words after an alphabet's code, `es:NIÑO,LLANO`; return its name."""
        (self.folder / "small.lex").write_bytes(_small_list(words))
        return "small"

    def size(self, name: str) -> int:
        """Return the size of a stored lexicon in bytes, 0 for an unknown name."""
        path = self.folder / f"{name}.lex"
        return path.stat().st_size if path.is_file() else 0

    def flip(self, name: str, offset: int, bit: int) -> None:
        """Flip one bit of a stored lexicon; offset below size(name), bit 0 to 7."""
        path = self.folder / f"{name}.lex"
        with path.open("r+b") as file:
            file.seek(offset)
            byte = file.read(1)[0]
            file.seek(offset)
            file.write(bytes([byte ^ 1 << bit]))


@cache
def _small_list(words: str) -> bytes:
    from host_tools.lexicon.pack import pack  # numba is needed only here

    code, _, listed = words.partition(":")
    spelled = [alphabet(code).spell_word(word) for word in listed.split(",")]
    return pack(sorted(filter(None, spelled)), About(code, "small", "1"))


class World:
    """Everything outside the processor, in virtual time."""

    def __init__(
        self,
        flash: NorFlash,
        lexicons: LexiconStore,
        bounce_us: int = 0,
    ) -> None:
        """Make a world with one display."""
        self.now_us = 0
        self.unique_id = b""  # of the chip, if it is not the usual one
        self.keys: tuple[str, ...] = KEYS  # those that the board has
        self.flash = flash
        self.lexicons = lexicons
        self.displays = ((DISPLAY, 0, False),)  # I2C address, first column, whether upside down
        self.bus = I2CBus({DISPLAY: Ssd1306()})
        self.buzzer = ToneRecorder()
        self.leds: dict[str, bool] = {}
        self.motor = ToneRecorder()
        self.battery_mv: int | None = None
        self.stalled_until_us = 0
        self.fed_us: int | None = None
        self.contacts = [Contact(index, bounce_us) for index in range(len(KEYS))]
        self.captured: list[tuple[int, bool, int]] = []
        self._agenda: list[tuple[int, Callable[[], None]]] = []
        self._next_edge_us: int | None = None

    # -- people

    def press(self, key: str, t_us: int, hold_us: int = PRESS_US) -> None:
        """Press `key` (of KEYS) at t_us for hold_us."""
        self.contacts[KEYS.index(key)].press(t_us, hold_us)
        self._look_for_edge()

    def finger(self, key: str, down: bool, t_us: int) -> None:
        """Put a finger on `key` at t_us, or lift it, until told otherwise."""
        self.contacts[KEYS.index(key)].move(t_us, down)
        self._look_for_edge()

    def free_us(self, key: str) -> int | None:
        """Return when the finger on `key`, present or planned, lets go; None without one."""
        return self.contacts[KEYS.index(key)].free_us()

    def at(self, t_us: int, action: Callable[[], None]) -> None:
        """Do something at t_us; at equal instants, in the order of the calls."""
        insort(self._agenda, (t_us, action), key=itemgetter(0))

    def stall(self, us: int) -> None:
        """Make the processor unresponsive for this long from now on."""
        self.stalled_until_us = max(self.stalled_until_us, self.now_us + us)

    def presses_since(self, t_us: int) -> int:
        """Return how many fingers have gone down after t_us."""
        return sum(contact.pressed_us > t_us for contact in self.contacts)

    def reset_processor(self) -> None:
        """Drop the state that a processor reset ends; the displays keep their power."""
        self.buzzer.set(self.now_us, 0)
        self.motor.set(self.now_us, 0)
        self.captured.clear()
        self.fed_us = None
        self.stalled_until_us = 0

    def lose_power(self) -> None:
        """Stop everything that needs power: sound, lights, displays. Flash and word lists stay."""
        self.reset_processor()
        self.leds.clear()
        for controller in self.bus.controllers.values():
            controller.power_on()

    # -- the firmware's pins

    def buzz(self, hz: int) -> None:
        """Sound the buzzer at `hz` from now on, 0 for silence."""
        self.buzzer.set(self.now_us, hz)

    def led(self, name: str, on: bool) -> None:
        """Switch a light on or off."""
        if name == "MOTOR":
            self.motor.set(self.now_us, int(on))
        else:
            self.leds[name] = on

    def feed(self) -> None:
        """Note that the watchdog was fed."""
        self.fed_us = self.now_us

    # -- time

    def next_us(self) -> int | None:
        """Return when the world next does something by itself; None if never."""
        edge_us = self._next_edge_us
        if not self._agenda:
            return edge_us
        due_us = self._agenda[0][0]
        return due_us if edge_us is None or due_us < edge_us else edge_us

    def advance(self, t_us: int) -> None:
        """Go to t_us, which must not be past next_us(), and do everything due then."""
        self.now_us = t_us
        while self._agenda and self._agenda[0][0] <= t_us:
            self._agenda.pop(0)[1]()
        if self._next_edge_us is not None and self._next_edge_us <= t_us:
            for contact in self.contacts:
                for edge in contact.take(t_us):
                    self.captured.append((contact.index, edge.closed, edge.t_us))
            self._look_for_edge()

    def levels(self) -> int:
        """Return the contacts now: bit i is set while KEYS[i] is closed."""
        return sum(1 << contact.index for contact in self.contacts if contact.closed)

    def frame(self) -> bytes:
        """Return the picture on the display: 1,024 bytes in the form of Ssd1306.frame()."""
        return self.bus.controllers[DISPLAY].frame()

    def close(self) -> None:
        """Release the computer's resources."""
        self.lexicons.close()

    def _look_for_edge(self) -> None:
        upcoming = [contact.next_us() for contact in self.contacts]
        self._next_edge_us = min((t_us for t_us in upcoming if t_us is not None), default=None)
