"""Run on the emulated chip as its board file: the Pico's board with two pins that wedge the loop.

The real board file is next to it as wired_board.py.
"""

import time

import wired_board
from corrido.compat import TYPE_CHECKING
from machine import Pin
from wired_board import after_boot

if TYPE_CHECKING:
    from corrido.parts import Board

__all__ = ("after_boot", "make")
HANG, FAIL = 22, 26  # closed to ground: the main loop waits forever, or ends with an error


def make() -> "Board":
    """Return the board, whose waiting goes wrong while a pin says so."""
    board = wired_board.make()
    idle = board.idle
    hang, fail = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in (HANG, FAIL)]

    def wedged(us: int) -> None:
        while not hang():
            time.sleep_ms(100)
        if not fail():
            raise ValueError("wedged")
        idle(us)

    board.idle = wedged
    return board
