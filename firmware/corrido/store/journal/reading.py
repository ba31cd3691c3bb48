"""Read a journal while it is in use: the current game's events, and all entries kept.

Journal has these functions as its methods.
"""

from binascii import crc32

from corrido.compat import TYPE_CHECKING
from corrido.core import events as kinds
from corrido.store.journal import codec
from corrido.store.journal.ring import header_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.core.events import Event
    from corrido.store.journal.codec import Entry, Found
    from corrido.store.journal.journal import Journal

NO_EVENTS = (0, kinds.FOLD)  # kinds of entries that are not events: a note, and a fold of events


def beginning(journal: "Journal") -> bytes:
    """Return the payload that the current game begins with: its arming's or its fold's.

    KeyError if it is lost.
    """
    if journal.current.arming is not None:
        return journal.current.arming
    seq, kind = journal.current.folded, kinds.FOLD
    if not seq:
        seq, kind = 1, kinds.ARM
    found, wanted = b"", 0
    for record in _current(journal):
        fields = codec.fields_of(record)
        if record[0] == codec.TAG_ENTRY and fields[1] == seq and fields[3] == kind:
            part, parts, _ = kinds.fold_of(fields[5])
            if part == wanted:
                found += codec.payload_of(record)
                wanted += 1
            if wanted >= parts:  # of an arming, 0
                return found
    raise KeyError(seq)


def events(journal: "Journal") -> "Iterator[Event]":
    """Yield (seq, t_ms, kind, who, value) of the current game, oldest first, without notes.

    Only after the last one does `steady` tell whether they can be trusted.
    """
    seq = journal.current.folded
    for record in _current(journal):
        fields = codec.fields_of(record)
        # An entry whose write was reported as failed may be there twice.
        if record[0] != codec.TAG_STRIP and fields[3] not in NO_EVENTS and fields[1] > seq:
            seq = fields[1]
            yield fields[1:]


def records(journal: "Journal", current: bool = False) -> "Iterator[Entry]":
    """Yield every entry kept, oldest first, in steps of a few ms.

    An entry: (game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain, number of
    times it happened). current: only from the block on in which the current game begins; entries
    of the game before may come first.
    """
    return _entries(journal, journal.current.began_in if current else 0)


def tail(journal: "Journal", count: int) -> "list[Entry]":
    """Return up to `count` of the latest entries, oldest first, from the last two blocks."""
    ring = journal.ring
    first = ring.numbers[ring.newest] - 1 if ring.newest >= 0 else 0
    kept: "list[Entry]" = []
    for entry in _entries(journal, first):
        kept = (kept + [entry])[-count:]
    return kept


def blocks(journal: "Journal", first: int) -> "Iterator[tuple[bytearray, int]]":
    """Yield (buffer, index) of the readable blocks, from sequence number `first` on."""
    ring = journal.ring
    if ring.newest < 0:
        return
    for number in range(max(first, ring.oldest()), ring.numbers[ring.newest] + 1):
        index = ring.find(number)
        if index < 0:
            continue
        if ring.on_block:
            ring.on_block()
        buffer = codec.block_bytes(ring, index)
        if buffer is None:
            journal.steady = False
            continue
        yield buffer, index


def scanned(journal: "Journal", buffer: bytearray, index: int) -> "Iterator[Found]":
    """Yield (offset, record, repaired) of a block, in the newest one up to the record's end."""
    end = journal.end.at if index == journal.ring.newest else len(buffer)
    return codec.scan(buffer, journal.ring.flash.page_size, end)


def _entries(journal: "Journal", first: int) -> "Iterator[Entry]":
    for buffer, index in blocks(journal, first):
        for offset, record, _ in scanned(journal, buffer, index):
            if record[0] != codec.TAG_STRIP:
                yield codec.entry_of(buffer, offset, record)


def _current(journal: "Journal") -> "Iterator[bytearray]":
    """Yield every record of the current game, checking each.

    `steady` tells afterwards whether all of them followed from each other up to the last one
    written, and all blocks were read as they were at the start.
    """
    journal.steady, seen = True, False
    chain = b""
    for buffer, index in blocks(journal, journal.current.began_in):
        header = header_in(buffer[: codec.BODY_AT])
        if header is None or crc32(buffer) != journal.sums.get(index, crc32(buffer)):
            journal.steady = False
            if header is None:
                continue
        link = journal.links.of_block(header[3])
        chain = header[2]
        for _, record, _ in scanned(journal, buffer, index):
            if codec.fields_of(record)[0] == journal.current.game:
                if seen and not codec.follows(record, chain, link):
                    journal.steady = False
                seen = True
                yield record
            chain = codec.chain_in(record)
    if chain != journal.end.chain or not journal.current.whole:
        journal.steady = not journal.current.whole  # known damage has already been reported
