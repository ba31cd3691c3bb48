"""Run on the chip as its board file: the Pico's board, and one part that dies on command.

The host puts PARTS, a list of [module, class or "", name, how], before this text. how is `hang`,
`true` (always returns True) or the sign of life that stops. The host sets the part's number on
the pins CODE; once GO closes, the part dies at its next call. The real board file is beside this
one as wired_board.py.
"""

import time

import wired_board
from corrido.compat import TYPE_CHECKING
from machine import Pin
from wired_board import after_boot

__all__ = ("after_boot", "make")
if TYPE_CHECKING:
    from typing import Any

    from corrido.parts import Board
    from corrido.services.health import Health

    PARTS: list[tuple[str, str, str, str]] = []  # the host puts them before this text

CODE, GO = (0, 1, 2, 3, 8), 22


def _hung(*args: "Any") -> None:
    while True:
        time.sleep_ms(100)


def _true(*args: "Any") -> bool:
    time.sleep_ms(20)
    return True


def _kill(board: "Board", number: int) -> None:
    """Replace the part in place, for all its callers."""
    module, owner, name, how = PARTS[number]
    place = board if module == "board" else __import__(module, None, None, ("",))
    if owner:
        place = getattr(place, owner)
    plain = getattr(place, name)

    def without(health: "Health", part: str) -> None:
        if part != how:
            plain(health, part)

    setattr(place, name, {"hang": _hung, "true": _true}.get(how, without))


def make() -> "Board":
    """Make the board, which reads the pins whenever the main loop waits."""
    board = wired_board.make()
    idle = board.idle
    go = Pin(GO, Pin.IN, Pin.PULL_UP)
    code = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in CODE]
    dead: list[int] = []

    def looking(us: int) -> None:
        if not go() and not dead:
            dead.append(sum([(1 - pin()) << bit for bit, pin in enumerate(code)]))
            _kill(board, dead[0])
        idle(us)

    board.idle = looking
    return board
