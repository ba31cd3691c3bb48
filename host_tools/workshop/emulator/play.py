"""Play whole games on the emulated chip through its pins, and measure their cost.

The firmware runs unchanged; only the loop around it is timed (ondevice/game.py).
"""

import json
from pathlib import Path
from typing import Any

from host_tools.device.payload import beside_firmware
from host_tools.device.uf2 import read_uf2
from host_tools.workshop.emulator.chip import Chip
from host_tools.workshop.emulator.flash import TYPICAL
from host_tools.workshop.emulator.table import DEFAULTS, Table

_BURST_US = 80_000.0
_SECOND_US = 1_000_000.0
_PREPARED_US = 3e6  # time for a first start to erase the first game's blocks
_CYCLE_US = 0.008
_SETTLED_US = 4_000_000.0  # after a press; its collection comes within 2.2 s
_QUIET_US = 17_000_000.0  # from one collection to the next while only digits change
READY = b"fingers, please"


def boot(uf2: Path) -> dict[str, dict[str, float]]:
    """Return the seconds from power to USB and picture, for the first start and a later one."""
    table = Table(uf2)
    chip = table.power()
    found = {"first": _started(table, chip)}
    chip.run_for(_PREPARED_US)
    later = table.power(flash=chip.flash_image())
    return {**found, "later": _started(table, later)}


def _started(table: Table, chip: Chip) -> dict[str, float]:
    """Return the seconds from power to the USB console, the first pixels and a picture at rest."""
    usb = chip.run_until(lambda: chip.console.connected, 5e6)
    changes = table.display.changes
    lit = chip.run_until(lambda: table.display.lit and bool(changes), 20e6)
    last = len(changes)
    chip.run_for(150_000)
    while len(changes) != last:
        last = len(changes)
        chip.run_for(150_000)
    return {"usb_s": usb / 1e6, "first_pixels_s": lit / 1e6, "whole_picture_s": changes[-1] / 1e6}


def game(uf2: Path, turns: int = 6, rotate: str = "none") -> dict[str, Any]:
    """Play a game; return its polls, heap, latencies, flash operations and share awake."""
    # One second into this budget, a single digit changes.
    table = Table(uf2, {**DEFAULTS, "budget": "595", "rotate": rotate})
    chip = table.power(own_main=False)
    chip.run_until(lambda: chip.console.connected, 5e6)
    presses: list[float] = []
    cycles: list[tuple[float, int]] = []
    start_us = 2_600_000.0  # the lexicon is open by then
    quiet_us = start_us + turns * 1_100_000.0 + _SETTLED_US

    def fingers() -> None:
        table.press(chip, "OK", 300_000)
        for turn in range(turns + 1):
            at = start_us + turn * 1_100_000.0
            table.press(chip, "BA"[turn % 2], at)
            chip.at(at, lambda: presses.append(chip.now_us()))
        for at in (quiet_us, quiet_us + _QUIET_US):
            chip.at(at, lambda: cycles.append((chip.now_us(), chip.mcu.core.cycles)))

    chip.console.on_output(READY, fingers)
    source = Path(__file__).with_name("ondevice") / "game.py"
    run_ms, quiet_ms = int(quiet_us / 1000), int(_QUIET_US / 1000) + 200
    head = f"RUN_MS, QUIET_MS = {run_ms}, {quiet_ms}\nFROZEN = {read_uf2(uf2).frozen}\n"
    out = chip.execute(head + beside_firmware(source), (run_ms + quiet_ms + 20_000) * 1e3)
    figures: dict[str, Any] = json.loads(out.splitlines()[-1])
    figures["presses"] = len(presses)
    figures["awake_share"] = _awake(chip, cycles)
    figures.update(_latencies(chip, table.display.changes, presses))
    return figures


def _awake(chip: Chip, cycles: list[tuple[float, int]]) -> float:
    """Return the share of time that the processor is awake between two counts of its cycles.

    While the flash is busy, the processor waits awake, but the emulator counts no cycles.
    """
    (begin, first), (end, last) = cycles
    programs = sum(begin < operation.t_us < end for operation in chip.flash.operations)
    return ((last - first) * _CYCLE_US + programs * TYPICAL.program) / (end - begin)


def _latencies(chip: Chip, changes: list[float], presses: list[float]) -> dict[str, float]:
    """Return the worst times from first edge to flash and to picture, and erases during play."""
    done = chip.flash.operations
    programs = [operation.t_us for operation in done if operation.kind == "program"]
    erases = [operation.t_us for operation in done if operation.kind != "program"]
    # The press that starts the game opens its first block; the hand-overs after it are play.
    play = presses[1:]
    # A digit changes one second after a player's first turn begins.
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
