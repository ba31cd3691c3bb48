"""Keep one append-only, hash-chained ring: the game's memory and the event log.

Enough blocks are erased before a game that a record in play only has to be programmed: it is
durable when append() returns. Between records a strip of bits keeps the time: each heartbeat
clears some. docs/journal.md gives the format and the guarantees, with their limits.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import forget, load
from corrido.store import nor
from corrido.store.journal.codec import (
    LOG_KINDS,
    RUN_BYTES,
    SEAL_BYTES,
    STRIP_BYTES,
    TAG_ENTRY,
    TAG_RUN,
    TAG_STRIP,
    chain_in,
    encode,
)
from corrido.store.journal.links import Links
from corrido.store.journal.reading import Reading
from corrido.store.journal.ring import BODY_AT, Ring
from corrido.store.journal.scan import BEAT_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.parts import Flash
    from corrido.store.journal.codec import Fields

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


class Journal(Reading):
    """The ring in blocks first .. first + blocks - 1 of a NOR flash; call mount() first.

    device: an id unique to the device, bound into every chain; if None (unknown), no chain is
    checked. key: signs the chain, b"" for none.
    """

    def __init__(
        self, flash: "Flash", first: int, blocks: int,
        device: "bytes | None" = b"", key: bytes = b"",
    ) -> None:  # fmt: skip
        Reading.__init__(self, Ring(flash, first, blocks), Links(device, key))
        self._flash = flash
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

    def last_link(self) -> bytes:
        """Return the chain link of the last record, which covers everything before it."""
        return self._chain

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
        from corrido.store.journal.settle import surveyed

        survey = surveyed(self._ring, self._links)
        self._take_over(survey)
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
                self._written()
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


_IGNORED = bytes((LOG_KINDS.index("ignored"),))
