"""The model of a display controller, by its data sheet."""

import pytest

from host_tools.sim.ssd1306 import FRAME_BYTES, I2CBus, ProtocolError, Ssd1306

UPRIGHT = bytes((0x00, 0xA1, 0xC8, 0x8D, 0x14, 0x20, 0x00, 0xAF))


@pytest.fixture
def display() -> Ssd1306:
    display = Ssd1306()
    display.transaction(UPRIGHT)
    display.transaction(bytes((0x00, 0x21, 0, 127, 0x22, 0, 7)))
    display.transaction(b"\x40" + bytes(FRAME_BYTES))
    return display


def at(display: Ssd1306, x: int, y: int) -> int:
    return display.frame()[y // 8 * 128 + x] >> y % 8 & 1


def test_single_commands_and_data_in_one_transaction(display: Ssd1306) -> None:
    display.transaction(bytes((0x80, 0x21, 0x80, 5, 0x80, 9, 0xC0, 0xAA, 0x40, 0xBB)))
    assert display.frame()[5:7] == b"\xaa\xbb"


def test_a_display_that_is_off_is_dark(display: Ssd1306) -> None:
    display.transaction(b"\x40\xff")
    assert any(display.frame())
    display.transaction(b"\x00\xae")
    assert not any(display.frame())


def test_segment_order_touches_only_later_data(display: Ssd1306) -> None:
    display.transaction(b"\x40\x01")
    display.transaction(b"\x00\xa0")
    assert at(display, 0, 0) == 1


def test_what_the_data_sheet_does_not_know_is_named(display: Ssd1306) -> None:
    with pytest.raises(ProtocolError, match="0x82"):
        display.transaction(b"\x00\x82")
    for moved in (b"\x48", b"\xa5", b"\xa7", b"\xd3\x04", b"\xa8\x1f", b"\x20\x01"):
        with pytest.raises(ProtocolError):
            display.transaction(b"\x00" + moved)
    with pytest.raises(ProtocolError, match="window"):
        display.transaction(b"\x00\x21\x05\x04")
    with pytest.raises(ProtocolError, match="control byte"):
        display.transaction(b"\x01\x00")


def test_an_unplugged_display_forgets() -> None:
    display = Ssd1306()
    bus = I2CBus({0x3C: display})
    bus.write(0x3C, UPRIGHT)
    assert display.lit
    bus.unplug()
    with pytest.raises(OSError):
        bus.write(0x3C, UPRIGHT)
    bus.plug()
    assert not display.lit
