"""A chip as seen by MicroPython's modules, in virtual time: pins, PIO presses, I2C, PWM, flash.

Only what the boards use exists, so that a board that needs more fails here, not at a table.
"""

import types

from host_tools.device.norflash import NorFlash

PERIOD = 1 << 30
MASK = PERIOD - 1
GPIO_IN = 0xD0000004
FSTAT = 0x50200004
FDEBUG = 0x50200008
INSTR = 0x502000D8
# RP2040 data sheet 2.2.1 and RP2350 data sheet 2.2.4: the differences between the chips.
WATCHDOG_CTRL = {"rp2040": 0x40058000, "rp2350": 0x400D8000}
TIMER = {"rp2040": 0x40054000, "rp2350": 0x400B0000}
PARTITIONS = ("corrido",)
TICK_US = 10_000  # the FreeRTOS tick on an ESP32
QUIET_US = 20_000
ENODEV = 19


class Chip:
    """State of everything outside the interpreter."""

    def __init__(self, name="rp2040", start_us=PERIOD - 3_000_000):
        self.name = name
        self.awake_us = 0  # time waited awake in sleeps
        self.now_us = start_us
        self.high = dict.fromkeys(range(50), True)
        self.high_since = dict.fromkeys(range(50), start_us)
        self.handlers: dict[int, tuple] = {}
        self.machines: list[FakeStateMachine] = []
        self.outputs: dict[int, int] = {}
        self.used: list[int] = []
        self.tones: dict[int, int] = {}
        self.i2c_writes: list[tuple[int, bytes]] = []
        self.i2c_opened = 0
        self.i2c_answers = True
        self.fed = 0
        self.timers: list = []
        self.rtc = b""
        self.zero = 0
        self.flash = NorFlash(blocks=352)
        self.reset_cause = 1
        self.adc = 45000
        self.on_sleep = None
        self.partitions = PARTITIONS

    def ticks_us(self):
        return self.now_us & MASK

    def sleep_ms(self, ms):
        """Sleep as the port does: an ESP32 sleeps whole ticks and waits awake for the rest."""
        if self.name.startswith("esp32"):
            self.awake_us += min(1000 * ms, TICK_US + 1000 * ms % TICK_US)
        self.sleep_us(1000 * ms)

    def sleep_us(self, us):
        """Wait as the ports do: awake for the rest of a millisecond."""
        self.awake_us += us % 1000
        self.now_us += us
        if self.on_sleep is not None:
            self.on_sleep()

    def contact(self, gpio, closed):
        """Change the line now, and notify everything that watches it."""
        if self.high[gpio] != closed:
            return
        self.high[gpio] = not closed
        for machine in self.machines:
            if machine.gpio == gpio and closed:
                machine.falling()
        if not closed:
            self.high_since[gpio] = self.now_us
        handler, trigger = self.handlers.get(gpio, (None, 0))
        if handler is not None and trigger & (4 if closed else 8):
            self.interrupt(handler, gpio)

    def interrupt(self, handler, gpio):
        handler(gpio)

    def start_machines(self, ctrl_set, bits, timer):
        assert (ctrl_set, timer) == (0x50202000, TIMER[self.name])
        self.zero = (self.ticks_us() + MASK) & MASK
        for gpio in self.high_since:
            self.high_since[gpio] = self.now_us
        return self.ticks_us()


class FakeStateMachine:
    """Record a falling edge after 20 ms of high, as the program of rp2_capture does."""

    chip: Chip

    def __init__(self, number, program, freq, jmp_pin, in_base):
        assert freq == 4_000_000 and jmp_pin is in_base
        self.gpio = jmp_pin.gpio
        self.fifo: list[int] = []
        self.enabled = True
        self.chip.machines.append(self)

    def falling(self):
        chip = self.chip
        if not self.enabled:
            return
        if chip.now_us - chip.high_since[self.gpio] >= QUIET_US and len(self.fifo) < 8:
            self.fifo.append((chip.zero - chip.ticks_us()) & MASK)

    def rx_fifo(self):
        return len(self.fifo)

    def get(self):
        return self.fifo.pop(0)


class Memory:
    """machine.mem32: the registers that boards read."""

    def __init__(self, chip):
        self._chip = chip

    def __getitem__(self, address):
        if address == GPIO_IN:
            return sum(1 << gpio for gpio in range(30) if self._chip.high[gpio])
        if address == FSTAT:
            empty = [not machine.fifo for machine in self._chip.machines]
            return sum(1 << 8 + index for index, flag in enumerate(empty) if flag)
        watchdog = WATCHDOG_CTRL[self._chip.name]
        return {FDEBUG: 0, watchdog: (self._chip.fed > 0) << 30}[address]

    def __setitem__(self, address, value):
        assert address == FDEBUG or address in range(INSTR, INSTR + 4 * 0x18, 0x18)


class BlockDevice:
    """rp2.Flash or esp32.Partition: blocks start .. start + count of the chip's flash."""

    def __init__(self, flash, start, count, whole_pages):
        self._flash, self._start, self._count = flash, start, count
        self._whole_pages = whole_pages

    def readblocks(self, number, buf, offset=0):
        assert 0 <= number < self._count
        self._flash.read((self._start + number) * 4096 + offset, buf)

    def writeblocks(self, number, buf, offset):
        assert 0 <= number < self._count
        if self._whole_pages:
            assert offset % 256 == 0 and len(buf) == 256
        self._flash.program((self._start + number) * 4096 + offset, buf)

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._count
        assert operation == 6 and 0 <= argument < self._count
        self._flash.erase(self._start + argument)
        return 0


def pin_class(chip):
    """machine.Pin."""

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 1, 4, 8

        def __init__(self, gpio, mode=-1, pull=-1, *, value=None):
            self.gpio = gpio
            if mode in (self.IN, self.OUT):
                chip.used.append(gpio)
            if mode == self.IN:
                assert pull == self.PULL_UP
            if value is not None:
                chip.outputs[gpio] = value

        def value(self, level=None):
            if level is None:
                return int(chip.high[self.gpio])
            chip.outputs[self.gpio] = level
            return None

        def irq(self, handler=None, trigger=12, hard=False):
            call = handler and (lambda _: handler(self))

            def arm(mask):
                chip.handlers[self.gpio] = (call, mask)

            arm(trigger)
            return types.SimpleNamespace(trigger=arm)

    return Pin


def i2c_class(chip):
    """machine.I2C; one chip answers at 0x3C while chip.i2c_answers."""

    class I2C:
        def __init__(self, unit, *, scl, sda, freq, timeout):
            assert freq <= 400_000
            # The driver of an ESP32 counts whole ticks; a shorter time-out is none at all.
            esp32 = chip.name.startswith("esp32")
            assert TICK_US <= timeout <= 3 * TICK_US if esp32 else timeout <= 4000
            chip.used += [scl.gpio, sda.gpio] if not chip.i2c_opened else []
            chip.i2c_opened += 1

        def writeto(self, addr, buf):
            return self.writevto(addr, (buf,))

        def writevto(self, addr, vector):
            if not chip.i2c_answers or addr != 0x3C:
                raise OSError(ENODEV)
            chip.i2c_writes.append((addr, b"".join(bytes(part) for part in vector)))
            return len(vector)

    return I2C


def pwm_class(chip):
    """machine.PWM of a buzzer."""

    class PWM:
        def __init__(self, pin, *, freq, duty_u16):
            self._gpio, self._hz = pin.gpio, freq
            chip.used.append(pin.gpio)
            self.duty_u16(duty_u16)

        def freq(self, hz):
            assert 8 <= hz <= 20_000
            self._hz = hz

        def duty_u16(self, duty):
            chip.tones[self._gpio] = self._hz if duty else 0

    return PWM


def machine_module(chip):
    """The module `machine` of either port."""

    class ADC:
        ATTN_11DB = 3

        def __init__(self, pin):
            chip.used.append(pin.gpio)

        def read_u16(self):
            return chip.adc

    class WDT:
        def __init__(self, timeout):
            assert timeout <= 8388

        def feed(self):
            chip.fed += 1

    class Timer:
        def __init__(self, unit):
            if (unit < 0) == chip.name.startswith("esp32"):  # which has no virtual ones, and an
                raise ValueError("invalid Timer number")  # RP2 has no others
            self.callback = None

        def init(self, period, callback):
            self.callback = callback
            chip.timers.append(self)

        def deinit(self):
            chip.timers.remove(self)

    class RTC:
        def memory(self, data=None):
            if data is not None:
                chip.rtc = data
            return chip.rtc

    return types.SimpleNamespace(
        ADC=ADC, WDT=WDT, Timer=Timer, RTC=RTC, Pin=pin_class(chip), I2C=i2c_class(chip),
        PWM=pwm_class(chip), mem32=Memory(chip), PWRON_RESET=1, WDT_RESET=3, SOFT_RESET=5,
        unique_id=lambda: b"\x01\x02\x03\x04", reset_cause=lambda: chip.reset_cause,
        disable_irq=lambda: 0, enable_irq=lambda state: None,
    )  # fmt: skip


def rp2_modules(chip):
    """`rp2`, `micropython` and the frozen `corrido_region` of our own image."""

    def flash(start=0, len=352 * 4096):
        return BlockDevice(chip.flash, start // 4096, len // 4096, whole_pages=True)

    rp2 = types.SimpleNamespace(
        PIO=types.SimpleNamespace(SHIFT_LEFT=0, JOIN_RX=2),
        StateMachine=type("StateMachine", (FakeStateMachine,), {"chip": chip}),
        Flash=flash,
        asm_pio=lambda **options: lambda code: code,
    )
    micropython = types.SimpleNamespace(
        viper=lambda code: chip.start_machines, const=lambda value: value
    )
    region = types.SimpleNamespace(START=1152 * 1024, LENGTH=256 * 1024)
    select = types.SimpleNamespace(POLLIN=1, poll=lambda: Waiting(chip))
    return {"rp2": rp2, "micropython": micropython, "corrido_region": region, "select": select}


class Waiting:
    """Stand in for select.poll(): sleep until a stream written in Python has something."""

    def __init__(self, chip):
        self._chip = chip
        self._streams: list = []

    def register(self, stream, events):
        if hasattr(stream, "ioctl"):
            self._streams.append(stream)

    def ipoll(self, ms):
        for _ in range(ms):
            ready = [(stream, 1) for stream in self._streams if stream.ioctl(3, 1)]
            if ready:
                return ready
            self._chip.sleep_ms(1)
        return []


def esp32_modules(chip):
    """`esp32` with a partition of our own."""

    class Partition:
        TYPE_DATA = 1

        @staticmethod
        def find(kind, label):
            assert kind == Partition.TYPE_DATA
            if label not in chip.partitions:
                return []
            return [BlockDevice(chip.flash, 200, 64, whole_pages=False)]

    return {"esp32": types.SimpleNamespace(Partition=Partition)}
