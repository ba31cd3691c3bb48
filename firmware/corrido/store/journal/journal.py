"""Keep one append-only, hash-chained ring: the game's memory and the event log.

Enough blocks are erased before a game that a record in play only has to be programmed: it is
durable when append() returns. Between records a strip of bits keeps the time: each heartbeat
clears some. docs/journal.md gives the format and the guarantees, with their limits.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import Lazy
from corrido.store import nor
from corrido.store.journal import codec, reading
from corrido.store.journal.ring import Ring

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.parts import Flash
    from corrido.store.journal import survey
    from corrido.store.journal.codec import Fields, Heard
else:
    survey = Lazy("corrido.store.journal.survey")  # at a start alone

STRIP_BEATS = codec.STRIP_BYTES * 8
RUN_TIMES = codec.RUN_BYTES * 8
READY_BLOCKS = const(16)  # 64 KiB: some 1,500 presses, or fifteen hours of heartbeats
RESERVE_BLOCKS = const(4)  # kept free of ignored presses
MOST_SEQ = const(0xFFFF)  # records number events and games in two bytes each
FOLD_BLOCKS = const(2)  # of the reserve: with no more left, the game is folded
FOLD_BYTES = const(990)  # per part: with its frame it fills four pages
_OTHER_KEY = const(-1)  # in place of the tag of a block's key
MOST_RUNS = const(8)  # kinds of ignored presses counted in parallel


class Journal:
    """The ring in blocks first .. first + blocks - 1 of a NOR flash; call mount() first.

    device: an id unique to the device, bound into every chain; if None (unknown), no chain is
    checked. key: signs the chain, b"" for none.

    current: what it holds of the current game. steady: False once the bytes read differed from the
    verified ones. on_block: called before each block is erased or read whole, to feed the
    watchdog: an erase may take 400 ms, reading and replaying a block of a long game some 300.
    """

    beginning = reading.beginning
    events = reading.events
    records = reading.records
    tail = reading.tail

    def __init__(
        self, flash: "Flash", first: int, blocks: int,
        device: "bytes | None" = b"", key: bytes = b"",
        on_block: "Callable[[], None] | None" = None,
    ) -> None:  # fmt: skip
        self.ring, self.links = Ring(flash, first, blocks, on_block), codec.Links(device, key)
        self.current, self.end = codec.Current(), codec.End(flash.block_size)
        self.steady = True
        self.sums: "dict[int, int]" = {}  # verified CRC-32s by block, until a record is written
        self._ready_blocks = min(READY_BLOCKS, max(1, blocks - 2))
        self._reserve = min(RESERVE_BLOCKS, blocks // 3)
        self._strip = -1  # address of the bits in use
        self._strip_t_ms = 0
        self._beats = 0
        # Ignored presses since the last entry: kind, address of the bits, number of cleared bits.
        self._runs: "list[tuple[tuple[int, bytes], int, int]]" = []
        self.crowded = False  # the current game nearly fills the ring: fold() it
        self.on_entry: "Callable[[Heard], None] | None" = None  # called with each entry written

    def set_key(self, key: bytes) -> None:
        """Sign with another key, b"" for none, from the next record on, which opens a block."""
        if self.links.set_key(key):
            self.end.key = _OTHER_KEY

    def tag_is_taken(self, key: bytes) -> bool:
        """Return whether blocks signed with another key bear the tag of `key`.

        With such a key the log would read as damaged: choose another.
        """
        links = codec.Links(self.links.device, key)
        return links.tag != codec.NO_KEY and survey.signed_with(self.ring, links)[1] > 0

    def mount(self) -> None:
        """Find the end of the record; FormatError if other firmware wrote it."""
        found = survey.surveyed(self.ring, self.links)
        self.current, self.end, self.sums = found.current, found.end, found.sums
        self.steady = True
        self._strip = -1
        self._runs = []
        self._weigh()

    def begin(self, game: int, payload: bytes, seq: int = 0, t_ms: int = 0) -> None:
        """Begin a game with enough erased blocks ahead. Erases: call only while no clock runs.

        seq, t_ms: the game goes on after that event of another device; `payload` is its fold.
        OSError if no block of the ring can be written, or the game numbers are used up.
        """
        if game > MOST_SEQ:
            raise OSError("journal: there were %d games already" % MOST_SEQ)
        ring, current = self.ring, self.current
        self._tell_dropped()
        self._clear_ahead()  # keeps the previous game until this one's first record is written
        if not ring.ahead() and ring.newest >= 0:
            ring.clear_next(ring.numbers[ring.newest])
        self._strip = -1
        current.entries = 0
        if seq:
            current.game = game
            self.fold(seq, t_ms, payload, "takeover")
        else:
            # Until the first record is written, the previous game is the current one.
            self._write(codec.TAG_ENTRY, (game, 1, 0, events.ARM, 0, 0), (), payload)
            current.game, current.folded, current.taken = game, 0, []
            current.began_in = ring.numbers[ring.newest]
        self._clear_ahead()
        self._weigh()
        current.dropped, current.last_t_ms, current.whole = 0, t_ms, True

    def _clear_ahead(self) -> None:
        """Erase blocks older than the current game until enough are ready."""
        ring = self.ring
        while ring.ahead() < self._ready_blocks and ring.clear_next(self.current.began_in):
            pass

    def prepare(self) -> bool:
        """Clear an old block if too few lie ready, or read a ready one; False if none needs it.

        Only while no clock runs: an erase stops the processor.
        """
        # One more than a game needs, since begin() takes the first: so begin() need not erase.
        ring = self.ring
        few = ring.ahead() <= self._ready_blocks
        return (few and ring.clear_next(self.current.began_in)) or ring.check_one()

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
        self._runs = []
        current = self.current
        self._write(codec.TAG_ENTRY, (current.game, seq, t_ms, kind, who, value), logs, payload)
        if kind in events.TAKES_BACK:
            current.taken.append((seq, t_ms, kind, who, value))
        current.last_t_ms = max(current.last_t_ms, t_ms)

    def fold(self, seq: int, t_ms: int, payload: bytes, log: str = "folded") -> None:
        """Replace everything the current game holds up to event `seq` with `payload`.

        The old entries give way only once all of `payload` is written. OSError as for append().
        log: the log kind of its last part.
        """
        current = self.current
        parts, value = (len(payload) + FOLD_BYTES - 1) // FOLD_BYTES, 0
        began_in, before = 0, min(current.entries, codec.MOST_COUNTED)
        for part in range(parts):
            piece = payload[part * FOLD_BYTES : (part + 1) * FOLD_BYTES]
            value = part + (parts << 8) + (before << 16)
            fields = current.game, seq, t_ms, events.FOLD, 0, value
            logs = (log if part + 1 == parts else "folded",)
            self._write(codec.TAG_ENTRY, fields, logs, piece)
            began_in = began_in or self.ring.numbers[self.ring.newest]
        current.began_in, current.folded = began_in, seq
        current.taken, current.entries = [], before + 1
        current.last_t_ms = max(current.last_t_ms, t_ms)
        self._runs, self._strip = [], -1
        self._weigh()
        if self.on_entry:
            self.on_entry((current.game, seq, t_ms, events.FOLD, 0, value, (log,), b""))

    def _weigh(self) -> None:
        """Check whether the current game leaves room for more than its fold."""
        ring, few = self.ring, min(FOLD_BLOCKS, max(1, self._reserve // 2))
        self.crowded = ring.newest >= 0 and ring.ahead() <= few
        if self.crowded:  # only now, since spare() looks at every block
            self.crowded = ring.ahead() + ring.spare(self.current.began_in) <= few

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
                if nor.clear_bits(self.ring.flash, address, times, times + 1):
                    self._runs[place] = what, address, times + 1
                    return
                del self._runs[place]
                break
        ring, reserve = self.ring, self._reserve  # of blocks, for what is never dropped
        scarce = ring.newest >= 0 and ring.ahead() < reserve
        if scarce and ring.ahead() + ring.spare(self.current.began_in) < reserve:
            self.current.dropped += 1
            if not self.current.dropped & (self.current.dropped - 1):
                self._tell_dropped()
            return
        self._write(codec.TAG_RUN, (self.current.game, 0, t_ms, 0, who, 0), ("ignored",), payload)
        run = what, self._skip(codec.RUN_BYTES), 0
        self._runs = [old for old in self._runs if old[0] != what][1 - MOST_RUNS :] + [run]
        self.current.last_t_ms = max(self.current.last_t_ms, t_ms)

    def _tell_dropped(self) -> None:
        """Write how many ignored presses have no entry, if there are any."""
        current = self.current
        if current.dropped:
            fields = current.game, 0, current.last_t_ms, 0, 0, current.dropped
            self._write(codec.TAG_ENTRY, fields, ("dropped",), b"")

    def heartbeat(self, t_ms: int) -> None:
        """Record the time, to within BEAT_MS. OSError if the flash refuses writes."""
        beats = (t_ms - self._strip_t_ms) // codec.BEAT_MS
        if self._strip < 0 or not 0 <= beats <= STRIP_BEATS:
            self._write(codec.TAG_STRIP, (self.current.game, 0, t_ms, 0, 0, 0), (), b"")
            self._strip, self._strip_t_ms = self._skip(codec.STRIP_BYTES), t_ms
            self._beats = 0
        elif beats > self._beats:
            if not nor.clear_bits(self.ring.flash, self._strip, self._beats, beats):
                self._strip = -1  # the next beat starts another strip, perhaps in a better place
            self._beats = beats
        self.current.last_t_ms = max(self.current.last_t_ms, t_ms)

    def _skip(self, count: int) -> int:
        """Leave bytes behind the last record; return the flash address of the first."""
        address = self._address()
        self.end.at += count
        return address

    def _write(self, tag: int, fields: "Fields", logs: "tuple[str, ...]", payload: bytes) -> None:
        """Write a record, with room for the bits behind it."""
        self._leave_the_cut_behind()
        flash, end, current = self.ring.flash, self.end, self.current
        link = self.links.of_block(self.links.tag)
        if link is None:
            raise ValueError("journal: needs the device's id to be written")
        numbers = bytes([codec.LOG_KINDS.index(name) for name in logs])
        record = codec.encode(tag, fields, numbers, payload, end.chain, link)
        for _ in range(self.ring.blocks + 1):
            self._place(len(record) + codec.tail_bytes(tag))
            if nor.program(flash, self._address(), record):
                end.at += len(record)
                end.chain = codec.chain_in(bytearray(record))
                self.sums, current.arming = {}, None
                current.count(tag, fields[3])
                if tag != codec.TAG_STRIP and fields[3] != events.FOLD:
                    if self.on_entry:
                        self.on_entry(fields + (logs, payload))
                return
            end.at = flash.block_size  # a block that fails once is abandoned for the next
        raise OSError("journal: the flash takes no more records")

    def _place(self, size: int) -> None:
        """Make room for a record: within one page if it fits, else from the start of a page."""
        end, page_size = self.end, self.ring.flash.page_size
        room = page_size - end.at % page_size
        if size > room and end.at != codec.BODY_AT:
            end.at += room % page_size
        if end.at + size > self.ring.flash.block_size:
            self._open_block()

    def _leave_the_cut_behind(self) -> None:
        end = self.end
        if end.blot_to:
            nor.blot(self.ring.flash, self._address(), end.blot_to - end.at)
            end.at, end.blot_to = end.blot_to, 0
        if end.key != self.links.tag:
            end.at = self.ring.flash.block_size

    def _open_block(self) -> None:
        ring, end, key = self.ring, self.end, self.links.tag
        game = self.current.game
        if not ring.open(game, end.chain, key):
            # The game outgrew its erased blocks: better a late erase than a lost event.
            if not ring.clear_next(self.current.began_in):
                raise OSError("journal: the current game fills the whole ring")
            if not ring.open(game, end.chain, key):
                raise OSError("journal: no block of the flash can be written")
        end.at, end.key = codec.BODY_AT, key
        self._weigh()

    def _address(self) -> int:
        """Return the flash address of where the next record goes."""
        return self.ring.address(self.ring.newest) + self.end.at

    def last_link(self) -> bytes:
        """Return the link of the last record: it covers all before it, exposes a truncated log."""
        return self.end.chain
