"""ESP32-C3 with its own USB (SuperMini): its pins. build.svg has the picture."""

from corrido.hal.esp32_board import Esp32Board, after_boot

__all__ = ("WIRING", "after_boot", "make")

# Few pins: UP and DOWN come from an encoder, whose push is OK; no LEFT or RIGHT, no LEDs, no
# battery input. GPIO 9 and 21 stay free: 9 low at reset starts the boot loader, and on 21 (U0TXD)
# the ROM drives its messages. 2 and 8 are straps that must be high: the bus holds them so.
WIRING = {
    "name": "esp32c3",
    "chip": "esp32c3",
    "keys": (
        ("A", 0),
        ("B", 1),
        ("STOP", 3),
        ("CHALLENGE", 4),
        ("OK", 5),
        ("BACK", 6),
    ),
    "encoder": (7, 20),
    "i2c": (0, 8, 2),
    "displays": ((0x3C, 0, False),),
    "buzzer": 10,
    "leds": (),
    "battery": None,
    "radio": "wifi",
}


def make() -> Esp32Board:
    """Make the board as wired above; hal/machine_board.py explains each entry."""
    return Esp32Board(WIRING)
