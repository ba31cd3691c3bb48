"""Make QR codes: ISO/IEC 18004, byte mode, level L, versions 1-9; mask 0: readers take any."""

from corrido.compat import TYPE_CHECKING
from corrido.memory import with_reserve

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 229  # length of the text
# Version: (data codewords, correction codewords per block, blocks, alignment mark centres)
VERSIONS: "tuple[tuple[int, int, int, tuple[int, ...]], ...]" = (
    (19, 7, 1, ()),
    (34, 10, 1, (6, 18)),
    (55, 15, 1, (6, 22)),
    (80, 20, 1, (6, 26)),
    (108, 26, 1, (6, 30)),
    (136, 18, 2, (6, 34)),
    (156, 20, 2, (6, 22, 38)),
    (194, 24, 2, (6, 24, 42)),
    (232, 30, 2, (6, 26, 46)),
)
VERSION_BITS = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99}
FORMAT_BITS = 0x77C4  # level L, mask 0
HEADER = b"\x71\xa4"  # bits: ECI (7) 26, which is UTF-8; bytes (4); the length follows
PADDING = b"\xec\x11"
DARK = 1
FIXED = 2  # a module that holds no data


class Square:
    """The modules of one code: size x size, with bit 0 set in each dark one."""

    def __init__(self, version: int) -> None:
        self.size = 17 + 4 * version
        self.modules = bytearray(self.size * self.size)
        self._patterns(version)

    def put(self, x: int, y: int, dark: int) -> None:
        """Set a module that belongs to a pattern."""
        self.modules[y * self.size + x] = FIXED | (DARK if dark else 0)

    def dark(self, x: int, y: int) -> bool:
        """Return whether a module is dark."""
        return bool(self.modules[y * self.size + x] & DARK)

    def _patterns(self, version: int) -> None:
        last = self.size - 4
        for x, y in ((3, 3), (last, 3), (3, last)):
            self._rings(x, y, 4, (2, 4))
        for at in range(8, self.size - 8):
            self.put(at, 6, at % 2 == 0)
            self.put(6, at, at % 2 == 0)
        centres = VERSIONS[version - 1][3]
        for x in centres:
            for y in centres:
                edges = (x == 6) + (y == 6) + (x == centres[-1]) + (y == centres[-1])
                if edges < 2 or x == y != 6:  # no mark over a finder
                    self._rings(x, y, 2, (1,))
        size = self.size
        for at in range(15):
            bit = FORMAT_BITS >> at & 1
            self.put(8, at if at < 6 else at + 1 if at < 8 else size - 15 + at, bit)
            self.put(size - 1 - at if at < 8 else 15 - at if at == 8 else 14 - at, 8, bit)
        self.put(8, size - 8, 1)
        for at in range(18 if version in VERSION_BITS else 0):
            bit, far, near = VERSION_BITS[version] >> at & 1, self.size - 11 + at % 3, at // 3
            self.put(far, near, bit)
            self.put(near, far, bit)

    def _rings(self, centre_x: int, centre_y: int, reach: int, light: "tuple[int, ...]") -> None:
        for y in range(max(0, centre_y - reach), min(self.size, centre_y + reach + 1)):
            for x in range(max(0, centre_x - reach), min(self.size, centre_x + reach + 1)):
                self.put(x, y, max(abs(x - centre_x), abs(y - centre_y)) not in light)

    def fill(self, data: "bytes | bytearray") -> "Iterator[None]":
        """Place the codewords, masked, up and down from the lower right corner, in steps."""
        at, bits = 0, 8 * len(data)
        for right in range(self.size - 1, 0, -2):
            column = right if right > 6 else right - 1
            upward = (column + 1) & 2 == 0 if right > 6 else (column & 2) != 0
            for step in range(self.size):
                y = self.size - 1 - step if upward else step
                for x in (column, column - 1):
                    place = y * self.size + x
                    if not self.modules[place] & FIXED:
                        bit = data[at >> 3] >> (7 - (at & 7)) & 1 if at < bits else 0
                        self.modules[place] = bit ^ ((x + y) % 2 == 0)
                        at += 1
            yield


def _correction(block: bytes, count: int) -> bytearray:
    """Return `count` Reed-Solomon codewords for a block."""
    powers, logs, value = bytearray(510), bytearray(256), 1  # of 2 in GF(256) modulo 0x11D
    for at in range(255):
        powers[at] = powers[at + 255] = value
        logs[value] = at
        value <<= 1
        if value > 255:
            value ^= 0x11D
    generator = bytearray((1,))  # the highest power first
    for root in range(count):
        longer = bytearray(len(generator) + 1)
        for at, factor in enumerate(generator):
            longer[at] ^= factor
            if factor:
                longer[at + 1] ^= powers[logs[factor] + root]
        generator = longer
    rest = bytearray(count)
    for byte in block:
        lead = byte ^ rest[0]
        for at in range(count - 1):
            rest[at] = rest[at + 1]
        rest[count - 1] = 0
        if lead:
            for at in range(count):
                factor = generator[at + 1]
                if factor:
                    rest[at] ^= powers[logs[factor] + logs[lead]]
    return rest


def encode(text: bytes) -> "Iterator[Square | None]":
    """Encode a text of up to 229 bytes in steps: yield None, and finally the square."""
    if len(text) > MOST_BYTES:
        raise ValueError("%d bytes: a code holds %d" % (len(text), MOST_BYTES))
    version = 1 + sum([len(text) + 3 > each[0] for each in VERSIONS])  # the smallest that does
    total, correction, count, _ = VERSIONS[version - 1]
    data = HEADER + bytes((len(text),)) + text + b"\0"  # the terminator
    data = (data + PADDING * (total // 2))[:total]
    length = total // count
    blocks = [data[at : at + length] for at in range(0, total, length)]
    checks: "list[bytearray]" = []
    for block in blocks:
        checks.append(_correction(block, correction))
        yield None
    mixed = bytearray()
    for at in range(length):
        mixed.extend(bytes([block[at] for block in blocks]))
    for at in range(correction):
        mixed.extend(bytes([check[at] for check in checks]))
    square = with_reserve(Square, version)  # up to 2.8 KB in one piece
    yield None
    for _ in square.fill(mixed):
        yield None
    yield square
