"""Find the intact records of a journal block in order, skipping torn ones."""

from corrido.compat import TYPE_CHECKING, const
from corrido.store import nor
from corrido.store.journal.codec import (
    FRAME_BYTES,
    LOG_KINDS,
    MAX_RECORD,
    RUN_BYTES,
    STRIP_BYTES,
    TAG_BLANK,
    TAG_RUN,
    TAG_STRIP,
    TAGS,
    chain_in,
    fields_of,
    length_of,
    logs_of,
    payload_of,
    record_at,
)
from corrido.store.journal.ring import BODY_AT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.store.journal.ring import Ring

    Found = tuple[int, bytearray, bool]  # offset, record, whether a bit of it was repaired
    # game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain, repetitions
    Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes, bytes, int]

BEAT_MS = const(250)  # per bit of a strip


def load(ring: "Ring", index: int) -> "bytearray | None":
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


def last_written(buffer: bytearray, start: int) -> int:
    """Return the offset of the last byte at or after `start` that is not erased, or start - 1."""
    return start + len(bytes(memoryview(buffer)[start:]).rstrip(b"\xff")) - 1


def more_than_torn(buffer: bytearray, at: int, page_size: int) -> bool:
    """Return whether more follows the last intact record, which ends at `at`, than cuts leave.

    A cut leaves one torn record, on this page or at the start of the next. A second cut, while
    that is being cleared, leaves a zeroed tag and noise up to the page after it.
    """
    end = at + len(bytes(memoryview(buffer)[at:]).rstrip(b"\x00\xff"))
    if at % page_size and at != BODY_AT:
        limit = _end_of_torn(buffer, at, next_page(at, page_size))
        if limit:
            return end > limit
        at = next_page(at, page_size)
    while at < end and not any(buffer[at : next_page(at, page_size)]):
        at = next_page(at, page_size)
    limit = at + MAX_RECORD + page_size
    return end > (_end_of_torn(buffer, at, limit) or limit)


def _end_of_torn(buffer: bytearray, at: int, limit: int) -> int:
    """Return where the record that may begin at `at` ends, at most `limit`; 0 if there is none.

    Bits that a cut left unwritten are ones, so the length reads right or too long.
    """
    if at + FRAME_BYTES > len(buffer) or buffer[at] not in TAGS:
        return 0
    length = buffer[at + 1] | buffer[at + 2] << 8
    return at + length if FRAME_BYTES <= length <= limit - at else 0


def time_of(buffer: bytearray, offset: int, record: bytearray) -> int:
    """Return the latest instant that a record gives, in ms; a strip counts it in cleared bits."""
    t_ms = fields_of(record)[2]
    if record[0] == TAG_STRIP:
        start = offset + len(record)
        t_ms += BEAT_MS * nor.cleared_bits(buffer[start : start + STRIP_BYTES])
    return t_ms


def times_of(buffer: bytearray, offset: int, record: bytearray) -> int:
    """Return how many times a record's event happened: for a run, more than once."""
    if record[0] != TAG_RUN:
        return 1
    start = offset + len(record)
    return 1 + nor.cleared_bits(buffer[start : start + RUN_BYTES])


def entry_of(buffer: bytearray, offset: int, record: bytearray) -> "Entry":
    """Return (game, seq, t_ms, kind, who, value, log kinds, payload, chain, repetitions)."""
    names = tuple([LOG_KINDS[number] for number in logs_of(record) if number < len(LOG_KINDS)])
    times = times_of(buffer, offset, record)
    return fields_of(record) + (names, payload_of(record), chain_in(record), times)
