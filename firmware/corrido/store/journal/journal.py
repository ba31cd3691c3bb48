"""The journal: one append-only, hash-chained ring that is the game's memory and the event log.

Erased blocks lie ready before a game, so that a record in play is only programmed: durable when
append() returns. Between records a strip of bits keeps the time: a heartbeat clears some of them.
docs/journal.md has the format, what is guaranteed, and what is not.
"""

from corrido.store.journal import scan as read
from corrido.store.journal.codec import (
    LOG_KINDS,
    TAG_ENTRY,
    TAG_STRIP,
    chain_in,
    encode,
    fields_of,
    follows,
    logs_of,
    payload_of,
)
from corrido.store.journal.ring import BAD, BODY_AT, Ring, header_whole
from corrido.store.journal.scan import BEAT_MS, STRIP_BYTES, entry_of, more_than_torn
from corrido.store.nor import firm, program

ARM = 14  # events.ARM: the first record of a game
STRIP_BEATS = STRIP_BYTES * 8
READY_BLOCKS = 16  # 64 KiB: some 1,500 presses, or fifteen hours of heartbeats
NOTE_RESERVE = 2  # blocks that ignored presses may not fill
_NO_CHAIN = b"\x00" * 8


class Journal:
    """The ring in blocks first .. first + blocks - 1 of a NOR flash; call mount() first."""

    def __init__(self, flash: object, first: int, blocks: int) -> None:
        self._flash = flash
        self._ring = Ring(flash, first, blocks)
        self._block_size = flash.block_size
        self._page_size = flash.page_size
        self._ready_blocks = min(READY_BLOCKS, max(1, blocks - 2))
        self.game = 1
        self.last_t_ms = 0
        self.dropped = 0  # notes refused because the ring was full of the current game
        self._chain = _NO_CHAIN
        self._at = flash.block_size  # where the next record goes in the newest block
        self._blot_to = 0  # up to where a cut may have left something, until the first record
        self._strip = -1  # address of the bits in use
        self._strip_t_ms = 0
        self._beats = 0
        self._counts = None
        self._began_in = 0  # the number of the block in which the current game begins, or before
        self.on_entry = None  # called with each entry written, as records() yields it less chain
        self._tidy = False  # True: nothing is left for prepare() until another block is opened

    def before_each_block(self, action: object) -> None:
        """Call `action` before a block is erased or read whole: to feed the watchdog.

        An erase may take 400 ms, a block of a long game some 300 ms to read and fold.
        """
        self._ring.on_block = action

    # -- reading

    def mount(self) -> None:
        """Find the end of the record. Raises FormatError if a newer firmware wrote it."""
        ring = self._ring
        ring.mount()
        ring.kill_torn()
        self._strip = -1
        self._counts = None
        if ring.newest < 0:
            return
        ring.refresh()
        _, self.game, self._chain = ring.header(ring.newest)
        self._at = self._block_size
        buffer, last = read.load(ring, ring.newest), None
        for found in read.scan(buffer, self._page_size, self._block_size):
            last = found
        self._at = BODY_AT
        if last:
            self._resume(*last)
        self._began_in = self._first_block_of_game()
        self._set_blot(buffer)
        self.last_t_ms = 0
        for buffer, offset, record in self._current():
            fields = fields_of(record)
            if fields[1] == 1 and fields[3] == ARM:
                self.last_t_ms = 0  # presses noted before count from the power-on
            self.last_t_ms = max(self.last_t_ms, read.time_of(buffer, offset, record))

    def _resume(self, offset: int, record: bytearray, _repaired: bool) -> None:
        """Go on after the last whole record, whose bits a cut may have left weak."""
        self.game = fields_of(record)[0]
        self._chain = chain_in(record)
        firm(self._flash, self._address(offset), record)
        self._at = offset + read.length_of(record)

    def _set_blot(self, buffer: bytearray) -> None:
        """The page after the last record may hold what a cut left, though it reads as erased."""
        written = read.last_written(buffer, self._at)
        end = read.next_page(max(written, self._at), self._page_size)
        if written >= self._at:
            end += self._page_size
        self._blot_to = min(end, self._block_size)

    def _blocks(self, first: int) -> object:
        """Yield (buffer, index) of the blocks from sequence number `first` on."""
        for number in self._numbers(first):
            index = self._ring.find(number)
            if index >= 0:
                if self._ring.on_block:
                    self._ring.on_block()
                yield read.load(self._ring, index), index

    def _numbers(self, first: int) -> range:
        ring = self._ring
        if ring.newest < 0:
            return range(0)
        return range(max(first, ring.oldest()), ring.numbers[ring.newest] + 1)

    def _scan(self, buffer: bytearray, index: int) -> object:
        end = self._at if index == self._ring.newest else self._block_size
        return read.scan(buffer, self._page_size, end)

    def _first_block_of_game(self) -> int:
        """The sequence number of the block in which the current game begins."""
        first = 0
        for number in self._numbers(0):
            index = self._ring.find(number)
            header = self._ring.header(index) if index >= 0 else None
            if header and header[1] < self.game:
                first = number
        return first

    def _current(self) -> object:
        """Yield every record of the current game, strips too, as (buffer, offset, record)."""
        for buffer, index in self._blocks(self._first_block_of_game()):
            for offset, record, _ in self._scan(buffer, index):
                if fields_of(record)[0] == self.game:
                    yield buffer, offset, record

    def _entries(self, first: int = 0) -> object:
        """Yield every record but strips from the block numbered `first` on."""
        for buffer, index in self._blocks(first):
            for _, record, _ in self._scan(buffer, index):
                if record[0] == TAG_ENTRY:
                    yield record

    def events(self) -> object:
        """Yield (seq, t_ms, kind, who, value) of the current game, oldest first, without notes."""
        seq = 0
        for _, _, record in self._current():
            fields = fields_of(record)
            # An entry whose writing was reported as failed may stand there twice.
            if record[0] == TAG_ENTRY and fields[3] and fields[1] != seq:
                seq = fields[1]
                yield fields[1:]

    def payload_of(self, seq: int) -> bytes:
        """The payload of event `seq` of the current game; KeyError if there is none."""
        for _, _, record in self._current():
            fields = fields_of(record)
            if record[0] == TAG_ENTRY and fields[3] and fields[1] == seq:
                return payload_of(record)
        raise KeyError(seq)

    def records(self, game: int = 0) -> object:
        """Yield every entry kept, or those of one game, oldest first.

        An entry: (game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain).
        """
        for record in self._entries():
            if game in (0, fields_of(record)[0]):
                yield entry_of(record)

    def current_records(self) -> object:
        """Yield every entry of the current game, as records() does, in steps of a few ms.

        None stands for an entry of the game before.
        """
        for record in self._entries(self._began_in):
            yield entry_of(record) if fields_of(record)[0] == self.game else None

    def tail(self, count: int) -> list:
        """The latest `count` entries or fewer, oldest first, out of the last two blocks."""
        first = self._ring.numbers[self._ring.newest] - 1 if self._ring.newest >= 0 else 0
        kept = []
        for record in self._entries(first):
            kept = kept[-count + 1 :] if count > 1 else []
            kept.append(record)
        return [entry_of(record) for record in kept]

    def count(self, name: str) -> int:
        """How many entries kept are of a log kind; ValueError for an unknown name."""
        number = LOG_KINDS.index(name)
        if self._counts is None:
            counts = [0] * len(LOG_KINDS)
            for record in self._entries():
                for kind in logs_of(record):
                    if kind < len(counts):
                        counts[kind] += 1
            self._counts = counts
        return self._counts[number]

    def verify(self) -> tuple:
        """(whole, records read, number in that order of the first bad one or -1).

        A record that was altered, by one bit too, or one missing between two others is found.
        """
        return self._check(0, True)

    def whole(self) -> bool:
        """False if something of the current game may be missing. After mount(), before writing.

        What a cut leaves, and what could be repaired, is whole. A last record with several turned
        bits can not be told from one whose writing was cut.
        """
        ring = self._ring
        unreadable = BAD in bytes(ring.states)
        return not unreadable and self._check(self._first_block_of_game(), False)[0]

    def _check(self, first: int, strict: bool) -> tuple:
        chain, before, seen = None, None, 0
        for buffer, index in self._blocks(first):
            header = self._ring.header(index)
            if header is None or (strict and not header_whole(buffer[:BODY_AT])):
                return False, seen, seen
            # A record whose writing was reported as failed is repeated in the next block.
            repeated = chain if chain != header[2] and header[2] == before else None
            if chain not in (None, header[2]) and not repeated:
                return False, seen, seen
            chain = header[2]
            for _, record, repaired in self._scan(buffer, index):
                if (repaired and strict) or not follows(record, chain):
                    return False, seen, seen
                before, chain = chain, chain_in(record)
                if repeated and chain != repeated:
                    return False, seen, seen
                seen += not repeated
                repeated = None
            if index == self._ring.newest and more_than_torn(buffer, self._at, self._page_size):
                return False, seen, seen
        return True, seen, -1

    # -- writing

    def begin(self, game: int, payload: bytes) -> None:
        """Begin a game, with erased blocks ahead for all of it. Erases: only while no clock runs.

        OSError if no block of the ring can be written.
        """
        ring = self._ring
        while ring.ahead() < self._ready_blocks:
            keep_from = ring.numbers[ring.newest] if ring.newest >= 0 else 1
            if not ring.clear_next(keep_from):
                break
        self._counts = None
        self._strip = -1
        # Until the first record stands the game before is the current one.
        self._write(TAG_ENTRY, (game, 1, 0, ARM, 0, 0), b"", payload)
        self.game = game
        self._began_in = ring.numbers[ring.newest]
        self._tidy = False
        self.last_t_ms = 0

    def prepare(self) -> bool:
        """Erase one old block if too few lie ready; True if one was. Only while no clock runs."""
        if self._tidy:
            return False
        if self._ring.ahead() < self._ready_blocks:
            if self._ring.clear_next(self._first_block_of_game() or 1):
                self._counts = None
                return True
        self._tidy = True
        return False

    def append(
        self,
        seq: int,
        t_ms: int,
        kind: int,
        who: int,
        value: int,
        logs: tuple = (),
        payload: bytes = b"",
    ) -> None:
        """Write one event; it is durable on return. OSError if the flash takes nothing any more.

        logs: names of the log kinds that this entry counts for, at most 7.
        """
        numbers = bytes([LOG_KINDS.index(name) for name in logs])
        self._write(TAG_ENTRY, (self.game, seq, t_ms, kind, who, value), numbers, payload)
        if self._counts is not None:
            for number in numbers:
                self._counts[number] += 1
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def note(
        self, t_ms: int, logs: tuple, payload: bytes = b"", who: int = 0, value: int = 0
    ) -> None:
        """Log what is no event of the game; in a ring that one game fills it is only counted."""
        room = self._block_size - self._at
        if self._ring.newest >= 0 and self._ring.ahead() < NOTE_RESERVE and room < 512:
            self.dropped += 1
            return
        self.append(0, t_ms, 0, who, value, logs, payload)

    def heartbeat(self, t_ms: int) -> None:
        """Keep the time, to within BEAT_MS. OSError if the flash takes nothing any more."""
        beats = (t_ms - self._strip_t_ms) // BEAT_MS
        if self._strip < 0 or not 0 <= beats <= STRIP_BEATS:
            self._begin_strip(t_ms)
        elif beats > self._beats:
            self._clear_bits(self._beats, beats)
            self._beats = beats
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def _begin_strip(self, t_ms: int) -> None:
        self._write(TAG_STRIP, (self.game, 0, t_ms, 0, 0, 0), b"", b"", STRIP_BYTES)
        self._strip = self._address(self._at)
        self._strip_t_ms = t_ms
        self._beats = 0
        self._at += STRIP_BYTES

    def _clear_bits(self, first: int, end: int) -> None:
        """Clear the bits first .. end - 1 of the strip, lowest bit of a byte first."""
        for number in range(first // 8, (end - 1) // 8 + 1):
            cleared = min(8, end - number * 8)
            byte = bytes((0xFF << cleared & 0xFF,))
            if not program(self._flash, self._strip + number, byte):
                self._strip = -1  # another strip, at the next beat, may find a better place
                return

    def _write(self, tag: int, fields: tuple, logs: bytes, payload: bytes, extra: int = 0) -> None:
        self._leave_the_cut_behind()
        record = encode(tag, fields, logs, payload, self._chain)
        for _ in range(self._ring.blocks + 1):
            self._place(len(record) + extra)
            if program(self._flash, self._address(self._at), record):
                self._at += len(record)
                self._chain = chain_in(record)
                if self.on_entry and tag == TAG_ENTRY:
                    names = tuple([LOG_KINDS[number] for number in logs])
                    self.on_entry(fields + (names, payload))
                return
            self._at = self._block_size  # a block that fails once is left for the next
        raise OSError("journal: the flash takes no more records")

    def _place(self, size: int) -> None:
        """Make room for a record: within one page, or else from the beginning of one."""
        room = self._page_size - self._at % self._page_size
        if size > room and self._at != BODY_AT:
            self._at += room % self._page_size
        if self._at + size > self._block_size:
            self._open_block()

    def _leave_the_cut_behind(self) -> None:
        if self._blot_to:
            program(self._flash, self._address(self._at), bytes(self._blot_to - self._at))
            self._at = self._blot_to
            self._blot_to = 0

    def _open_block(self) -> None:
        ring = self._ring
        if not ring.open(self.game, self._chain):
            # The game outgrew what was erased for it: better a late erase than a lost event.
            if not ring.clear_next(self._first_block_of_game() or 1):
                raise OSError("journal: the current game fills the whole ring")
            if not ring.open(self.game, self._chain):
                raise OSError("journal: no block of the flash can be written")
            self._counts = None
        self._at = BODY_AT
        self._tidy = False

    def _address(self, offset: int) -> int:
        """Of an offset in the newest block."""
        return self._ring.address(self._ring.newest) + offset
