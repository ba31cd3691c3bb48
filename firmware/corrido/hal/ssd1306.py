"""Driver for SSD1306, SSD1309 and SH1106 displays of 128x64 pixels on I2C.

`flush_step()` sends at most one window (up to 128 bytes of one page: 3.1 ms at 400 kHz), so that
no call holds the main loop for longer than 4 ms. All three controllers know page addressing.
An OSError of the bus stays inside: the display counts as lost and is tried again every second,
after nine clocks on the bus. While it is there it is refreshed a page a second, so that one which
lost its power for an instant comes back whole.
"""

WIDTH = 128
PAGES = 8
BLOCK = 8
RETRY_MS = 1000

SETUP = (b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xda\x12\xd9\xf1\xdb\x30\xa4\xa6")
DATA = b"\x40"


class SSD1306:
    """One display. `frame` is the 1,024-byte picture in page order; it is read, never kept."""

    def __init__(self, bus: object, address: int, column_offset: int = 0,
                 rotated: bool = False) -> None:
        self.bus = bus
        self.address = address
        self.column_offset = column_offset
        self.mapping = b"\xa0\xc0" if rotated else b"\xa1\xc8"
        self.connected = False
        self.errors = 0
        self.contrast = 0xCF
        self._shadow = bytearray(WIDTH * PAGES)
        self._stale = (1 << PAGES) - 1
        self._next_try_ms = None
        self._refresh_page = 0

    def set_contrast(self, level: int) -> None:
        """Brightness 1 to 255; 0 puts the panel to sleep. Sent with the next flush."""
        if level != self.contrast:
            self.contrast = level
            self._next_try_ms = None

    def next_due_ms(self, now_ms: int) -> int:
        """When `flush_step` wants to be called although the picture has not changed."""
        return now_ms if self._next_try_ms is None else self._next_try_ms

    def flush_step(self, frame: bytearray, now_ms: int) -> bool:
        """Sends at most one window; returns True while more remain to be sent."""
        try:
            if self._next_try_ms is None or now_ms >= self._next_try_ms:
                self._next_try_ms = now_ms + RETRY_MS
                self._visit()
                return True
            return self.connected and self._send_window(frame)
        except OSError:
            self.errors += 1
            self.connected = False
            self._next_try_ms = now_ms + RETRY_MS
            return False

    def _visit(self) -> None:
        """Wakes a display that was away; refreshes the set-up and a page of one that is here."""
        if not self.connected:
            if self.errors:
                self.bus.recover()
            self._stale = (1 << PAGES) - 1
        level = bytes([0x81, self.contrast or 1, 0xAF if self.contrast else 0xAE])
        self.bus.writeto(self.address, SETUP + self.mapping + level)
        self.connected = True
        self._stale |= 1 << self._refresh_page
        self._refresh_page = (self._refresh_page + 1) % PAGES

    def _send_window(self, frame: bytearray) -> bool:
        new, old = memoryview(frame), memoryview(self._shadow)
        for page in range(PAGES):
            start = page * WIDTH
            if self._stale & 1 << page:
                self._write(new, page, 0, WIDTH)
                self._stale &= ~(1 << page)
                return True
            if new[start:start + WIDTH] != old[start:start + WIDTH]:
                first, end = self._difference(new, old, start)
                self._write(new, page, first, end)
                return True
        return False

    def _difference(self, new: memoryview, old: memoryview, start: int) -> tuple:
        """First run of changed blocks in a page: (first column, column after it)."""
        first = end = -1
        for x in range(0, WIDTH, BLOCK):
            at = start + x
            if new[at:at + BLOCK] != old[at:at + BLOCK]:
                first = x if first < 0 else first
                end = x + BLOCK
            elif first >= 0 and x - end >= BLOCK:
                break
        return first, end

    def _write(self, new: memoryview, page: int, first: int, end: int) -> None:
        column = first + self.column_offset
        place = bytes([0x00, 0xB0 | page, column & 15, 0x10 | column >> 4])
        at = page * WIDTH + first
        data = new[at:at + end - first]
        self.bus.writeto(self.address, place)
        self.bus.writevto(self.address, (DATA, data))
        self._shadow[at:at + end - first] = data


class Displays:
    """All displays of a board, flushed in turn with the same picture."""

    def __init__(self, bus: object, places: tuple) -> None:
        """`places`: (address, column offset, rotated) for each display."""
        self.all = [SSD1306(bus, *place) for place in places]
        self._turn = 0

    def set_contrast(self, level: int) -> None:
        """Brightness of all displays, 0 (asleep) to 255."""
        for display in self.all:
            display.set_contrast(level)

    def connected(self) -> int:
        """How many displays answer."""
        return sum(1 for display in self.all if display.connected)

    def next_due_ms(self, now_ms: int) -> int:
        """When `flush_step` wants to be called although the picture has not changed."""
        dues = [display.next_due_ms(now_ms) for display in self.all]
        return min(dues) if dues else now_ms + RETRY_MS

    def flush_step(self, frame: bytearray, now_ms: int) -> bool:
        """Sends at most one window to one display; returns True while more remain."""
        for _ in self.all:
            display = self.all[self._turn]
            self._turn = (self._turn + 1) % len(self.all)
            if display.flush_step(frame, now_ms):
                return True
        return False
