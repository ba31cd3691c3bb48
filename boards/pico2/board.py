"""Raspberry Pi Pico 2 (RP2350): its pins. build.svg has the picture."""

from corrido.hal.rp2_board import Rp2Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

WIRING = {
    "name": "pico2",
    "chip": "rp2350",
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
    # VSYS through the divider on the board: a third of it on ADC 3.
    "battery": (29, 3, 1),
    # The Schottky diode between the cell and VSYS, at the currents of play: by its data sheet.
    "battery_drop_mv": 230,
}


def make() -> Rp2Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Rp2Board(WIRING)
