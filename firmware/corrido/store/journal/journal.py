"""Keep one append-only, hash-chained ring: the game's memory and the event log.

Enough blocks are erased before a game that a record in play only has to be programmed: it is
durable when append() returns. Between records a strip of bits keeps the time: each heartbeat
clears some. docs/journal.md gives the format and the guarantees, with their limits.
"""

from binascii import crc32

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import forget, load
from corrido.store import nor
from corrido.store.journal.codec import (
    BEAT_MS,
    BODY_AT,
    LOG_KINDS,
    RUN_BYTES,
    SEAL_BYTES,
    STRIP_BYTES,
    TAG_ENTRY,
    TAG_RUN,
    TAG_STRIP,
    Links,
    block_bytes,
    chain_in,
    encode,
    entry_of,
    fields_of,
    follows,
    more_than_torn,
    scan,
)
from corrido.store.journal.ring import Ring, header_in, header_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corrido.core.events import Event
    from corrido.parts import Flash
    from corrido.store.journal.codec import Entry, Fields

    # Called with (game, seq, t_ms, kind, who, value, names of its log kinds, payload).
    Listener = Callable[[tuple[int, int, int, int, int, int, tuple[str, ...], bytes]], None]

STRIP_BEATS = STRIP_BYTES * 8
RUN_TIMES = RUN_BYTES * 8
READY_BLOCKS = const(16)  # 64 KiB: some 1,500 presses, or fifteen hours of heartbeats
RESERVE_BLOCKS = const(4)  # kept free of ignored presses
MOST_SEQ = const(0xFFFF)  # records number events and games in two bytes each
MOST_COUNTED = const(0x7FFF)  # entries before a fold
FOLD_BLOCKS = const(2)  # of the reserve: with no more left, the game is folded
FOLD_BYTES = const(990)  # per part: with its frame it fills four pages
MOST_RUNS = const(8)  # kinds of ignored presses counted in parallel
NO_CHAIN = bytes(8)
NO_EVENTS = (0, events.FOLD)  # kinds of entries that are not events: a note, and a fold of events


class Journal:
    """The ring in blocks first .. first + blocks - 1 of a NOR flash; call mount() first.

    device: an id unique to the device, bound into every chain; if None (unknown), no chain is
    checked. key: signs the chain, b"" for none.

    game: the current one; latest: the highest game number of which anything is left. last_t_ms:
    the latest known instant of the current game. taken: its events that take others back. steady:
    False once the bytes read differed from the verified ones.
    """

    def __init__(
        self, flash: "Flash", first: int, blocks: int,
        device: "bytes | None" = b"", key: bytes = b"",
    ) -> None:  # fmt: skip
        self._ring, self._links = Ring(flash, first, blocks), Links(device, key)
        self._flash = flash
        self._block_size, self._page_size = flash.block_size, flash.page_size
        self.game: int = 1
        self.latest = self.last_t_ms = 0
        self.taken: "list[Event]" = []
        self.steady = True
        self._arming: "bytes | None" = None
        self._folded = 0  # the seq up to which a fold replaces the current game; 0 for none
        self._damaged = False
        self._chain = NO_CHAIN
        self._at = self._block_size  # where the next record goes in the newest block
        self._began_in = 0  # number of the block where the current game begins, or an earlier one
        self._sums: "dict[int, int]" = {}  # verified CRC-32s by block, until a record is written
        self._ready_blocks = min(READY_BLOCKS, max(1, blocks - 2))
        self._reserve = min(RESERVE_BLOCKS, blocks // 3)
        self._blot_to = 0  # end of possible remains of a cut; valid until the first record
        self._reopen = False  # the newest block's records are linked differently
        self._strip = -1  # address of the bits in use
        self._strip_t_ms = 0
        self._beats = 0
        # Ignored presses since the last entry: kind, address of the bits, number of cleared bits.
        self._runs: "list[tuple[tuple[int, bytes], int, int]]" = []
        self.dropped = 0  # ignored presses of this game that have no entry
        self._entries_made = 0  # of the current game, including folded ones
        self.crowded = False  # the current game nearly fills the ring: fold() it
        self.on_entry: "Listener | None" = None  # called with each entry written
        self._tidy = False  # True: prepare() has nothing to do until another block is opened,
        self._vetted = False  # nor has vet()

    def before_each_block(self, action: "Callable[[], None]") -> None:
        """Have `action` called before each block is erased or read whole, to feed the watchdog.

        An erase may take 400 ms; reading and replaying a block of a long game, some 300 ms.
        """
        self._ring.on_block = action

    def set_key(self, key: bytes) -> None:
        """Sign with another key, b"" for none, from the next record on, which opens a block."""
        self._reopen = self._links.set_key(key) or self._reopen

    def tag_of(self, message: bytes) -> bytes:
        """Return the key's tag for a message to others, 8 bytes; b"" without a key."""
        return self._links.tag_of(message)

    def tag_is_taken(self, key: bytes) -> bool:
        """Return whether blocks signed with another key bear the tag of `key`.

        With such a key the log would read as damaged: choose another.
        """
        tags = load("corrido.store.journal.tags")
        try:
            return tags.taken(self._ring, self._links.bound_to(key))
        finally:
            forget("corrido.store.journal.tags")

    def mount(self) -> None:
        """Find the end of the record; FormatError if newer firmware wrote it."""
        # Imported here, not above: where code lies in RAM the app unloads it again.
        from corrido.store.journal.survey import surveyed

        survey = surveyed(self._ring, self._links)
        self.game, self.latest = survey.game, survey.latest
        self.last_t_ms, self.taken = survey.last_t_ms, survey.taken
        self.steady, self._damaged = True, not survey.whole
        self._arming, self._folded = survey.arming, survey.folded
        self._chain, self._at = survey.chain or NO_CHAIN, survey.at
        self._began_in, self._sums = survey.began_in, survey.sums
        self._strip = -1
        self._runs = []
        self._blot_to = survey.blot_to
        self.dropped = survey.dropped
        self._entries_made = survey.entries
        self._weigh()
        self._reopen = survey.key != self._links.tag

    # -- writing

    def begin(self, game: int, payload: bytes, seq: int = 0, t_ms: int = 0) -> None:
        """Begin a game with enough erased blocks ahead. Erases: call only while no clock runs.

        seq, t_ms: the game goes on after that event of another device; `payload` is its fold.
        OSError if no block of the ring can be written, or the game numbers are used up.
        """
        if game > MOST_SEQ:
            raise OSError("journal: there were %d games already" % MOST_SEQ)
        ring = self._ring
        ring.finish()
        self._tell_dropped()
        ring.clear_lost()
        self._clear_ahead()  # keeps the previous game until this one's first record is written
        if not ring.ahead() and ring.newest >= 0:
            ring.clear_next(ring.numbers[ring.newest])
        self._strip = -1
        self._entries_made = 0
        if seq:
            self.game = game
            self.fold(seq, t_ms, payload, "takeover")
        else:
            # Until the first record is written, the previous game is the current one.
            self._write(TAG_ENTRY, (game, 1, 0, events.ARM, 0, 0), b"", payload)
            self.game = game
            self._began_in = ring.numbers[ring.newest]
            self.taken = []
            self._folded = 0
        self._clear_ahead()
        self._weigh()
        self._tidy = self._vetted = False
        self._damaged = False
        self.dropped = 0
        self.last_t_ms = t_ms

    def _clear_ahead(self) -> None:
        """Erase blocks older than the current game until enough are ready."""
        ring = self._ring
        while ring.ahead() < self._ready_blocks and ring.clear_next(self._began_in or 1):
            pass

    def prepare(self) -> bool:
        """Do a step of clearing an old block if too few lie ready; False if none was needed.

        Only while no clock runs. The erase is a step of its own, as it stops the processor.
        """
        ring = self._ring
        if self._tidy:
            return False
        if ring.erase_doomed() or ring.confirm():
            return True
        # One more than a game needs, since begin() takes the first: so begin() need not erase.
        if ring.ahead() <= self._ready_blocks and ring.doom_next(self._began_in or 1):
            return True
        self._tidy = True
        return False

    def vet(self) -> bool:
        """Check in advance the block that a record will open; False if none needs it."""
        if self._vetted:
            return False
        self._vetted = not self._ring.vet()
        return not self._vetted

    def append(
        self, seq: int, t_ms: int, kind: int, who: int, value: int,
        logs: "tuple[str, ...]" = (), payload: bytes = b"",
    ) -> None:  # fmt: skip
        """Write one event, durable on return.

        OSError if the flash refuses writes, or the game's event numbers are used up. logs: names
        of the log kinds that this entry counts as, at most 7.
        """
        if seq > MOST_SEQ:
            raise OSError("journal: the game has %d events already" % MOST_SEQ)
        numbers = bytes([LOG_KINDS.index(name) for name in logs])
        self._runs = []
        self._write(TAG_ENTRY, (self.game, seq, t_ms, kind, who, value), numbers, payload)
        if kind in (events.UNDO, events.REVERT, events.LATE_APPEAL):
            self.taken.append((seq, t_ms, kind, who, value))
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def fold(self, seq: int, t_ms: int, payload: bytes, log: str = "folded") -> None:
        """Replace everything the current game holds up to event `seq` with `payload`.

        The old entries give way only once all of `payload` is written. OSError as for append().
        log: the log kind of its last part.
        """
        parts, value = (len(payload) + FOLD_BYTES - 1) // FOLD_BYTES, 0
        began_in, numbers = 0, bytes((LOG_KINDS.index("folded"),))
        last = bytes((LOG_KINDS.index(log),))
        before = min(self._entries_made, MOST_COUNTED)
        for part in range(parts):
            piece = payload[part * FOLD_BYTES : (part + 1) * FOLD_BYTES]
            value = part + (parts << 8) + (before << 16)
            logs = last if part + 1 == parts else numbers
            self._write(TAG_ENTRY, (self.game, seq, t_ms, events.FOLD, 0, value), logs, piece)
            began_in = began_in or self._ring.numbers[self._ring.newest]
        self._began_in, self._folded = began_in, seq
        self.taken = []
        self._runs, self._strip = [], -1
        self.last_t_ms = max(self.last_t_ms, t_ms)
        self._entries_made = before + 1
        self._weigh()
        if self.on_entry:
            self.on_entry((self.game, seq, t_ms, events.FOLD, 0, value, (log,), b""))

    def _weigh(self) -> None:
        """Check whether the current game leaves room for more than its fold."""
        ring, few = self._ring, min(FOLD_BLOCKS, max(1, self._reserve // 2))
        self.crowded = ring.newest >= 0 and ring.ahead() <= few
        if self.crowded:  # only now, since spare() looks at every block
            self.crowded = ring.ahead() + ring.spare(self._began_in or 1) <= few

    def note(
        self, t_ms: int, logs: "tuple[str, ...]", payload: bytes = b"", who: int = 0,
        value: int = 0,
    ) -> None:  # fmt: skip
        """Log an entry that is not a game event; never dropped. OSError as for append()."""
        self.append(0, t_ms, 0, who, value, logs, payload)

    def ignored(self, t_ms: int, payload: bytes, who: int) -> None:
        """Log an ignored press; a repeat since the last entry costs one bit.

        If one game nearly fills the ring, the press is only counted; an entry gives the count each
        time it has doubled. OSError as for append().
        """
        what = who, payload
        for place, (kind, address, times) in enumerate(self._runs):
            if kind == what and times < RUN_TIMES:
                if nor.clear_bits(self._flash, address, times, times + 1):
                    self._runs[place] = what, address, times + 1
                    return
                del self._runs[place]
                break
        if self._must_drop():
            self.dropped += 1
            if not self.dropped & (self.dropped - 1):
                self._tell_dropped()
            return
        self._write(TAG_RUN, (self.game, 0, t_ms, 0, who, 0), _IGNORED, payload, RUN_BYTES)
        run = what, self._address(self._at), 0
        self._at += RUN_BYTES
        self._runs = [old for old in self._runs if old[0] != what][1 - MOST_RUNS :] + [run]
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def _must_drop(self) -> bool:
        """Return whether all remaining blocks are reserved for entries that are never dropped."""
        ring = self._ring
        if ring.newest < 0 or ring.ahead() >= self._reserve:
            return False
        return ring.ahead() + ring.spare(self._began_in or 1) < self._reserve

    def _tell_dropped(self) -> None:
        """Write how many ignored presses have no entry, if there are any."""
        if self.dropped:
            numbers = bytes((LOG_KINDS.index("dropped"),))
            fields = self.game, 0, self.last_t_ms, 0, 0, self.dropped
            self._write(TAG_ENTRY, fields, numbers, b"")

    def heartbeat(self, t_ms: int) -> None:
        """Record the time, to within BEAT_MS. OSError if the flash refuses writes."""
        beats = (t_ms - self._strip_t_ms) // BEAT_MS
        if self._strip < 0 or not 0 <= beats <= STRIP_BEATS:
            self._begin_strip(t_ms)
        elif beats > self._beats:
            if not nor.clear_bits(self._flash, self._strip, self._beats, beats):
                self._strip = -1  # the next beat starts another strip, perhaps in a better place
            self._beats = beats
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def _begin_strip(self, t_ms: int) -> None:
        self._write(TAG_STRIP, (self.game, 0, t_ms, 0, 0, 0), b"", b"", STRIP_BYTES)
        self._strip = self._address(self._at)
        self._strip_t_ms = t_ms
        self._beats = 0
        self._at += STRIP_BYTES

    def _write(
        self, tag: int, fields: "Fields", logs: bytes, payload: bytes, extra: int = 0
    ) -> None:
        self._leave_the_cut_behind()
        link = self._links.of_block(self._links.tag)
        if link is None:
            raise ValueError("journal: needs the device's id to be written")
        record = encode(tag, fields, logs, payload, self._chain, link)
        extra = extra or SEAL_BYTES
        for _ in range(self._ring.blocks + 1):
            self._place(len(record) + extra)
            if nor.program(self._flash, self._address(self._at), record):
                self._at += len(record)
                if tag == TAG_ENTRY:
                    nor.blot(self._flash, self._address(self._at), SEAL_BYTES)
                    self._at += SEAL_BYTES
                self._chain = chain_in(bytearray(record))
                self._sums, self._arming = {}, None
                if tag != TAG_STRIP and fields[3] != events.FOLD:
                    self._entries_made += 1
                    if self.on_entry:
                        names = tuple([LOG_KINDS[number] for number in logs])
                        self.on_entry(fields + (names, payload))
                return
            self._at = self._block_size  # a block that fails once is abandoned for the next
        raise OSError("journal: the flash takes no more records")

    def _place(self, size: int) -> None:
        """Make room for a record: within one page if it fits, else from the start of a page."""
        room = self._page_size - self._at % self._page_size
        if size > room and self._at != BODY_AT:
            self._at += room % self._page_size
        if self._at + size > self._block_size:
            self._open_block()

    def _leave_the_cut_behind(self) -> None:
        if self._blot_to:
            nor.blot(self._flash, self._address(self._at), self._blot_to - self._at)
            self._at = self._blot_to
            self._blot_to = 0
        if self._reopen:
            self._reopen = False
            self._at = self._block_size

    def _open_block(self) -> None:
        ring, key = self._ring, self._links.tag
        if not ring.open(self.game, self._chain, key):
            # The game outgrew its erased blocks: better a late erase than a lost event.
            if not ring.clear_next(self._began_in or 1):
                raise OSError("journal: the current game fills the whole ring")
            if not ring.open(self.game, self._chain, key):
                raise OSError("journal: no block of the flash can be written")
        self._at = BODY_AT
        self._tidy = self._vetted = False
        self._weigh()

    def _address(self, offset: int) -> int:
        """Return the flash address of an offset in the newest block."""
        return self._ring.address(self._ring.newest) + offset

    # -- reading

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

    def last_link(self) -> bytes:
        """Return the link of the last record: it covers all before it, exposes a truncated log."""
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
            buffer = block_bytes(ring, index)
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


_IGNORED = bytes((LOG_KINDS.index("ignored"),))
