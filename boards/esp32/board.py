"""ESP32 DevKit, with a WROOM or a WROVER module: its pins. build.svg has the picture."""

import sys

from corrido.compat import TYPE_CHECKING
from corrido.hal.esp32_board import Esp32Board, after_boot

if TYPE_CHECKING:
    from typing import Any

__all__ = ("WIRING", "after_boot", "make")

WIRING = {
    "name": "esp32",
    "chip": "esp32",
    "keys": (
        ("A", 32),
        ("B", 33),
        ("STOP", 25),
        ("CHALLENGE", 26),
        ("UP", 27),
        ("DOWN", 14),
        ("LEFT", 13),
        ("RIGHT", 23),
        ("OK", 19),
        ("BACK", 18),
    ),
    "encoder": None,
    "i2c": (0, 21, 22),
    "displays": ((0x3C, 0, False),),
    "buzzer": 4,
    "leds": (("A", 16), ("B", 17)),
    # With two equal resistors from the battery to an input of ADC 1: (34, 2, 1). An
    # unconnected pin reads noise, so no battery is measured by default.
    "battery": None,
    "radio": "wifi",
}

# Of a WROVER module (ESP32-WROVER-E data sheet, 3.1); its official image offers no such pins.
PSRAM_PINS = (16, 17)


def make() -> Esp32Board:
    """Make the board as wired above; hal/machine_board.py explains each entry.

    On an image for PSRAM it has no LEDs where that memory is wired.
    """
    wiring: "Any" = dict(WIRING)
    if "SPIRAM" in sys.implementation._machine:
        wiring["leds"] = tuple([led for led in wiring["leds"] if led[1] not in PSRAM_PINS])
    return Esp32Board(wiring)
