"""The RP2040's execute-in-place cache: what a fetch from flash that it does not hold costs.

RP2040 datasheet 2.6.3: 16 KiB, two ways, lines of 8 bytes. A half line that is missing is read
over the bus to the flash: 8 clocks of address and mode, 4 of wait and 8 of data at half the
processor's speed, 40 of its cycles. The way that was used longest ago is the one replaced, and a
program or an erase empties the cache (2.6.3.3). Instructions and data share it.
"""

from typing import Any

from rp2040py.memory_map import FLASH_START_ADDRESS

MISS_CYCLES = 40
_SETS = 1024
_FLASH, _RAM = FLASH_START_ADDRESS >> 24, 0x20
_CYCLE_NS = 8.0
# Loads that may read flash, by the high byte of their instruction (ARMv6-M, A6.7); those by SP
# read the stack. A load multiple counts as one of its first word.
_LITERAL, _WORD, _BYTE, _HALF, _REGISTER, _MULTIPLE = range(1, 7)
_LOADS = bytes(
    next(
        (kind for kind, codes in (
            (_LITERAL, range(0x48, 0x50)), (_WORD, range(0x68, 0x70)), (_BYTE, range(0x78, 0x80)),
            (_HALF, range(0x88, 0x90)), (_REGISTER, range(0x56, 0x60)),
            (_MULTIPLE, range(0xC8, 0xD0)),
        ) if high in codes),
        0,
    )
    for high in range(256)
)  # fmt: skip


class Cache:
    """The cache of one chip, and the loop that runs its processor through it."""

    def __init__(self) -> None:
        self.misses = 0
        self.flush()

    def flush(self) -> None:
        """Forget everything, as after power-on, an erase or a program."""
        self._lines = [[-1] * _SETS, [-1] * _SETS]
        self._halves = [[0] * _SETS, [0] * _SETS]  # bit 0 and 1: which halves of a line are here
        self._recent = [0] * _SETS

    def cost(self, address: int) -> int:
        """Return the cycles that the processor waits for the word at an address in flash."""
        line, half = address >> 3, 1 << (address >> 2 & 1)
        at = line % _SETS
        way = self._recent[at]
        if self._lines[way][at] != line:
            way ^= 1
            self._recent[at] = way
            if self._lines[way][at] != line:
                self._lines[way][at], self._halves[way][at] = line, 0
        if self._halves[way][at] & half:
            return 0
        self._halves[way][at] |= half
        self.misses += 1
        return MISS_CYCLES

    def run(self, simulator: Any) -> None:
        """Run until the simulator is stopped: as rp2040py's execute_batch(), and waits added.

        Its PIO blocks must keep time by themselves (ExactPio). The waits are counted in the
        core's cycles, so that a share awake has them.
        """
        core, clock = simulator.rp2040.core, simulator.clock
        registers, step, tick, cost = (
            core.registers,
            core.execute_instruction,
            clock.tick,
            self.cost,
        )
        flash = simulator.rp2040.flash.cast("B").cast("H")
        ram = simulator.rp2040.sram.cast("B").cast("H")
        fetched = -1
        while not simulator.stopped:
            if core.waiting:
                tick(clock.nanos_to_next_alarm)
                continue
            pc, waits, code = registers[15], 0, 0
            if pc >> 24 == _FLASH:
                code = flash[(pc & 0xFFFFFF) >> 1]
                if pc >> 2 != fetched:  # two instructions come with one word
                    fetched = pc >> 2
                    waits = cost(pc)
            elif pc >> 24 == _RAM:
                code = ram[(pc & 0xFFFFFF) >> 1]
            if load := _LOADS[code >> 8]:
                if load == _LITERAL:
                    address = (pc + 4 & ~3) + ((code & 255) << 2)
                elif load == _REGISTER:
                    address = registers[code >> 3 & 7] + registers[code >> 6 & 7] & 0xFFFFFFFF
                elif load == _MULTIPLE:
                    address = registers[code >> 8 & 7]
                else:
                    scale = 2 if load == _WORD else load == _HALF
                    address = registers[code >> 3 & 7] + ((code >> 6 & 31) << scale)
                if address >> 24 == _FLASH:
                    waits += cost(address)
            if waits:
                core.cycles += waits
            tick((step() + waits) * _CYCLE_NS)
