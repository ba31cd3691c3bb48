"""Try each part of the board and print the results as JSON; sent to the raw REPL.

The board object is made once; an I2C device counts as present if it answers its address.
"""

import json
import time

import corrido_board
from corrido.hal import contract

TYPE_CHECKING = False  # True for a type checker only: compat.py may be missing
if TYPE_CHECKING:
    from typing import Any

    from corrido.parts import Board, Flash

TONE_HZ = 2000
SHOWN_MS = 300
COUNTED_MS = 100


def _answers(board: "Board", addr: int) -> bool:
    """Return whether a display controller acknowledges a NOP command (E3)."""
    try:
        board.i2c.writeto(addr, b"\x00\xe3")
        return True
    except OSError:
        return False


def _flash_blocks(flash: "Flash") -> int:
    """Return how many blocks of the journal can be read, -1 if one cannot."""
    page = bytearray(flash.page_size)
    try:
        for block in range(flash.blocks):
            flash.read(block * flash.block_size, page)
        return flash.blocks
    except OSError:
        return -1


def _show(board: "Board") -> None:
    """Sound the buzzer and light the LEDs for a moment."""
    board.buzzer.on(TONE_HZ)
    for name in board.leds:
        board.led(name, True)
    time.sleep_ms(SHOWN_MS)
    board.buzzer.off()
    for name in board.leds:
        board.led(name, False)


def _counted(board: "Board") -> tuple[int, int]:
    """Return how many microseconds the board counts during COUNTED_MS."""
    start, start_ms = board.ticks_us(), time.ticks_ms()
    time.sleep_ms(COUNTED_MS)
    ticks = (board.ticks_us() - start) % board.ticks_period
    return ticks, time.ticks_diff(time.ticks_ms(), start_ms)


def _run(board: "Board") -> dict[str, "Any"]:
    if hasattr(board.watchdog, "keep_alive"):
        board.watchdog.keep_alive()
    _show(board)
    ticks, passed_ms = _counted(board)
    return {
        "missing": list(contract.missing(board)),
        "displays": [(place[0], _answers(board, place[0])) for place in board.displays],
        "closed": [name for i, name in enumerate(board.keys) if board.buttons.level(i)],
        "flash_blocks": _flash_blocks(board.flash),
        "ticks": ticks,
        "passed_ms": passed_ms,
        "battery_mv": board.battery_mv(),
    }


print(json.dumps(_run(corrido_board.make())))
