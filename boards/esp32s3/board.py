"""ESP32-S3 DevKitC: its pins. build.svg has the picture."""

from corrido.hal.esp32_board import Esp32Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

WIRING = {
    "name": "esp32s3",
    "chip": "esp32s3",
    "keys": (
        ("A", 4),
        ("B", 5),
        ("STOP", 6),
        ("CHALLENGE", 7),
        ("UP", 15),
        ("DOWN", 16),
        ("LEFT", 17),
        ("RIGHT", 18),
        ("OK", 11),
        ("BACK", 12),
    ),
    "encoder": None,
    "i2c": (0, 8, 9),
    "displays": ((0x3C, 0, False),),
    "buzzer": 14,
    "leds": (("A", 13), ("B", 21)),
    # With two equal resistors from the battery to an input of ADC 1: (1, 2, 1). An
    # unconnected pin reads noise, so no battery is measured by default.
    "battery": None,
    "radio": "wifi",
}


def make() -> Esp32Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Esp32Board(WIRING)
