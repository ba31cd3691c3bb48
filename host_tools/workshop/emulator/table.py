"""A Pico with its parts on a table, ready for power."""

from pathlib import Path
from typing import Any

from host_tools.device.image import load
from host_tools.device.kinds import wiring_of
from host_tools.device.payload import made_elsewhere
from host_tools.device.uf2 import read_uf2
from host_tools.errors import UserError
from host_tools.paths import boards_dir
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.workshop.emulator.payload import (
    PICO,
    needed_files,
    prepared_flash,
    provisioned_region,
    without_start,
)

HOLD_US = 80_000.0
DEFAULTS = {"preset": "fise-corrido", "budget": "600"}


def known(image: Path) -> Path:
    """Return the path of an image for the emulated RP2040.

    UserError for another chip's, and for a firmware frozen from other sources than are here: the
    names in the scripts that run beside it would not be its own, so it would go astray in a game.
    """
    chip = load(str(image), None).chip
    if chip != "rp2040":
        raise UserError(f"{image}: no emulator here for {chip}: one of rp2040")
    if made_elsewhere(read_uf2(image).state):
        raise UserError(f"{image}: made of other sources than are here: build it again")
    return image


class WatchedDisplay(Ssd1306):
    """A controller that notes when its picture changes."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[float] = []
        self.chip: Any = None

    def transaction(self, data: bytes) -> None:
        """Take a write, and note the time if it changed the memory."""
        before = bytes(self.memory)
        super().transaction(data)
        if self.chip is not None and self.memory != before:
            self.changes.append(self.chip.now_us())


class Table:
    """A Pico with its parts on a table, ready for power."""

    def __init__(self, uf2: Path, settings: dict[str, str] | None = None) -> None:
        wiring = wiring_of(boards_dir() / PICO.board)
        self.gpio = dict(wiring["keys"])
        self.buzzer: int = wiring["buzzer"][0]
        self.uf2 = known(uf2)
        self.files = needed_files(uf2)
        self._raw = provisioned_region(settings or DEFAULTS)
        self.display = WatchedDisplay()

    def replace_board(self, source: bytes) -> None:
        """Install another board file, and the real one beside it as wired_board.py.

        The lexicons are removed, since every start would open one: no word can be looked up.
        """
        files = {name: data for name, data in self.files.items() if not name.endswith(".lex")}
        files["wired_board.py"] = files["corrido_board.py"]
        files["corrido_board.py"] = source
        self.files = files

    def power(self, own_main: bool = True, flash: bytes | None = None) -> Any:
        """Switch on; without own_main only the REPL starts."""
        from host_tools.workshop.emulator.chip import Chip

        files = self.files if own_main else without_start(self.files)
        content = flash or prepared_flash(self.uf2, files, self._raw)
        self.display.power_on()
        chip = Chip(self.uf2, content, {0x3C: self.display})
        self.display.chip = chip
        chip.outputs.watch(self.buzzer)
        return chip

    def press(self, chip: Any, key: str, after_us: float) -> None:
        """Press a key once, `after_us` from now."""
        chip.at(after_us, lambda: chip.contact(self.gpio[key], True))
        chip.at(after_us + HOLD_US, lambda: chip.contact(self.gpio[key], False))
