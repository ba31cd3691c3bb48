"""Encode journal records, chain them, find them in a block, and repair a single flipped bit.

A record is HEAD, log numbers, payload, chain (8 bytes), CRC-32 (4 bytes), all little endian. The
CRC shows that a record is intact, its link in the chain that nothing before it was altered or
removed. Bits that are cleared one by one follow a strip, to count time, and a run, to count
repeats of an ignored press.

Without a key a link is SHA-256 over the device's id, the previous link and the record: it reveals
accidents, clumsy edits and blocks of another device, but anyone who knows the format can forge it.
With a key it is HMAC-SHA256 (RFC 2104) over the same data: the key is on the device, so it exposes
forgers who cannot read the device's flash.
"""

import struct
from binascii import crc32
from hashlib import sha256

from corrido.compat import TYPE_CHECKING, const
from corrido.core.events import FOLD
from corrido.store import nor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

    from corrido.core.events import Event, LogKind
    from corrido.store.journal.ring import Ring

    Buffer = bytes | bytearray | memoryview
    Link = Callable[[bytes, bytes], bytes]
    Fields = tuple[int, int, int, int, int, int]  # game, seq, t_ms, kind, who, value
    Whole = tuple[bytearray, bool]  # a record, and whether a bit of it was repaired
    Found = tuple[int, bytearray, bool]  # offset, record, whether a bit of it was repaired
    # game, seq, t_ms, kind, who, value, names of its log kinds, payload
    Heard = tuple[int, int, int, int, int, int, tuple[str, ...], bytes]
    # the same, chain, repetitions
    Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes, bytes, int]

# The parts of an entry, by their places.
GAME: "Final" = 0
SEQ: "Final" = 1
T_MS: "Final" = 2
KIND: "Final" = 3
WHO: "Final" = 4
VALUE: "Final" = 5
LOGS: "Final" = 6
PAYLOAD: "Final" = 7
LINK: "Final" = 8
TIMES: "Final" = 9

FORMAT = const(3)
TAG_ENTRY = const(0x4C)
TAG_STRIP = const(0x93)
TAG_RUN = const(0xA5)
TAG_BLANK = const(0xFF)
TAGS = (TAG_ENTRY, TAG_STRIP, TAG_RUN)
STRIP_BYTES = const(64)
RUN_BYTES = const(32)
CHAIN_BYTES = const(8)
NO_CHAIN = bytes(CHAIN_BYTES)  # before the first record
CRC_BYTES = const(4)
HEAD = "<BHIHIBBi"
HEAD_BYTES = const(19)
FRAME_BYTES = const(31)
MAX_RECORD = const(1536)
MAX_PAYLOAD = const(1400)
MAX_LOGS = const(7)
BODY_AT = const(32)  # of a block: its first record, after mark and header (ring.py)
BEAT_MS = const(250)  # per bit of a strip
NO_KEY = const(0)
STEPS = const(4)  # an entry, and up to three strips after it
MOST_COUNTED = const(0x7FFF)  # entries before a fold
_PAD = const(64)  # block size of SHA-256

# Numbers on flash: append only, never reorder.
LOG_KINDS: "tuple[LogKind, ...]" = (
    "press", "ignored", "stop", "challenge", "verdict", "lookup", "penalty", "card", "adjust",
    "undo", "recovered", "fault", "start", "late", "absent", "back", "swap", "limit", "end",
    "void", "appeal", "close", "pin", "lose-turn", "forfeit", "sheet", "reopen", "revoke",
    "revert", "again", "appeal-asked", "blank", "score",
    "dropped",  # value: ignored presses of the game so far that have no entry
    "folded",  # the state that the game's entries so far have produced
    "amend", "hold", "said", "handover", "takeover", "names", "consent", "resume",
)  # fmt: skip


class Current:
    """What the ring holds of the current game, the one of the last record.

    began_in: number of the block in which the game begins, or an earlier one. arming: the payload
    of its first record or of the fold up to event `folded` (0 for none), until a record is
    written; None if it is lost. taken: its events that take others back. entries: how many it has
    had, folded ones included. dropped: its ignored presses without an entry. last_t_ms: its latest
    known instant. strips: those after the last other record. whole: nothing of it was missing at
    the start except the remains of a cut, from which a last record with several flipped bits
    cannot be told.
    """

    def __init__(self, game: int = 1) -> None:
        self.game = game
        self.began_in = self.folded = 0
        self.entries = self.dropped = self.last_t_ms = self.strips = 0
        self.arming: "bytes | None" = None
        self.taken: "list[Event]" = []
        self.whole = True

    def count(self, tag: int, kind: int) -> None:
        """Count a record."""
        self.strips = self.strips + 1 if tag == TAG_STRIP else 0
        self.entries += tag != TAG_STRIP and kind != FOLD

    def steps(self) -> int:
        """Return how far the record has come: a number that never falls during a game."""
        return STEPS * min(self.entries, MOST_COUNTED) + min(self.strips, STEPS - 1)


class End:
    """Where the next record goes in the newest block, and the link it follows.

    key: tag of the block's key. blot_to: where any remains of a cut after `at` end, 0 for none.
    """

    def __init__(self, at: int) -> None:
        self.at = at
        self.chain = NO_CHAIN
        self.key = NO_KEY
        self.blot_to = 0


class FormatError(ValueError):
    """Signal a region written by other firmware; nothing in it has been changed."""


def check_format(found: int, known: int, what: str) -> None:
    """Raise FormatError if format `found` of `what` is not `known`."""
    if found != known:
        right = "update" if found > known else "use the one that wrote it"
        raise FormatError(
            "%s is of format %d, this release reads %d: %s" % (what, found, known, right)
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
    """Return how many bytes of countable bits follow a record with that tag."""
    return STRIP_BYTES if tag == TAG_STRIP else RUN_BYTES if tag == TAG_RUN else 0


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


def whole_at(
    buffer: bytearray, offset: int, at: int, frame: int, least: int, most: int
) -> "Whole | None":
    """Return the (bytes, repaired) at `offset` that end with their CRC, or None.

    Their number, from `least` to `most`, is `frame` more than the two bytes at `at` tell. One
    flipped bit, even there, is repaired; more are not.
    """
    told = buffer[offset + at] | buffer[offset + at + 1] << 8
    for bit in range(-1, 16):
        length = told ^ 1 << bit if bit >= 0 else told
        if least <= length + frame <= most:
            data = bytearray(buffer[offset : offset + length + frame])
            data[at], data[at + 1] = length & 0xFF, length >> 8
            if sealed(data):
                return data, bit >= 0
            if bit < 0 and repair(data):
                return data, True
    return None


def record_at(buffer: bytearray, offset: int, limit: int) -> "Whole | None":
    """Return the (record, repaired) at `offset` of `buffer` that ends before `limit`, or None."""
    room = min(limit - offset, MAX_RECORD)
    # A tag more than a bit off spares repair attempts on random bytes.
    if room < FRAME_BYTES or not any([nor.ones(buffer[offset] ^ tag) <= 1 for tag in TAGS]):
        return None
    found = whole_at(buffer, offset, 1, 0, FRAME_BYTES, room)
    return found if found and found[0][0] in TAGS else None


# -- the chain


class Links:
    """The links of one device. device: its id, None if it is not known. key: b"" for none."""

    def __init__(self, device: "bytes | None", key: bytes = b"") -> None:
        self.device = device
        self._key = b""
        self.tag = NO_KEY
        self.set_key(key)

    def set_key(self, key: bytes) -> bool:
        """Use the key for blocks opened from now on; return whether it changed."""
        changed = key != self._key
        self._key = key
        # One byte tells whether a block is keyed, and with which key.
        self.tag = max(1, sha256(key).digest()[0]) if key else NO_KEY
        padded = key + bytes(_PAD - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in padded])
        self._outer = bytes([byte ^ 0x5C for byte in padded])
        return changed

    def tag_of(self, message: bytes) -> bytes:
        """Return 8 bytes by which the key's owner knows this device's message; b"" for no key."""
        return self._keyed(b"", message) if self._key else b""

    def of_block(self, tag: int) -> "Link | None":
        """Return how records of a block with that header are linked; None if unknown."""
        if self.device is None or tag not in (NO_KEY, self.tag):
            return None
        return self._bound if tag == NO_KEY else self._keyed

    def _bound(self, previous: bytes, body: bytes) -> bytes:
        return _plain((self.device or b"") + previous, body)

    def _keyed(self, previous: bytes, body: bytes) -> bytes:
        digest = sha256(self._inner)
        digest.update(self.device or b"")
        digest.update(previous)
        digest.update(body)
        return _plain(self._outer, digest.digest())


def _plain(previous: bytes, body: bytes) -> bytes:
    """Return the 8-byte link of `body` to the record whose link is `previous`."""
    digest = sha256(previous)
    digest.update(body)
    return digest.digest()[:CHAIN_BYTES]


def follows(record: bytearray, previous: bytes, link: "Link | None") -> bool:
    """Return whether an intact record was written directly after the link `previous`."""
    body = bytes(record[: -CHAIN_BYTES - CRC_BYTES])
    return link is None or link(previous, body) == chain_in(record)


# -- records in a block


def block_bytes(ring: "Ring", index: int) -> "bytearray | None":
    """Return the bytes of a block; None if reading keeps failing."""
    buffer = bytearray(ring.flash.block_size)
    try:
        nor.read(ring.flash, ring.address(index), buffer)
    except OSError:
        return None
    return buffer


def next_page(offset: int, page_size: int) -> int:
    """Return the first page boundary after `offset`."""
    return (offset // page_size + 1) * page_size


def scan(buffer: bytearray, page_size: int, end: int) -> "Iterator[Found]":
    """Yield (offset, record, repaired) of every intact record before `end`.

    Only a record that starts at a page boundary may cross one, so after a spoilt record the search
    for the next intact one resumes on the next page at the latest.
    """
    offset = BODY_AT
    while offset < end:
        found = None
        if buffer[offset] not in (0, TAG_BLANK):
            found = record_at(buffer, offset, end)
            if found is None:
                offset = _resume_after(buffer, offset, min(end, next_page(offset, page_size)))
                continue
        if found is None:
            offset = next_page(offset, page_size)
            continue
        yield offset, found[0], found[1]
        offset += length_of(found[0])


def _resume_after(buffer: bytearray, offset: int, page_end: int) -> int:
    """Return where the next intact record after a spoilt one begins on its page, or page_end."""
    for at in range(offset + 1, page_end):
        if buffer[at] in TAGS:
            found = record_at(buffer, at, page_end)
            if found and not found[1]:
                return at
    return page_end


def entry_of(buffer: bytearray, offset: int, record: bytearray) -> "Entry":
    """Return (game, seq, t_ms, kind, who, value, log kinds, payload, chain, repetitions)."""
    names = tuple([LOG_KINDS[number] for number in logs_of(record) if number < len(LOG_KINDS)])
    times = 1
    if record[0] == TAG_RUN:
        start = offset + len(record)
        times += nor.cleared_bits(buffer[start : start + RUN_BYTES])
    return fields_of(record) + (names, payload_of(record), chain_in(record), times)
