"""Driver for SSD1306, SSD1309 and SH1106 displays of 128x64 pixels on I2C.

`flush_step()` sends at most one window (up to 64 bytes of one page: 1.6 ms at 400 kHz). Changes go
before mere refreshes. All three controllers support page addressing. An OSError of the bus is
caught: the display counts as lost and is retried every 0.9 s, after nine clocks on the bus. While
it answers, half a page is refreshed at a time, so that a display that briefly lost power recovers
its whole picture; a refresh waits a little for a turn that draws anyway.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.raster import loops

if TYPE_CHECKING:
    from corrido.parts import Bus

_WIDTH = const(128)
_BYTES = const(1024)
WINDOW = const(64)  # data bytes per transfer
RETRY_MS = 900  # just under a second, so that a refresh goes along with a clock's digits
PATIENCE_MS = const(600)  # how long a refresh waits for another wake-up before it wakes the chip

SETUP = b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xda\x12\xd9\xf1\xdb\x30\xa4\xa6"
# What a reset undoes: charge pump, precharge, deselect level. The rest is as a reset leaves it.
REPAIR = b"\x00\x8d\x14\xd9\xf1\xdb\x30"


class SSD1306:
    """One display, which shows `frame`: 1,024 bytes in page order."""

    def __init__(
        self,
        bus: "Bus",
        frame: bytearray,
        address: int,
        column_offset: int = 0,
        rotated: bool = False,
    ) -> None:
        self.bus = bus
        self.frame = frame
        self.address = address
        self.column_offset = column_offset
        self.mapping = b"\xa0\xc0" if rotated else b"\xa1\xc8"
        self.connected = False
        self.errors = 0
        self.contrast = 0xCF
        # Page and column as single commands (control byte 0x80 each), then data (0x40).
        self._place = bytearray(b"\x80\xb0\x80\x00\x80\x10\x40")
        self._shadow = bytearray(_BYTES)
        self._stale = 0  # from here to _stale_end the display may differ from the picture
        self._stale_end = _BYTES
        self._from = 0  # where to look for changes first: after the latest
        self._next_try_ms = None
        self._refreshed = 0

    def set_contrast(self, level: int) -> None:
        """Set the brightness, 1 to 255; 0 puts the panel to sleep. Sent with the next flush."""
        if level != self.contrast:
            self.contrast = level
            self._next_try_ms = None

    def next_due_ms(self, now_ms: int) -> int:
        """Return when to call `flush_step` next if the picture does not change, in ms."""
        if self._next_try_ms is None:
            return now_ms
        return self._next_try_ms + (PATIENCE_MS if self.connected else 0)

    def flush_step(self, now_ms: int) -> bool:
        """Send one window; return True while more may remain."""
        try:
            if self.connected and self._send_window():
                return True
            if self._next_try_ms is None or now_ms >= self._next_try_ms:
                self._next_try_ms = now_ms + RETRY_MS
                self._visit()
                return True
            return False
        except OSError:
            self.errors += 1
            self.connected = False
            return False

    def _visit(self) -> None:
        """Wake a lost display, or refresh the set-up and a window of one that answers.

        What a loss of power undoes is sent every time, the rest with the picture's first window.
        """
        if not self.connected:
            if self.errors:
                self.bus.recover()
            self._stale, self._stale_end = 0, _BYTES
        level = bytes([0x81, self.contrast or 1, 0xAF if self.contrast else 0xAE])
        setup = REPAIR if self.connected and self._refreshed else SETUP
        self.bus.writeto(self.address, setup + self.mapping + level)
        self.connected = True
        if self._stale == self._stale_end:
            self._stale = self._refreshed
            self._stale_end = self._refreshed = self._stale + WINDOW
            self._refreshed %= _BYTES

    def _send_window(self) -> bool:
        if self._stale < self._stale_end:
            end = min(self._stale + WINDOW, self._stale_end)
            self._stale = self._write(self._stale, end)
            return True
        most = WINDOW << 16
        run = loops.changed(self.frame, self._shadow, self._from, most | _BYTES)
        if not run and self._from:
            run = loops.changed(self.frame, self._shadow, 0, most | self._from)
            self._from = 0
        if run:
            self._from = self._write(run & 0xFFFF, run >> 16) % _BYTES
        return run != 0

    def _write(self, first: int, end: int) -> int:
        """Send the bytes from `first` to `end` or the end of its page; return where it ended."""
        end = min(end, (first | _WIDTH - 1) + 1)  # a window stays within one page
        column = first % _WIDTH + self.column_offset
        place = self._place
        place[1] = 0xB0 | first // _WIDTH
        place[3] = column & 15
        place[5] = 0x10 | column >> 4
        data = memoryview(self.frame)[first:end]
        self.bus.writevto(self.address, (place, data))
        self._shadow[first:end] = data
        return end


class Displays:
    """All displays of a board, flushed in turn with the same picture, `frame`."""

    def __init__(
        self, bus: "Bus", places: "tuple[tuple[int, int, bool], ...]", frame: bytearray
    ) -> None:
        """Make a driver for each place: (address, column offset, rotated)."""
        self.all = [SSD1306(bus, frame, *place) for place in places]
        self._turn = 0

    def set_contrast(self, level: int) -> None:
        """Set the brightness of all displays, 0 (asleep) to 255."""
        for display in self.all:
            display.set_contrast(level)

    def connected(self) -> int:
        """Return how many displays answer."""
        return sum(1 for display in self.all if display.connected)

    def next_due_ms(self, now_ms: int) -> int:
        """Return when to call `flush_step` next if the picture does not change, in ms."""
        soonest_ms = now_ms + RETRY_MS + PATIENCE_MS
        for at in range(len(self.all)):
            soonest_ms = min(soonest_ms, self.all[at].next_due_ms(now_ms))
        return soonest_ms

    def flush_step(self, now_ms: int) -> bool:
        """Send one window to one display; True while more may remain."""
        for _ in range(len(self.all)):
            self._turn = (self._turn + 1) % len(self.all)
            if self.all[self._turn].flush_step(now_ms):
                return True
        return False
