"""Whole games on the emulated chip, played by its pins, and their cost.

The firmware runs unchanged; only the loop around it carries a stop-watch (ondevice/game.py).
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.workshop.emulator.chip import Chip
from host_tools.workshop.emulator.i2c import Controller
from host_tools.workshop.emulator.payload import (
    PICO,
    PICO2,
    Layout,
    needed_files,
    prepared_flash,
    provisioned_region,
    without_start,
)
from host_tools.workshop.emulator.uf2 import read_uf2

HOLD_US = 80_000.0
_SETTINGS = {"preset": "fise-corrido", "budget": "600"}
_BURST_US = 80_000.0
_SECOND_US = 1_000_000.0
_CYCLE_US = 0.008
READY = b"fingers, please"


class WatchedDisplay(Ssd1306):
    """A controller that notes when its picture changes."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[float] = []
        self.chip: Chip | None = None

    def transaction(self, data: bytes) -> None:
        """Take a write; note the time if the memory is another one after it."""
        before = bytes(self.memory)
        super().transaction(data)
        if self.chip is not None and self.memory != before:
            self.changes.append(self.chip.now_us())


class Bench(NamedTuple):
    """A board and its emulator: the layout of its flash, and its power switch."""

    layout: Layout
    power: Callable[[Path, bytes, Mapping[int, Controller]], Any]


def _rp2350(uf2: Path, flash: bytes, controllers: Mapping[int, Controller]) -> "Any":
    # Its emulator is another program: not loaded for an RP2040.
    from host_tools.workshop.emulator.rp2350.chip import Rp2350

    return Rp2350(uf2, flash, controllers)


RP2040 = Bench(PICO, Chip)
RP2350 = Bench(PICO2, _rp2350)


class Table:
    """A board with its parts on a table, ready for power; a Pico by default."""

    def __init__(
        self, uf2: Path, settings: dict[str, str] | None = None, bench: Bench = RP2040
    ) -> None:
        self._bench = bench
        wiring = wiring_of(boards_dir() / bench.layout.board)
        self.gpio = dict(wiring["keys"])
        self.buzzer: int = wiring["buzzer"][0]
        self.uf2 = uf2
        self.files = needed_files(uf2, bench.layout)
        self._raw = provisioned_region(settings or _SETTINGS)
        self.display = WatchedDisplay()

    def replace_board(self, source: bytes) -> None:
        """Install another board file, and the real one beside it as wired_board.py.

        No word is looked up then: the lexicons are left out, as every start would open one.
        """
        files = {name: data for name, data in self.files.items() if not name.endswith(".lex")}
        files["wired_board.py"] = files["corrido_board.py"]
        files["corrido_board.py"] = source
        self.files = files

    def power(self, own_main: bool = True, flash: bytes | None = None) -> Any:
        """Switch on; without own_main nothing starts but the REPL."""
        files = self.files if own_main else without_start(self.files)
        content = flash or prepared_flash(self.uf2, files, self._raw, self._bench.layout)
        self.display.power_on()
        chip = self._bench.power(self.uf2, content, {0x3C: self.display})
        self.display.chip = chip
        chip.outputs.watch(self.buzzer)
        return chip

    def press(self, chip: Any, key: str, after_us: float) -> None:
        """Press a key once, in some microseconds."""
        chip.at(after_us, lambda: chip.contact(self.gpio[key], True))
        chip.at(after_us + HOLD_US, lambda: chip.contact(self.gpio[key], False))


def boot(uf2: Path) -> dict[str, float]:
    """Return the seconds from power to the first picture, and to the USB console."""
    table = Table(uf2)
    chip = table.power()
    usb = chip.run_until(lambda: chip.console.connected, 5e6)
    lit = chip.run_until(lambda: table.display.lit and bool(table.display.changes), 20e6)
    last = len(table.display.changes)
    chip.run_for(150_000)
    while len(table.display.changes) != last:
        last = len(table.display.changes)
        chip.run_for(150_000)
    return {
        "usb_s": usb / 1e6,
        "first_pixels_s": lit / 1e6,
        "whole_picture_s": table.display.changes[-1] / 1e6,
    }


def game(uf2: Path, turns: int = 6, rotate: str = "none") -> dict[str, Any]:
    """Play a game; return its polls, heap, latencies, flash operations and share awake."""
    # After a second of this budget one digit is another.
    table = Table(uf2, {**_SETTINGS, "budget": "595", "rotate": rotate})
    chip = table.power(own_main=False)
    chip.run_until(lambda: chip.console.connected, 5e6)
    presses: list[float] = []
    cycles: list[tuple[float, int]] = []
    start_us = 2_600_000.0  # the lexicon is open by then
    quiet_us = start_us + turns * 1_100_000.0 + 500_000

    def fingers() -> None:
        table.press(chip, "OK", 300_000)
        for turn in range(turns + 1):
            at = start_us + turn * 1_100_000.0
            table.press(chip, "BA"[turn % 2], at)
            chip.at(at, lambda: presses.append(chip.now_us()))
        for at in (quiet_us, quiet_us + 2_000_000):
            chip.at(at, lambda: cycles.append((chip.now_us(), chip.mcu.core.cycles)))

    chip.console.on_output(READY, fingers)
    source = Path(__file__).with_name("ondevice") / "game.py"
    run_ms = int(quiet_us / 1000) + 2200
    head = f"RUN_MS = {run_ms}\nFROZEN = {read_uf2(uf2).frozen}\n"
    out = chip.execute(head + source.read_text(encoding="utf-8"), (run_ms + 20_000) * 1e3)
    figures: dict[str, Any] = json.loads(out.splitlines()[-1])
    figures["presses"] = len(presses)
    figures["awake_share"] = _awake(cycles)
    figures.update(_latencies(chip, table.display.changes, presses))
    return figures


def _awake(cycles: list[tuple[float, int]]) -> float:
    (begin, first), (end, last) = cycles
    return (last - first) * _CYCLE_US / (end - begin)


def _latencies(chip: Chip, changes: list[float], presses: list[float]) -> dict[str, float]:
    """Return the worst times from first edge to flash and to picture, and erases in play."""
    done = chip.flash.operations
    programs = [operation.t_us for operation in done if operation.kind == "program"]
    erases = [operation.t_us for operation in done if operation.kind != "program"]
    # The press that starts the game opens its first block; the hand-overs after it are play.
    play = presses[1:]
    # A second after a player's first turn has begun a digit changes.
    seconds = [at + _SECOND_US for at in presses[:2]]
    return {
        "durable_ms": max(_first_after(programs, at) - at for at in play) / 1000,
        "first_pixel_ms": max(_first_after(changes, at) - at for at in play) / 1000,
        "digit_ms": max(_last_of_burst(changes, at) - at for at in seconds) / 1000,
        "last_pixel_ms": max(_last_of_burst(changes, at) - at for at in play) / 1000,
        "erases_in_play": sum(at > presses[0] + _BURST_US for at in erases),
    }


def _first_after(times: list[float], at: float) -> float:
    return next((t_us for t_us in times if t_us > at), float("inf"))


def _last_of_burst(times: list[float], at: float) -> float:
    burst = [t_us for t_us in times if at < t_us < at + _BURST_US]
    return burst[-1] if burst else float("inf")
