"""Our driver and Adafruit's give the same picture on the same controller model."""

import random

import adafruit_ssd1306 as adafruit
import pytest
from corrido.hal.ssd1306 import SSD1306

from host_tools.sim.device import Device
from host_tools.sim.ssd1306 import FRAME_BYTES, I2CBus, Ssd1306


class BusioI2C:
    """The methods that adafruit_bus_device needs of busio.I2C, on a simulated bus."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self._locked = False

    def try_lock(self) -> bool:
        taken, self._locked = not self._locked, True
        return taken

    def unlock(self) -> None:
        self._locked = False

    def writeto(self, addr: int, buf: bytes, *, start: int = 0, end: int | None = None) -> None:
        self._bus.write(addr, bytes(buf[start:end]))


class BoardI2C:
    """The methods that our driver needs of a board's bus."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus

    def writeto(self, addr: int, buf: bytes) -> None:
        self._bus.write(addr, bytes(buf))

    def writevto(self, addr: int, bufs: tuple) -> None:
        self._bus.write(addr, b"".join(bufs))

    def recover(self) -> None:
        pass


def by_adafruit(picture: bytes, pages: bool = False, turned: bool = False) -> Ssd1306:
    controller = Ssd1306()
    bus = I2CBus({0x3C: controller})
    driver = adafruit.SSD1306_I2C(128, 64, BusioI2C(bus), page_addressing=pages)
    if turned:
        driver.rotate(False)
    driver.buffer[1:] = picture
    driver.show()
    assert not bus.complaint
    return controller


def by_ours(pictures: list[bytes], turned: bool = False) -> Ssd1306:
    controller = Ssd1306()
    bus = I2CBus({0x3C: controller})
    frame = bytearray(1024)
    driver = SSD1306(BoardI2C(bus), frame, 0x3C, rotated=turned)
    for now_ms, picture in enumerate(pictures):
        frame[:] = picture
        while driver.flush_step(now_ms):
            pass
    assert not bus.complaint
    return controller


def pictures(seed: int, count: int) -> list[bytes]:
    """Yield pictures that differ from one another in rectangles, as screens do."""
    rng = random.Random(seed)
    frame = bytearray(rng.randbytes(FRAME_BYTES))
    frames = [bytes(frame)]
    for _ in range(count):
        first = rng.randrange(FRAME_BYTES)
        length = rng.randrange(1, 200)
        frame[first : first + length] = rng.randbytes(len(frame[first : first + length]))
        frames.append(bytes(frame))
    return frames


@pytest.mark.parametrize("seed", range(5))
def test_same_pixels(seed: int) -> None:
    shown = pictures(seed, 40)
    assert by_ours(shown).frame() == by_adafruit(shown[-1]).frame() == shown[-1]


def test_the_pictures_of_a_game() -> None:
    """The picture that the firmware intends, sent by Adafruit's driver, is the one shown."""
    device = Device.provisioned({"preset": "fise-no-corrido", "budget": "10"})
    device.power_on()
    seen = set()
    presses = "OK B A CHALLENGE DOWN RIGHT OK OK LEFT OK UP OK A B OK BACK BACK STOP".split()
    for number, key in enumerate(presses):
        device.press(key, number * 1_700_000 + 1_000_000)
        device.run_until(number * 1_700_000 + 2_500_000)
        picture = bytes(device.app.navigator.painter.frame)
        assert device.frame() == by_adafruit(picture, bool(number % 2)).frame() == picture
        seen.add(picture)
    assert len(seen) > 10


def test_both_turn_the_picture_alike() -> None:
    picture = pictures(7, 1)[-1]
    ours = by_ours([picture], turned=True).frame()
    assert ours == by_adafruit(picture, turned=True).frame()
    assert ours == bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(picture))
