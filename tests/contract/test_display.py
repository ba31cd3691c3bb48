"""The display driver on the model of its controller, on a whole bus and on a broken one."""

from corrido.hal.ssd1306 import RETRY_MS, SSD1306, Displays

from host_tools.sim.ssd1306 import Ssd1306


class Bus:
    """A bus with controllers at these addresses, which can break at any transaction."""

    def __init__(self, *addresses):
        self.there = {address: Ssd1306() for address in addresses}
        self.sent = []
        self.recoveries = 0
        self.fuse = -1

    def writeto(self, address, data):
        self.writevto(address, (data,))

    def writevto(self, address, parts):
        if self.fuse == 0 or address not in self.there:
            raise OSError(19)
        self.fuse -= 1
        self.sent.append(b"".join(parts))
        self.there[address].transaction(self.sent[-1])

    def recover(self):
        self.recoveries += 1

    def picture(self):
        return self.there[0x3C].frame()


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
    longest = max(len(data) for data in bus.sent) + 1
    assert longest * 9 * 1000000 // 400000 < 2000


def test_only_what_changed_is_sent():
    bus, display, frame = drawn()
    bus.sent.clear()
    for page in range(2, 6):
        for x in range(48, 60):
            frame[page * 128 + x] ^= 255
    assert flush(display, frame, 1) == 4
    assert bus.picture() == frame
    assert sum(len(data) for data in bus.sent) == 4 * (7 + 12)
    bus.sent.clear()
    assert not display.flush_step(2) and not bus.sent


def test_sh1106_has_its_column_offset():
    bus, frame = Bus(), pattern()
    bus.there[0x3C] = Ssd1306(columns=132)
    flush(SSD1306(bus, bytearray(1024), 0x3C, 2), frame, 0)
    assert bus.picture() == frame


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
        assert bus.picture() == frame and bus.recoveries == 1


def test_one_that_lost_its_power_for_an_instant_is_whole_again_in_sixteen_refreshes():
    bus, display, frame = drawn()
    bus.there[0x3C] = Ssd1306()
    for time in range(1, 17):
        flush(display, frame, time * RETRY_MS)
    assert bus.picture() == frame


def test_a_set_up_that_was_disturbed_is_repaired_with_the_first_window():
    bus, display, frame = drawn()
    whole = bus.sent[0]
    bus.sent.clear()
    for refresh in range(1, 18):
        flush(display, frame, refresh * RETRY_MS)
    assert bus.sent.count(whole) == 2  # the first and the seventeenth refresh
    commands = [data for data in bus.sent if data[0] == 0]
    assert all(data.endswith(b"\x81\xcf\xaf") for data in commands)


def test_two_displays_show_the_same_and_one_may_be_away():
    bus = Bus(0x3C, 0x3D)
    displays = Displays(bus, ((0x3C, 0, False), (0x3D, 0, True)), bytearray(1024))
    frame = pattern()
    flush(displays, frame, 0)
    assert displays.connected() == 2
    assert bus.there[0x3C].segments_reversed and not bus.there[0x3D].segments_reversed
    assert bus.there[0x3C].coms_reversed and not bus.there[0x3D].coms_reversed
    del bus.there[0x3D]
    frame[0] ^= 255
    flush(displays, frame, 1)
    assert displays.connected() == 1
    assert bus.picture() == frame


def test_contrast_and_sleep():
    bus = Bus(0x3C)
    displays = Displays(bus, ((0x3C, 0, False),), bytearray(1024))
    frame = pattern()
    flush(displays, frame, 0)
    displays.set_contrast(0x20)
    assert displays.next_due_ms(1) == 1
    flush(displays, frame, 1)
    assert bus.there[0x3C].contrast == 0x20 and bus.there[0x3C].on
    displays.set_contrast(0)
    flush(displays, frame, 2)
    assert not bus.there[0x3C].on
