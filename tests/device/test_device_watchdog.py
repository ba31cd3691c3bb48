"""A board stopped by our tools is not reset: what they do to each port's watchdog.

On the emulated RP2040 test_emulated_chip.py shows that it works; ESP32 and RP2350 are modelled
here after MicroPython's ports.
"""

import builtins
from types import SimpleNamespace

import pytest
from corrido.hal.watchdog import Watchdog

from host_tools.device import prelude


def chip(platform, name):
    """The modules `sys` and `machine` of a port, as far as needed here; records the writes."""
    done = []

    class Timer:
        def __init__(self, number):
            if platform == "esp32" and number < 0:
                raise ValueError("invalid Timer number")
            done.append(("timer", number))

        def init(self, period, callback):
            self.callback = callback

        def deinit(self):
            done.append(("deinit",))

    class WDT:
        def __init__(self, timeout):
            done.append(("wdt", timeout))

        def feed(self):
            done.append(("feed",))

    class Memory:
        def __setitem__(self, address, value):
            done.append((address, value))

    machine = SimpleNamespace(Timer=Timer, WDT=WDT, mem32=Memory())
    system = SimpleNamespace(platform=platform, implementation=SimpleNamespace(_machine=name))
    return system, machine, done


CALMED = [
    ("rp2", "Raspberry Pi Pico with RP2040", (0x40058000 + 0x3000, 1 << 30)),
    ("rp2", "Raspberry Pi Pico 2 with RP2350", (0x400D8000 + 0x3000, 1 << 30)),
    ("esp32", "Generic ESP32 module with ESP32", ("wdt", 3_600_000)),
]


@pytest.mark.parametrize(("platform", "name", "wanted"), CALMED)
def test_the_tools_calm_it_as_the_port_allows(platform, name, wanted):
    system, machine, done = chip(platform, name)
    modules = {"sys": system, "machine": machine}

    def importer(name, *rest):
        return modules.get(name) or __import__(name, *rest)

    exec(prelude.code("prelude"), {"__builtins__": {**vars(builtins), "__import__": importer}})
    assert done == [wanted]


@pytest.mark.parametrize(("platform", "timer"), [("rp2", -1), ("esp32", 0)])
def test_a_timer_feeds_it_where_the_firmware_gave_way(platform, timer):
    _, machine, done = chip(platform, "")
    dog = Watchdog(machine, 8000)
    dog.keep_alive()
    assert done == []  # it was never started
    dog.feed()
    dog.keep_alive()
    assert ("timer", timer) in done
    dog._timer.callback(dog._timer)
    assert done.count(("feed",)) == 2
    dog.feed()
    assert done[-2:] == [("deinit",), ("feed",)]
