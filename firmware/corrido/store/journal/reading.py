"""Read the journal: the current game's events to replay it, every entry kept for the log."""

from binascii import crc32

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.store.journal.codec import (
    TAG_STRIP,
    chain_in,
    fields_of,
)
from corrido.store.journal.links import follows
from corrido.store.journal.ring import (
    BODY_AT,
    Ring,
    header_in,
    header_whole,
)
from corrido.store.journal.scan import entry_of, load, more_than_torn, scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.core.events import Event
    from corrido.store.journal.links import Links
    from corrido.store.journal.scan import Entry
    from corrido.store.journal.survey import Survey

NO_CHAIN = bytes(8)
NO_EVENTS = (0, events.FOLD)  # kinds of entries that are not events: a note, and a fold of events


class Reading:
    """Read access to a surveyed ring.

    game: the current one; latest: the highest game number of which anything is left. last_t_ms:
    the latest known instant of the current game. taken: its events that take others back. steady:
    False once the bytes read differed from the verified ones.
    """

    def __init__(self, ring: Ring, links: "Links") -> None:
        self._ring = ring
        self._links = links
        self._block_size = ring.flash.block_size
        self._page_size = ring.flash.page_size
        self.game: int = 1
        self.latest = 0
        self.last_t_ms = 0
        self.taken: "list[Event]" = []
        self.steady = True
        self._arming: "bytes | None" = None
        self._folded = 0  # the seq up to which a fold replaces the current game; 0 for none
        self._damaged = False
        self._chain = NO_CHAIN
        self._at = self._block_size  # where the next record goes in the newest block
        self._began_in = 0  # number of the block where the current game begins, or an earlier one
        self._sums: "dict[int, int]" = {}

    def _take_over(self, survey: "Survey") -> None:
        self.game = survey.game
        self.latest = survey.latest
        self.last_t_ms = survey.last_t_ms
        self.taken = survey.taken
        self.steady = True
        self._arming = survey.arming
        self._folded = survey.folded
        self._damaged = not survey.whole
        self._chain = survey.chain or NO_CHAIN
        self._at = survey.at
        self._began_in = survey.began_in
        self._sums = survey.sums

    def _written(self) -> None:
        """Forget the verified sums: records have been written since."""
        self._sums = {}
        self._arming = None

    def whole(self) -> bool:
        """Return whether the current game is complete, as mount() found it.

        The remains of a cut and repaired records count as whole. A last record with several
        flipped bits cannot be told from one cut off while being written.
        """
        return not self._damaged

    def arming(self) -> bytes:
        """Return the payload of the record that armed the game; KeyError if it is lost.

        Only until the first record is written; after that, use payload_of(1).
        """
        if self._arming is None:
            raise KeyError(1)
        return self._arming

    def folded(self) -> bool:
        """Return whether the current game begins with a fold."""
        return self._folded > 0

    def beginning(self) -> bytes:
        """Return the payload that the current game begins with: its arming's or its fold's.

        KeyError if it is lost.
        """
        if not self._folded:
            return self.payload_of(1)
        found, wanted = b"", 0
        for buffer, offset, record in self._current():
            fields = fields_of(record)
            if record[0] != TAG_STRIP and fields[3] == events.FOLD and fields[1] == self._folded:
                part, parts, _ = events.fold_of(fields[5])
                if part == wanted:
                    found += entry_of(buffer, offset, record)[7]
                    wanted += 1
                if wanted == parts:
                    return found
        raise KeyError(self._folded)

    def link(self) -> bytes:
        """Return the link of the last record, which exposes a truncated log."""
        return self._chain

    def _blocks(self, first: int) -> "Iterator[tuple[bytearray, int]]":
        """Yield (buffer, index) of the readable blocks, from sequence number `first` on."""
        ring = self._ring
        if ring.newest < 0:
            return
        for number in range(max(first, ring.oldest()), ring.numbers[ring.newest] + 1):
            index = ring.find(number)
            if index < 0:
                continue
            if ring.on_block:
                ring.on_block()
            buffer = load(ring, index)
            if buffer is None:
                self.steady = False
                continue
            yield buffer, index

    def _scan(self, buffer: bytearray, index: int) -> "Iterator[tuple[int, bytearray, bool]]":
        end = self._at if index == self._ring.newest else self._block_size
        return scan(buffer, self._page_size, end)

    def _current(self) -> "Iterator[tuple[bytearray, int, bytearray]]":
        """Yield every record of the current game as (buffer, offset, record), checking each.

        `steady` tells afterwards whether all of them followed from each other up to the last one
        written, and all blocks were read as they were at the start.
        """
        self.steady, seen = True, False
        chain = b""
        for buffer, index in self._blocks(self._began_in):
            header = header_in(buffer[:BODY_AT])
            if header is None or crc32(buffer) != self._sums.get(index, crc32(buffer)):
                self.steady = False
                if header is None:
                    continue
            link = self._links.of_block(header[3])
            chain = header[2]
            for offset, record, _ in self._scan(buffer, index):
                if fields_of(record)[0] == self.game:
                    if seen and not follows(record, chain, link):
                        self.steady = False
                    seen = True
                    yield buffer, offset, record
                chain = chain_in(record)
        if chain != self._chain or self._damaged:
            self.steady = self._damaged  # known damage has already been reported

    def events(self) -> "Iterator[Event]":
        """Yield (seq, t_ms, kind, who, value) of the current game, oldest first, without notes.

        Only after the last one does `steady` tell whether they can be trusted.
        """
        seq = self._folded
        for _, _, record in self._current():
            fields = fields_of(record)
            # An entry whose write was reported as failed may be there twice.
            if record[0] != TAG_STRIP and fields[3] not in NO_EVENTS and fields[1] > seq:
                seq = fields[1]
                yield fields[1:]

    def payload_of(self, seq: int) -> bytes:
        """Return the payload of event `seq` of the current game; KeyError if there is none."""
        for buffer, offset, record in self._current():
            fields = fields_of(record)
            if record[0] != TAG_STRIP and fields[3] and fields[1] == seq:
                return entry_of(buffer, offset, record)[7]
        raise KeyError(seq)

    def _entries(self, first: int = 0) -> "Iterator[tuple[bytearray, int, bytearray]]":
        """Yield every record except strips, from the block numbered `first` on."""
        for buffer, index in self._blocks(first):
            for offset, record, _ in self._scan(buffer, index):
                if record[0] != TAG_STRIP:
                    yield buffer, offset, record

    def records(self, game: int = 0) -> "Iterator[Entry]":
        """Yield every entry kept, or those of one game, oldest first.

        An entry: (game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain,
        number of times it happened).
        """
        for found in self._entries():
            if game in (0, fields_of(found[2])[0]):
                yield entry_of(*found)

    def current_records(self) -> "Iterator[Entry | None]":
        """Yield the current game's entries, as records() does, in steps of a few ms.

        None marks a step that found only an entry of the previous game.
        """
        for found in self._entries(self._began_in):
            yield entry_of(*found) if fields_of(found[2])[0] == self.game else None

    def tail(self, count: int) -> "list[Entry]":
        """Return up to `count` of the latest entries, oldest first, from the last two blocks."""
        first = self._ring.numbers[self._ring.newest] - 1 if self._ring.newest >= 0 else 0
        kept: "list[Entry]" = []
        for found in self._entries(first):
            kept = kept[-count + 1 :] if count > 1 else []
            kept.append(entry_of(*found))
        return kept

    def verify(self) -> "tuple[bool, int, int]":
        """Return (whole, records read, index of the first bad one or -1).

        Any altered record, even by one bit, and any record missing between two others is found.
        """
        chain, before, seen = b"", b"", 0
        for buffer, index in self._blocks(0):
            header = header_in(buffer[:BODY_AT])
            if header is None or not header_whole(buffer[:BODY_AT]):
                return False, seen, seen
            link = self._links.of_block(header[3])
            # A record whose write was reported as failed is repeated in the next block.
            repeated = chain if chain != header[2] and header[2] == before else b""
            if chain not in (b"", header[2]) and not repeated:
                return False, seen, seen
            chain = header[2]
            for _, record, repaired in self._scan(buffer, index):
                if repaired or not follows(record, chain, link):
                    return False, seen, seen
                before, chain = chain, chain_in(record)
                if repeated and chain != repeated:
                    return False, seen, seen
                seen += not repeated
                repeated = b""
            newest = index == self._ring.newest
            if newest and more_than_torn(buffer, self._at, self._page_size):
                return False, seen, seen
        return True, seen, -1
