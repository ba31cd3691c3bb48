"""Flash in memory, in a piece for each block: a chip's heap is split and has few large pieces.

And what every test of a store asks: with which words something is refused.
"""

BLOCK_BYTES, PAGE_BYTES = 4096, 256
SMALL = 1024  # bytes of a small block: filled by a quarter of the entries


class Cells:
    """The bytes of a flash, by address like a bytearray's; `pieces` holds one for each block.

    An erased block has none (None) until something is written to it.
    """

    def __init__(self, blocks, block_bytes=BLOCK_BYTES):
        self.pieces = [None] * blocks
        self.block_bytes = block_bytes

    def __len__(self):
        return len(self.pieces) * self.block_bytes

    def __getitem__(self, at):
        if not isinstance(at, slice):
            return self._part(at // self.block_bytes, at % self.block_bytes, 1)[0]
        start, count = self._span(at)
        found = self._part(start // self.block_bytes, start % self.block_bytes, count)
        while len(found) < count:
            found += self._part((start + len(found)) // self.block_bytes, 0, count - len(found))
        return found

    def _part(self, index, first, count):
        """Return bytes of one block, at most `count` of them."""
        piece = self.pieces[index]
        if piece is None:
            return bytearray(b"\xff" * min(count, self.block_bytes - first))
        return piece[first : first + count]

    def written(self, index):
        """Return the memory of a block that is to be written to."""
        if self.pieces[index] is None:
            self.pieces[index] = bytearray(b"\xff" * self.block_bytes)
        return self.pieces[index]

    def __setitem__(self, at, new):
        if not isinstance(at, slice):
            self.written(at // self.block_bytes)[at % self.block_bytes] = new
            return
        start, count = self._span(at)
        assert count == len(new), "a flash does not grow"
        done = 0
        while done < count:
            first = (start + done) % self.block_bytes
            part = new[done : done + self.block_bytes - first]
            self.written((start + done) // self.block_bytes)[first : first + len(part)] = part
            done += len(part)

    def _span(self, at):
        start = at.start or 0
        return start, (len(self) if at.stop is None else at.stop) - start

    def find(self, wanted, start=0):
        """Return the first address from `start` on at which `wanted` lies, or -1."""
        for index in range(start // self.block_bytes, len(self.pieces)):
            if self.pieces[index] is None and wanted[0] != 0xFF:
                continue
            piece = self._part(index, 0, self.block_bytes)
            if index + 1 < len(self.pieces):
                piece += self._part(index + 1, 0, len(wanted) - 1)
            at = piece.find(wanted, max(0, start - index * self.block_bytes))
            if at >= 0:
                return index * self.block_bytes + at
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
