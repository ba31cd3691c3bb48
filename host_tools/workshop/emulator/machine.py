"""An emulated RP2040 behind the simulator's page: `corrido sim --target rp2040 --uf2 FILE`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host_tools.device.kinds import wiring_of
from host_tools.errors import UserError
from host_tools.paths import boards_dir
from host_tools.sim.ssd1306 import Ssd1306
from host_tools.web.machine import LogRow
from host_tools.workshop.emulator.chip import Chip
from host_tools.workshop.emulator.flash import TYPICAL
from host_tools.workshop.emulator.payload import needed_files, prepared_flash, provisioned
from host_tools.workshop.emulator.pins import bouncing

# An answer costs the chip about 20 ms; a page that asks ten times a second must not stall it.
ASK_EVERY_US = 400_000
ANSWER_WITHIN_US = 3_000_000
_BOUNCES = 4


class EmulatedMachine:
    """A Machine (host_tools/web/machine.py): a Pico with deployed firmware and wired parts.

    It runs at about a twentieth of real time when busy, and faster than real time when idle.
    """

    def __init__(
        self, uf2: Path, settings: Mapping[str, str] | None = None, flash: bytes | None = None
    ) -> None:
        """Make an unpowered machine; flash: its content, by default a fresh deployment.

        Raises UserError if uf2 is not a MicroPython image for the RP2040, or for a bad setting.
        """
        wiring = wiring_of(boards_dir() / "pico")
        self._uf2 = uf2
        self._gpio = dict(wiring["keys"])
        self._leds = dict(wiring["leds"])
        self._buzzer: int = wiring["buzzer"][0]
        self._controllers = {address: Ssd1306() for address, _, _ in wiring["displays"]}
        made = provisioned(settings or {})
        self._spans_us = (made.bounce_us / _BOUNCES,) * _BOUNCES if made.bounce_us else ()
        self._flash = flash or prepared_flash(
            uf2, {**needed_files(uf2), **made.files}, made.region
        )
        self._before_us = 0
        self._heard = 0
        self._forget()
        self.chip: Chip | None = None
        self.keys = tuple(self._gpio)
        self.display_plugged = True
        self.offers: tuple[str, ...] = ()

    def next_us(self) -> int:
        """Return the current time: a chip is never at rest."""
        return self.now_us

    def fault(self, name: str, value: int) -> None:
        """Do nothing: the parts of this machine have no faults to inject."""

    def entering(self) -> bool:
        """Return False: the chip's focus cannot be read."""
        return False

    def type_tile(self, tile: str) -> int:
        """Press nothing."""
        return self.now_us

    def log(self, count: int) -> list[LogRow]:
        """Return nothing: the log is in the chip, and `corrido log pull` fetches it."""
        return []

    def _forget(self) -> None:
        """Forget the firmware's answers."""
        self._question = 0
        self._spoke_us = -ANSWER_WITHIN_US  # when it was last asked, or last answered
        self.answered = True
        self._status: dict[str, str] = {}
        self._dying = False
        self._fault = ""

    @property
    def powered(self) -> bool:
        """Whether it has power."""
        return self.chip is not None

    @property
    def now_us(self) -> int:
        """Microseconds of emulated time, not counting time without power."""
        return self._before_us + (round(self.chip.now_us()) if self.chip else 0)

    def power_on(self) -> None:
        """Switch on."""
        if self.chip is not None:
            return
        for controller in self._controllers.values():
            controller.power_on()
        chip = Chip(self._uf2, self._flash, self._controllers, TYPICAL)
        chip.wire.connected = self.display_plugged
        chip.outputs.watch(self._buzzer)
        chip.console.on_line = self._hear
        self._heard = 0
        self.chip = chip

    def power_cut(self) -> None:
        """Pull the cable, whatever the chip is doing."""
        if self.chip is None:
            return
        self._flash = self.chip.flash_image()
        self._before_us = self.now_us
        self._forget()
        self.chip = None

    def reset(self) -> None:
        """Reset the chip as the watchdog does."""
        if self.chip is not None:
            self._forget()
            self.chip.watchdog_reset()

    def contact(self, key: str, closed: bool) -> None:
        """Close or open a key's contact, with the bounce given in the settings."""
        if self.chip is not None:
            self.chip.play(self._gpio[key], bouncing(closed, self._spans_us))

    def display(self, plugged: bool) -> None:
        """Plug in or pull the display's cable; unplugged controllers forget everything."""
        self.display_plugged = plugged
        if not plugged:
            for controller in self._controllers.values():
                controller.power_on()
        if self.chip is not None:
            self.chip.wire.connected = plugged

    def run_for_us(self, duration_us: int) -> None:
        """Let this much emulated time pass."""
        if self.chip is None:
            self._before_us += duration_us
        else:
            self.chip.run_for(duration_us)

    def frames(self) -> list[bytes]:
        """Return each display's picture."""
        lit = self.powered and self.display_plugged
        return [chip.frame() if lit else bytes(1024) for chip in self._controllers.values()]

    def leds(self) -> dict[str, bool]:
        """Return the LEDs, and whether each is lit."""
        chip = self.chip
        return {
            name: chip is not None and chip.outputs.high(gpio) for name, gpio in self._leds.items()
        }

    def said(self) -> list[tuple[int, str, str]]:
        """Return nothing: a chip's lines are read by `corrido talk`."""
        return []

    def take_buzzer(self) -> list[tuple[int, int]]:
        """Return the tones that have ended since the last call, as edges."""
        if self.chip is None:
            return []
        tones = self.chip.outputs.tones(self._buzzer)
        quiet_us = self.chip.now_us() - 30_000
        ended = [tone for tone in tones[self._heard :] if tone.end_us < quiet_us]
        self._heard += len(ended)
        edges = []
        for tone in ended:
            edges.append((self._before_us + round(tone.start_us), round(tone.hz)))
            edges.append((self._before_us + round(tone.end_us), 0))
        return edges

    def status(self) -> dict[str, str]:
        """Return the firmware's latest answer over USB, and ask again; empty before the first.

        Raises UserError if the firmware has ended with an error.
        """
        if self._fault:
            raise UserError(f"the firmware stopped: {self._fault}", 1)
        chip = self.chip
        if chip is not None and chip.console.connected:
            since_us = self.now_us - self._spoke_us
            if since_us >= (ASK_EVERY_US if self.answered else ANSWER_WITHIN_US):
                self._question += 1
                self._spoke_us, self.answered = self.now_us, False
                chip.console.send(b"?%d status\n" % self._question)
        return dict(self._status)

    def _hear(self, line: str) -> None:
        """Take a console line: `!ID ok JSON` is an answer, a traceback is the firmware's end."""
        if line.startswith("Traceback"):
            self._dying = True
        elif self._dying and line and not line.startswith("File "):
            self._dying, self._fault = False, line
        mark, _, answer = line.partition(" ok ")
        if not mark.startswith("!"):
            return
        self._spoke_us, self.answered = self.now_us, True
        try:
            found: Any = json.loads(answer)
        except ValueError:
            return
        if isinstance(found, dict) and "phase" in found:
            self._status = found

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
        self.chip = None
