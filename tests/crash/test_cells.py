"""A flash of cells with voltages, modelled on data sheets, under random power cuts.

    python -m tests.crash.test_cells [TRIES] [SEED]

It shares nothing with the project's own fault models: no kinds of torn writes, but what a cut
leaves of thresholds. After Winbond's W25Q16JV (page program 0.4 to 3 ms, sector erase 45 to 400
ms, erase after programming to zeros) and Cai et al., "Errors in Flash-Memory-Based Solid-State
Drives" (2017): a page is programmed word by word in no promised order, each by pulses; an erase
first programs all of a sector, then lowers every cell at its own speed; a cell near the reference
reads one way or the other; programming disturbs the erased cells beside it a little.
"""

import random
import sys
from collections import Counter

import numpy as np

from host_tools.workshop.campaigns.nth import Nth
from host_tools.workshop.campaigns.power import reentrant

ERASED_V, PROGRAMMED_V, REFERENCE_V = 1.5, 6.0, 4.0
SPREAD_V, NOISE_V, DISTURB_V = 0.2, 0.15, 0.002
WORD_BITS = 32
PREPROGRAMMED, LOWERED = 0.25, 0.95  # the shares of an erase at which each stage ends
BLOCKS = 8
MOST_STARTS = 12


class NoPower(BaseException):
    """The supply fell in the middle of an operation."""


class CellFlash:
    """NOR flash whose bits are thresholds in volts: below the reference a cell reads as one."""

    block_size, page_size = 1024, 256

    def __init__(self, blocks: int, seed: int) -> None:
        self.blocks = blocks
        self._dice = np.random.default_rng(seed)
        cells = blocks * self.block_size * 8
        self.volts = self._dice.normal(ERASED_V, SPREAD_V, cells).astype(np.float32)
        self.cut = Nth()  # told of each operation
        self.cut_at = 0.0  # the share that is done of the one that is due
        self.dead = False

    def _begin(self) -> float:
        """Count an operation; return the share of it to be done."""
        if self.dead:
            raise NoPower
        self.dead = self.cut()
        return self.cut_at if self.dead else 1.0

    def power_on(self) -> None:
        """Let the cells settle after a cut: charges near the reference leak away a little."""
        self.dead, self.cut = False, Nth()
        self.volts -= np.where(self.volts > REFERENCE_V, 0.02, 0.0).astype(np.float32)

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill buf from addr as the sense amplifiers see it now."""
        if self.dead:
            raise NoPower
        volts = self.volts[addr * 8 : (addr + len(buf)) * 8]
        seen = volts + self._dice.normal(0, NOISE_V, volts.size)
        buf[:] = np.packbits(seen < REFERENCE_V, bitorder="little").tobytes()

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Raise the cells whose bit in buf is 0, word by word."""
        data = np.frombuffer(bytes(buf), np.uint8)
        assert addr // self.page_size == (addr + data.size - 1) // self.page_size
        share = self._begin()
        zeros = np.flatnonzero(np.unpackbits(data, bitorder="little") == 0) + addr * 8
        words = self._dice.permutation(np.unique(zeros // WORD_BITS))
        done = share * words.size
        whole = np.isin(zeros // WORD_BITS, words[: int(done)])
        self._raise(zeros[whole], 1.0)
        if int(done) < words.size:
            self._raise(zeros[zeros // WORD_BITS == words[int(done)]], done % 1)
        first = addr // self.page_size * self.page_size * 8
        page = slice(first, first + self.page_size * 8)
        self.volts[page] += np.where(self.volts[page] < REFERENCE_V - 1, DISTURB_V, 0)
        if self.dead:
            raise NoPower

    def _raise(self, cells: np.ndarray, share: float) -> None:
        """Bring cells to the programmed level, or a share of the way at their own speed."""
        aim = self._dice.normal(PROGRAMMED_V, SPREAD_V, cells.size)
        speed = np.minimum(1.0, share * self._dice.normal(1.0, 0.15, cells.size))
        now = self.volts[cells]
        self.volts[cells] = np.maximum(now, now + (aim - now) * (1.0 if share >= 1 else speed))

    def erase(self, block: int) -> None:
        """Program a sector to zeros, then lower it to the erased level."""
        share = self._begin()
        cells = np.arange(block * self.block_size * 8, (block + 1) * self.block_size * 8)
        some = cells[: int(cells.size * min(1.0, share / PREPROGRAMMED))]
        self._raise(some, 1.0)
        if share > PREPROGRAMMED:
            lowered = min(1.0, (share - PREPROGRAMMED) / (LOWERED - PREPROGRAMMED))
            speed = self._dice.normal(1.0, 0.1, cells.size) if lowered < 1 else 1.0
            fall = np.clip(lowered * speed, 0.0, 1.0)
            aim = self._dice.normal(ERASED_V, SPREAD_V, cells.size)
            now = self.volts[cells]
            self.volts[cells] = now + (aim - now) * fall
        if self.dead:
            raise NoPower


def tried(seed: int) -> tuple[str, int]:
    """Play, cut the power, start, perhaps cut again, play on; return (fault, number of cuts)."""
    chance, flash, cuts = random.Random(seed), CellFlash(BLOCKS, seed), 0
    flash.cut, flash.cut_at = Nth((chance.randrange(1, 240),)), chance.random()
    for _ in range(MOST_STARTS):
        try:
            reentrant()[0](flash)
        except NoPower:
            cuts += 1
            flash.power_on()
            if chance.random() < 0.6:
                flash.cut, flash.cut_at = Nth((chance.randrange(1, 12),)), chance.random()
        except AssertionError as fault:
            return str(fault), cuts
    return "", cuts


def campaign(tries: int, seed: int) -> dict[str, int]:
    """Return figures: tries, cuts, and how often each fault occurred."""
    found: Counter[str] = Counter(tries=tries)
    for number in range(seed, seed + tries):
        fault, cuts = tried(number)
        found["cuts"] += cuts
        if fault:
            found[fault] += 1
    return dict(found)


def test_cuts_anywhere_lose_nothing_that_was_acknowledged() -> None:
    found = campaign(12, 8)
    assert found.pop("tries") == 12 and found.pop("cuts") >= 12
    assert found == {}


if __name__ == "__main__":
    print(campaign(*(int(word) for word in (sys.argv[1:] + ["1000", "1"])[:2])))
