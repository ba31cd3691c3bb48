"""Verify the chain of all that a journal keeps, for pulled logs and the pages; no board has it."""

from corrido.compat import TYPE_CHECKING
from corrido.store.journal.codec import BODY_AT, chain_in, follows, sealed
from corrido.store.journal.reading import blocks, scanned
from corrido.store.journal.ring import HEADER_AT, MARK, MARK_BYTES, header_in

if TYPE_CHECKING:
    from corrido.store.journal.journal import Journal


def header_whole(head: "bytes | bytearray") -> bool:
    """Return whether the first BODY_AT bytes of a block in use are as written."""
    return bytes(head[:MARK_BYTES]) == MARK and sealed(head[HEADER_AT:BODY_AT])


def verify(journal: "Journal") -> "tuple[bool, int, int]":
    """Return (whole, records read, index of the first bad one or -1).

    Any altered record, even by one bit, and any record missing between two others is found.
    """
    chain, before, seen = b"", b"", 0
    for buffer, index in blocks(journal, 0):
        header = header_in(buffer[:BODY_AT])
        if header is None or not header_whole(buffer[:BODY_AT]):
            return False, seen, seen
        link = journal.links.of_block(header[3])
        # A record whose write was reported as failed is repeated in the next block.
        repeated = chain if chain != header[2] and header[2] == before else b""
        if chain not in (b"", header[2]) and not repeated:
            return False, seen, seen
        chain = header[2]
        for _, record, repaired in scanned(journal, buffer, index):
            if repaired or not follows(record, chain, link):
                return False, seen, seen
            before, chain = chain, chain_in(record)
            if repeated and chain != repeated:
                return False, seen, seen
            seen += not repeated
            repeated = b""
    return True, seen, -1
