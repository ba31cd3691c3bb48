"""The emulated RP2040 over its serial line: its watchdog, and a deployment cut in the middle.

What needs no chip is shown on boards of the unix port: test_device_running.py.
"""

import pytest

from host_tools.device import faults, prelude
from host_tools.device.repl import Repl
from tests.device.cuts import deploy, small_firmware
from tests.device.test_device_slow import plugged_in
from tests.lab.conftest import STOCK, image

pytestmark = pytest.mark.lab

READ_MS, PACKET_BYTES, STARTS_S = 200, 64, 20.0
CTRL_A, CTRL_C, CTRL_D = b"\x01", b"\x03", b"\x04"
ENABLED = "import machine\nprint(machine.mem32[0x40058000] >> 30 & 1)"
# What firmware/main.py does with its watchdog; the application takes seconds to start here.
KEEPER = b"""
import time
from corrido.hal.machine_board import Watchdog
dog = Watchdog(3000)
try:
    while True:
        dog.feed()
        print("it is fed")
        time.sleep_ms(50)
except KeyboardInterrupt:
    dog.feed_by_timer()
"""


def test_a_watchdog_bites_no_console():
    """By Ctrl-C from any terminal, a soft reset at the raw REPL as by mpremote, or our tools."""
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.table import needed_files, prepared_flash

    uf2 = image(STOCK)
    chip = Chip(uf2, prepared_flash(uf2, {**needed_files(uf2), "main.py": KEEPER}))
    chip.run_until(lambda: b"it is fed" in chip.console.text, 10e6)
    chip.console.send(CTRL_C)
    chip.run_until(lambda: b">>> " in chip.console.text, 3e6)
    chip.run_for(5_000_000)
    assert chip.resets == 0
    chip.console.send(CTRL_A + CTRL_D)
    chip.run_until(lambda: b"soft reboot" in chip.console.text, 3e6)
    chip.run_for(12_000_000)
    assert chip.resets == 0
    assert chip.execute(ENABLED).strip() == "1"
    chip.execute(prelude.code("prelude"))
    assert chip.execute(ENABLED).strip() == "0"
    chip.run_for(9_000_000)
    assert chip.resets == 0
    chip.execute("import machine\nmachine.WDT(timeout=1000)")
    chip.run_for(2_000_000)
    assert chip.resets == 1


class ChipPort:
    """The serial port of a Pico that is powered on, in the chip's own time."""

    write_timeout = 0.0

    def __init__(self, uf2, flash=None):
        from host_tools.workshop.emulator.chip import Chip

        self.chip = Chip(uf2, flash)
        self.chip.run_until(lambda: self.chip.console.connected, 8e6)
        self.heard, self.cut_at = bytearray(), (b"", 1)

    def monotonic(self):
        """Return the time by which the host's limits are kept."""
        return self.chip.now_us() / 1e6

    def isOpen(self):
        return True

    def close(self):
        pass

    def reset_input_buffer(self):
        self.chip.console.text.clear()

    @property
    def in_waiting(self):
        return len(self.chip.console.text)

    def read(self, size):
        """Return what has come, or comes within the port's time-out."""
        mark, times = self.cut_at
        if mark and self.heard.count(mark) >= times:
            raise OSError("the power was cut")
        for _ in range(READ_MS):
            if self.in_waiting:
                break
            self.chip.run_for(1000)
        got = bytes(self.chip.console.text[:size])
        del self.chip.console.text[:size]
        return got

    def write(self, data):
        """Send it as the chip takes it."""
        self.heard += data
        for at in range(0, len(data), PACKET_BYTES):
            self.chip.console.send(data[at : at + PACKET_BYTES])
            self.chip.run_for(1000)


def test_a_deployment_to_a_stock_image_is_cut_and_goes_on(monkeypatch):
    uf2 = image(STOCK)
    first = plugged_in(monkeypatch, ChipPort(uf2))
    files = small_firmware(1, modules=3)
    assert deploy("chip", files).sent == len(files)
    first.heard.clear()
    first.cut_at = (b"_take('/corrido.stage/", 3)
    files = small_firmware(2, modules=3)
    with pytest.raises(faults.LinkLost, match=faults.GOES_ON):
        deploy("chip", files)
    plugged_in(monkeypatch, ChipPort(uf2, first.chip.flash_image()))
    assert deploy("chip", files).resumed == 2
    with Repl("chip") as board:
        board.restart()
        assert b"firmware 2 runs" in board.wire.read_past(b"runs", STARTS_S)
