"""Run on the chip: record the same presses in four ways while LOAD keeps the processor busy.

The host puts LOAD and RUN_MS before this text. Prints one JSON line.
"""

import gc
import json
import time

import rp2
from corrido.compat import TYPE_CHECKING
from corrido.hal.rp2_capture import PressCapture
from machine import I2C, Pin

if TYPE_CHECKING:
    LOAD, RUN_MS = "", 0  # the host puts them before this text

    def ticks_us() -> int: ...  # the stubs give ticks a type of their own

else:
    from time import ticks_us

KEPT = 64
POLL_US = 50000


class Stamps:
    """A buffer of stamps that an interrupt handler can fill without allocating."""

    def __init__(self) -> None:
        self.at = [0] * KEPT
        self.count = 0

    def put(self, at_us: int) -> None:
        if self.count < KEPT:
            self.at[self.count] = at_us
            self.count += 1


class Interrupted:
    """A falling-edge interrupt, hard or soft."""

    def __init__(self, gpio: int, hard: bool) -> None:
        self.stamps = Stamps()
        pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        pin.irq(self.handler, Pin.IRQ_FALLING, hard=hard)

    def handler(self, pin: Pin) -> None:
        self.stamps.put(ticks_us())


class Polled:
    """A level polled every 50 ms by the main loop."""

    def __init__(self, gpio: int) -> None:
        self.stamps = Stamps()
        self.pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        self.high = 1
        self.last = ticks_us()

    def look(self) -> None:
        now = ticks_us()
        if time.ticks_diff(now, self.last) < POLL_US:
            return
        self.last = now
        level = self.pin.value()
        if self.high and not level:
            self.stamps.put(now)
        self.high = level


def idle() -> None:
    time.sleep_ms(1)


def collect() -> None:
    gc.collect()


def frame() -> None:
    bus.writeto(0x3C, picture)


def files() -> None:
    with open("/busy", "a") as file:
        file.write("12345678")


def erase() -> None:
    flash.ioctl(6, LAST_BLOCK)


def _capture(index: int, at_us: int) -> None:
    captured.put(at_us)


LAST_BLOCK = 351
bus = I2C(0, scl=Pin(5), sda=Pin(4), freq=400000, timeout=50000)
picture = b"\x40" + bytes(1024)
flash = rp2.Flash()
litter = [str(number) for number in range(1200)] if LOAD == "collect" else None
step = {"idle": idle, "collect": collect, "frame": frame, "files": files, "erase": erase}[LOAD]
captured = Stamps()
capture = PressCapture((10, 11, 12, 13))
hard, soft, polled = Interrupted(22, True), Interrupted(26, False), Polled(27)
print("fingers, please")
end = time.ticks_add(time.ticks_ms(), RUN_MS)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    step()
    capture.drain(_capture)
    polled.look()
ways = {"pio": captured, "hard": hard.stamps, "soft": soft.stamps, "poll": polled.stamps}
print(json.dumps({name: stamps.at[: stamps.count] for name, stamps in ways.items()}))
