# ruff: noqa: F821  (the names of PIO instructions exist only inside asm_pio)
# pyright: reportUndefinedVariable=false
"""Capture presses by PIO: exact to a microsecond however busy the processor is.

Four state machines of one block share ten instructions and run at 4 MHz. Every closed path through
the program costs four cycles for each decrement of X, so X is a clock of 1 us. The first low
sample of a contact pushes X; the machine re-arms after OPEN_US of unbroken high. The joined FIFO
holds eight entries. The chip's frequency must not change. An RP2350's 150 MHz yield 4 MHz with a
divider of 37.5, so a microsecond there jitters by at most half a system clock.

Addresses of registers that no MicroPython module reaches are from the RP2040 data sheet, 2.2
address map, 2.3.1.7 (SIO), 3.7 (PIO), 4.6.5 (timer), 4.7.6 (watchdog), and the RP2350 data sheet,
2.2, 3.1.11, 11.7, 12.8.5, 12.9.7. Offsets are the same on both, and so is a write at SET, which
sets the bits that are ones.
"""

import sys

import machine
import micropython
import rp2
from machine import Pin
from rp2 import StateMachine

from corrido.compat import TYPE_CHECKING, const
from corrido.contacts import OPEN_US, TICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GPIO_IN = 0xD0000004  # SIO: levels of GPIO 0 to 31
PIO0 = 0x50200000
SET = 0x2000

TIMERS = {"rp2040": 0x40054000, "rp2350": 0x400B0000}  # the timer that ticks_us() reads
WATCHDOG_CTRLS = {"rp2040": 0x40058000, "rp2350": 0x400D8000}
WATCHDOG_ENABLE_BIT = 30
MACHINES = const(4)
_HZ = const(4000000)
_FSTAT = const(4)
_FDEBUG = const(8)
_INSTR = const(0xD8)
_INSTR_STEP = const(0x18)
# Instructions executed only once, pre-encoded (RP2040 data sheet 3.4): assembling is slow.
_ISR_NULL = const(0xA0C3)
_SET_X = const(0xE020)
_IN_X_5 = const(0x4025)
_OSR_ISR = const(0xA0E6)
_X_ONES = const(0xA02B)


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


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def _first_low():
    wrap_target()
    label("quiet")  # not armed: wait for OSR + 1 us of unbroken high
    mov(y, osr)
    label("sample")
    jmp(x_dec, "look")
    label("look")
    jmp(pin, "high")
    jmp("quiet")
    label("high")
    jmp(y_dec, "sample")[1]
    label("armed")
    jmp(x_dec, "watch")[2]
    label("watch")
    jmp(pin, "armed")
    in_(x, 30)
    jmp(x_dec, "book")
    label("book")
    push(noblock)
    wrap()


del rp2  # see rp2_board


@micropython.viper
def _start_together(ctrl_set: int, bits: int, timer: int) -> int:
    """Start the machines in the microsecond that begins now; return that microsecond.

    No constant here may need 32 bits: an image aligns frozen machine code to 2 bytes, so a load
    from the 4-aligned constants after an instruction may read the wrong ones (MicroPython 1.26).
    """
    control = ptr32(ctrl_set)
    clock = ptr32(timer)
    before = int(clock[10])
    while int(clock[10]) == before:
        pass
    now = int(clock[10])
    control[0] = bits
    return now


class PressCapture:
    """A capture of up to four pins by one PIO block, active low with pull-up; runs once made."""

    def __init__(self, pins: "Sequence[int]") -> None:
        """Capture the 1 to 4 GPIOs `pins` on the first PIO block, which nothing else may use."""
        self._fstat = PIO0 + _FSTAT
        self._fdebug = PIO0 + _FDEBUG
        self._all = (1 << len(pins)) - 1
        self._empty = self._all << 8
        self.contacts = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
        self._machines = [
            _armed_machine(index, contact) for index, contact in enumerate(self.contacts)
        ]
        timer = TIMERS[running_chip()]
        state = machine.disable_irq()
        now = _start_together(PIO0 + SET, self._all | self._all << 8, timer)
        machine.enable_irq(state)
        self._zero = (now - 1) & TICKS

    def pending(self) -> bool:
        """Return whether a press waits."""
        return machine.mem32[self._fstat] & self._empty != self._empty

    def waits(self, index: int) -> bool:
        """Return whether a press of that pin waits."""
        return not machine.mem32[self._fstat] >> 8 + index & 1

    def drain(self, booked: "Callable[[int, int], None]") -> None:
        """Call booked(index, ticks_us) for every waiting press; presses of one pin in order."""
        while machine.mem32[self._fstat] & self._empty != self._empty:
            for index in range(len(self._machines)):
                while self._machines[index].rx_fifo():
                    booked(index, (self._zero - self._machines[index].get()) & TICKS)

    def lost(self) -> int:
        """Return how many machines have dropped a press, on a full FIFO, since the last call."""
        stalled = machine.mem32[self._fdebug] & self._all
        if not stalled:
            return 0
        machine.mem32[self._fdebug] = stalled
        return sum([stalled >> index & 1 for index in range(MACHINES)])


def _armed_machine(index: int, contact: Pin):
    """Return a halted machine with the program, the quiet time in OSR and all ones in X."""
    made = StateMachine(index, _first_low, freq=_HZ, jmp_pin=contact, in_base=contact)
    quiet = OPEN_US - 1
    instructions = [_ISR_NULL]
    for shift in (15, 10, 5, 0):
        instructions += [_SET_X | quiet >> shift & 31, _IN_X_5]
    instructions += [_OSR_ISR, _ISR_NULL, _X_ONES]
    for instruction in instructions:
        machine.mem32[PIO0 + _INSTR + _INSTR_STEP * index] = instruction
    while made.rx_fifo():
        made.get()
    return made
