"""Boards with an RP2040 or RP2350: presses by PIO, the journal under or beside littlefs."""

import io
import select
import sys

import machine
from rp2 import Flash

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.flash import BLOCK_SIZE, BlockFlash, reserve_blocks
from corrido.hal.machine_board import MachineBoard, Watchdog
from corrido.hal.rp2_buttons import Rp2Buttons
from corrido.hal.rp2_capture import WATCHDOG_CTRLS, WATCHDOG_ENABLE_BIT, check_chip, running_chip
from corrido.memory import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.hal import progress
else:
    progress = Lazy("corrido.hal.progress")

sys.modules.pop("rp2", None)  # with its assembler of PIO programs, it would take up 1.4 KB of RAM

# The wiring of a Pico of any kind (hal/machine_board.py explains it); its board.py says the rest.
PICO = {
    "keys": (
        ("A", 10), ("B", 11), ("STOP", 12), ("CHALLENGE", 13), ("UP", 16), ("DOWN", 17),
        ("LEFT", 18), ("RIGHT", 19), ("OK", 20), ("BACK", 21),
    ),
    "encoder": None,
    "i2c": (0, 4, 5),
    "displays": ((0x3C, 0, False),),
    "buzzer": 15,
    "leds": (("A", 6), ("B", 7)),
    # VSYS through the divider on the board: a third of it on ADC 3.
    "battery": (29, 3, 1),
    # The Schottky diode between the cell and VSYS, at the currents of play: by its data sheet.
    "battery_drop_mv": 230,
}  # fmt: skip

_STREAM_POLL = const(3)  # MP_STREAM_POLL of MicroPython's py/stream.h
_WORTH_ARMING_US = const(1000)
_LONG_US = const(10000)  # longer than a contact takes to settle: that instant must not come late
_WATCHDOG_MS = const(8388)  # the RP2040's longest


class _Edges(io.IOBase):
    """The edges as a stream, so that select() returns as soon as there is one."""

    def __init__(self, buttons: Rp2Buttons) -> None:
        self._buttons = buttons

    def ioctl(self, request: int, argument: int) -> int:
        """Tell select whether an edge has come."""
        come = self._buttons.stirred() or self._buttons.waiting()
        return argument & select.POLLIN if request == _STREAM_POLL and come else 0


class Rp2Board(MachineBoard):
    """The chip that WIRING names, with the parts connected to it."""

    if TYPE_CHECKING:
        buttons: Rp2Buttons
    hears_console = True  # idle() ends when a host sends something

    def __init__(self, wiring: "dict[str, Any]") -> None:
        check_chip(wiring["chip"])
        super().__init__(wiring, Rp2Buttons)
        self.watchdog = Watchdog(_WATCHDOG_MS)
        self._bar: "progress.Progress | None" = None
        self.flash = _chip_flash(self._first_start)
        self._bar = None
        self._wakes = select.poll()
        self._wakes.register(sys.stdin, select.POLLIN)
        self._wakes.register(_Edges(self.buttons), select.POLLIN)

    def _first_start(self, done: int, of: int) -> None:
        """Show the progress of reserving the journal's blocks: 15 s, once, on a stock image."""
        if self._bar is None:
            self._bar = progress.Progress(self.i2c, self.displays, self.watchdog)
        self._bar.show(done, of)

    def _rest(self, left: int) -> bool:
        """Sleep, at most `left` us, a long time up to 1 ms more; True for a byte of the console.

        The chip sleeps in one stretch (WFE) while no play key is closed, otherwise in naps. It
        does not use machine.lightsleep(), which stops the clock by which the PIO times presses.
        A long wait lasts whole milliseconds: this port waits awake for a fraction of one.
        """
        buttons = self.buttons
        if left < _WORTH_ARMING_US or not buttons.at_rest():
            return MachineBoard._rest(self, left)
        # Through the whole milliseconds; a byte or an edge ends it.
        whole_ms = (left + 999 if left >= _LONG_US else left) // 1000
        woken = False
        for _ in self._wakes.ipoll(whole_ms):
            woken = True
        return woken and not buttons.stirred()  # else an edge, or a contact has bounced


def _chip_flash(told: "Callable[[int, int], None]") -> BlockFlash:
    """Return the raw region of our own image, or blocks reserved in a stock image's littlefs."""
    try:
        from corrido_region import LENGTH, START  # pyright: ignore[reportMissingImports]
    except ImportError:
        device = Flash()
        return BlockFlash(device, reserve_blocks(device, told=told))
    device = Flash(start=START, len=LENGTH)
    return BlockFlash(device, range(LENGTH // BLOCK_SIZE))


def after_boot() -> None:
    """Keep feeding a watchdog that a soft reset has left running; for boot.py."""
    if machine.mem32[WATCHDOG_CTRLS[running_chip()]] >> WATCHDOG_ENABLE_BIT & 1:
        Watchdog(_WATCHDOG_MS).resume()
