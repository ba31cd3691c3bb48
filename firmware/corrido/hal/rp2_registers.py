"""Addresses of RP2040 and RP2350 registers that no MicroPython module reaches, by chip.

Sources: RP2040 data sheet, 2.2 address map, 2.3.1.7 (SIO), 3.7 (PIO), 4.6.5 (timer), 4.7.6
(watchdog); RP2350 data sheet, 2.2, 3.1.11, 11.7, 12.8.5, 12.9.7. Offsets are the same on both, and
so is a write at SET, which sets the bits that are ones.
"""

import sys

GPIO_IN = 0xD0000004  # SIO: levels of GPIO 0 to 31
PIO0 = 0x50200000
PIO_STEP = 0x100000
SET = 0x2000

TIMERS = {"rp2040": 0x40054000, "rp2350": 0x400B0000}  # the timer that ticks_us() reads
WATCHDOG_CTRLS = {"rp2040": 0x40058000, "rp2350": 0x400D8000}
WATCHDOG_ENABLE_BIT = 30


class UnknownChip(RuntimeError):
    """Signal a chip without known addresses, or a board file for another chip."""


def running_chip() -> str:
    """Return the name of the running chip in lower case; UnknownChip for an unsupported one."""
    said = getattr(sys.implementation, "_machine", "")
    for chip in TIMERS:
        if chip.upper() in said:
            return chip
    raise UnknownChip("%s: neither an RP2040 nor an RP2350" % said)


def check_chip(chip: str) -> str:
    """Return `chip`, as named by a board file; UnknownChip if the running chip is another."""
    runs = running_chip()
    if chip != runs:
        raise UnknownChip("this board file is for an %s, the chip is an %s" % (chip, runs))
    return chip
