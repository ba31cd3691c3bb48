"""Raspberry Pi Pico 2 (RP2350): its pins, as all Picos have them. build.svg has the picture."""

from corrido.hal.rp2_board import PICO, Rp2Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

WIRING = PICO | {"name": "pico2", "chip": "rp2350"}


def make() -> Rp2Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Rp2Board(WIRING)
