"""Encode and check journal records, and repair a single flipped bit.

A record is HEAD, log numbers, payload, chain (8 bytes), CRC-32 (4 bytes), all little endian. The
CRC shows that a record is intact, the chain (links.py) that nothing before it was altered or
removed. An entry is followed by a seal, cleared once it has been read back; other records by bits
that are cleared one by one: a strip's count time, a run's count repeats of an ignored press.
"""

import struct
from binascii import crc32

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable

    Buffer = bytes | bytearray | memoryview
    Link = Callable[[bytes, bytes], bytes]
    Fields = tuple[int, int, int, int, int, int]  # game, seq, t_ms, kind, who, value
    Whole = tuple[bytearray, bool]  # a record, and whether a bit of it was repaired

FORMAT = const(2)
TAG_ENTRY = const(0x4C)
TAG_STRIP = const(0x93)
TAG_RUN = const(0xA5)
TAG_BLANK = const(0xFF)
TAGS = (TAG_ENTRY, TAG_STRIP, TAG_RUN)
STRIP_BYTES = const(64)
RUN_BYTES = const(32)
SEAL_BYTES = const(4)  # cleared once an entry has been read back: damage to it is no torn write
CHAIN_BYTES = const(8)
CRC_BYTES = const(4)
HEAD = "<BHIHIBBi"
HEAD_BYTES = const(19)
FRAME_BYTES = const(31)
MAX_RECORD = const(1536)
MAX_PAYLOAD = const(1400)
MAX_LOGS = const(7)

# Numbers on flash: append only, never reorder.
LOG_KINDS = (
    "press",
    "ignored",
    "stop",
    "challenge",
    "verdict",
    "lookup",
    "penalty",
    "card",
    "adjust",
    "undo",
    "recovered",
    "fault",
    "start",
    "late",
    "absent",
    "back",
    "swap",
    "limit",
    "end",
    "void",
    "appeal",
    "close",
    "pin",
    "lose-turn",
    "forfeit",
    "sheet",
    "reopen",
    "revoke",
    "revert",
    "again",
    "appeal-asked",
    "blank",
    "score",
    "dropped",  # value: ignored presses of the game so far that have no entry
    "folded",  # the state that the game's entries so far have produced
    "amend",
    "hold",
    "said",
    "handover",
    "takeover",
)


class FormatError(ValueError):
    """Signal a region written by newer firmware; nothing in it has been changed."""


def check_format(found: int, known: int, what: str) -> None:
    """Raise FormatError if format `found` of `what` is newer than `known`."""
    if found > known:
        raise FormatError(
            "%s is of format %d, this firmware reads up to %d: update the firmware"
            % (what, found, known)
        )


def encode(
    tag: int, fields: "Fields", logs: bytes, payload: bytes, previous: bytes, link: "Link"
) -> bytes:
    """Return the record of `fields`, chained by `link` to the record whose link is `previous`.

    Raises ValueError if the payload exceeds MAX_PAYLOAD bytes or there are more than 7 logs.
    """
    if len(payload) > MAX_PAYLOAD or len(logs) > MAX_LOGS:
        raise ValueError("journal record too long: at most 1400 bytes of payload and 7 log kinds")
    game, seq, t_ms, kind, who, value = fields
    total = FRAME_BYTES + len(logs) + len(payload)
    head = struct.pack(HEAD, tag, total, game, seq, t_ms, kind, who | len(logs) << 4, value)
    body = head + logs + payload
    linked = body + link(previous, body)
    return linked + struct.pack("<I", crc32(linked) & 0xFFFFFFFF)


def tail_bytes(tag: int) -> int:
    """Return how many bytes follow a record with that tag: countable bits, or its seal."""
    return STRIP_BYTES if tag == TAG_STRIP else RUN_BYTES if tag == TAG_RUN else SEAL_BYTES


def length_of(record: bytearray) -> int:
    """Return how many bytes a record occupies in its block, including what follows it."""
    return len(record) + tail_bytes(record[0])


def fields_of(record: bytearray) -> "Fields":
    """Return (game, seq, t_ms, kind, who, value) of a whole record."""
    _, _, game, seq, t_ms, kind, who, value = struct.unpack_from(HEAD, record, 0)
    return game, seq, t_ms, kind, who & 3, value


def logs_of(record: bytearray) -> bytes:
    """Return the log numbers of a whole record."""
    return bytes(record[HEAD_BYTES : HEAD_BYTES + (record[HEAD_BYTES - 5] >> 4)])


def payload_of(record: bytearray) -> bytes:
    """Return the payload of a whole record."""
    first = HEAD_BYTES + (record[HEAD_BYTES - 5] >> 4)
    return bytes(record[first : len(record) - CHAIN_BYTES - CRC_BYTES])


def chain_in(record: bytearray) -> bytes:
    """Return the chain link that a whole record carries."""
    return bytes(record[-CHAIN_BYTES - CRC_BYTES : -CRC_BYTES])


def body_of(record: bytearray) -> bytes:
    """Return the part of a whole record that its chain link covers."""
    return bytes(record[: -CHAIN_BYTES - CRC_BYTES])


def sealed(data: "Buffer") -> bool:
    """Return whether the last four bytes of `data` are the CRC-32 of the rest."""
    body = memoryview(data)[:-CRC_BYTES]
    return struct.unpack_from("<I", data, len(body))[0] == crc32(body) & 0xFFFFFFFF


def repair(data: bytearray) -> bool:
    """Flip the one bit of `data` that makes its CRC match; return False if there is none."""
    size = len(data) - CRC_BYTES
    stored = struct.unpack_from("<I", data, size)[0]
    wrong = stored ^ crc32(memoryview(data)[:size]) & 0xFFFFFFFF
    for bit in range(32):
        if wrong == 1 << bit:
            data[size + bit // 8] ^= 1 << bit % 8
            return True
    # How one flipped bit changes the CRC, from the last bit of the data to the first.
    trace = 1
    for index in range(size - 1, -1, -1):
        for bit in range(7, -1, -1):
            trace = trace >> 1 ^ (0xEDB88320 if trace & 1 else 0)
            if trace == wrong:
                data[index] ^= 1 << bit
                return True
    return False


def record_at(buffer: bytearray, offset: int, limit: int) -> "Whole | None":
    """Return the (record, repaired) at `offset` of `buffer` that ends before `limit`, or None.

    One flipped bit, even in the length, is repaired; more are not.
    """
    room = min(limit - offset, MAX_RECORD)
    if room < FRAME_BYTES:
        return None
    total = buffer[offset + 1] | buffer[offset + 2] << 8
    if FRAME_BYTES <= total <= room:
        record = bytearray(buffer[offset : offset + total])
        if sealed(record):
            return (record, False) if record[0] in TAGS else None
        if _one_bit_off(record) and repair(record) and record[0] in TAGS:
            return record, True
    return _repair_length(buffer, offset, total, room)


def _one_bit_off(record: bytearray) -> bool:
    """Return whether the tag is at most one bit off: spares repair attempts on random bytes."""
    for tag in TAGS:
        differing = record[0] ^ tag
        if not differing & (differing - 1):
            return True
    return False


def _repair_length(buffer: bytearray, offset: int, total: int, room: int) -> "Whole | None":
    if buffer[offset] not in TAGS:
        return None
    for bit in range(16):
        guess = total ^ 1 << bit
        if FRAME_BYTES <= guess <= room:
            record = bytearray(buffer[offset : offset + guess])
            record[1] = guess & 0xFF
            record[2] = guess >> 8
            if sealed(record):
                return record, True
    return None
