"""Raspberry Pi Pico W (RP2040): its pins. build.svg has the picture."""

from corrido.hal.rp2_board import Rp2Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

WIRING = {
    "name": "pico_w",
    "chip": "rp2040",
    "keys": (
        ("A", 10),
        ("B", 11),
        ("STOP", 12),
        ("CHALLENGE", 13),
        ("UP", 16),
        ("DOWN", 17),
        ("LEFT", 18),
        ("RIGHT", 19),
        ("OK", 20),
        ("BACK", 21),
    ),
    "encoder": None,
    "i2c": (0, 4, 5),
    "displays": ((0x3C, 0, False),),
    "buzzer": 15,
    "leds": (("A", 6), ("B", 7)),
    # The radio has the pin that measures VSYS. With two equal resistors from the battery to GP26:
    # (26, 2, 1). An unconnected pin reads noise, so no battery is measured by default.
    "battery": None,
    "radio": "wifi",
}


def make() -> Rp2Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Rp2Board(WIRING)
