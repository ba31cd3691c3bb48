"""A NOR flash that fails as real ones do: torn writes, worn and bad blocks, power cuts.

It needs nothing else of the simulator. Bits are only cleared by `program` and only set by `erase`;
a program that would set a bit, or that crosses a page, is a bug in the caller and raises.
"""

import random

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


class NorFlash:
    """`blocks` erase blocks, each with an erase count, and faults on demand."""

    def __init__(
        self, blocks: int = 64, block_size: int = 4096, page_size: int = 256, seed: int = 1
    ) -> None:
        self.blocks = blocks
        self.block_size = block_size
        self.page_size = page_size
        self.data = bytearray(b"\xff" * (blocks * block_size))
        self.erases = [0] * blocks
        self.ops = 0
        self.bad: dict[int, str] = {}
        self.wear_limit = 0
        self.dead = False
        self._weak: dict[int, int] = {}
        self._cut_at = 0
        self._torn = "none"
        self._random = random.Random(seed)

    def cut_at(self, operation: int, torn: str = "none") -> None:
        """Cut the power in the `operation`-th program or erase from now (1 = the next)."""
        if torn not in TORN_KINDS:
            raise ValueError(f"torn kind {torn!r}: one of {', '.join(TORN_KINDS)}")
        self._cut_at = self.ops + operation
        self._torn = torn

    def power_on(self) -> None:
        """Restore the power; no cut is due any more."""
        self.dead = False
        self._cut_at = 0

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
        if self._kind(addr // self.block_size) == "read-error":
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
        kind = self._kind(addr // self.block_size)
        self._count()
        if kind in ("program-error", "read-error"):
            raise OSError(5, "flash program")
        if kind == "program-noop":
            return
        if self._due():
            self._tear_program(addr, data)
        self._refuse_set_bits(addr, data)
        for offset, byte in enumerate(data, addr):
            self.data[offset] &= byte
            self._firm(offset, byte)

    def erase(self, block: int) -> None:
        """Set every bit of a block; OSError from a block that refuses."""
        if not 0 <= block < self.blocks:
            raise FlashMisuse(f"erase of block {block}: the flash has {self.blocks}")
        kind = self._kind(block)
        self._count()
        self.erases[block] += 1
        if kind in ("erase-error", "read-error"):
            raise OSError(5, "flash erase")
        if kind == "erase-noop":
            return
        first = block * self.block_size
        if self._due():
            self._tear_erase(first)
        self._settle(first, b"\xff" * self.block_size)

    def worst_wear(self) -> int:
        """Return the erase count of the most worn block."""
        return max(self.erases)

    def flip(self, address: int, bit: int) -> None:
        """Flip one stored bit."""
        self.data[address] ^= 1 << bit

    def _kind(self, block: int) -> str:
        if self.wear_limit and self.erases[block] >= self.wear_limit:
            return "erase-noop"
        return self.bad.get(block, "")

    def _check(self, address: int, length: int) -> None:
        if self.dead:
            raise PowerCut("no power")
        if address < 0 or address + length > len(self.data):
            raise FlashMisuse(f"{length} bytes at {address}: outside the flash")

    def _count(self) -> None:
        if self.dead:
            raise PowerCut("no power")
        self.ops += 1

    def _due(self) -> bool:
        return bool(self._cut_at) and self.ops >= self._cut_at

    def _refuse_set_bits(self, address: int, data: bytes) -> None:
        for offset, byte in enumerate(data, address):
            # A controller may fill up a page with 0xFF, which changes nothing; a weak bit may have
            # been read as either value, and may be programmed as it was read.
            if byte != 0xFF and byte & ~self.data[offset] & ~self._weak.get(offset, 0):
                raise FlashMisuse(f"program at {offset} would set a bit that is 0")

    def _firm(self, offset: int, byte: int) -> None:
        if offset in self._weak:
            self._weak[offset] &= byte

    def _settle(self, first: int, content: bytes) -> None:
        self.data[first : first + len(content)] = content
        for offset in [at for at in self._weak if first <= at < first + len(content)]:
            del self._weak[offset]

    def _waver(self, address: int, buffer: bytearray | memoryview) -> None:
        end = address + len(buffer)
        within = range(address, end) if len(self._weak) > len(buffer) else list(self._weak)
        for offset in within:
            mask = self._weak.get(offset, 0) if address <= offset < end else 0
            if mask:
                at = offset - address
                buffer[at] = (buffer[at] & ~mask) | (self._random.getrandbits(8) & mask)

    def _tear_program(self, address: int, data: bytes) -> None:
        half = len(data) // 2 if len(data) > 1 else 0
        changed = [self.data[at] & ~byte & 0xFF for at, byte in enumerate(data, address)]
        for index, byte in enumerate(data):
            cleared = self.data[address + index] & ~byte & 0xFF
            if self._torn == "prefix" and index < half:
                self.data[address + index] &= byte
            elif self._torn == "suffix" and index >= half:
                self.data[address + index] &= byte
            elif self._torn == "zeroed" and index < half // 2 + 1:
                self.data[address + index] &= byte
            elif self._torn == "bits":
                self.data[address + index] &= ~(cleared & self._random.getrandbits(8)) & 0xFF
            elif self._torn == "marginal":
                self.data[address + index] &= byte
            elif self._torn == "weak" and cleared:
                self._weak[address + index] = self._weak.get(address + index, 0) | cleared
        if self._torn == "marginal":
            self._weaken(address, changed)
        self._die()

    def _weaken(self, first: int, changed: list[int]) -> None:
        """Let a few of the changed bits read either way until they are written again."""
        bits = [
            (at, 1 << bit)
            for at, mask in enumerate(changed, first) for bit in range(8) if mask >> bit & 1
        ]  # fmt: skip
        for at, bit in self._random.sample(bits, min(FEW_BITS, len(bits))):
            self._weak[at] = self._weak.get(at, 0) | bit

    def _tear_erase(self, first: int) -> None:
        half = self.block_size // 2
        if self._torn == "prefix":
            self._settle(first, b"\xff" * half)
        elif self._torn == "suffix":
            self._settle(first + half, b"\xff" * (self.block_size - half))
        elif self._torn == "zeroed":
            self._settle(first, bytes(self.block_size))
        elif self._torn == "marginal":
            changed = [~byte & 0xFF for byte in self.data[first : first + self.block_size]]
            self._settle(first, b"\xff" * self.block_size)
            self._weaken(first, changed)
        for offset in range(first, first + self.block_size):
            missing = ~self.data[offset] & 0xFF
            if self._torn == "bits":
                self.data[offset] |= missing & self._random.getrandbits(8)
            elif self._torn == "weak" and missing:
                self._weak[offset] = self._weak.get(offset, 0) | missing
        self._die()

    def _die(self) -> None:
        self.dead = True
        raise PowerCut("power cut in a flash operation")
