"""Make half-written bits firm after a power cut: the next start must read the same.

Whatever a cut has touched (the newest header, the last record, a strip or a run) reads one way
or the other until it is programmed again. So each is decided once, by more than one reading and
before anything is shown: what can be read as a whole record is one and is programmed again, what
can not is cleared to zeros. A cut in the middle of that leaves it to the next start to decide.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.store import nor
from corrido.store.journal.links import follows
from corrido.store.journal.ring import (
    BODY_AT,
    HEADER_AT,
    MARK_BYTES,
    header_bytes,
    header_in,
    mark_in,
)
from corrido.store.journal.scan import load, next_page, scan
from corrido.store.journal.survey import Survey

if TYPE_CHECKING:
    from corrido.parts import Flash
    from corrido.store.journal.codec import Link
    from corrido.store.journal.links import Links
    from corrido.store.journal.ring import Ring

SURVEYS = const(3)  # until the bytes read make sense: more would only find the same damage
HEAD_READINGS = const(32)  # a header that was read once reads again, of four weak bits too
_ROUNDS = const(4)  # until a strip's count is read alike eight times


def surveyed(ring: "Ring", links: "Links") -> Survey:
    """Return the ring's content, once it reads alike; FormatError if newer firmware wrote it.

    What does not make sense is read again: one failing read is no damage.
    """
    survey = _survey(ring, links)
    for _ in range(SURVEYS - 1):
        if survey.whole and not _settle(ring, survey, links.of_block(survey.form, survey.key)):
            break
        survey = _survey(ring, links)
    ring.kill_torn()
    return survey


def _survey(ring: "Ring", links: "Links") -> Survey:
    ring.mount()
    if ring.newest >= 0:
        _firm_head(ring)
    return Survey(ring, links)


def _firm_head(ring: "Ring") -> None:
    """Program the newest mark and header once more."""
    flash, base, head = ring.flash, ring.address(ring.newest), bytearray(BODY_AT)
    for _ in range(HEAD_READINGS):
        try:
            nor.read(flash, base, head)
        except OSError:
            return
        header = header_in(head)
        if header and mark_in(head) and header[0] == ring.numbers[ring.newest]:
            nor.firm(flash, base, head[:MARK_BYTES])
            nor.firm(flash, base + HEADER_AT, header_bytes(*header))
            return


def _settle(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Decide what may be half written; return True if the survey has read otherwise.

    link: how records of the newest block are chained. What the flash refuses stays as it was.
    """
    if ring.newest < 0:
        return False
    flash, base = ring.flash, ring.address(ring.newest)
    changed = survey.repaired
    if survey.last:
        nor.firm(flash, base + survey.last[0], survey.last[1])
    for index, offset, length in survey.strips:
        if _firm_strip(flash, ring.address(index) + offset, length):
            changed = True
    # What reads as erased is left to the next record, which clears it first.
    return survey.cut and _settle_end(ring, survey, link) or changed


def _firm_strip(flash: "Flash", address: int, length: int) -> bool:
    """Clear the bits that a cut left weak; True if the strip did not read alike at once.

    Up to the highest count but one that is read: the highest of all may be a read that lied.
    """
    strip, first = bytearray(length), b""
    changed = False
    for _ in range(_ROUNDS):
        counts: "list[int]" = []
        for _ in range(nor.READINGS):
            try:
                nor.read(flash, address, strip)
            except OSError:
                return changed
            first = first or bytes(strip)
            changed = changed or bytes(strip) != first
            counts.append(nor.cleared_bits(strip))
        counts.sort()
        count = nor.strip_of(counts[-2], length)
        nor.firm(flash, address, count)
        changed = changed or any([was & ~now for was, now in zip(first, count)])
        if counts[0] == counts[-2]:
            break
    return changed


def _settle_end(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Take up the record whose writing was cut, or clear its remains; return True if it was."""
    flash, base = ring.flash, ring.address(ring.newest)
    for _ in range(nor.READINGS):
        buffer = load(ring, ring.newest)
        if buffer is None:
            return False
        for offset, record, _ in scan(buffer, flash.page_size, len(buffer)):
            if offset >= survey.at and follows(record, survey.chain, link):
                nor.firm(flash, base + offset, record)
                return True
    _clear(flash, base + survey.at, base + survey.blot_to)
    return True


def _clear(flash: "Flash", start: int, end: int) -> None:
    """Clear to zeros, the tag of what may stand there first, then from the last page on.

    So what a cut leaves of it never looks like a record that is followed by more, and what is left
    keeps its first page until all the rest is zeros.
    """
    page = flash.page_size
    nor.blot(flash, start, 1)
    if next_page(start, page) < end:
        nor.blot(flash, next_page(start, page), 1)
    while end > start:
        first = max(start, (end - 1) // page * page)
        nor.blot(flash, first, end - first)
        end = first
