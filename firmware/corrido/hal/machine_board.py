"""The base of boards on every MicroPython port, assembled from a table of pins.

A board's table (`WIRING` in its board.py) has these entries:
  name          str
  chip          str, in lower case as MicroPython names it: rp2040, rp2350, esp32, esp32s3, esp32c3
  keys          ((key name, GPIO), ...): the four play keys first; the other names of contract.KEYS
  encoder       (GPIO a, GPIO b) of a rotary encoder that makes UP and DOWN, or None
  i2c           (unit, GPIO of SDA, GPIO of SCL)
  displays      ((address, column offset, rotated), ...): (0x3C, 0, False) SSD1306 or SSD1309,
                column offset 2 for an SH1106
  buzzer        GPIO of a piezo without an oscillator of its own, or None
  leds          ((name, GPIO), ...): A and B; MOTOR is a coin motor behind a transistor, for `felt`
  battery       (GPIO of the ADC, multiplier, divisor) of the voltage divider before it, or None
  battery_drop_mv  what a diode between cell and divider takes; 0 if the table lacks the entry
  radio         "wifi" or None; a table may lack the entry
"""

import time

import machine
from machine import ADC, I2C, PWM, Pin

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

    from corrido.parts import Bytes, MakesButtons

_REFERENCE_MV = const(3300)
_FITTED_MV = const(1000)
_HALF_CLOCK_US = const(5)  # of the displays' bus
_BEAT_MS = const(2000)  # of the timer that feeds the watchdog


class MachineBoard:
    """A board made of `machine`; ports add flash and watchdog.

    buttons: the port's class of contacts, instantiated here from the pins.
    """

    nap_us = 4000  # the longest nap, and so the longest an edge waits to be seen
    # A call of 64 bytes takes 1.6 ms at 400 kHz; this suffices, and also limits a dead bus.
    i2c_timeout_us = 2500
    ticks_period = 1 << 30
    lexicon_dir = "/lexicons"

    def __init__(self, wiring: "dict[str, Any]", buttons: "MakesButtons") -> None:
        self.name = wiring["name"]
        keys = wiring["keys"]
        names = [name for name, _ in keys]
        gpios = [gpio for _, gpio in keys]
        encoder_lines = None
        if wiring["encoder"] is not None:
            # An encoder's turns appear as two more keys, without contacts of their own.
            a, b = wiring["encoder"]
            encoder_lines = (a, b, len(names), len(names) + 1)
            names += ["UP", "DOWN"]
            gpios += [-1, -1]
        self.keys = tuple(names)
        self.buttons = buttons(tuple(gpios), encoder_lines)
        unit, sda, scl = wiring["i2c"]
        self.i2c = Bus(unit, sda, scl, self.i2c_timeout_us)
        self.displays = tuple(wiring["displays"])
        self.buzzer = Piezo(wiring["buzzer"])
        self.leds = {name: Pin(gpio, Pin.OUT, value=0) for name, gpio in wiring["leds"]}
        self._battery: "tuple[Any, int, int, int, int, int] | None" = None
        if wiring["battery"] is not None:
            gpio, multiplier, divisor = wiring["battery"]
            drop_mv = wiring.get("battery_drop_mv", 0)
            adc: "Any" = ADC(Pin(gpio))
            if hasattr(adc, "atten"):
                adc.atten(ADC.ATTN_11DB)
            # Only some ports calibrate, and read microvolts.
            uv = getattr(adc, "read_uv", None)
            unit_mv, units = (1, 1000) if uv else (_REFERENCE_MV, 65535)
            self._battery = uv or adc.read_u16, unit_mv, units, multiplier, divisor, drop_mv
        # On some chips "watchdog" also means a commanded reset.
        causes = {machine.PWRON_RESET: "power", machine.WDT_RESET: "watchdog"}
        self.reset_cause = causes.get(machine.reset_cause(), "other")
        self.unique_id = machine.unique_id()
        self.network = Wifi() if wiring.get("radio") else None
        self.ticks_us = time.ticks_us

    def idle(self, us: int) -> None:
        """Wait for an edge, at most us microseconds."""
        start = time.ticks_us()
        while not self.buttons.waiting():
            left = us - time.ticks_diff(time.ticks_us(), start)
            if left <= 0 or self._rest(left):
                return

    def _rest(self, left: int) -> bool:
        """Sleep for a nap, at most `left` us; return whether something else ends the wait."""
        if left < 1000:
            time.sleep_us(left)
        else:
            time.sleep_ms(min(left, self.nap_us) // 1000)
        return False

    def led(self, name: str, on: bool) -> None:
        self.leds[name].value(1 if on else 0)

    def battery_mv(self) -> "int | None":
        """Return the battery's millivolts, a mean of 8 readings; None if nothing is connected."""
        if self._battery is None:
            return None
        read, unit_mv, units, multiplier, divisor, drop_mv = self._battery
        mean = sum([read() for _ in range(8)]) // 8
        mv = mean * unit_mv // units * multiplier // divisor
        return mv + drop_mv if mv >= _FITTED_MV else None


class Watchdog:
    """A watchdog that resets the chip unless fed within limit_ms.

    Nothing stops a hardware watchdog once it runs, not even a soft reset. When the firmware ends
    on purpose (Ctrl-C, a deploy), feed_by_timer() lets a timer feed it, so that the console stays
    usable; a feed() from the application, through any object, takes over again.
    """

    # One timer for all objects, since boot.py has its own; kept here, it is not collected.
    _timer = None

    def __init__(self, limit_ms: int) -> None:
        self._limit_ms = limit_ms
        self._dog = None

    def feed(self) -> None:
        if Watchdog._timer is not None:
            Watchdog._timer.deinit()
            Watchdog._timer = None
        self._feed()

    def feed_by_timer(self) -> None:
        """Let a timer feed it from now on; do nothing if it does not run."""
        if self._dog is not None and Watchdog._timer is None:
            try:
                Watchdog._timer = machine.Timer(-1)
            except ValueError:  # an ESP32 has no software timers; nothing else uses this one
                Watchdog._timer = machine.Timer(0)
            Watchdog._timer.init(period=_BEAT_MS, callback=lambda timer: self._feed())

    def resume(self) -> None:
        """Take over a watchdog that still runs after a soft reset, and feed it by a timer."""
        self._feed()
        self.feed_by_timer()

    def _feed(self) -> None:
        if self._dog is None:
            self._dog = machine.WDT(timeout=self._limit_ms)
        self._dog.feed()


class Bus:
    """The displays' I2C bus: short time-outs, and recovery if a chip holds the data line low."""

    def __init__(self, unit: int, sda: int, scl: int, timeout_us: int) -> None:
        self._unit, self._sda, self._scl, self._timeout_us = unit, sda, scl, timeout_us
        self.controller = self._open()

    def writeto(self, addr: int, buf: "Bytes") -> None:
        self.controller.writeto(addr, buf)

    def writevto(self, addr: int, vector: "tuple[Bytes, ...]") -> None:
        self.controller.writevto(addr, vector)

    def recover(self) -> None:
        """Free the data line: clock out the byte that a chip is holding, stop, and start anew."""
        scl = Pin(self._scl, Pin.OPEN_DRAIN, value=1)
        sda = Pin(self._sda, Pin.OPEN_DRAIN, value=1)
        for line in [scl] * 9 + [sda]:
            line.value(0)
            time.sleep_us(_HALF_CLOCK_US)
            line.value(1)
            time.sleep_us(_HALF_CLOCK_US)
        self.controller = self._open()

    def _open(self) -> I2C:
        scl, sda = Pin(self._scl), Pin(self._sda)
        return I2C(self._unit, scl=scl, sda=sda, freq=400000, timeout=self._timeout_us)


class Wifi:
    """A station that joins one network; not yet measured on hardware.

    The chip's driver is loaded by the first join().
    """

    def __init__(self) -> None:
        self._station = None

    def join(self, name: str, password: str) -> None:
        """Switch the radio on and begin to join; up to 3 s. OSError if the chip refuses."""
        if self._station is None:
            import network

            self._station = network.WLAN(network.STA_IF)
        self._station.active(True)
        self._station.connect(name, password or None)

    def joined(self) -> bool:
        return self._station is not None and self._station.isconnected()

    def leave(self) -> None:
        if self._station is not None:
            self._station.active(False)


class Piezo:
    """A passive piezo on a GPIO, which plays any tone; a board with None has no sound."""

    def __init__(self, gpio: "int | None") -> None:
        self._pwm: "PWM | None" = None
        if gpio is not None:
            self._pwm = PWM(Pin(gpio), freq=2000, duty_u16=0)

    def on(self, hz: int) -> None:
        """Sound a tone of hz (100 to 10,000) until off(); return at once."""
        if self._pwm:
            self._pwm.freq(hz)
            self._pwm.duty_u16(32768)

    def off(self) -> None:
        if self._pwm:
            self._pwm.duty_u16(0)
