"""Read the journal: the current game's events for its replay, all that is kept for the log."""

from binascii import crc32

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.store.journal.codec import (
    TAG_STRIP,
    chain_in,
    fields_of,
)
from corrido.store.journal.links import follows
from corrido.store.journal.ring import (
    BAD,
    BODY_AT,
    LOST,
    NAMELESS,
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
NO_EVENTS = (0, e.FOLD)  # kinds of entries that are no events: a note, what stands for events


class Reading:
    """The readings of a surveyed ring.

    game: the current one; latest: the highest number of a game that left anything. last_t_ms: the
    latest instant that is known of it. taken: the events that take others back. steady:
    False once the bytes read were not the verified ones.
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
        self._folded = 0  # the seq up to which a fold stands for the current game; 0 for none
        self._damaged = False
        self._chain = NO_CHAIN
        self._at = self._block_size  # where the next record goes in the newest block
        self._began_in = 0  # the number of the block in which the current game begins, or before
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
        """Return whether nothing of the current game may be missing, as mount() has found.

        The remains of a cut, and repaired records, count as whole. A last record with several
        turned bits cannot be told from one whose writing was cut.
        """
        return not self._damaged

    def arming(self) -> bytes:
        """Return the payload of the record that armed the game; KeyError if that is lost.

        Before the first record is written: after that, as payload_of(1).
        """
        if self._arming is None:
            raise KeyError(1)
        return self._arming

    def folded(self) -> bool:
        """Return whether the current game begins with what a fold tells of it."""
        return self._folded > 0

    def beginning(self) -> bytes:
        """Return the payload that the current game begins with: of its arming, or of its fold.

        KeyError if that is lost.
        """
        if not self._folded:
            return self.payload_of(1)
        found, wanted = b"", 0
        for buffer, offset, record in self._current():
            fields = fields_of(record)
            if record[0] != TAG_STRIP and fields[3] == e.FOLD and fields[1] == self._folded:
                part, parts, _ = e.fold_of(fields[5])
                if part == wanted:
                    found += entry_of(buffer, offset, record)[7]
                    wanted += 1
                if wanted == parts:
                    return found
        raise KeyError(self._folded)

    def link(self) -> bytes:
        """Return the link of the last record, by which a log that was cut short is found out."""
        return self._chain

    def damaged_blocks(self) -> int:
        """Return how many blocks do not read, or hold records without a header that reads."""
        return sum([state in (BAD, NAMELESS, LOST) for state in self._ring.states])

    def _blocks(self, first: int) -> "Iterator[tuple[bytearray, int]]":
        """Yield (buffer, index) of the blocks that read, from sequence number `first` on."""
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
        """Yield every record of the current game as (buffer, offset, record), and check it.

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
            link = self._links.of_block(header[3], header[4])
            chain = header[2]
            for offset, record, _ in self._scan(buffer, index):
                if fields_of(record)[0] == self.game:
                    if seen and not follows(record, chain, link):
                        self.steady = False
                    seen = True
                    yield buffer, offset, record
                chain = chain_in(record)
        if chain != self._chain or self._damaged:
            self.steady = self._damaged  # damage was reported when it was found

    def events(self) -> "Iterator[Event]":
        """Yield (seq, t_ms, kind, who, value) of the current game, oldest first, without notes.

        Only when all were yielded `steady` tells whether they may be believed.
        """
        seq = self._folded
        for _, _, record in self._current():
            fields = fields_of(record)
            # An entry whose writing was reported as failed may stand there twice.
            if record[0] != TAG_STRIP and fields[3] not in NO_EVENTS and fields[1] > seq:
                seq = fields[1]
                yield fields[1:]

    def payload_of(self, seq: int) -> bytes:
        """Return the payload of event `seq` of the current game; KeyError for an unknown one."""
        for buffer, offset, record in self._current():
            fields = fields_of(record)
            if record[0] != TAG_STRIP and fields[3] and fields[1] == seq:
                return entry_of(buffer, offset, record)[7]
        raise KeyError(seq)

    def _entries(self, first: int = 0) -> "Iterator[tuple[bytearray, int, bytearray]]":
        """Yield every record but strips from the block numbered `first` on."""
        for buffer, index in self._blocks(first):
            for offset, record, _ in self._scan(buffer, index):
                if record[0] != TAG_STRIP:
                    yield buffer, offset, record

    def records(self, game: int = 0) -> "Iterator[Entry]":
        """Yield every entry kept, or those of one game, oldest first.

        An entry: (game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain, how
        often it happened).
        """
        for found in self._entries():
            if game in (0, fields_of(found[2])[0]):
                yield entry_of(*found)

    def current_records(self) -> "Iterator[Entry | None]":
        """Yield every entry of the current game, as records() does, in steps of a few ms.

        None stands for an entry of the game before.
        """
        for found in self._entries(self._began_in):
            yield entry_of(*found) if fields_of(found[2])[0] == self.game else None

    def tail(self, count: int) -> "list[Entry]":
        """Return the latest `count` entries or fewer, oldest first, out of the last two blocks."""
        first = self._ring.numbers[self._ring.newest] - 1 if self._ring.newest >= 0 else 0
        kept: "list[Entry]" = []
        for found in self._entries(first):
            kept = kept[-count + 1 :] if count > 1 else []
            kept.append(entry_of(*found))
        return kept

    def verify(self) -> "tuple[bool, int, int]":
        """Return (whole, records read, number in that order of the first bad one or -1).

        A record that was altered, by one bit too, or one missing between two others is found.
        """
        chain, before, seen = b"", b"", 0
        for buffer, index in self._blocks(0):
            header = header_in(buffer[:BODY_AT])
            if header is None or not header_whole(buffer[:BODY_AT]):
                return False, seen, seen
            link = self._links.of_block(header[3], header[4])
            # A record whose writing was reported as failed is repeated in the next block.
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
