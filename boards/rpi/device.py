"""The firmware's board on Linux: Blinka's pins, Adafruit's display driver, flash in a file.

Linux promises milliseconds, not microseconds: where the kernel stamps edges (gpiod) the stamp is
the interrupt's; elsewhere the contacts are read every millisecond by a thread that other processes
may delay. Not yet measured on hardware.
"""

import hashlib
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adafruit_ssd1306 import SSD1306_I2C
from corrido.contacts import EdgeRing

# Names as Blinka's `board` has them: the numbers of a Raspberry Pi's GPIO.
KEYS = {
    "A": "D5", "B": "D6", "STOP": "D13", "CHALLENGE": "D19", "UP": "D26", "DOWN": "D16",
    "LEFT": "D20", "RIGHT": "D21", "OK": "D12", "BACK": "D25",
}  # fmt: skip
LEDS = {"A": "D23", "B": "D24"}
BUZZER = "D18"
DISPLAYS = ((0x3C, 0, False),)
BLOCK_SIZE, BLOCKS, PAGE_SIZE = 4096, 64, 256
TICKS_PERIOD = 1 << 30
POLL_S = 0.001
LOOK_UP_S = 0.2  # how long ending the thread may take
RETRY_MS = 900


class Contacts:
    """Keys that close their pins to ground, read by a thread."""

    def __init__(self, pins: list[Any]) -> None:
        self._pins = pins
        self._ring = EdgeRing(256)
        self._levels = [0] * len(pins)
        self._edge = threading.Event()
        self._ended = threading.Event()
        self.get = self._ring.get
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    @property
    def overflows(self) -> int:
        """Edges lost because nobody took them."""
        return self._ring.overflows

    def level(self, key: int) -> int:
        """Return 1 while a contact is closed."""
        return self._levels[key]

    def waiting(self) -> bool:
        """Return whether get() has an edge."""
        return not self._ring.empty()

    def wait(self, seconds: float) -> None:
        """Wait for an edge, at most so long."""
        self._edge.wait(seconds)
        self._edge.clear()

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(POLL_S):
            for key, pin in enumerate(self._pins):
                closed = 0 if pin.value else 1
                if closed != self._levels[key]:
                    self._put(key, closed, time.monotonic_ns())

    def _put(self, key: int, closed: int, at_ns: int) -> None:
        self._levels[key] = closed
        self._ring.put(key, closed, at_ns // 1000 % TICKS_PERIOD)
        self._edge.set()


class KernelContacts(Contacts):
    """The same with the kernel's own edges: request is gpiod's, of lines that are active low.

    rising: gpiod's name for the edge of a contact that closes.
    """

    def __init__(self, request: Any, lines: list[int], rising: Any) -> None:
        self._request, self._rising = request, rising
        super().__init__(lines)
        # After the watch has begun: an edge in between is then told twice, never lost.
        for key, line in enumerate(lines):
            self._levels[key] = request.get_value(line).value

    def close(self) -> None:
        """End the thread and give the lines back."""
        super().close()
        self._request.release()

    def _watch(self) -> None:
        while not self._ended.is_set():
            if not self._request.wait_edge_events(LOOK_UP_S):
                continue
            for event in self._request.read_edge_events():
                closed = int(event.event_type == self._rising)
                self._put(self._pins.index(event.line_offset), closed, event.timestamp_ns)


class FileFlash:
    """NOR flash in a file: bits go from one to zero, a block is erased to ones.

    Each change is on the card when the call returns, as far as the card tells the truth.
    """

    block_size, blocks, page_size = BLOCK_SIZE, BLOCKS, PAGE_SIZE

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        lacking = BLOCK_SIZE * BLOCKS - os.fstat(self._file).st_size
        if lacking > 0:
            self._write(BLOCK_SIZE * BLOCKS - lacking, b"\xff" * lacking)

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill buf from byte addr; ValueError outside the region."""
        self._check(addr, len(buf))
        buf[:] = os.pread(self._file, len(buf), addr)

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Turn ones into zeros from addr on, inside a page."""
        self._check(addr, len(buf))
        if addr % PAGE_SIZE + len(buf) > PAGE_SIZE:
            raise ValueError("program crosses a page of 256 bytes")
        was = os.pread(self._file, len(buf), addr)
        self._write(addr, bytes(old & new for old, new in zip(was, buf, strict=True)))

    def erase(self, block: int) -> None:
        """Set a block to ones."""
        if not 0 <= block < BLOCKS:
            raise ValueError("no such block")
        self._write(block * BLOCK_SIZE, b"\xff" * BLOCK_SIZE)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _write(self, addr: int, data: bytes) -> None:
        os.pwrite(self._file, data, addr)
        os.fdatasync(self._file)

    def _check(self, addr: int, length: int) -> None:
        if addr < 0 or addr + length > BLOCKS * BLOCK_SIZE:
            raise ValueError("outside the region")


class Panel:
    """One display behind Adafruit's driver, which sends the whole picture at once."""

    def __init__(self, bus: Any, place: tuple[int, int, bool], frame: bytearray) -> None:
        self._bus = bus
        self._address, _, self._rotated = place
        self._frame = frame
        self._driver: Any = None
        self._level = self._sent_level = 0xCF
        self._next_try_ms = 0

    @property
    def connected(self) -> bool:
        """Whether it answered last."""
        return self._driver is not None

    def set_contrast(self, level: int) -> None:
        """Set the brightness, 0 (asleep) to 255, with the next picture."""
        self._level = level

    def next_due_ms(self, now_ms: int) -> int:
        """Return when to call `flush_step` next if the picture does not change."""
        return now_ms + RETRY_MS if self.connected else max(now_ms, self._next_try_ms)

    def flush_step(self, now_ms: int) -> bool:
        """Send what has changed; True if something was sent."""
        try:
            if self._driver is None:
                if now_ms < self._next_try_ms:
                    return False
                self._next_try_ms = now_ms + RETRY_MS
                self._driver = self._found()
            elif bytes(self._driver.buffer[1:]) == self._frame and self._level == self._sent_level:
                return False
            self._show()
            return True
        except (OSError, ValueError):  # ValueError: busdevice finds nobody at the address
            self._driver = None
            return False

    def _found(self) -> Any:
        driver: Any = SSD1306_I2C(128, 64, self._bus, addr=self._address)
        driver.rotate(not self._rotated)
        self._sent_level = -1
        return driver

    def _show(self) -> None:
        if self._level != self._sent_level:
            if self._level:
                self._driver.contrast(self._level)
                self._driver.poweron()
            else:
                self._driver.poweroff()
            self._sent_level = self._level
        self._driver.buffer[1:] = self._frame
        self._driver.show()


class Panels:
    """All displays, as the firmware drives them: hal/ssd1306.Displays' methods."""

    def __init__(
        self, bus: Any, places: tuple[tuple[int, int, bool], ...], frame: bytearray
    ) -> None:
        self.all = [Panel(bus, place, frame) for place in places]

    def set_contrast(self, level: int) -> None:
        """Set the brightness of all displays, 0 (asleep) to 255."""
        for panel in self.all:
            panel.set_contrast(level)

    def connected(self) -> int:
        """Return how many displays answer."""
        return sum(panel.connected for panel in self.all)

    def next_due_ms(self, now_ms: int) -> int:
        """Return when to call `flush_step` next if the picture does not change, in ms."""
        return min(panel.next_due_ms(now_ms) for panel in self.all)

    def flush_step(self, now_ms: int) -> bool:
        """Send one picture; True while more may remain."""
        return any(panel.flush_step(now_ms) for panel in self.all)


class Buzzer:
    """A piezo on a pin with PWM."""

    def __init__(self, pwm: Any) -> None:
        self._pwm = pwm

    def on(self, hz: int) -> None:
        """Sound at `hz`."""
        if self._pwm is not None:
            self._pwm.frequency, self._pwm.duty_cycle = hz, 0x8000

    def off(self) -> None:
        """Be silent."""
        if self._pwm is not None:
            self._pwm.duty_cycle = 0


class Watchdog:
    """None: who starts the program restarts it."""

    def feed(self) -> None:
        """Do nothing."""

    def feed_by_timer(self) -> None:
        """Do nothing."""


class Bus:
    """The firmware's own view of the bus, for its questions to a display."""

    def __init__(self, i2c: Any) -> None:
        self._i2c = i2c

    def writeto(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Write to an address in one transaction; OSError if nobody acknowledges."""
        while not self._i2c.try_lock():
            time.sleep(POLL_S)
        try:
            self._i2c.writeto(addr, bytes(buf))
        finally:
            self._i2c.unlock()

    def writevto(self, addr: int, vector: tuple[bytes | bytearray | memoryview, ...]) -> None:
        """Write several buffers in one transaction."""
        self.writeto(addr, b"".join(bytes(part) for part in vector))

    def recover(self) -> None:
        """Do nothing: the kernel's driver frees a held bus."""


class Board:
    """One computer as the firmware's board; corrido/parts.py describes the members."""

    name = "rpi"
    ticks_period = TICKS_PERIOD
    reset_cause = "power"
    network = None
    keys, displays = tuple(KEYS), DISPLAYS

    def __init__(
        self, i2c: Any, contacts: Contacts, leds: Mapping[str, Any], pwm: Any, folder: Path,
        lexicon_dir: str,
    ) -> None:  # fmt: skip
        self.buttons = contacts
        self._leds = leds
        self.leds = tuple(leds)
        self._i2c = i2c
        self.i2c = Bus(i2c)
        self.buzzer = Buzzer(pwm)
        self.flash = FileFlash(folder / "flash.bin")
        self.watchdog = Watchdog()
        self.lexicon_dir = lexicon_dir
        self.unique_id = hashlib.sha256(_machine_id()).digest()[:8]

    def screens(self, frame: bytearray) -> Panels:
        """Return the displays that show `frame`, by Adafruit's driver."""
        return Panels(self._i2c, self.displays, frame)

    def ticks_us(self) -> int:
        """Return microseconds, modulo ticks_period."""
        return time.monotonic_ns() // 1000 % TICKS_PERIOD

    def idle(self, us: int) -> None:
        """Wait for an edge, at most so long."""
        if not self.buttons.waiting():
            self.buttons.wait(us / 1e6)

    def led(self, name: str, on: bool) -> None:
        """Switch one of `leds`."""
        self._leds[name].value = on

    def battery_mv(self) -> int | None:
        """Return None: no battery is measured."""
        return None

    def close(self) -> None:
        """Stop reading contacts and close the flash."""
        self.buttons.close()
        self.buzzer.off()
        self.flash.close()


def _machine_id() -> bytes:
    try:
        return Path("/etc/machine-id").read_bytes()
    except OSError:
        return os.uname().nodename.encode()


def kernel_contacts() -> Contacts | None:
    """Return the keys by gpiod (2 or newer); None without it or without a Raspberry Pi's pins."""
    try:
        import gpiod  # pyright: ignore[reportMissingImports]
        from gpiod.line import Bias, Clock, Edge  # pyright: ignore[reportMissingImports]
    except ImportError:
        return None
    lines = [int(name.removeprefix("D")) for name in KEYS.values()]
    for chip in sorted(Path("/dev").glob("gpiochip*")):
        with gpiod.Chip(str(chip)) as opened:
            ours = opened.get_info().label.startswith("pinctrl-")
        if ours:
            wanted: Any = gpiod.LineSettings(
                edge_detection=Edge.BOTH,
                bias=Bias.PULL_UP,
                active_low=True,
                event_clock=Clock.MONOTONIC,
            )
            request: Any = gpiod.request_lines(str(chip), "corrido", {tuple(lines): wanted})
            return KernelContacts(request, lines, gpiod.EdgeEvent.Type.RISING_EDGE)
    return None


def make(folder: Path, lexicon_dir: str) -> Board:
    """Return the computer's board by Blinka; its errors if it knows no such computer or pin."""
    import board as pins  # pyright: ignore[reportMissingImports]
    import digitalio  # pyright: ignore[reportMissingImports]
    import pwmio  # pyright: ignore[reportMissingImports]

    def key(name: str) -> Any:
        made: Any = digitalio.DigitalInOut(getattr(pins, name))
        made.switch_to_input(pull=digitalio.Pull.UP)
        return made

    def led(name: str) -> Any:
        made: Any = digitalio.DigitalInOut(getattr(pins, name))
        made.switch_to_output(value=False)
        return made

    pwm: Any = None
    if hasattr(pins, BUZZER):
        pwm = pwmio.PWMOut(getattr(pins, BUZZER), frequency=1000, variable_frequency=True)
    contacts = kernel_contacts() or Contacts([key(name) for name in KEYS.values()])
    lights = {light: led(name) for light, name in LEDS.items()}
    return Board(pins.I2C(), contacts, lights, pwm, folder, lexicon_dir)
