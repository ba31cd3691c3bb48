"""Measure a board whose firmware is stopped; the host sends this to the raw REPL.

It prints one JSON object. A part that is not there is null.
"""

import json
import os
import sys
import time

PATH = "/measure.tmp"
BLOCK, TIMES = 4096, 8
STEPS = 20000  # of a fixed loop, whose time tells the clock and the cache
BUS_HZ = (100000, 400000)


def _loop() -> int:
    """Return the microseconds of STEPS rounds of a loop that allocates nothing."""
    us, number = time.ticks_us(), 0
    while number < STEPS:
        number += 1
    return time.ticks_diff(time.ticks_us(), us)


def _flash() -> "tuple[list[int], bool]":
    """Return the microseconds of each write of a block to the file system, and if all read back.

    A block is erased, programmed and read: what differs from what was written is a fault.
    """
    took, whole = [], True
    try:
        for number in range(TIMES):
            data = bytes([(at * 7 + number * 31) & 255 for at in range(256)]) * (BLOCK // 256)
            us = time.ticks_us()
            with open(PATH, "wb") as file:
                file.write(data)
            took.append(time.ticks_diff(time.ticks_us(), us))
            with open(PATH, "rb") as file:
                whole = file.read() == data and whole
    finally:
        os.remove(PATH)
    return took, whole


def _bus(wiring: "tuple[int, int, int] | None") -> "dict[str, object] | None":
    """Return, for each speed of the bus, who answers and the microseconds of asking everybody."""
    if not wiring:
        return None
    try:
        from machine import I2C, Pin

        found: dict[str, object] = {}
        for hz in BUS_HZ:
            bus = I2C(wiring[0], sda=Pin(wiring[1]), scl=Pin(wiring[2]), freq=hz)
            us = time.ticks_us()
            found[str(hz)] = {"there": bus.scan(), "us": time.ticks_diff(time.ticks_us(), us)}
        return found
    except (ImportError, ValueError, OSError):
        return None


def _chip() -> "dict[str, object]":
    try:
        import machine

        return {"hz": machine.freq(), "reset_cause": machine.reset_cause()}
    except (ImportError, AttributeError):
        return {"hz": None, "reset_cause": None}


def _wiring() -> "tuple[int, int, int] | None":
    try:
        return __import__("corrido_board").WIRING["i2c"]
    except (ImportError, AttributeError, KeyError):
        return None


took_us, whole = _flash()
print(
    json.dumps(
        {
            "platform": sys.platform,
            "chip": _chip(),
            "loop_us": [_loop() for _ in range(5)],
            "block_us": took_us,
            "block_whole": whole,
            "bus": _bus(_wiring()),
        }
    )
)
