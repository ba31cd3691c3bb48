"""Boards with an RP2040 or RP2350: presses by PIO, the journal below or beside littlefs."""

import machine
import rp2

from corrido.compat import const
from corrido.hal.flash import BLOCK_SIZE, BlockFlash, reserve_blocks
from corrido.hal.machine_board import MachineBoard, memory_flash, reset_cause
from corrido.hal.rp2_buttons import Rp2Buttons
from corrido.hal.rp2_registers import (
    WATCHDOG_CTRLS,
    WATCHDOG_ENABLE_BIT,
    check_chip,
    running_chip,
)
from corrido.hal.watchdog import Watchdog

RESERVED_BLOCKS = const(64)
RESERVED_DIR = "/corrido_raw"
_WATCHDOG_MS = const(8388)  # the most that an RP2040's can wait


class Rp2Board(MachineBoard):
    """The chip that WIRING names, and the parts that it connects to it."""

    def __init__(self, wiring: dict) -> None:
        check_chip(wiring["chip"])
        super().__init__(wiring, Rp2Buttons)
        self.flash = memory_flash(wiring, self.i2c) or _chip_flash()
        self.watchdog = Watchdog(machine, _WATCHDOG_MS)
        self.reset_cause = reset_cause()


def _chip_flash() -> BlockFlash:
    """Return the raw region of our own image, or blocks reserved in a stock image's littlefs."""
    try:
        from corrido_region import LENGTH, START  # pyright: ignore[reportMissingImports]
    except ImportError:
        device = rp2.Flash()
        return BlockFlash(device, reserve_blocks(device, RESERVED_DIR, RESERVED_BLOCKS))
    device = rp2.Flash(start=START, len=LENGTH)
    return BlockFlash(device, range(LENGTH // BLOCK_SIZE))


def after_boot() -> None:
    """Keep feeding a watchdog that a soft reset has left running; for boot.py."""
    if machine.mem32[WATCHDOG_CTRLS[running_chip()]] >> WATCHDOG_ENABLE_BIT & 1:
        Watchdog(machine, _WATCHDOG_MS).resume()
