"""The emulated RP2350 with its clock, on the interface of the emulated RP2040 (chip.py).

Times are microseconds of emulated time since power-on. Cycles are counted, but an instruction
takes the emulator's number of cycles, not the silicon's, so no time here is a measure of the chip.
The watchdog, flash operations, the PIO's clock and the bus are timed by the data sheets.
"""

import base64
import heapq
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from host_tools.device.uf2 import read_uf2
from host_tools.errors import UserError
from host_tools.workshop.emulator.i2c import Controller
from host_tools.workshop.emulator.pins import Contact, Tone, tones_of
from host_tools.workshop.emulator.rp2350.process import Process
from host_tools.workshop.emulator.serial_console import Console

FLASH_BYTES = 4 << 20
CONNECTED_US = 20e6


class Outputs:
    """Edges of the watched pins: (microseconds since power-on, high or not)."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._edges: dict[int, list[tuple[float, bool]]] = {}

    def watch(self, number: int) -> None:
        """Record a pin's edges from now on."""
        self._edges.setdefault(number, [])
        self._process.ask("watch", pin=number)

    def add(self, t_us: float, number: int, high: bool) -> None:
        """Take an edge of a watched pin."""
        self._edges[number].append((t_us, high))

    def edges(self, number: int) -> list[tuple[float, bool]]:
        """Return the edges recorded on a watched pin."""
        return self._edges[number]

    def high(self, number: int) -> bool:
        """Return whether the pin is driven high now."""
        return bool(self._process.ask("high", pin=number).value)

    def tones(self, number: int) -> list[Tone]:
        """Return the sounds of a piezo on a watched pin, split by pitch."""
        return tones_of([t_us for t_us, high in self._edges[number] if high])


class Wire:
    """The bus of the displays: its controllers acknowledge while it is connected."""

    def __init__(self, process: Process, controllers: Mapping[int, Controller]) -> None:
        self._process = process
        self._controllers = controllers
        self._connected = False
        self.connected = True

    @property
    def connected(self) -> bool:
        """Whether the cable is in."""
        return self._connected

    @connected.setter
    def connected(self, connected: bool) -> None:
        self._connected = connected
        addresses = list(self._controllers) if connected else []
        self._process.ask("bus", addresses=addresses)

    def transaction(self, address: int, data: list[int]) -> None:
        """Take the bytes of one write."""
        self._controllers[address].transaction(bytes(data))


class Rp2350:
    """One power-on of a Pico 2. flash: its whole content, from flash_image() of the previous one.

    controllers: I2C address -> display controller, on bus 0. UserError without the emulator.
    """

    def __init__(
        self,
        uf2: Path,
        flash: bytes,
        controllers: Mapping[int, Controller] | None = None,
        battery_raw: int = 2048,
    ) -> None:
        self.image = read_uf2(uf2)
        self._process = Process(flash)
        self._now_us = 0.0
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self.resets = 0
        self.operations: list[tuple[float, str, int]] = []
        self.console = Console(self._send)
        self.outputs = Outputs(self._process)
        self.wire = Wire(self._process, controllers or {})
        self._process.ask("battery", raw=battery_raw)

    def close(self) -> None:
        """Pull the power; the flash is lost unless flash_image() was called before."""
        self._process.close()

    def _send(self, data: bytes) -> None:
        self._process.ask("send", data=base64.b64encode(data).decode())

    # -- time

    def now_us(self) -> float:
        """Return the microseconds since power-on."""
        return self._now_us

    def at(self, after_us: float, action: Callable[[], None]) -> None:
        """Schedule a call `after_us` from now."""
        heapq.heappush(self._calls, (self._now_us + after_us, next(self._order), action))

    def run_for(self, us: float) -> None:
        """Let this much time pass."""
        end_us = self._now_us + us
        while self._calls and self._calls[0][0] <= end_us:
            due_us, _, action = heapq.heappop(self._calls)
            self._go(due_us)
            action()
        self._go(end_us)

    def _go(self, until_us: float) -> None:
        if until_us <= self._now_us:
            return
        answer = self._process.ask("run", until=until_us)
        for kind, t_us, *rest in answer.events:
            self._now_us = t_us
            self._take(kind, rest)
        self._now_us = answer.now_us

    def _take(self, kind: str, rest: list[Any]) -> None:
        if kind == "said":
            self.console.hear(base64.b64decode(rest[0]))
        elif kind == "connected":
            self.console.connected = True
        elif kind == "i2c":
            self.wire.transaction(rest[0], rest[1])
        elif kind == "pin":
            self.outputs.add(self._now_us, rest[0], rest[1])
        elif kind == "reset":
            self.resets += 1
            self.console.disconnect()
        else:
            self.operations.append((self._now_us, kind, rest[0]))

    def run_until(
        self, condition: Callable[[], bool], limit_us: float, step_us: float = 500
    ) -> float:
        """Let time pass until a condition holds, tested every step_us; return the time.

        Raises UserError if it does not hold within limit_us.
        """
        end = self._now_us + limit_us
        while not condition():
            if self._now_us >= end:
                raise UserError(f"nothing happened within {limit_us / 1e6:g} emulated seconds", 1)
            self.run_for(step_us)
        return self._now_us

    # -- pins

    def contact(self, gpio: int, closed: bool) -> None:
        """Connect a pin to ground now, or release it."""
        self._process.ask("contact", pin=gpio, closed=closed)

    def play(self, gpio: int, moves: list[Contact], after_us: float = 0.0) -> None:
        """Make a contact go through these transitions."""
        for move in moves:
            closed = move.closed
            self.at(after_us + move.after_us, lambda closed=closed: self.contact(gpio, closed))

    # -- flash and code

    def flash_image(self) -> bytes:
        """Return the current flash, as a power cut would leave it."""
        return self._process.flash(FLASH_BYTES)

    def execute(self, source: str, limit_us: float = 60e6) -> str:
        """Interrupt the running program, run source on the raw REPL, and return its output.

        Raises UserError with the traceback's last line, or if it does not end within limit_us.
        """
        self.run_until(self.console.raw_repl(), limit_us, 2000)
        ended = self.console.submit(source)
        self.run_until(lambda: ended() is not None, limit_us, 2000)
        out, error = ended() or ("", "")
        if error:
            raise UserError(error.strip().splitlines()[-1], 1)
        return out
