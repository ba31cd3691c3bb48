"""Read the journal's current game once, from its first block: its end, time and damage.

The findings are checked again when the events are replayed from bytes verified at that moment, so
a silent read error in either pass is detected.

Anything a cut has touched (the newest header, the last record, a strip or a run) may read either
way until it is programmed again. So each is decided once, by several readings and before anything
is shown: if it can be read as an intact record, it is kept and programmed again; if not, it is
cleared to zeros. After a cut in the middle of this, the next start decides.
"""

from binascii import crc32

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.store import nor
from corrido.store.journal import codec, reading
from corrido.store.journal import ring as blocks

if TYPE_CHECKING:
    from corrido.parts import Flash
    from corrido.store.journal.codec import Link, Links
    from corrido.store.journal.journal import Journal
    from corrido.store.journal.ring import Ring

_DROPPED = codec.LOG_KINDS.index("dropped")
SURVEYS = const(3)  # until the bytes make sense: further ones would only find the same damage
HEAD_READINGS = const(32)  # enough that a header read once reads again, even with four weak bits
_FEW_BITS = const(16)  # that may have flipped in a cleared or erased head
_READY_HEAD = blocks.MARK + b"\xff" * (codec.BODY_AT - blocks.MARK_BYTES)
_ROUNDS = const(4)  # until a strip's count reads the same eight times


def mount(ring: "Ring") -> None:
    """Read every block's head; FormatError if one has another format."""
    ring.newest = -1
    ring.blank.clear()
    for index in range(ring.blocks):
        _look(ring, index)
    used = [index for index in range(ring.blocks) if ring.states[index] == blocks.USED]
    if len(set([ring.numbers[index] for index in used])) < len(used):
        for index in used:  # a read may have returned another block's bytes
            _look(ring, index)
    for index in used:
        if ring.states[index] == blocks.USED and _newer(ring, index):
            ring.newest = index


def _newer(ring: "Ring", index: int) -> bool:
    if ring.newest < 0 or ring.numbers[index] > ring.numbers[ring.newest]:
        return True
    # A header whose write failed may read well later; its block has no records.
    same = ring.numbers[index] == ring.numbers[ring.newest]
    return same and not ring.is_blank(index, codec.BODY_AT)


def _look(ring: "Ring", index: int) -> None:
    """Set a block's state: a valid header, or what reads alike AGREE times."""
    head = bytearray(codec.BODY_AT)
    before, alike = b"", 0
    ring.states[index], ring.numbers[index], ring.games[index] = blocks.BAD, 0, 0
    for _ in range(nor.READINGS):
        try:
            ring.flash.read(ring.address(index), head)
        except OSError:
            continue
        now = bytes(head)
        found = blocks.header_in(head) if now != _READY_HEAD else None
        if found:
            ring.states[index] = blocks.USED
            ring.numbers[index], ring.games[index] = found[:2]
            return
        alike = alike + 1 if now == before else 1
        if alike == nor.AGREE:
            ring.states[index] = _state_of(head)
            return
        before = now
        ring.states[index] = blocks.NAMELESS  # unless it reads the same again and again


def _state_of(head: bytearray) -> int:
    """Return the state of a block that is not in use and begins with `head`."""
    if bytes(head) == _READY_HEAD:
        return blocks.READY
    marked = bytes(head[:2]) == blocks.MARK[:2] and head[2] ^ head[3] == 0xFF  # of any format
    blank = head[blocks.MARK_BYTES :].count(b"\xff") == codec.BODY_AT - blocks.MARK_BYTES
    # Two flipped bits turn a mark into another format's: the header must agree with it.
    if marked and (blank or head[blocks.HEADER_AT : blocks.HEADER_AT + 3] == head[:3]):
        codec.check_format(head[2], codec.FORMAT, "journal")
    if marked and blank:
        return blocks.READY
    ones = sum([nor.ones(byte) for byte in head])
    few = min(ones, 8 * codec.BODY_AT - ones) <= _FEW_BITS
    return blocks.STALE if few and not marked else blocks.NAMELESS


class Survey:
    """The findings of one reading of the current game.

    cut: the last bytes are not an intact record. repaired: a bit of the last record was flipped.
    last: its offset and bytes, in the newest block. strips: where bits
    may last have been cleared (the last strip, runs since): block, offset, bytes. sums: by block,
    the CRC-32 of all bytes read.
    """

    def __init__(self, ring: "Ring", links: "Links") -> None:
        self._ring = ring
        self._links = links
        newest = ring.newest
        self.current = codec.Current(ring.games[newest] if newest >= 0 else 1)
        self.end = codec.End(ring.flash.block_size)
        self._fold: "list[bytes]" = []
        self._fold_in = 0
        self.cut = self.repaired = False
        self.last: "tuple[int, bytearray] | None" = None
        self.strips: "list[tuple[int, int, int]]" = []
        self.sums: "dict[int, int]" = {}
        if newest >= 0:
            self._read_game()
        self._find_lost()

    def _begin_again(self, game: int, began_in: int) -> None:
        """Discard all that has been found of the current game: it begins here."""
        before, self.current = self.current, codec.Current(game)
        self.current.whole = before.whole
        self.current.began_in, self._fold = began_in, []

    def _first_number(self) -> int:
        """Return the number of the last block opened in an older game, else the oldest number."""
        ring = self._ring
        first = low = ring.oldest()
        for number in range(low, ring.numbers[ring.newest] + 1):
            index = ring.find(number)
            if index >= 0 and ring.games[index] < self.current.game:
                first = number
        return first

    def _read_game(self) -> None:
        ring = self._ring
        self.current.began_in = self._first_number()
        chain, before = b"", b""
        for number in range(self.current.began_in, ring.numbers[ring.newest] + 1):
            index = ring.find(number)
            if ring.on_block:
                ring.on_block()
            buffer = codec.block_bytes(ring, index) if index >= 0 else None
            header = blocks.header_in(buffer[: codec.BODY_AT]) if buffer else None
            if buffer is None or header is None:
                self.current.whole, chain = False, b""
                continue
            self.sums[index] = crc32(buffer)
            # A record whose write was reported as failed is repeated in the next block.
            repeated = chain if chain != header[2] and header[2] == before else b""
            if chain not in (b"", header[2]) and not repeated:
                self.current.whole = False
            chain, before = self._read_block(number, index, buffer, header[2:], repeated)

    def _read_block(
        self, number: int, index: int, buffer: bytearray,
        header: "tuple[bytes, int]", repeated: bytes,
    ) -> "tuple[bytes, bytes]":  # fmt: skip
        """Take in a block; return the link of its last record and the one before."""
        chain, key = header
        before = chain
        link = self._links.of_block(key)
        newest = index == self._ring.newest
        at = codec.BODY_AT
        for offset, record, repaired in codec.scan(
            buffer, self._ring.flash.page_size, len(buffer)
        ):
            self._take(number, record)
            current = self.current
            if not codec.follows(record, chain, link):
                current.whole = False
            before, chain = chain, codec.chain_in(record)
            if repeated and chain != repeated:
                current.whole = False
            repeated = b""
            at, t_ms = offset + codec.length_of(record), codec.fields_of(record)[2]
            if record[0] == codec.TAG_STRIP:  # which counts it in cleared bits
                t_ms += codec.BEAT_MS * nor.cleared_bits(buffer[offset + len(record) : at])
            current.last_t_ms = max(current.last_t_ms, t_ms)
            self._take_strip(record, index, at)
            if newest:
                self.last, self.repaired = (offset, record), repaired
        if newest:
            self.end.chain, self.end.key, self.end.at = chain or codec.NO_CHAIN, key, at
            self._set_blot(buffer)
        return chain, before

    def _take_strip(self, record: bytearray, index: int, end: int) -> None:
        """Take in the bits that follow a record; `end` is the block offset where they end."""
        length = codec.tail_bytes(record[0])
        if record[0] == codec.TAG_STRIP:
            self.strips = [one for one in self.strips if one[2] != length]
        elif record[0] == codec.TAG_ENTRY:
            self.strips = [one for one in self.strips if one[2] == codec.STRIP_BYTES]
            return
        self.strips.append((index, end - length, length))

    def _take(self, number: int, record: bytearray) -> None:
        """Take in a record; one that arms a game discards everything before it."""
        game, seq, t_ms, kind, who, value = codec.fields_of(record)
        if record[0] != codec.TAG_STRIP and seq == 1 and kind == events.ARM:
            if self.current.arming is None or game != self.current.game:
                self._begin_again(game, number)
                self.current.whole, self.current.arming = True, codec.payload_of(record)
        elif kind == events.FOLD and record[0] == codec.TAG_ENTRY:
            self._take_fold(number, record)
        elif game != self.current.game:
            self._begin_again(game, self.current.began_in)
        current = self.current
        current.game = game
        current.count(record[0], kind)
        if _DROPPED in codec.logs_of(record):
            current.dropped = value
        if record[0] != codec.TAG_STRIP and kind in events.TAKES_BACK:
            current.taken.append((seq, t_ms, kind, who, value))

    def _take_fold(self, number: int, record: bytearray) -> None:
        """Take in a part of a fold; the last part discards everything before the fold."""
        game, seq, _, _, _, value = codec.fields_of(record)
        part, parts, before = events.fold_of(value)
        if part == 0:
            self._fold, self._fold_in = [], number
        elif game != self.current.game or part > len(self._fold):
            self._fold = []  # its beginning was in a block that is gone
            return
        self._fold = self._fold[:part] + [codec.payload_of(record)]
        if part + 1 == parts:
            arming, dropped = b"".join(self._fold), self.current.dropped
            self._begin_again(game, self._fold_in)
            current = self.current
            current.whole, current.dropped = True, dropped
            current.arming, current.folded = arming, seq
            current.entries = before + 1  # one entry that counts for all of them

    def _set_blot(self, buffer: bytearray) -> None:
        """Set blot_to: even an erased-looking page after the last record may hold remains.

        Bytes that are all zeros have already been cleared.
        """
        at, page_size = self.end.at, self._ring.flash.page_size
        written = at + len(bytes(memoryview(buffer)[at:]).rstrip(b"\xff")) - 1
        end = codec.next_page(max(written, at), page_size)
        self.cut = written >= at and any(buffer[at:end])
        if self.cut:
            end += page_size
        self.end.blot_to = min(end, len(buffer))

    def _find_lost(self) -> None:
        """Find blocks that cannot be read, or whose place another one has taken.

        A block whose head is lost with the rest is missed by the witness (store/witness.py).
        """
        ring = self._ring
        for index, state in enumerate(bytes(ring.states)):
            if state == blocks.NAMELESS:
                ring.states[index] = (
                    blocks.TORN if ring.is_blank(index, codec.BODY_AT) else blocks.STALE
                )
            elif state == blocks.USED and ring.find(ring.numbers[index]) != index:
                # Its header could not be read once, and another block was opened in its place.
                self.current.whole = self.current.whole and ring.is_blank(index, codec.BODY_AT)
            elif state == blocks.BAD:
                self.current.whole = False


# -- what a cut left half written


def surveyed(ring: "Ring", links: "Links") -> Survey:
    """Return the ring's content once it reads the same; FormatError if other firmware wrote it.

    Implausible content is read again: one failed read is not damage.
    """
    survey = _survey(ring, links)
    for _ in range(SURVEYS - 1):
        if survey.current.whole and not _reprogram(ring, survey, links.of_block(survey.end.key)):
            break
        survey = _survey(ring, links)
    for index in range(ring.blocks):
        if ring.states[index] == blocks.TORN:  # its header must not reappear
            ring.kill(index)
            ring.states[index] = blocks.STALE
    return survey


def _survey(ring: "Ring", links: "Links") -> Survey:
    mount(ring)
    if ring.newest >= 0:
        _firm_head(ring)
    return Survey(ring, links)


def _firm_head(ring: "Ring") -> None:
    """Program the newest mark and header once more."""
    flash, base, head = ring.flash, ring.address(ring.newest), bytearray(codec.BODY_AT)
    for _ in range(HEAD_READINGS):
        try:
            nor.read(flash, base, head)
        except OSError:
            return
        header = blocks.header_in(head)
        marked = bytes(head[: blocks.MARK_BYTES]) == blocks.MARK
        if header and marked and header[0] == ring.numbers[ring.newest]:
            nor.firm(flash, base, blocks.MARK)
            nor.firm(flash, base + blocks.HEADER_AT, blocks.header_bytes(*header))
            return


def _reprogram(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Program anything half written once more; return True if the survey is out of date.

    link: how records of the newest block are chained. If the flash refuses, it stays as it was.
    """
    if ring.newest < 0:
        return False
    flash, base = ring.flash, ring.address(ring.newest)
    changed = survey.repaired
    if survey.last:
        offset, record = survey.last
        nor.firm(flash, base + offset, record)
    for index, offset, length in survey.strips:
        if _firm_strip(flash, ring.address(index) + offset, length):
            changed = True
    # Bytes that read as erased are left to the next record, which clears them first.
    return survey.cut and _adopt_or_clear(ring, survey, link) or changed


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


def _adopt_or_clear(ring: "Ring", survey: Survey, link: "Link | None") -> bool:
    """Adopt the record that was cut while being written, or clear it; return True if done."""
    flash, base = ring.flash, ring.address(ring.newest)
    for _ in range(nor.READINGS):
        buffer = codec.block_bytes(ring, ring.newest)
        if buffer is None:
            return False
        for offset, record, _ in codec.scan(buffer, flash.page_size, len(buffer)):
            if offset >= survey.end.at and codec.follows(record, survey.end.chain, link):
                nor.firm(flash, base + offset, record)
                return True
    _clear(flash, base + survey.end.at, base + survey.end.blot_to)
    return True


def _clear(flash: "Flash", start: int, end: int) -> None:
    """Clear to zeros, first what may be a record's tag, then from the last page backwards.

    So a cut meanwhile never leaves what looks like a record followed by more, and the first page
    of the remains is kept until all the rest is zeros.
    """
    page, tag_at = flash.page_size, start
    while tag_at < end:
        nor.blot(flash, tag_at, 1)
        tag_at = codec.next_page(tag_at, page)
    while end > start:
        first = max(start, (end - 1) // page * page)
        nor.blot(flash, first, end - first)
        end = first


# -- all that is kept: blocks of another key, and the chain


def header_whole(head: "bytes | bytearray") -> bool:
    """Return whether the first BODY_AT bytes of a block in use are as written."""
    marked = bytes(head[: blocks.MARK_BYTES]) == blocks.MARK
    return marked and codec.sealed(head[blocks.HEADER_AT : codec.BODY_AT])


def verify(journal: "Journal") -> "tuple[bool, int, int]":
    """Return (whole, records read, index of the first bad one or -1).

    Any altered record, even by one bit, and any record missing between two others is found.
    """
    chain, before, seen = b"", b"", 0
    for buffer, index in reading.blocks(journal, 0):
        header = blocks.header_in(buffer[: codec.BODY_AT])
        if header is None or not header_whole(buffer[: codec.BODY_AT]):
            return False, seen, seen
        link = journal.links.of_block(header[3])
        # A record whose write was reported as failed is repeated in the next block.
        repeated = chain if chain != header[2] and header[2] == before else b""
        if chain not in (b"", header[2]) and not repeated:
            return False, seen, seen
        chain = header[2]
        for _, record, repaired in reading.scanned(journal, buffer, index):
            if repaired or not codec.follows(record, chain, link):
                return False, seen, seen
            before, chain = chain, codec.chain_in(record)
            if repeated and chain != repeated:
                return False, seen, seen
            seen += not repeated
            repeated = b""
    return True, seen, -1


def signed_with(ring: "Ring", links: "Links") -> "tuple[int, int]":
    """Return how many blocks with the tag of the key in `links` that key did and did not sign.

    A block's header has one byte of its key, which two keys may share. A block counts by its first
    intact record; one without records counts as neither.
    """
    signed = [0, 0]
    for index in range(ring.blocks):
        if ring.on_block:
            ring.on_block()
        buffer = codec.block_bytes(ring, index) if ring.states[index] == blocks.USED else None
        header = blocks.header_in(buffer[: codec.BODY_AT]) if buffer else None
        if buffer is None or header is None or header[3] != links.tag:
            continue
        link = links.of_block(header[3])
        for _, record, _ in codec.scan(buffer, ring.flash.page_size, len(buffer)):
            signed[not codec.follows(record, header[2], link)] += 1
            break
    return signed[0], signed[1]
