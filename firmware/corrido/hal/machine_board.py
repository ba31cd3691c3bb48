"""The base of boards on every MicroPython port, assembled from a table of pins.

A board's table (`WIRING` in its board.py) has these entries:
  name          str
  chip          str, in lower case as MicroPython names it: rp2040, rp2350, esp32, esp32s3, esp32c3
  keys          ((key name, GPIO), ...): the four play keys first; the other names of contract.KEYS
  encoder       (GPIO a, GPIO b) of a rotary encoder that makes UP and DOWN, or None
  i2c           (unit, GPIO of SDA, GPIO of SCL)
  displays      ((address, column offset, rotated), ...): (0x3C, 0, False) SSD1306 or SSD1309,
                column offset 2 for an SH1106
  buzzer        (GPIO, "piezo" or "active") or None
  leds          ((name, GPIO), ...): A and B; MOTOR is a coin motor behind a transistor, for `felt`
  battery       (GPIO of the ADC, multiplier, divisor) of the voltage divider before it, or None
  battery_drop_mv  what a diode between cell and divider takes; 0 if the table lacks the entry
  radio         "wifi" or None; a table may lack the entry
"""

import time

import machine
from machine import ADC, PWM, Pin

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.i2c_bus import Bus

if TYPE_CHECKING:
    from typing import Any

    from corrido.parts import Buzzer, MakesButtons, Meter, Output, Tone, Wiring

LEXICON_DIR = "/lexicons"
_REFERENCE_MV = const(3300)
_FITTED_MV = const(1000)


class MachineBoard:
    """A board made of `machine`; ports add flash, watchdog and reset cause.

    buttons: the port's class of contacts, instantiated here from the pins.
    """

    nap_us = 4000  # the longest nap, and so the longest an edge waits to be seen
    i2c_timeout_us = 2500
    ticks_period = 1 << 30
    lexicon_dir = LEXICON_DIR

    def __init__(self, wiring: "Wiring", buttons: "MakesButtons") -> None:
        self.name = wiring["name"]
        keys = wiring["keys"]
        names = [name for name, _ in keys]
        gpios = [gpio for _, gpio in keys]
        self.encoder_lines = None
        if wiring["encoder"] is not None:
            # An encoder's turns appear as two more keys, without contacts of their own.
            a, b = wiring["encoder"]
            self.encoder_lines = (a, b, len(names), len(names) + 1)
            names += ["UP", "DOWN"]
            gpios += [-1, -1]
        self.keys = tuple(names)
        self.gpios = tuple(gpios)
        self.buttons = buttons(self.gpios, self.encoder_lines)
        unit, sda, scl = wiring["i2c"]
        self.i2c = Bus(machine, unit, sda, scl, timeout_us=self.i2c_timeout_us)
        self.displays = tuple(wiring["displays"])
        self.buzzer = _buzzer(wiring["buzzer"])
        self._leds = {name: Pin(gpio, Pin.OUT, value=0) for name, gpio in wiring["leds"]}
        self.leds = tuple([name for name, _ in wiring["leds"]])
        self._battery = None
        if wiring["battery"] is not None:
            gpio, multiplier, divisor = wiring["battery"]
            drop_mv = wiring.get("battery_drop_mv", 0)
            self._battery = _adc(gpio), multiplier, divisor, drop_mv
        self.unique_id = machine.unique_id()
        self.network = Wifi() if wiring.get("radio") else None
        self.ticks_us = time.ticks_us

    def idle(self, us: int) -> None:
        """Wait for an edge, at most us microseconds; the chip sleeps in naps."""
        start = time.ticks_us()
        waiting = self.buttons.waiting
        while not waiting():
            left = us - time.ticks_diff(time.ticks_us(), start)
            if left <= 0:
                return
            if left < 1000:
                time.sleep_us(left)
            else:
                time.sleep_ms(min(left, self.nap_us) // 1000)

    def led(self, name: str, on: bool) -> None:
        """Switch a LED of self.leds. KeyError for another name."""
        self._leds[name].value(1 if on else 0)

    def battery_mv(self) -> "int | None":
        """Return the battery's millivolts, a mean of 8 readings; None if nothing is connected."""
        if self._battery is None:
            return None
        adc, multiplier, divisor, drop_mv = self._battery
        mv = sum([_read_mv(adc) for _ in range(8)]) * multiplier // (8 * divisor)
        return mv + drop_mv if mv >= _FITTED_MV else None


def _adc(gpio: int) -> "Meter":
    made: "Any" = ADC(Pin(gpio))
    if hasattr(made, "atten"):
        made.atten(ADC.ATTN_11DB)
    return made


def _read_mv(adc: "Meter") -> int:
    if hasattr(adc, "read_uv"):
        return adc.read_uv() // 1000
    return adc.read_u16() * _REFERENCE_MV // 65535


def _buzzer(entry: "tuple[int, str] | None") -> "Buzzer":
    if entry is None:
        return NoBuzzer()
    gpio, kind = entry
    if kind == "active":
        return ActiveBuzzer(Pin(gpio, Pin.OUT, value=0))
    return PiezoBuzzer(PWM(Pin(gpio), freq=2000, duty_u16=0))


def reset_cause() -> str:
    """Return why the chip started; on some chips "watchdog" also means a commanded reset."""
    cause = machine.reset_cause()
    if cause == machine.PWRON_RESET:
        return "power"
    if cause == machine.WDT_RESET:
        return "watchdog"
    return "other"


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
        """Return whether the radio has an address."""
        return self._station is not None and self._station.isconnected()

    def leave(self) -> None:
        """Switch the radio off."""
        if self._station is not None:
            self._station.active(False)


class PiezoBuzzer:
    """A passive piezo that plays any tone. pwm: a machine.PWM on its pin."""

    def __init__(self, pwm: "Tone") -> None:
        self._pwm = pwm

    def on(self, hz: int) -> None:
        """Sound a tone of hz (100 to 10,000) until off(); return at once."""
        self._pwm.freq(hz)
        self._pwm.duty_u16(32768)

    def off(self) -> None:
        """Be silent."""
        self._pwm.duty_u16(0)


class ActiveBuzzer:
    """A buzzer with a fixed tone, which ignores the pitch. pin: a machine.Pin, output."""

    def __init__(self, pin: "Output") -> None:
        self._pin = pin

    def on(self, hz: int) -> None:
        """Sound until off(); ignore hz."""
        self._pin.value(1)

    def off(self) -> None:
        """Be silent."""
        self._pin.value(0)


class NoBuzzer:
    """A board without a sound source."""

    def on(self, hz: int) -> None:
        """Do nothing."""

    def off(self) -> None:
        """Do nothing."""
