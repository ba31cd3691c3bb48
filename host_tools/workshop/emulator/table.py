"""A Pico with its parts on a table: prepared, powered, pressed by keys and questioned over USB."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from corrido.hal.flash import RESERVED_BLOCKS
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout

from host_tools.build.mpy import made_for
from host_tools.device import compose
from host_tools.device.image import load
from host_tools.device.kinds import kind_of, named, wiring_of
from host_tools.device.norflash import NorFlash
from host_tools.device.payload import assemble, made_elsewhere
from host_tools.device.stores import provision, write
from host_tools.errors import UserError
from host_tools.paths import lexicon_path
from host_tools.sim.ocr import read_text
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.workshop.emulator.chip import Chip, erased_with
from host_tools.workshop.emulator.pins import Powered

BOARD = named("pico")
TARGET = made_for(kind_of(BOARD).architecture)
CHIP_ID = b"\xff" * 8  # of the emulated flash
DEFAULTS = {"preset": "fise-corrido", "budget": "600"}
HOLD_US = 90_000.0
DETENT_STEP_US = 15_000.0
KEY_US = 700_000.0  # from one key to the next: the answer and its picture are out by then
HURRIED_US = 300_000.0  # on our own image, where they take a tenth as long
BOUNCES, LONGEST_BOUNCE_US = 4, 4_000.0
_TRIES = 7  # tries of five seconds each, until the firmware answers
# The keys that lead from a phase towards a running clock.
_NEXT_KEY = {"setup": "OK", "ready": "B", "recovered": "OK", "stopped": "STOP",
             "challenge": "BACK", "verdict": "OK", "fault": "OK"}  # fmt: skip
Files = dict[str, bytes]


# -- what a chip's flash holds


def known(image: Path) -> Path:
    """Return the path of an image for the emulated RP2040.

    UserError for another chip's, and for a firmware frozen from other sources than are here: the
    names in the scripts that run beside it would not be its own, so it would go astray in a game.
    """
    found = load(str(image))
    if found.chip != "rp2040":
        raise UserError(f"{image}: no emulator here for {found.chip}: one of rp2040")
    if made_elsewhere(found.state):
        raise UserError(f"{image}: made of other sources than are here: build it again")
    return image


def needed_files(image: Path, board: Path = BOARD) -> Files:
    """Return the files that this image needs, by their paths without the leading slash."""
    target = made_for(kind_of(board).architecture)
    files = assemble(target, board, load(str(image)).frozen)
    return {path.lstrip("/"): data for path, data in files.items()}


def provisioned_region(settings: Mapping[str, str], tries: int = 0) -> bytes:
    """Return a new chip's raw flash with settings, as scenarios write them; UserError for one.

    tries: how many of its PIN the log has already, 111 bytes each.
    """
    flash = NorFlash(blocks=RESERVED_BLOCKS)
    made = provision(settings, None)
    made.stored["lexicon"] = lexicon_path(made.lexicon).stem
    write(made, flash)
    if tries:
        journal = Journal(flash, *layout(flash)[2], CHIP_ID)
        journal.mount()
        for _ in range(tries):
            journal.note(0, ("pin",), b"wrong".ljust(75))
    return flash.image()


def prepared_flash(uf2: Path, files: Files, raw: bytes | None = None) -> bytes:
    """Return the content of flash: the image, a littlefs with the files, the journal's raw flash.

    raw: the raw flash's content; without it, a stock image creates it at its first start.
    """
    base = compose.open_base(str(uf2))
    return erased_with(replace(base.file, data=compose.composed(base, files, raw)[0]))


# -- the table


class WatchedDisplay(Ssd1306):
    """A controller that notes when its picture changes."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[float] = []
        self.chip: Powered | None = None

    def transaction(self, data: bytes) -> None:
        """Take a write, and note the time if it changed the memory."""
        before = bytes(self.memory)
        super().transaction(data)
        if self.chip is not None and self.memory != before:
            self.changes.append(self.chip.now_us())


class Table:
    """A Pico with its parts, ready for power; `files` may be changed before.

    settings, tries: see provisioned_region().
    """

    def __init__(
        self, uf2: Path, settings: Mapping[str, str] = DEFAULTS, tries: int = 0,
        board: Path = BOARD,
    ) -> None:  # fmt: skip
        wiring = wiring_of(board)
        self.gpio = dict(wiring["keys"])
        self.encoder: tuple[int, int] | None = wiring["encoder"]
        self.buzzer: int = wiring["buzzer"]
        self.lamps = [gpio for _, gpio in wiring["leds"]]
        self.uf2 = uf2
        self.files = needed_files(uf2, board)
        self._raw = provisioned_region(settings, tries)
        self.display = WatchedDisplay()

    def power(self, flash: bytes | None = None) -> Chip:
        """Switch on. flash: its content, by default a fresh deployment."""
        uf2 = known(self.uf2)
        content = flash or prepared_flash(uf2, self.files, self._raw)
        self.display.power_on()
        chip = self.display.chip = Chip(uf2, content, {0x3C: self.display})
        for pin in (self.buzzer, *self.lamps):
            chip.outputs.watch(pin)
        return chip


class Player:
    """One chip from power-on, as soon as its firmware answers.

    noise: with it contacts bounce, and keys come at arbitrary points of the main loop.
    """

    noise: random.Random | None = None
    presses = 0

    def __init__(self, table: Table, flash: bytes | None = None) -> None:
        self.table = table
        self.chip = table.power(flash)
        self._lines: list[str] = []
        self._asked = 0
        self.chip.console.on_line = self._lines.append
        self.wait_for_firmware()

    def wait_for_firmware(self) -> None:
        """Wait until the main loop answers, after power or a reset."""
        chip = self.chip
        chip.run_until(lambda: chip.console.connected, 5e6, 5000)
        chip.run_for(300_000)
        for _ in range(_TRIES):
            try:
                self.ask("status", 5e6)
                return
            except UserError:
                continue
        raise UserError("the firmware does not answer", 1)

    def press(self, key: str, after_us: float = 0.0, hold_us: float = HOLD_US) -> None:
        """Press a key once, `after_us` from now, or turn the encoder by a detent."""
        self.presses += 1
        if key not in self.table.gpio and self.table.encoder:
            lines = self.table.encoder[:: 1 if key == "UP" else -1] * 2
            for step, closed in enumerate((True, True, False, False)):
                self.chip.move(lines[step], closed, after_us + step * DETENT_STEP_US)
            return
        gpio = self.table.gpio[key]
        self.chip.move(gpio, True, after_us, self._bounce_us())
        self.chip.move(gpio, False, after_us + hold_us, self._bounce_us())

    def _bounce_us(self) -> list[float]:
        noise = self.noise
        most_us = LONGEST_BOUNCE_US / BOUNCES
        return [noise.uniform(50, most_us) for _ in range(BOUNCES)] if noise else []

    def tap(self, *keys: str, apart_us: float = KEY_US) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.press(key)
            self.chip.run_for(apart_us + (self.noise.uniform(0, 20_000) if self.noise else 0))

    def ask(self, question: str, limit_us: float = 3e6) -> Any:
        """Return the firmware's answer; UserError if none comes within the limit."""
        self._asked += 1  # an earlier question's answer may come late
        self._lines.clear()
        mark = f"!{self._asked} ok "
        self.chip.console.send(f"?{self._asked} {question}\n".encode())
        found: list[str] = []

        def answered() -> bool:
            found.extend(line for line in self._lines if line.startswith(mark))
            return bool(found)

        self.chip.run_until(answered, limit_us, 2000)
        return json.loads(found[0].removeprefix(mark))

    def status(self) -> dict[str, str]:
        """Return the firmware's status of the game."""
        return self.ask("status")

    def shown(self) -> str:
        """Return the lines of text on the display."""
        return " | ".join(read_text(self.table.display.frame()))

    def into_play(self) -> dict[str, str]:
        """Press the keys that lead from any phase to a running clock; return the status there.

        UserError if the clock never runs.
        """
        status = self.status()
        for _ in range(8):
            if status["phase"] == "running":
                return status
            if status["phase"] not in _NEXT_KEY:
                break
            self.tap(_NEXT_KEY[status["phase"]], apart_us=HURRIED_US)
            status = self.status()
        raise UserError(f"no way from the phase {status['phase']} to a running clock", 1)
