"""The display driver: its transfers, how small they are, and its reaction to a broken bus."""

from corrido.hal.ssd1306 import RETRY_MS, SSD1306, Displays


class Controller:
    """A controller's memory behind an I2C address, in page addressing mode; 132 columns."""

    def __init__(self):
        self.memory = [bytearray(b"\xaa" * 132) for _ in range(8)]
        self.page = self.column = 0
        self.on = False
        self.commands = []

    def write(self, data):
        while data[0] == 0x80:
            self.place(data[1])
            data = data[2:]
        if data[0] == 0x40:
            for byte in data[1:]:
                self.memory[self.page][self.column] = byte
                self.column += 1
            return
        assert data[0] == 0
        self.commands.append(bytes(data[1:]))
        self.on = data[-1] == 0xAF

    def place(self, command):
        if 0xB0 <= command <= 0xB7:
            self.page = command & 7
        elif command < 0x10:
            self.column = self.column & 0xF0 | command
        else:
            assert command < 0x20
            self.column = self.column & 0x0F | (command & 15) << 4

    def picture(self, offset=0):
        out = bytearray()
        for page in self.memory:
            out += page[offset : offset + 128]
        return out


class Bus:
    """A bus that can break at any transaction."""

    def __init__(self, *addresses):
        self.there = {address: Controller() for address in addresses}
        self.sizes = []
        self.recoveries = 0
        self.fuse = -1

    def writeto(self, address, data):
        self.writevto(address, (data,))

    def writevto(self, address, parts):
        data = b"".join([bytes(part) for part in parts])
        if self.fuse == 0 or address not in self.there:
            raise OSError(19)
        self.fuse -= 1
        self.sizes.append(len(data))
        self.there[address].write(data)

    def recover(self):
        self.recoveries += 1


def flush(display, frame, now_ms):
    """Let a display, or all displays, show a picture; return the number of steps."""
    steps = 0
    for one in getattr(display, "all", (display,)):
        one.frame[:] = frame
    while display.flush_step(now_ms):
        steps += 1
        assert steps < 100
    return steps


def pattern():
    return bytearray([(x * 7 + x // 128) & 255 for x in range(1024)])


def drawn():
    """Return a bus, the display on it, and the picture that it shows."""
    bus = Bus(0x3C)
    display = SSD1306(bus, bytearray(1024), 0x3C)
    frame = pattern()
    flush(display, frame, 0)
    return bus, display, frame


def test_no_transaction_is_longer_than_two_milliseconds():
    bus, display, frame = drawn()
    flush(display, bytearray([byte ^ 255 for byte in frame]), 1)
    longest = max(bus.sizes) + 1
    assert longest * 9 * 1000000 // 400000 < 2000


def test_only_what_changed_is_sent():
    bus, display, frame = drawn()
    bus.sizes = []
    for page in range(2, 6):
        for x in range(48, 60):
            frame[page * 128 + x] ^= 255
    assert flush(display, frame, 1) == 4
    assert bus.there[0x3C].picture() == frame
    assert sum(bus.sizes) == 4 * (7 + 12)
    bus.sizes = []
    assert not display.flush_step(2) and not bus.sizes


def test_a_board_without_displays_has_nothing_to_do():
    displays = Displays(Bus(), (), bytearray(1024))
    assert not displays.flush_step(0) and displays.connected() == 0
    assert displays.next_due_ms(5) > 5


def test_sh1106_has_its_column_offset():
    bus = Bus(0x3C)
    display = SSD1306(bus, bytearray(1024), 0x3C, 2)
    frame = pattern()
    flush(display, frame, 0)
    assert bus.there[0x3C].picture(2) == frame


def test_a_display_that_was_never_there_is_tried_each_second():
    bus = Bus()
    display = SSD1306(bus, bytearray(1024), 0x3C)
    frame = pattern()
    assert not display.flush_step(0)
    assert display.next_due_ms(1) == RETRY_MS
    assert not display.flush_step(500) and display.errors == 1
    bus.there[0x3C] = Controller()
    flush(display, frame, RETRY_MS)
    assert display.connected and bus.recoveries == 1
    assert bus.there[0x3C].picture() == frame


def test_broken_at_any_transaction_it_comes_back():
    frame = pattern()
    for fuse in range(17):
        bus = Bus(0x3C)
        display = SSD1306(bus, bytearray(1024), 0x3C)
        bus.fuse = fuse
        flush(display, frame, 0)
        assert not display.connected
        bus.fuse = -1
        flush(display, frame, RETRY_MS)
        assert bus.there[0x3C].picture() == frame and bus.recoveries == 1


def test_one_that_lost_its_power_for_an_instant_is_whole_again_in_sixteen_refreshes():
    bus, display, frame = drawn()
    bus.there[0x3C] = Controller()
    for time in range(1, 17):
        flush(display, frame, time * RETRY_MS)
    assert bus.there[0x3C].picture() == frame and bus.there[0x3C].on


def test_a_set_up_that_was_disturbed_is_repaired_with_the_first_window():
    bus, display, frame = drawn()
    chip = bus.there[0x3C]
    whole = chip.commands[0]
    chip.commands.clear()
    for refresh in range(1, 18):
        flush(display, frame, refresh * RETRY_MS)
    assert chip.commands.count(whole) == 2  # the first and the seventeenth refresh
    assert all([c[-3:] == b"\x81\xcf\xaf" for c in chip.commands if len(c) > 7])


def test_two_displays_show_the_same_and_one_may_be_away():
    bus = Bus(0x3C, 0x3D)
    displays = Displays(bus, ((0x3C, 0, False), (0x3D, 0, True)), bytearray(1024))
    frame = pattern()
    flush(displays, frame, 0)
    assert displays.connected() == 2
    assert b"\xa1\xc8" in bus.there[0x3C].commands[0]
    assert b"\xa0\xc0" in bus.there[0x3D].commands[0]
    del bus.there[0x3D]
    frame[0] ^= 255
    flush(displays, frame, 1)
    assert displays.connected() == 1
    assert bus.there[0x3C].picture() == frame


def test_contrast_and_sleep():
    bus = Bus(0x3C)
    displays = Displays(bus, ((0x3C, 0, False),), bytearray(1024))
    frame = pattern()
    flush(displays, frame, 0)
    displays.set_contrast(0x20)
    assert displays.next_due_ms(1) == 1
    flush(displays, frame, 1)
    assert bus.there[0x3C].commands[-1][-3:] == b"\x81\x20\xaf"
    displays.set_contrast(0)
    flush(displays, frame, 2)
    assert not bus.there[0x3C].on
