"""NOR flash for all stores: its layout, and reads and programs that detect a failed operation."""

from binascii import crc32

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from corrido.parts import Flash

    Part = tuple[int, int]  # its first block, number of blocks

SETTINGS_BLOCKS = 2
PIN_BLOCKS = 2
WITNESS_BLOCKS = 2
MIN_JOURNAL_BLOCKS = 4
TRIES = const(4)  # of a failing read: a disturbance hits the bus once, not four times in a row
READINGS = const(8)  # until AGREE in a row agree: more would hide a failing block
AGREE = const(3)  # a bus may tell the same lie twice


def layout(flash: "Flash") -> "tuple[Part, Part, Part, Part]":
    """Return (first, blocks) of the settings, the PIN, the journal and, last, the witness.

    ValueError if a board's region is too small to hold them.
    """
    before, witness = SETTINGS_BLOCKS + PIN_BLOCKS, flash.blocks - WITNESS_BLOCKS
    if witness - before < MIN_JOURNAL_BLOCKS:
        least = before + MIN_JOURNAL_BLOCKS + WITNESS_BLOCKS
        raise ValueError("flash region of %d blocks: at least %d needed" % (flash.blocks, least))
    pin, journal = (SETTINGS_BLOCKS, PIN_BLOCKS), (before, witness - before)
    return (0, SETTINGS_BLOCKS), pin, journal, (witness, WITNESS_BLOCKS)


def read(flash: "Flash", address: int, buffer: "bytearray | memoryview") -> None:
    """Fill `buffer` from `address`, trying up to four times; raise the last OSError."""
    for _ in range(TRIES - 1):
        try:
            flash.read(address, buffer)
            return
        except OSError:
            pass
    flash.read(address, buffer)


def steady(flash: "Flash", address: int, buffer: "bytearray | memoryview") -> bool:
    """Fill `buffer` until AGREE readings in a row agree; False if they never do, or all fail."""
    before, alike = -1, 0
    for _ in range(READINGS):
        try:
            flash.read(address, buffer)
        except OSError:
            continue
        now = crc32(buffer) & 0xFFFFFFFF
        alike = alike + 1 if now == before else 1
        if alike == AGREE:
            return True
        before = now
    return False


def program(flash: "Flash", address: int, data: "bytes | bytearray") -> bool:
    """Program data and read it back; False if the flash did not take it. It may cross pages."""
    done = 0
    while done < len(data):
        at = address + done
        part = data[done : done + flash.page_size - at % flash.page_size]
        if not _program_page(flash, at, part):
            return False
        done += len(part)
    return True


def _program_page(flash: "Flash", address: int, part: "bytes | bytearray") -> bool:
    back = bytearray(len(part))
    try:
        flash.program(address, part)
        read(flash, address, back)
        if back != part:
            read(flash, address, back)  # a read may fail silently, too
    except OSError:
        return False
    return back == part


def firm(flash: "Flash", address: int, data: "bytes | bytearray") -> None:
    """Program once more bytes that read as `data`: a power cut may have left their bits weak.

    A bit that is set in `data` is cleared only if AGREE of several readings say so: two may be
    false, and a cleared bit is lost for good.
    """
    stored, seen = bytearray(data), bytearray(len(data))
    once, twice = bytearray(len(data)), bytearray(len(data))
    for _ in range(READINGS):
        try:
            read(flash, address, seen)
        except OSError:
            return
        if seen == data:
            continue
        for index in range(len(data)):
            zeros = seen[index] ^ 0xFF
            stored[index] &= twice[index] & zeros ^ 0xFF
            twice[index] |= once[index] & zeros
            once[index] |= zeros
    program(flash, address, stored)


def blot(flash: "Flash", address: int, length: int) -> None:
    """Clear `length` bytes to zeros, so that nothing is ever read from them again."""
    while length > 0:
        room = flash.page_size - address % flash.page_size
        part = min(room, length)
        try:
            flash.program(address, bytes(part))
        except OSError:
            pass  # if the flash refuses, the old bytes stay, which is no worse than before
        address += part
        length -= part


# -- numbers kept as bits cleared one by one, lowest bit of each byte first


def clear_bits(flash: "Flash", address: int, first: int, end: int) -> bool:
    """Clear the bits first .. end - 1 of a strip at `address`; False if the flash refuses.

    All in one operation, however many. A cut may leave any of them: cleared_bits() then returns a
    count from `first` to `end`.
    """
    begin, last = first // 8, (end - 1) // 8
    cleared = bytes(last - begin) + bytes((0xFF << end - 8 * last & 0xFF,))
    return program(flash, address + begin, cleared)


def strip_of(count: int, length: int) -> bytes:
    """Return a strip of `length` bytes with `count` bits cleared."""
    strip = bytearray(b"\xff" * length)
    for number in range(min(count // 8, length)):
        strip[number] = 0
    if count < 8 * length:
        strip[count // 8] = 0xFF << count % 8 & 0xFF
    return bytes(strip)


def cleared_bits(strip: "bytes | bytearray") -> int:
    """Return how many bits of a strip were cleared, even if single bits have flipped since.

    The answer is the count whose strip differs from this one in the fewest bits.
    """
    count = at = 0
    while at < len(strip) and strip[at] == 0:
        at += 1
    if at == len(strip):
        return 8 * at
    if _is_plain(strip, at):
        return 8 * at + 8 - ones(strip[at])
    best = wrong = sum([8 - ones(byte) for byte in strip])  # a count of 0 has no zero bits
    for number in range(8 * len(strip)):
        wrong += 1 if strip[number // 8] >> number % 8 & 1 else -1
        if wrong < best:
            best, count = wrong, number + 1
    return count


def _is_plain(strip: "bytes | bytearray", at: int) -> bool:
    """Return whether byte `at` is partly cleared from below and all bits after it are ones."""
    zeros = strip[at] ^ 0xFF
    rest = strip[at + 1 :]
    return not zeros & (zeros + 1) and rest.count(b"\xff") == len(rest)


def differing(some: "bytes | bytearray", others: "bytes | bytearray") -> int:
    """Return how many bits differ between bytes, as far as the shorter of the two goes."""
    return sum([ones(one ^ other) for one, other in zip(some, others)])


def ones(byte: int) -> int:
    """Return how many bits of a byte are ones."""
    return bin(byte).count("1")
