"""Find which key signed a block: its header has a one-byte tag, which two keys may share.

Loaded only while a key is being set: a new key that shares an older key's tag would make the older
blocks read as damaged.
"""

from corrido.compat import TYPE_CHECKING
from corrido.store.journal.codec import BODY_AT, NO_KEY, block_bytes, follows, scan
from corrido.store.journal.ring import USED, header_in

if TYPE_CHECKING:
    from corrido.store.journal.codec import Links
    from corrido.store.journal.ring import Ring


def signed_with(ring: "Ring", links: "Links") -> "tuple[int, int]":
    """Return how many blocks with the tag of the key in `links` that key did and did not sign.

    A block counts by its first intact record; one without records counts as neither.
    """
    own = other = 0
    for index in range(ring.blocks):
        if ring.on_block:
            ring.on_block()
        if ring.states[index] != USED:
            continue
        buffer = block_bytes(ring, index)
        header = header_in(buffer[:BODY_AT]) if buffer else None
        if buffer is None or header is None or header[3] != links.tag:
            continue
        link = links.of_block(header[3])
        for _, record, _ in scan(buffer, ring.flash.page_size, len(buffer)):
            fits = follows(record, header[2], link)
            own, other = own + fits, other + (not fits)
            break
    return own, other


def taken(ring: "Ring", links: "Links") -> bool:
    """Return whether blocks signed with another key bear the tag of the key in `links`."""
    return links.tag != NO_KEY and signed_with(ring, links)[1] > 0
