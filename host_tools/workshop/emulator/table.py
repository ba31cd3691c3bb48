"""A board with its parts on a table, ready for power: one interface for every emulated chip."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.image import load
from host_tools.device.kinds import kind_of, wiring_of
from host_tools.device.mpy import Target
from host_tools.errors import UserError
from host_tools.paths import boards_dir
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.workshop.emulator.i2c import Controller
from host_tools.workshop.emulator.payload import (
    PICO,
    PICO2,
    Files,
    Layout,
    files_beside,
    needed_files,
    prepared_flash,
    provisioned_region,
    without_start,
)

HOLD_US = 80_000.0
_DETENT_STEP_US = 25_000.0
DEFAULTS = {"preset": "fise-corrido", "budget": "600"}

Power = Callable[[Path, bytes, Mapping[int, Controller]], Any]


class Bench(NamedTuple):
    """A board and its emulator; target: the one its files are compiled for.

    files: returns the board's files that an image lacks. content: builds the whole flash from an
    image, files and the settings' raw flash. power: switches a chip on.
    """

    board: str
    target: Target
    files: Callable[[Path], dict[str, bytes]]
    content: Callable[[Path, Files, bytes | None], bytes]
    power: Power


def _bench_of_pico(layout: Layout, power: Power) -> Bench:
    return Bench(
        layout.board,
        layout.target,
        lambda uf2: needed_files(uf2, layout),
        lambda uf2, files, raw: prepared_flash(uf2, files, raw, layout),
        power,
    )


# Each chip has its own emulator, a program or library that other chips must not load.


def _rp2040(uf2: Path, flash: bytes, controllers: Mapping[int, Controller]) -> Any:
    from host_tools.workshop.emulator.chip import Chip

    return Chip(uf2, flash, controllers)


def _rp2350(uf2: Path, flash: bytes, controllers: Mapping[int, Controller]) -> Any:
    from host_tools.workshop.emulator.rp2350.chip import Rp2350

    return Rp2350(uf2, flash, controllers)


def _bench_of_esp(board: str) -> Bench:
    from host_tools.device.compose import read_esp
    from host_tools.workshop.emulator.esp.chip import Esp
    from host_tools.workshop.emulator.esp.image import flash_of
    from host_tools.workshop.emulator.esp.machines import machine_of

    machine, target = machine_of(board), Target(6, 3, kind_of(boards_dir() / board).architecture)
    return Bench(
        board,
        target,
        lambda image: files_beside(read_esp(image), board, target),
        flash_of,
        lambda _image, flash, controllers: Esp(machine, flash, controllers),
    )


RP2040 = _bench_of_pico(PICO, _rp2040)
RP2350 = _bench_of_pico(PICO2, _rp2350)
_PICOS = {"rp2040": RP2040, "rp2350": RP2350}
_ESPS = ("esp32", "esp32c3")


def bench_for(image: Path) -> Bench:
    """Return the bench for an image's chip; UserError for a chip without an emulator here."""
    chip = load(str(image), None).chip
    if chip not in (*_PICOS, *_ESPS):
        known = ", ".join((*_PICOS, *_ESPS))
        raise UserError(f"{image}: no emulator here for {chip}: one of {known}")
    return _bench_of_esp(chip) if chip in _ESPS else _PICOS[chip]


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
    """The board for an image's chip, with its parts on a table, ready for power."""

    def __init__(
        self, uf2: Path, settings: dict[str, str] | None = None, bench: Bench | None = None
    ) -> None:
        self._bench = bench or bench_for(uf2)
        wiring = wiring_of(boards_dir() / self._bench.board)
        self.gpio = dict(wiring["keys"])
        self.encoder: tuple[int, int] | None = wiring.get("encoder")
        self.buzzer: int = wiring["buzzer"][0]
        self.uf2 = uf2
        self.files = self._bench.files(uf2)
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
        files = self.files if own_main else without_start(self.files)
        content = flash or self._bench.content(self.uf2, files, self._raw)
        self.display.power_on()
        chip = self._bench.power(self.uf2, content, {0x3C: self.display})
        self.display.chip = chip
        chip.outputs.watch(self.buzzer)
        return chip

    def press(self, chip: Any, key: str, after_us: float) -> None:
        """Press a key once, `after_us` from now; on an encoder, turn it by one detent."""
        if key not in self.gpio:
            self._turn(chip, key, after_us)
            return
        chip.at(after_us, lambda: chip.contact(self.gpio[key], True))
        chip.at(after_us + HOLD_US, lambda: chip.contact(self.gpio[key], False))

    def _turn(self, chip: Any, key: str, after_us: float) -> None:
        """Turn the encoder UP or DOWN, closing and opening its lines one after the other."""
        if self.encoder is None:
            raise UserError(f"this board has no key {key}")
        a, b = self.encoder if key == "UP" else self.encoder[::-1]
        steps = iter(((a, True), (b, True), (a, False), (b, False)))

        def step() -> None:
            # One line at a time: two changes at once count as noise and are ignored.
            for line, closed in steps:
                chip.contact(line, closed)
                chip.at(_DETENT_STEP_US, step)
                return

        chip.at(after_us, step)
