"""The emulated RP2040 over its serial line: its watchdog, and a deployment cut in the middle.

What needs no chip is shown on boards of the unix port: test_device_running.py.
"""

import contextlib
import os
import pty
import select
import threading
from pathlib import Path

import pytest

from host_tools.device import faults, prelude, wire
from host_tools.device.deploy import Deployment
from host_tools.device.repl import Repl
from tests.device.cuts import small_firmware
from tests.device.rig import _raw
from tests.lab.conftest import OWN, STOCK, image

pytestmark = pytest.mark.lab

# A busy emulated second takes some twenty real ones.
EMULATED_S = 180.0
SLICE_US = 1000
CONSOLE_BYTES = 256
QUIET_S = 0.0005
CTRL_A, CTRL_C, CTRL_D = b"\x01", b"\x03", b"\x04"
ENABLED = "import machine\nprint(machine.mem32[0x40058000] >> 30 & 1)"
# What firmware/main.py does with its watchdog; the application takes seconds to start here.
KEEPER = b"""
import machine, time
from corrido.hal.watchdog import Watchdog
dog = Watchdog(machine, 3000)
try:
    while True:
        dog.feed()
        print("it is fed")
        time.sleep_ms(50)
except KeyboardInterrupt:
    dog.keep_alive()
"""


class EmulatedPico:
    """One power-on of a Pico behind a pseudo-terminal; `flash` is the previous one's."""

    def __init__(self, uf2: Path, flash: bytes | None = None) -> None:
        from host_tools.workshop.emulator.chip import Chip

        self.chip = Chip(uf2, flash)
        self._device_side, self._held = pty.openpty()
        _raw(self._held, signals=False)
        self.port = os.ttyname(self._held)
        self._heard = bytearray()
        self._cut_at = (b"", 0)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut_at(self, mark: bytes, times: int) -> None:
        """Cut the power once the host has sent `mark` this often from now on."""
        self._heard.clear()
        self._cut_at = (mark, times)

    def power_off(self) -> bytes:
        """Cut the power now; return the flash."""
        self._ended.set()
        self._thread.join()
        return self.chip.flash_image()

    def _run(self) -> None:
        try:
            self.chip.run_until(lambda: self.chip.console.connected, 8e6)
            while not self._ended.is_set() and not self._cut():
                self._exchange()
        finally:
            for side in (self._device_side, self._held):
                os.close(side)

    def _cut(self) -> bool:
        mark, times = self._cut_at
        return bool(mark) and self._heard.count(mark) >= times

    def _exchange(self) -> None:
        """Pass on the host's bytes, let a millisecond pass, and return the output."""
        fifo = self.chip.console._cdc.tx_fifo
        ready = select.select((self._device_side,), (), (), QUIET_S)[0]
        if ready and fifo.item_count < CONSOLE_BYTES:
            typed = os.read(self._device_side, CONSOLE_BYTES)
            self._heard += typed
            self.chip.console.send(typed)
        self.chip.run_for(SLICE_US)
        text = self.chip.console.text
        if text:
            with contextlib.suppress(OSError):
                os.write(self._device_side, bytes(text))
            text.clear()


def test_a_watchdog_bites_no_console():
    """By Ctrl-C from any terminal, a soft reset at the raw REPL as by mpremote, or our tools."""
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.table import deployed_files, prepared_flash

    uf2 = image(OWN, frozen=True)
    files = {name: deployed_files()[name] for name in ("boot.py", "corrido_board.py")}
    files |= {"corrido_swap.py": deployed_files()["corrido_swap.py"], "main.py": KEEPER}
    chip = Chip(uf2, prepared_flash(uf2, files))
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


@pytest.fixture
def stock():
    """A maker of power-ons of a Pico with MicroPython's own image."""
    uf2 = image(STOCK, frozen=False)
    made = []

    def power_on(flash=None):
        made.append(EmulatedPico(uf2, flash))
        return made[-1]

    yield power_on
    for pico in made:
        pico.power_off()


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Make the host wait for the emulated chip."""
    monkeypatch.setattr(wire, "ANSWER_S", EMULATED_S)


def deploy(port, files):
    """Bring these files to the board that waits at a port."""
    with Repl(port) as repl:
        repl.enter()
        return Deployment(repl, files).run()


def test_a_deployment_to_a_stock_image_is_cut_and_goes_on(stock):
    first = stock()
    files = small_firmware(1, modules=3)
    assert deploy(first.port, files).sent == len(files)
    first.cut_at(b"_take('/corrido.stage/", 3)
    files = small_firmware(2, modules=3)
    with pytest.raises(faults.DeviceFault, match=faults.GOES_ON):
        deploy(first.port, files)
    second = stock(first.power_off())
    assert deploy(second.port, files).resumed == 2
    with Repl(second.port) as board:
        board.restart_quietly()
        assert b"firmware 2 runs" in board.wire.read_past(b"runs", EMULATED_S)
