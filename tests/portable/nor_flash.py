"""Flash in memory, in a piece for each block: a chip's heap is split and has few large pieces.

And what every test of a store asks: with which words something is refused.
"""

BLOCK_BYTES, PAGE_BYTES = 4096, 256
SMALL = 1024  # bytes of a small block: filled by a quarter of the entries


class Cells:
    """The bytes of a flash by address, as a bytearray's; a slice lies within one block.

    `pieces` holds the bytes of each block, None for an erased one until it is written to.
    """

    def __init__(self, blocks, block_bytes=BLOCK_BYTES):
        self.pieces = [None] * blocks
        self.block_bytes = block_bytes
        self._erased = bytearray(b"\xff" * block_bytes)

    def __len__(self):
        return len(self.pieces) * self.block_bytes

    def __getitem__(self, at):
        if not isinstance(at, slice):
            return self[at : at + 1][0]
        block, first, end = self._place(at)
        return (self.pieces[block] or self._erased)[first:end]

    def __setitem__(self, at, new):
        if isinstance(at, slice):
            block, first, end = self._place(at)
            self.written(block)[first:end] = new
        else:
            self[at : at + 1] = bytes((new,))

    def _place(self, at):
        """Return the block of a slice, and where in the block it begins and ends."""
        block, first = divmod(at.start or 0, self.block_bytes)
        end = first + at.stop - (at.start or 0)
        assert end <= self.block_bytes, "it crosses blocks"
        return block, first, end

    def written(self, block):
        """Return the memory of a block that is to be written to."""
        if self.pieces[block] is None:
            self.pieces[block] = bytearray(self._erased)
        return self.pieces[block]

    def find(self, wanted):
        """Return the first address at which `wanted` lies, within one block, or -1."""
        for block, piece in enumerate(self.pieces):
            at = piece.find(wanted) if piece else -1
            if at >= 0:
                return block * self.block_bytes + at
        return -1

    def copy(self):
        """Return the content, a piece for each block that is written to."""
        return [None if piece is None else bytes(piece) for piece in self.pieces]

    def put(self, pieces):
        """Make this the content: copy()'s answer, or another flash's pieces."""
        for index, new in enumerate(pieces):
            if new is None:
                self.pieces[index] = None
            else:
                self.written(index)[:] = new


class Flash:
    """Flash in memory, restricted to a flash's abilities; `erased` counts its erases.

    block_bytes: SMALL makes a test that fills or reads whole blocks as much cheaper on a chip.
    """

    page_size = PAGE_BYTES

    def __init__(self, blocks=8, block_bytes=BLOCK_BYTES):
        self.blocks, self.block_size = blocks, block_bytes
        self.data = Cells(blocks, block_bytes)
        self.erased = 0

    def read(self, addr, buf):
        """Fill a buffer."""
        buf[:] = self.data[addr : addr + len(buf)]

    def program(self, addr, buf):
        """Program bytes of one page; AssertionError where a bit would have to become 1."""
        assert addr // PAGE_BYTES == (addr + len(buf) - 1) // PAGE_BYTES
        # As two large numbers: byte by byte it would take a chip minutes.
        new = int.from_bytes(buf, "little")
        old = int.from_bytes(self.data[addr : addr + len(buf)], "little")
        assert new & old == new, "a bit that is 0 becomes 1 by an erase only"
        self.data[addr : addr + len(buf)] = buf

    def erase(self, block):
        """Erase a block."""
        self.erased += 1
        self.data.pieces[block] = None


def refuse(*_arguments):
    """Stand in for what a worn-out flash does not do."""
    raise OSError(5)


def refusal(action, *arguments):
    """Return the line with which an action is refused, "" if it is done."""
    try:
        action(*arguments)
    except (ValueError, LookupError, OSError, TypeError) as error:
        return str(error) or type(error).__name__
    return ""
