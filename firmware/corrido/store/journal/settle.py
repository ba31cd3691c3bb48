"""Firm up half-written bits after a power cut, so that the next start reads the same.

Anything a cut has touched (the newest header, the last record, a strip or a run) may read either
way until it is programmed again. So each is decided once, by several readings and before anything
is shown: if it can be read as an intact record, it is kept and programmed again; if not, it is
cleared to zeros. After a cut in the middle of this, the next start decides.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.store import nor
from corrido.store.journal.codec import SEAL_BYTES, TAG_ENTRY, repair, sealed
from corrido.store.journal.links import follows
from corrido.store.journal.ring import (
    BODY_AT,
    HEADER_AT,
    MARK_BYTES,
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

SURVEYS = const(3)  # until the bytes make sense: further ones would only find the same damage
HEAD_READINGS = const(32)  # enough that a header read once reads again, even with four weak bits
_ROUNDS = const(4)  # until a strip's count reads the same eight times


def surveyed(ring: "Ring", links: "Links") -> Survey:
    """Return the ring's content once it reads the same; FormatError if newer firmware wrote it.

    Implausible content is read again: one failed read is not damage.
    """
    survey = _survey(ring, links)
    for _ in range(SURVEYS - 1):
        if survey.whole and not _settle(ring, survey, links.of_block(survey.key)):
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
            whole = head[HEADER_AT:BODY_AT]  # as it was written: perhaps in an older format
            if sealed(whole) or repair(whole):
                nor.firm(flash, base + HEADER_AT, whole)
            return


def _settle(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Settle anything half written; return True if the survey is out of date.

    link: how records of the newest block are chained. If the flash refuses, it stays as it was.
    """
    if ring.newest < 0:
        return False
    flash, base = ring.flash, ring.address(ring.newest)
    changed = survey.repaired
    if survey.last:
        offset, record = survey.last
        nor.firm(flash, base + offset, record)
        if record[0] == TAG_ENTRY:
            nor.blot(flash, base + offset + len(record), SEAL_BYTES)
    for index, offset, length in survey.strips:
        if _firm_strip(flash, ring.address(index) + offset, length):
            changed = True
    # Bytes that read as erased are left to the next record, which clears them first.
    return survey.cut and _settle_end(ring, survey, link) or changed


def _firm_strip(flash: "Flash", address: int, length: int) -> bool:
    """Clear the bits that a cut left weak; True if the strip did not read the same at once.

    Clears up to the third-highest count read: two may be false readings.
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
        count = nor.strip_of(counts[-nor.AGREE], length)
        nor.firm(flash, address, count)
        changed = changed or any([was & ~now for was, now in zip(first, count)])
        if counts[0] == counts[-nor.AGREE]:
            break
    return changed


def _settle_end(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Adopt the record that was cut while being written, or clear it; return True if done."""
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
    """Clear to zeros, first the tag of a possible record, then from the last page backwards.

    So a cut meanwhile never leaves what looks like a record followed by more, and the first page
    of the remains is kept until all the rest is zeros.
    """
    page = flash.page_size
    nor.blot(flash, start, 1)
    if next_page(start, page) < end:
        nor.blot(flash, next_page(start, page), 1)
    while end > start:
        first = max(start, (end - 1) // page * page)
        nor.blot(flash, first, end - first)
        end = first
