"""Boards with an RP2040: presses by PIO, the journal below or beside littlefs."""

import machine
import rp2

from corrido.compat import const
from corrido.hal.flash import BLOCK_SIZE, BlockFlash, reserve_blocks
from corrido.hal.machine_board import MachineBoard, memory_flash, reset_cause
from corrido.hal.rp2_buttons import Rp2Buttons
from corrido.hal.watchdog import Watchdog

RESERVED_BLOCKS = const(64)
RESERVED_DIR = "/corrido_raw"
_WATCHDOG_MS = const(8388)
_WATCHDOG_CTRL = 0x40058000
_ENABLE_BIT = const(30)


class Rp2Board(MachineBoard):
    """An RP2040 and what WIRING says is connected to it."""

    def __init__(self, wiring: dict) -> None:
        super().__init__(wiring, Rp2Buttons)
        self.flash = memory_flash(wiring, self.i2c) or _chip_flash()
        self.watchdog = Watchdog(machine, _WATCHDOG_MS)
        self.reset_cause = reset_cause()


def _chip_flash() -> BlockFlash:
    """The raw region of our own image, or blocks reserved in the littlefs of a stock one."""
    try:
        from corrido_region import LENGTH, START
    except ImportError:
        device = rp2.Flash()
        return BlockFlash(device, reserve_blocks(device, RESERVED_DIR, RESERVED_BLOCKS))
    device = rp2.Flash(start=START, len=LENGTH)
    return BlockFlash(device, range(LENGTH // BLOCK_SIZE))


def after_boot() -> None:
    """For boot.py: keep a watchdog content that a soft reset has left running."""
    if machine.mem32[_WATCHDOG_CTRL] >> _ENABLE_BIT & 1:
        Watchdog(machine, _WATCHDOG_MS).resume()
