"""Flash in memory, in a piece for each block: a chip's heap is split and has few large pieces."""

BLOCK_BYTES, PAGE_BYTES = 4096, 256


class Cells:
    """The bytes of a flash, by address like a bytearray's; `pieces` holds one for each block.

    An erased block has none (None) until something is written to it.
    """

    def __init__(self, blocks):
        self.pieces = [None] * blocks

    def __len__(self):
        return len(self.pieces) * BLOCK_BYTES

    def __getitem__(self, at):
        if not isinstance(at, slice):
            return self._part(at // BLOCK_BYTES, at % BLOCK_BYTES, 1)[0]
        start, count = self._span(at)
        found = self._part(start // BLOCK_BYTES, start % BLOCK_BYTES, count)
        while len(found) < count:
            found += self._part((start + len(found)) // BLOCK_BYTES, 0, count - len(found))
        return found

    def _part(self, index, first, count):
        """Return bytes of one block, at most `count` of them."""
        piece = self.pieces[index]
        if piece is None:
            return bytearray(b"\xff" * min(count, BLOCK_BYTES - first))
        return piece[first : first + count]

    def written(self, index):
        """Return the memory of a block that is to be written to."""
        if self.pieces[index] is None:
            self.pieces[index] = bytearray(b"\xff" * BLOCK_BYTES)
        return self.pieces[index]

    def __setitem__(self, at, new):
        if not isinstance(at, slice):
            self.written(at // BLOCK_BYTES)[at % BLOCK_BYTES] = new
            return
        start, count = self._span(at)
        assert count == len(new), "a flash does not grow"
        done = 0
        while done < count:
            first = (start + done) % BLOCK_BYTES
            part = new[done : done + BLOCK_BYTES - first]
            self.written((start + done) // BLOCK_BYTES)[first : first + len(part)] = part
            done += len(part)

    def _span(self, at):
        start = at.start or 0
        return start, (len(self) if at.stop is None else at.stop) - start

    def find(self, wanted, start=0):
        """Return the first address from `start` on at which `wanted` lies, or -1."""
        for index in range(start // BLOCK_BYTES, len(self.pieces)):
            if self.pieces[index] is None and wanted[0] != 0xFF:
                continue
            piece = self._part(index, 0, BLOCK_BYTES)
            if index + 1 < len(self.pieces):
                piece += self._part(index + 1, 0, len(wanted) - 1)
            at = piece.find(wanted, max(0, start - index * BLOCK_BYTES))
            if at >= 0:
                return index * BLOCK_BYTES + at
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
    """Flash in memory, restricted to a flash's abilities; `erased` counts its erases."""

    block_size, page_size = BLOCK_BYTES, PAGE_BYTES

    def __init__(self, blocks=8):
        self.blocks = blocks
        self.data = Cells(blocks)
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

    def foreign(self, each_page=1):
        """Hold what was never ours, bytes of any value; each_page: how they differ by page."""
        for block in range(self.blocks):
            piece = self.data.written(block)
            for at in range(len(piece)):
                page = (block * BLOCK_BYTES + at) // PAGE_BYTES
                piece[at] = (at * 7 + page * each_page) & 0xFF
