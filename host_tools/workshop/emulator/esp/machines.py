"""The chips that the emulator supports: program, machine, addresses of the registers we read."""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.errors import UserError

Peek = Callable[[int], int]
Poke = Callable[[int, int], None]

_SYSTIMER_HZ = 16_000_000
_APB_HZ = 80_000_000


class Machine(NamedTuple):
    """One chip in the emulator; addresses from its technical reference manual.

    efuse: the content of its one-time memory. gpio: path of the pins' device. latch: address and
    word to write before reading the clock. clock: addresses of its low and high word. timer:
    configuration of the first PWM timer, its resolution in the lowest timer_bits, its divider
    above. out: levels of the output pins 0 to 31.
    """

    name: str
    program: str
    machine: str
    efuse_driver: str
    efuse: bytes
    gpio: str
    pins: int
    latch: tuple[int, int]
    clock: tuple[int, int]
    ticks_a_us: int
    timer: int
    timer_bits: int
    out: int

    def now_us(self, peek: Peek, poke: Poke) -> float:
        """Return the microseconds that the chip's own counter has counted."""
        poke(*self.latch)
        low, high = (peek(address) for address in self.clock)
        return (high << 32 | low) / self.ticks_a_us

    def pitch_hz(self, peek: Peek) -> float:
        """Return the frequency of the first PWM timer in Hz; its divider counts 256ths."""
        word = peek(self.timer)
        bits = word & (1 << self.timer_bits) - 1
        divider = word >> self.timer_bits & 0x3FFFF
        return _APB_HZ * 256 / divider / (1 << bits) if divider else 0.0


def _efuse_of_c3() -> bytes:
    """Return one-time memory for revision 0.3, the oldest that MicroPython's loader accepts."""
    made = bytearray(1024)
    made[0x26] = 3 << 2  # WAFER_VERSION_MINOR_LO, bits 114 to 116 of block 1
    return bytes(made)


MACHINES = {
    "esp32c3": Machine(
        "esp32c3", "qemu-system-riscv32", "esp32c3-picsimlab", "nvram.esp32c3.efuse",
        _efuse_of_c3(), "/machine/gpio", 22,
        latch=(0x60023004, 1 << 30), clock=(0x60023044, 0x60023040),  # SYSTIMER_UNIT0
        ticks_a_us=_SYSTIMER_HZ // 1_000_000, timer=0x600190A0, timer_bits=4, out=0x60004004,
    ),
    "esp32": Machine(
        "esp32", "qemu-system-xtensa", "esp32-picsimlab", "nvram.esp32.efuse",
        bytes(124), "/machine/soc/gpio", 40,
        latch=(0x3FF5F080, 1), clock=(0x3FF5F078, 0x3FF5F07C),  # TIMG0_LACT: esp_timer
        ticks_a_us=2, timer=0x3FF59140, timer_bits=5, out=0x3FF44004,
    ),
}  # fmt: skip


def machine_of(chip: str) -> Machine:
    """Return a chip's machine; UserError for one that the emulator lacks."""
    if chip not in MACHINES:
        raise UserError(f"QEMU has no {chip}: one of {', '.join(MACHINES)}")
    return MACHINES[chip]
