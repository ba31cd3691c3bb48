"""Find the whole records of a journal block in order; torn ones are skipped."""

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

    Found = tuple[int, bytearray, bool]  # offset, record, whether a bit of it was put right
    # game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain, how often
    Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes, bytes, int]

BEAT_MS = const(250)  # one bit of a strip


def load(ring: "Ring", index: int) -> "bytearray | None":
    """Return the bytes of a block; None where the flash cannot be read, time after time."""
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
    """Yield (offset, record, repaired) of every whole record before `end`.

    No record crosses into a page unless it began at one: behind a spoilt record the next whole
    one is looked for, at the latest on the next page.
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
    """Return where on its page the next whole record behind a spoilt one begins, or its end."""
    for at in range(offset + 1, page_end):
        if buffer[at] in TAGS:
            found = record_at(buffer, at, page_end)
            if found and not found[1]:
                return at
    return page_end


def last_written(buffer: bytearray, start: int) -> int:
    """Return the offset of the last byte from `start` on that is not erased, or start - 1."""
    return start + len(bytes(memoryview(buffer)[start:]).rstrip(b"\xff")) - 1


def more_than_torn(buffer: bytearray, at: int, page_size: int) -> bool:
    """Return whether behind the last whole record, which ends at `at`, is more than cuts leave.

    A cut leaves one torn record, on this page or from the beginning of the next; another one,
    while that is cleared away, leaves zeros for its tag, and noise up to the page behind it.
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
    """Return where the record whose head may stand at `at` ends, up to `limit`; 0 for none.

    Bits that a cut left out are ones: the length reads right, or too long.
    """
    if at + FRAME_BYTES > len(buffer) or buffer[at] not in TAGS:
        return 0
    length = buffer[at + 1] | buffer[at + 2] << 8
    return at + length if FRAME_BYTES <= length <= limit - at else 0


def time_of(buffer: bytearray, offset: int, record: bytearray) -> int:
    """Return the latest instant that a record tells, in ms; a strip tells it by cleared bits."""
    t_ms = fields_of(record)[2]
    if record[0] == TAG_STRIP:
        start = offset + len(record)
        t_ms += BEAT_MS * nor.cleared_bits(buffer[start : start + STRIP_BYTES])
    return t_ms


def times_of(buffer: bytearray, offset: int, record: bytearray) -> int:
    """Return how often a record's event happened: more than once for a run."""
    if record[0] != TAG_RUN:
        return 1
    start = offset + len(record)
    return 1 + nor.cleared_bits(buffer[start : start + RUN_BYTES])


def entry_of(buffer: bytearray, offset: int, record: bytearray) -> "Entry":
    """Return (game, seq, t_ms, kind, who, value, log kinds, payload, chain, how often)."""
    names = tuple([LOG_KINDS[number] for number in logs_of(record) if number < len(LOG_KINDS)])
    times = times_of(buffer, offset, record)
    return fields_of(record) + (names, payload_of(record), chain_in(record), times)
