"""A NOR flash that fails as real ones do: torn writes, bad blocks, power cuts.

It needs nothing else of the simulator. Bits are only cleared by `program` and only set by `erase`;
a program that would set a bit, or that crosses a page, is a bug in the caller and raises.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

# How much a cut operation has done: nothing, its first half, its last half, random bits of it, all
# its bits but weakly, all of it but a few bits weakly; or, for an erase, the zeroing that precedes
# it (for a program, about its first quarter).
TORN_KINDS = ("none", "prefix", "suffix", "bits", "weak", "marginal", "zeroed")
FEW_BITS = 4
BAD_KINDS = ("program-error", "erase-error", "read-error", "program-noop", "erase-noop")


class PowerCut(BaseException):
    """The power failed in the middle of a flash operation; code must not catch this and go on."""


class FlashMisuse(AssertionError):
    """A request that no NOR flash can carry out."""


class Op(NamedTuple):
    """A program (with data) or an erase (without data) that is about to change an image.

    weak: the bits of the image that may read either way, by address.
    """

    image: bytes
    weak: dict[int, int]
    address: int
    data: bytes | None
    block_size: int


class NorFlash:
    """`blocks` erase blocks, each with an erase count, and faults on demand.

    watch: called before each program or erase; what it raises, that operation raises.
    """

    block_size, page_size = 4096, 256

    def __init__(self, blocks: int = 64, seed: int = 1, block_size: int = 4096) -> None:
        self.blocks, self.block_size = blocks, block_size
        self.data = bytearray(b"\xff" * (blocks * self.block_size))
        self.erases = [0] * blocks
        self.watch: Callable[[Op], object] | None = None
        self.bad: dict[int, str] = {}
        self.dead = False
        self._weak: dict[int, int] = {}
        self._torn = ""
        self._random = random.Random(seed)

    def cut_next(self, torn: str) -> None:
        """Cut the power in the next program or erase, which leaves what that kind does."""
        self._torn = torn

    def power_on(self) -> None:
        """Restore the power; no cut is due any more."""
        self.dead = False
        self._torn = ""

    def image(self) -> bytes:
        """Return the whole content as it would be read now."""
        return bytes(self.data)

    def weak(self) -> dict[int, int]:
        """Return the bits that may read either way, as masks by address."""
        return dict(self._weak)

    def load(self, image: bytes, weak: dict[int, int] | None = None) -> None:
        """Replace the content from the start on; only the given bits are weak."""
        self.data[: len(image)] = image
        self._weak = dict(weak or {})

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill `buf` from `addr`; OSError from a block that cannot be read."""
        self._check(addr, len(buf))
        if self.bad.get(addr // self.block_size, "") == "read-error":
            raise OSError(5, "flash read")
        buf[:] = self.data[addr : addr + len(buf)]
        if self._weak:
            self._waver(addr, buf)

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Clear bits within one page; OSError from a block that refuses."""
        data = bytes(buf)
        self._check(addr, len(data))
        if addr // self.page_size != (addr + len(data) - 1) // self.page_size:
            raise FlashMisuse(f"program of {len(data)} bytes at {addr} crosses a page")
        kind = self.bad.get(addr // self.block_size, "")
        self._begin(addr, data)
        if kind in ("program-error", "read-error"):
            raise OSError(5, "flash program")
        if kind == "program-noop":
            return
        old = self.data[addr : addr + len(data)]
        new = bytes(was & byte for was, byte in zip(old, data, strict=True))
        if self._torn:
            self._tear(addr, new, new[: len(new) // 4 + 1])
        self._refuse_set_bits(addr, data)
        self._settle(addr, new, data)

    def erase(self, block: int) -> None:
        """Set every bit of a block; OSError from a block that refuses."""
        kind, first = self.bad.get(block, ""), block * self.block_size
        self._check(first, self.block_size)
        self._begin(first, None)
        self.erases[block] += 1
        if kind in ("erase-error", "read-error"):
            raise OSError(5, "flash erase")
        if kind == "erase-noop":
            return
        erased = b"\xff" * self.block_size
        if self._torn:
            self._tear(first, erased, bytes(self.block_size))
        self._settle(first, erased)

    @property
    def erased(self) -> int:
        """How many erases there were."""
        return sum(self.erases)

    def _check(self, address: int, length: int) -> None:
        if self.dead:
            raise PowerCut("no power")
        if address < 0 or address + length > len(self.data):
            raise FlashMisuse(f"{length} bytes at {address}: outside the flash")

    def _begin(self, address: int, data: bytes | None) -> None:
        if self.watch:
            self.watch(Op(self.image(), self.weak(), address, data, self.block_size))

    def _refuse_set_bits(self, address: int, data: bytes) -> None:
        for offset, byte in enumerate(data, address):
            # A controller may fill up a page with 0xFF, which changes nothing; a weak bit may have
            # been read as either value, and may be programmed as it was read.
            if byte != 0xFF and byte & ~self.data[offset] & ~self._weak.get(offset, 0):
                raise FlashMisuse(f"program at {offset} would set a bit that is 0")

    def _settle(self, first: int, content: bytes, programmed: bytes = b"") -> None:
        """Set bytes, their bits firm; of programmed ones only those that were cleared."""
        self.data[first : first + len(content)] = content
        for offset in [at for at in self._weak if first <= at < first + len(content)]:
            left = self._weak.pop(offset) & (programmed[offset - first] if programmed else 0)
            if left:
                self._weak[offset] = left

    def _waver(self, address: int, buffer: bytearray | memoryview) -> None:
        end = address + len(buffer)
        within = range(address, end) if len(self._weak) > len(buffer) else list(self._weak)
        for offset in within:
            mask = self._weak.get(offset, 0) if address <= offset < end else 0
            if mask:
                at = offset - address
                buffer[at] = (buffer[at] & ~mask) | (self._random.getrandbits(8) & mask)

    def _tear(self, first: int, new: bytes, zeroed: bytes) -> None:
        """Leave of an operation what its kind of cut does, then lose the power.

        new: the whole operation's result; zeroed: what the kind `zeroed` leaves of its beginning.
        """
        half, torn = len(new) // 2, self._torn
        old = self.data[first : first + len(new)]
        changed = [was ^ is_now for was, is_now in zip(old, new, strict=True)]
        if torn == "prefix":
            self._settle(first, new[:half])
        elif torn == "suffix":
            self._settle(first + half, new[half:])
        elif torn == "zeroed":
            self._settle(first, zeroed)
        elif torn == "bits":
            for offset, mask in enumerate(changed, first):
                self.data[offset] ^= mask & self._random.getrandbits(8)
        bits = [(at, mask & 1 << n) for at, mask in enumerate(changed, first) for n in range(8)]
        bits = [one for one in bits if one[1]] if torn in ("weak", "marginal") else []
        if torn == "marginal":
            self._settle(first, new)
            bits = self._random.sample(bits, min(FEW_BITS, len(bits)))
        for at, bit in bits:
            self._weak[at] = self._weak.get(at, 0) | bit
        self.dead = True
        raise PowerCut("power cut in a flash operation")
