"""Is this word in the list? Answered from a `.lex` file with a few small reads, never unpacked.

The format is described in docs/lexicon-format.md: a minimal automaton (DAFSA) of fixed-width arcs.
"""

import struct
from hashlib import sha256

MAGIC = b"CLEX"
VERSION = 1
HEAD = "<4sBBBBIII"
HEAD_BYTES = 20
HASH_BYTES = 32
_WINDOW = 64
_CHUNK = 1024


class LexiconDamaged(OSError):
    """The file is not what was compiled, or this firmware cannot read it; no answer is given."""


class Lexicon:
    """One open `.lex` file.

    name, edition, alphabet: texts; words, bytes: counts; sha256: the hash that the file carries, in
    hexadecimal. OSError if it cannot be opened, LexiconDamaged if it is no whole lexicon.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb")
        try:
            self._read_head()
        except (ValueError, IndexError, OSError) as error:
            self._file.close()
            raise LexiconDamaged("%s: %s" % (path, error)) from None
        self._window = bytearray(_WINDOW)
        self._window_at = -1

    def _read_head(self) -> None:
        head = self._file.read(HEAD_BYTES + 3 * 256)
        if head[:4] != MAGIC:
            raise ValueError("not a lexicon")
        if len(head) <= HEAD_BYTES:
            raise ValueError("damaged: cut short")
        if head[4] != VERSION:
            text = "format %d, this reader knows format %d: compile the list again"
            raise ValueError(text % (head[4], VERSION))
        fields = struct.unpack_from(HEAD, head, 0)
        _, _, self._label_bits, self._target_bits, _, self._arcs, self.words, self._root = fields
        at = HEAD_BYTES
        self.name, at = _text(head, at)
        self.edition, at = _text(head, at)
        self.alphabet, at = _text(head, at)
        self._data_at = at
        self._arc_bits = self._label_bits + 2 + self._target_bits
        self._file.seek(0, 2)
        self.bytes = self._file.tell()
        if self.bytes != at + (self._arcs * self._arc_bits + 7) // 8 + HASH_BYTES:
            raise ValueError("damaged: cut short")
        self._file.seek(self.bytes - HASH_BYTES)
        self._hash = self._file.read(HASH_BYTES)
        self.sha256 = "".join(["%02x" % byte for byte in self._hash])

    def verify(self) -> bool:
        """True if every byte of the file is as it was compiled."""
        digest = sha256()
        buffer = bytearray(_CHUNK)
        left = self.bytes - HASH_BYTES
        self._file.seek(0)
        while left:
            part = memoryview(buffer)[: min(left, _CHUNK)]
            if self._file.readinto(part) != len(part):
                return False
            digest.update(part)
            left -= len(part)
        self._window_at = -1
        return digest.digest() == self._hash and self._file.read(HASH_BYTES) == self._hash

    def contains(self, word: tuple) -> bool:
        """True if the word, a sequence of tile indices, is in the list."""
        node, final = self._root, False
        for tile in word:
            found = self._follow(node, tile) if node else -1
            if found < 0:
                return False
            final, node = found & 1, found >> 1
        return bool(final)

    def _follow(self, arc: int, tile: int) -> int:
        """target << 1 | final of the arc with that label among those from `arc` on; -1 if none."""
        label_mask = (1 << self._label_bits) - 1
        while True:
            bits = self._arc(arc)
            label = bits & label_mask
            bits >>= self._label_bits
            if label == tile:
                return bits >> 2 << 1 | bits & 1
            if label > tile or bits & 2:
                return -1
            arc += 1

    def _arc(self, arc: int) -> int:
        """The bits of arc number `arc`, from 1: label, final, last of its node, target."""
        if not 0 < arc <= self._arcs:
            raise LexiconDamaged("an arc leads out of the lexicon")
        bit = (arc - 1) * self._arc_bits
        at = bit >> 3
        if self._window_at < 0 or not self._window_at <= at <= self._window_at + _WINDOW - 5:
            self._file.seek(self._data_at + at)
            self._file.readinto(self._window)
            self._window_at = at
        first = at - self._window_at
        value = int.from_bytes(self._window[first : first + 5], "little")
        return value >> (bit & 7) & ((1 << self._arc_bits) - 1)

    def arcs(self, node: int) -> list:
        """(tile, final, target node) of every arc of a node; the root is node `root`."""
        found = []
        while True:
            bits = self._arc(node)
            label = bits & ((1 << self._label_bits) - 1)
            bits >>= self._label_bits
            found.append((label, bits & 1, bits >> 2))
            if bits & 2:
                return found
            node += 1

    def each(self) -> object:
        """Yield every word of the list as a tuple of tiles, in the order of the tiles."""
        stack = [((), self._root)]
        while stack:
            word, node = stack.pop()
            if node < 0:
                yield word
                continue
            for tile, final, target in reversed(self.arcs(node)):
                longer = word + (tile,)
                if target:
                    stack.append((longer, target))
                if final:
                    stack.append((longer, -1))

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


def _text(data: bytes, at: int) -> tuple:
    end = at + 1 + data[at]
    return data[at + 1 : end].decode(), end
