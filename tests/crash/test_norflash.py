"""The simulated flash is as strict as a real one, and fails on request."""

import pytest

from host_tools.device.norflash import TORN_KINDS, FlashMisuse, NorFlash, PowerCut


def read(flash: NorFlash, address: int, length: int) -> bytes:
    buffer = bytearray(length)
    flash.read(address, buffer)
    return bytes(buffer)


def test_bits_are_only_cleared() -> None:
    flash = NorFlash(2)
    flash.program(10, b"\x0f")
    with pytest.raises(FlashMisuse):
        flash.program(10, b"\x1f")
    flash.program(10, b"\xff")
    flash.program(10, b"\x07")
    assert read(flash, 10, 1) == b"\x07"


@pytest.mark.parametrize("torn", TORN_KINDS)
def test_the_next_operation_is_cut(torn: str) -> None:
    flash = NorFlash(2)
    flash.program(0, bytes(100))
    flash.erase(1)
    flash.cut_next(torn)
    with pytest.raises(PowerCut):
        flash.program(256, bytes(100))
    with pytest.raises(PowerCut):
        flash.read(0, bytearray(1))
    flash.power_on()
    assert read(flash, 0, 100) == bytes(100)
    cleared = sum(byte.bit_count() for byte in read(flash, 256, 100))
    assert (cleared == 800) == (torn == "none")
    assert cleared > 0
