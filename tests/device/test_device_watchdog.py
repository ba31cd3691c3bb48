"""A board stopped by our tools is not reset: what they do to each port's watchdog.

On the emulated RP2040 test_emulated_chip.py shows that it works; ESP32 and RP2350 are modelled
here after MicroPython's ports.
"""

import builtins
from types import SimpleNamespace
from unittest.mock import MagicMock, call

import pytest

from host_tools.device import prelude

CALMED = [
    ("rp2", "Raspberry Pi Pico with RP2040", call.mem32.__setitem__(0x40058000 + 0x3000, 1 << 30)),
    ("rp2", "Raspberry Pi Pico 2 with RP2350",
     call.mem32.__setitem__(0x400D8000 + 0x3000, 1 << 30)),
    ("esp32", "Generic ESP32 module with ESP32", call.WDT(timeout=3_600_000)),
]  # fmt: skip


@pytest.mark.parametrize(("platform", "name", "wanted"), CALMED)
def test_the_tools_calm_it_as_the_port_allows(platform, name, wanted):
    machine = MagicMock()
    system = SimpleNamespace(platform=platform, implementation=SimpleNamespace(_machine=name))
    modules = {"sys": system, "machine": machine}

    def importer(name, *rest):
        return modules[name] if name in modules else __import__(name, *rest)

    exec(prelude.code("prelude"), {"__builtins__": {**vars(builtins), "__import__": importer}})
    assert machine.mock_calls == [wanted]
