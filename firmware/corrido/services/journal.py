"""The journal: one append-only, hash-chained ring that is the game's memory and the event log.

Erased blocks lie ready before a game, so that a record in play is only programmed: durable when
append() returns. Between records a strip of bits keeps the time: a heartbeat clears some of them.
"""

from corrido.services.journal_codec import (
    LOG_KINDS,
    TAG_BLANK,
    TAG_ENTRY,
    TAG_STRIP,
    chain_in,
    encode,
    fields_of,
    follows,
    logs_of,
    payload_of,
    record_at,
)
from corrido.services.journal_ring import BODY_AT, Ring

ARM = 14  # events.ARM: the first record of a game
STRIP_BYTES = 64
BEAT_MS = 250  # one bit of a strip
STRIP_BEATS = STRIP_BYTES * 8
READY_BLOCKS = 16  # 64 KiB: some 600 presses, or nine hours of heartbeats
NOTE_RESERVE = 2  # blocks that ignored presses may not fill
_NO_CHAIN = b"\x00" * 8
_ATTEMPTS = 6


class Journal:
    """The ring in blocks first .. first + blocks - 1 of a NOR flash; call mount() first."""

    def __init__(self, flash: object, first: int, blocks: int) -> None:
        self._ring = Ring(flash, first, blocks)
        self._block_size = flash.block_size
        self._page_size = flash.page_size
        self._ready_blocks = min(READY_BLOCKS, max(1, blocks - 2))
        self.game = 1
        self.last_t_ms = 0
        self.dropped = 0  # notes refused because the ring was full of the current game
        self._chain = _NO_CHAIN
        self._at = flash.block_size  # where the next record goes in the newest block
        self._strip_at = -1
        self._strip_t_ms = 0
        self._beats = 0
        self._counts = None

    # -- reading

    def mount(self) -> None:
        """Find the end of the record. Raises FormatError if a newer firmware wrote it."""
        ring = self._ring
        ring.mount()
        ring.kill_torn()
        self._strip_at = -1
        self._counts = None
        if ring.newest < 0:
            return
        ring.refresh()
        _, self.game, self._chain = ring.header(ring.newest)
        buffer, last = self._load(ring.newest), None
        for offset, record in self._scan(buffer):
            last = offset, record
        self._at = BODY_AT
        if last:
            self._resume(buffer, *last)
        self.last_t_ms = self._find_last_t_ms()

    def _resume(self, buffer: bytearray, offset: int, record: bytearray) -> None:
        """Go on after the last whole record; what a cut left behind it is skipped."""
        self.game = fields_of(record)[0]
        self._chain = chain_in(record)
        stored = buffer[offset : offset + len(record)]
        # A cut may have left bits weak: what reads as cleared is cleared once more.
        self._program(offset, bytes([a & b for a, b in zip(record, stored)]))
        end = offset + len(record) + (STRIP_BYTES if record[0] == TAG_STRIP else 0)
        if any([byte != TAG_BLANK for byte in memoryview(buffer)[end:]]):
            end = self._next_page(self._last_written(buffer))
        self._at = end

    def _last_written(self, buffer: bytearray) -> int:
        at = len(buffer) - 1
        while buffer[at] == TAG_BLANK:
            at -= 1
        return at

    def _next_page(self, offset: int) -> int:
        return (offset // self._page_size + 1) * self._page_size

    def _load(self, index: int) -> bytearray:
        buffer = bytearray(self._block_size)
        try:
            self._ring.flash.read(self._ring.address(index), buffer)
        except OSError:
            buffer[:] = b"\xff" * len(buffer)
        return buffer

    def _scan(self, buffer: bytearray) -> object:
        """Yield (offset, record) of every whole record in a block; torn ones are skipped."""
        offset = BODY_AT
        while offset < len(buffer):
            found = None
            if buffer[offset] != TAG_BLANK:
                found = record_at(buffer, offset, len(buffer))
            if found is None:
                offset = self._next_page(offset)
                continue
            yield offset, found[0]
            offset += len(found[0]) + (STRIP_BYTES if found[0][0] == TAG_STRIP else 0)

    def _numbers(self, first: int) -> range:
        ring = self._ring
        if ring.newest < 0:
            return range(0)
        return range(max(first, ring.oldest()), ring.numbers[ring.newest] + 1)

    def _blocks(self, first: int) -> object:
        """Yield (buffer, header) of the blocks from sequence number `first` on."""
        for number in self._numbers(first):
            index = self._ring.find(number)
            if index >= 0:
                header = self._ring.header(index)
                if header:
                    yield self._load(index), header

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
        for buffer, _ in self._blocks(self._first_block_of_game()):
            for offset, record in self._scan(buffer):
                if fields_of(record)[0] == self.game:
                    yield buffer, offset, record

    def events(self) -> object:
        """Yield (seq, t_ms, kind, who, value) of the current game, oldest first, without notes."""
        for _, _, record in self._current():
            fields = fields_of(record)
            if record[0] == TAG_ENTRY and fields[3]:
                yield fields[1:]

    def payload_of(self, seq: int) -> bytes:
        """The payload of event `seq` of the current game; KeyError if there is none."""
        for _, _, record in self._current():
            fields = fields_of(record)
            if record[0] == TAG_ENTRY and fields[3] and fields[1] == seq:
                return payload_of(record)
        raise KeyError(seq)

    def _find_last_t_ms(self) -> int:
        latest_ms = 0
        for buffer, offset, record in self._current():
            t_ms = fields_of(record)[2]
            if record[0] == TAG_STRIP:
                start = offset + len(record)
                t_ms += BEAT_MS * _zeros(buffer[start : start + STRIP_BYTES])
            latest_ms = max(latest_ms, t_ms)
        return latest_ms

    def records(self, game: int = 0) -> object:
        """Yield every entry kept, or those of one game, oldest first.

        An entry: (game, seq, t_ms, kind, who, value, names of its log kinds, payload, chain).
        """
        for buffer, _ in self._blocks(0):
            for _, record in self._scan(buffer):
                if record[0] == TAG_ENTRY and game in (0, fields_of(record)[0]):
                    yield _entry(record)

    def tail(self, count: int) -> list:
        """The latest `count` entries or fewer, oldest first, out of the last two blocks."""
        entries = []
        first = self._ring.numbers[self._ring.newest] - 1 if self._ring.newest >= 0 else 0
        for buffer, _ in self._blocks(first):
            for _, record in self._scan(buffer):
                if record[0] == TAG_ENTRY:
                    entries.append(_entry(record))
        return entries[-count:]

    def count(self, name: str) -> int:
        """How many entries kept are of a log kind; ValueError for an unknown name."""
        number = LOG_KINDS.index(name)
        if self._counts is None:
            counts = [0] * len(LOG_KINDS)
            for buffer, _ in self._blocks(0):
                for _, record in self._scan(buffer):
                    for kind in logs_of(record):
                        counts[kind] += 1
            self._counts = counts
        return self._counts[number]

    def verify(self) -> tuple:
        """(whole, entries read, sequence number in the ring of the first bad entry or -1).

        An entry that was altered, or one missing between two others, breaks the chain.
        """
        chain, read = None, 0
        for buffer, header in self._blocks(0):
            if chain is not None and header[2] != chain:
                return False, read, read
            chain = header[2]
            for _, record in self._scan(buffer):
                if not follows(record, chain):
                    return False, read, read
                chain = chain_in(record)
                read += 1
        return True, read, -1

    # -- writing

    def begin(self, game: int, payload: bytes) -> None:
        """Begin a game, with erased blocks ahead for all of it. Erases: only while no clock runs.

        OSError if no block of the ring can be written.
        """
        while self._ring.ahead() < self._ready_blocks:
            newest = self._ring.newest
            keep_from = self._ring.numbers[newest] if newest >= 0 else 1
            if not self._ring.clear_next(keep_from):
                break
        self._counts = None
        self.game = game
        self.last_t_ms = 0
        self.append(1, 0, ARM, 0, 0, (), payload)

    def prepare(self) -> bool:
        """Erase one old block if too few lie ready; True if one was. Only while no clock runs."""
        if self._ring.ahead() >= self._ready_blocks:
            return False
        if not self._ring.clear_next(self._first_block_of_game()):
            return False
        self._counts = None
        return True

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
        """Keep the time, to within BEAT_MS; a beat that the flash refuses is no error."""
        beats = (t_ms - self._strip_t_ms) // BEAT_MS
        if self._strip_at < 0 or not 0 <= beats <= STRIP_BEATS:
            self._write(TAG_STRIP, (self.game, 0, t_ms, 0, 0, 0), b"", b"", STRIP_BYTES)
            self._strip_at = self._at
            self._strip_t_ms = t_ms
            self._beats = 0
            self._at += STRIP_BYTES
        elif beats > self._beats:
            self._clear_bits(self._beats, beats)
            self._beats = beats
        self.last_t_ms = max(self.last_t_ms, t_ms)

    def _clear_bits(self, first: int, end: int) -> None:
        """Clear the bits first .. end - 1 of the strip, lowest bit of a byte first."""
        for number in range(first // 8, (end - 1) // 8 + 1):
            cleared = min(8, end - number * 8)
            self._program(self._strip_at + number, bytes((0xFF << cleared & 0xFF,)))

    def _write(self, tag: int, fields: tuple, logs: bytes, payload: bytes, extra: int = 0) -> None:
        self._strip_at = -1
        for _ in range(_ATTEMPTS):
            record = encode(tag, fields, logs, payload, self._chain)
            if self._at + len(record) + extra > self._block_size:
                self._open_block()
            if self._program(self._at, record):
                self._at += len(record)
                self._chain = chain_in(record)
                return
            self._at = self._next_page(self._at + len(record))
        raise OSError("journal: the flash takes no more records")

    def _open_block(self) -> None:
        ring = self._ring
        if not ring.open(self.game, self._chain):
            # The game outgrew what was erased for it: better a late erase than a lost event.
            if not ring.clear_next(self._first_block_of_game() or 1):
                raise OSError("journal: the current game fills the whole ring")
            if not ring.open(self.game, self._chain):
                raise OSError("journal: no block of the flash can be written")
        self._at = BODY_AT

    def _program(self, offset: int, data: bytes) -> bool:
        """Program data at an offset of the newest block, page by page, and read it back."""
        base = self._ring.address(self._ring.newest)
        done = 0
        while done < len(data):
            size = min(len(data) - done, self._page_size - (offset + done) % self._page_size)
            if not self._ring.write(base + offset + done, data[done : done + size]):
                return False
            done += size
        return True


def _entry(record: bytearray) -> tuple:
    names = tuple([LOG_KINDS[number] for number in logs_of(record) if number < len(LOG_KINDS)])
    return fields_of(record) + (names, payload_of(record), chain_in(record))


def _zeros(strip: bytearray) -> int:
    """Cleared bits; a single turned bit is one beat, never minutes."""
    count = 0
    for byte in strip:
        while byte != 0xFF:
            byte |= byte + 1
            count += 1
    return count
