"""Run on the chip: change one digit on the display, our way and the naive way.

The naive way is micropython-lib's ssd1306 if the image has it (boards/pico/bench), otherwise the
same write: 1,025 bytes at once. Prints one JSON line.
"""

import json
import time

from corrido.compat import TYPE_CHECKING
from corrido.hal.ssd1306 import Displays
from machine import I2C, Pin

if TYPE_CHECKING:
    from typing import Any

bus: "Any" = I2C(0, scl=Pin(5), sda=Pin(4), freq=400000, timeout=50000)
frame = bytearray(1024)
ours = Displays(bus, ((0x3C, 0, False),), frame)


def flush() -> tuple[int, int, int]:
    """Step until everything is written; return (steps, longest, total), times in microseconds."""
    steps = longest = 0
    begin = time.ticks_us()
    more = True
    while more:
        start = time.ticks_us()
        more = ours.flush_step(10)
        longest = max(longest, time.ticks_diff(time.ticks_us(), start))
        steps += 1
    return steps, longest, time.ticks_diff(time.ticks_us(), begin)


first = flush()
for page in range(2, 5):
    for x in range(40, 56):
        frame[page * 128 + x] = 0x5A
digit = flush()

try:
    from ssd1306 import SSD1306_I2C

    naive_name = "micropython-lib ssd1306"
    naive = SSD1306_I2C(128, 64, bus)
    start = time.ticks_us()
    naive.fill_rect(40, 16, 16, 24, 1)
    naive.show()
except ImportError:
    naive_name = "1025 bytes in one write"
    start = time.ticks_us()
    bus.writeto(0x3C, b"\x40" + bytes(1024))
naive_us = time.ticks_diff(time.ticks_us(), start)
print(json.dumps({"first": first, "digit": digit, "naive": naive_name, "naive_us": naive_us}))
