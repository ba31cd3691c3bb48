"""Raspberry Pi Pico W (RP2040): where it is not as all Picos. build.svg has the picture."""

from corrido.hal.rp2_board import PICO, Rp2Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

WIRING = PICO | {
    "name": "pico_w",
    "chip": "rp2040",
    # The radio has the pin that measures VSYS. With two equal resistors from the battery to GP26:
    # (26, 2, 1). An unconnected pin reads noise, so no battery is measured by default.
    "battery": None,
    "radio": "wifi",
}


def make() -> Rp2Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Rp2Board(WIRING)
