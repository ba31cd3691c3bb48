"""Boards with an ESP32 of any kind: scheduled interrupts, journal in a partition or littlefs."""

import esp32
import machine

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.esp32_buttons import Esp32Buttons
from corrido.hal.flash import BlockFlash, reserve_blocks
from corrido.hal.machine_board import MachineBoard, Watchdog

if TYPE_CHECKING:
    from typing import Any

PARTITION = "corrido"
_WATCHDOG_MS = const(8000)
_TICK_US = const(10000)  # a FreeRTOS tick in MicroPython's images
_DOG_RUNS = b"corrido dog"


class Esp32Board(MachineBoard):
    """An ESP32 with the parts that WIRING connects to it.

    A program or an erase stops both processors' access to flash, where the interrupt's code lies:
    a press meanwhile is stamped when it ends.
    """

    # MicroPython sleeps only in whole ticks and stays awake for the rest of a nap: all of a 4 ms
    # nap, at most half of a two-tick one.
    nap_us = 2 * _TICK_US
    # IDF 5's driver counts in ticks and treats less than one as no wait at all.
    i2c_timeout_us = 2 * _TICK_US

    def __init__(self, wiring: "dict[str, Any]") -> None:
        super().__init__(wiring, Esp32Buttons)
        self.flash = _chip_flash()
        self.watchdog = Watchdog(_WATCHDOG_MS)
        # The mark survives a soft reset, as the watchdog does; see after_boot().
        machine.RTC().memory(_DOG_RUNS)


def _chip_flash() -> BlockFlash:
    """Return our own partition if the table has one, else blocks reserved in littlefs."""
    partition = esp32.Partition
    own = partition.find(partition.TYPE_DATA, label=PARTITION)
    if own:
        return BlockFlash(own[0], range(own[0].ioctl(4, 0)), whole_pages=False)
    data = partition.find(partition.TYPE_DATA, label="vfs")
    if not data:
        raise OSError("no flash partition 'vfs' (littlefs) or 'corrido': flash MicroPython again")
    return BlockFlash(data[0], reserve_blocks(data[0]), whole_pages=False)


def after_boot() -> None:
    """Keep feeding a watchdog that a soft reset has left running; for boot.py."""
    if machine.reset_cause() == machine.SOFT_RESET and machine.RTC().memory() == _DOG_RUNS:
        Watchdog(_WATCHDOG_MS).resume()
