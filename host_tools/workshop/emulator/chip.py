"""The emulated RP2040 with its clock: power it, let time pass, press, look and listen.

Times are microseconds of emulated time since power-on. Every action of the host happens at an
alarm of the emulated clock, so a run is bit-identical however fast the computer is.
"""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.utils.logging import LogLevel

from host_tools.device.image import FLASH_BYTES, Image, load
from host_tools.errors import UserError
from host_tools.workshop.emulator.console import UsbConsole
from host_tools.workshop.emulator.flash import TYPICAL, TimedFlash, Timing
from host_tools.workshop.emulator.i2c import Controller, Wire
from host_tools.workshop.emulator.pins import Outputs, Powered
from host_tools.workshop.emulator.pio import CYCLE_NS, ExactPio
from host_tools.workshop.emulator.xip import Cache

_PIO_BASES = (0x50200, 0x50300)
_RECOVERY_CLOCKS = 9
_SCL = 5  # the pin of the bus's clock on boards/pico


class Chip(Powered):
    """One power-on of a Pico. flash: its whole content, from flash_image() of the previous one.

    controllers: I2C address -> display controller, on bus 0. battery_raw: the ADC's reading on
    every input, 0 to 4095. cached: fetches from flash cost what they do on the chip (a run takes
    five times as long); without, they are free.
    """

    def __init__(
        self,
        uf2: Path,
        flash: bytes | None = None,
        controllers: Mapping[int, Controller] | None = None,
        timing: Timing = TYPICAL,
        battery_raw: int = 2048,
        cached: bool = True,
    ) -> None:
        self._device = BaseDevice(board=BoardSpec(image=str(uf2)), log_level=LogLevel.ERROR)
        self._simulator = self._device.simulator
        self.mcu: Any = self._device.mcu
        self._clock = self._simulator.clock
        self._stopped = False
        self.mcu.flash[:FLASH_BYTES] = flash if flash is not None else erased_with(load(str(uf2)))
        self.cache, self._cached = Cache(), cached
        self.flash = TimedFlash.fit(self.mcu.ssi, self._clock, timing, self.cache.flush)
        self._pios = [ExactPio(block, self._clock) for block in self.mcu.pio]
        for base, pio in zip(_PIO_BASES, self._pios, strict=True):
            self.mcu.peripherals[base] = pio
        self.wire = Wire(self.mcu.i2c[0], controllers or {}, self.at)
        self._free_bus_by_clocks()
        self.outputs = Outputs(self.mcu.gpio, self.now_us)
        self.console = UsbConsole(self._device, self.at)
        self.mcu.adc.channel_values = [battery_raw] * len(self.mcu.adc.channel_values)
        self._level: dict[int, bool] = {}
        self.resets = 0
        self._device.mcu.watchdog.on_watchdog_trigger = self.watchdog_reset
        self.mcu.core.pc = FLASH_START_ADDRESS

    def watchdog_reset(self) -> None:
        """Reset the processor; flash and everything on the pins stay."""
        self.resets += 1
        self.console.disconnect()
        self._device.hard_reset(cause=ResetCause.WATCHDOG)

    def _free_bus_by_clocks(self) -> None:
        """Make a controller that holds the data line release it after nine clocks."""
        clocks = [0]

        def edge(new: int, old: int) -> None:
            clocks[0] = clocks[0] + 1 if self.wire.held_low else 0
            if clocks[0] >= 2 * _RECOVERY_CLOCKS:
                self.wire.held_low = False

        self.mcu.gpio[_SCL].add_listener(edge)

    # -- time

    def now_us(self) -> float:
        """Return the microseconds since power-on."""
        return self._clock.nanos / 1000

    def ticks_us(self) -> int:
        """Return the chip's own counter, which restarts at a reset."""
        return self.mcu.timer._micros()

    def at(self, after_us: float, action: Callable[[], None]) -> None:
        """Schedule a call `after_us` from now, on a cycle of the chip's clock."""
        # Whole cycles keep the clock and the PIO blocks on one grid.
        self._clock.create_alarm(action).schedule(math.ceil(after_us * 1000 / CYCLE_NS) * CYCLE_NS)

    def run_for(self, us: float) -> None:
        """Let exactly this much time pass."""
        self.at(us, self._stop)
        self._run()

    def _stop(self) -> None:
        self._stopped = True
        self._simulator.stopped = True

    def _run(self) -> None:
        self._simulator.stopped = self._stopped = False
        while not self._stopped:
            if self._cached:
                self.cache.run(self._simulator)
            else:
                execute_batch(self._simulator, 1)

    # -- pins

    def contact(self, gpio: int, closed: bool) -> None:
        """Connect a pin to ground now, or release it."""
        if self._level.get(gpio, False) == closed:
            return
        self._level[gpio] = closed
        for pio in self._pios:
            pio.catch_up()
        pin = self.mcu.gpio[gpio]
        if closed:
            pin.set_input_value(False)
        else:
            pin.release_input()

    # -- flash

    def flash_image(self) -> bytes:
        """Return the current flash, as a power cut would leave it."""
        return bytes(self.mcu.flash[:FLASH_BYTES])

    # -- running code

    def execute(self, source: str, limit_us: float = 60e6) -> str:
        """Interrupt the running program, run source on the raw REPL, and return its output.

        Raises UserError with the traceback's last line, or if it does not end within limit_us.
        """
        done: list[tuple[str, str]] = []
        self.console.submit(source, lambda out, err: (done.append((out, err)), self._stop()))
        self.at(limit_us, lambda: None if done else self._stop())
        self._run()
        if not done:
            raise UserError(f"the code did not end within {limit_us / 1e6:g} emulated seconds", 1)
        out, err = done[0]
        if err:
            raise UserError(err.strip().splitlines()[-1], 1)
        return out


def erased_with(image: Image) -> bytes:
    """Return a whole flash with the image in it and all ones elsewhere."""
    return (b"\xff" * image.start + image.content).ljust(FLASH_BYTES, b"\xff")
