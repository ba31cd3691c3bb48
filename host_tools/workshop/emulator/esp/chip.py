"""The emulated ESP32 with its clock, on the interface of the emulated RP2040 (chip.py).

An instruction takes 8 ns of emulated time and an idle processor waits in real time, so no time
here is a measure of the chip. The host sees, and stamps, each event a few milliseconds late. It
moves contacts as late, and later still on a busy computer (late_us).
"""

import heapq
import itertools
import re
import time
from collections.abc import Callable, Mapping

from host_tools.errors import UserError
from host_tools.workshop.emulator.esp.machines import Machine
from host_tools.workshop.emulator.esp.process import Process
from host_tools.workshop.emulator.esp.trace import Duty, Operation, Sent, Trace
from host_tools.workshop.emulator.i2c import Controller
from host_tools.workshop.emulator.pins import Contact, Tone
from host_tools.workshop.emulator.serial_console import Console

_RESET = re.compile(rb"rst:0x[0-9a-f]+ \((\w+)\)")
_STARTED = b"entry 0x"  # the ROM's last words
_ASK_AGAIN_US = 3e6  # input is lost while the chip starts
_LOOK_S = 0.002
_PIECE_BYTES = 64  # the firmware's input ring holds 260
_PIECE_US = 4_000.0


class Outputs:
    """The chip's outputs: the buzzer's tones, and the pins' levels."""

    def __init__(self, process: Process, machine: Machine) -> None:
        self._process = process
        self._machine = machine
        self._tones: list[Tone] = []
        self._since: tuple[float, float] | None = None

    def watch(self, number: int) -> None:
        """Do nothing: the only PWM is the buzzer's."""

    def duty(self, t_us: float, percent: int) -> None:
        """Take the buzzer's new PWM duty."""
        if self._since is not None:
            begun_us, hz = self._since
            self._tones.append(Tone(begun_us, t_us, hz))
            self._since = None
        if percent:
            self._since = (t_us, self._machine.pitch_hz(self._process.peek))

    def tones(self, number: int) -> list[Tone]:
        """Return the buzzer's finished sounds."""
        return self._tones

    def high(self, number: int) -> bool:
        """Return whether an output (0 to 31) is driven high now."""
        return bool(self._process.peek(self._machine.out) >> number & 1)


class Wire:
    """The bus of the displays, which acknowledges every address while it is connected."""

    def __init__(self, process: Process, controllers: Mapping[int, Controller]) -> None:
        self._process = process
        self._controllers = controllers
        self._connected = True

    @property
    def connected(self) -> bool:
        """Whether the cable is in. Setting it is a UserError if QEMU has no cable to pull."""
        return self._connected

    @connected.setter
    def connected(self, connected: bool) -> None:
        self._process.on_bus(connected)
        self._connected = connected

    def transaction(self, data: bytes) -> None:
        """Take one write; it carries no address, as there is only one display."""
        for controller in self._controllers.values():
            controller.transaction(data)


class Esp:
    """One power-on of an ESP32. flash: its whole content, from flash_image() of the previous one.

    controllers: the display on the bus, by its address. own_port: see Process.
    """

    def __init__(
        self,
        machine: Machine,
        flash: bytes,
        controllers: Mapping[int, Controller] | None = None,
        own_port: bool = False,
    ) -> None:
        self._machine = machine
        self.process = Process(machine, flash, own_port)
        self._trace = Trace()
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._now_us = 0.0
        self._running = 0
        self.late_us = 0.0
        self.operations: list[tuple[float, str, int]] = []
        self.causes: list[str] = []  # the ROM's word for each reset; the first is power-on
        self.console = Console(self._send)
        self.outputs = Outputs(self.process, machine)
        self.wire = Wire(self.process, controllers or {})
        for pin in range(machine.pins):
            self.process.pin(pin, True)

    def close(self) -> None:
        """Pull the power."""
        self.process.close()

    @property
    def resets(self) -> int:
        """Resets since power-on."""
        return max(0, len(self.causes) - 1)

    def _send(self, data: bytes) -> None:
        """Send data as time passes, in pieces that fit the chip's ring."""
        for index in range(0, len(data), _PIECE_BYTES):
            piece = data[index : index + _PIECE_BYTES]
            self.at(index // _PIECE_BYTES * _PIECE_US, lambda piece=piece: self.process.say(piece))

    # -- time

    def now_us(self) -> float:
        """Return the microseconds since power-on."""
        return self._now_us

    def at(self, after_us: float, action: Callable[[], None]) -> None:
        """Schedule a call `after_us` from now, after any call already due at that time."""
        heapq.heappush(self._calls, (self._now_us + after_us, next(self._order), action))

    def run_for(self, us: float) -> None:
        """Let at least this much time pass."""
        end_us = self._now_us + us
        self._run(lambda: self._now_us >= end_us, end_us)

    def run_until(
        self, condition: Callable[[], bool], limit_us: float, step_us: float = 500
    ) -> float:
        """Let time pass until a condition holds, tested as events arrive; return the time.

        Raises UserError if it does not hold within limit_us. step_us: not used here.
        """
        end_us = self._now_us + limit_us
        met = [condition()]

        def over() -> bool:
            met[0] = met[0] or condition()
            return met[0] or self._now_us >= end_us

        if not met[0]:
            self._run(over, end_us)
        if not met[0]:
            raise UserError(f"nothing happened within {limit_us / 1e6:g} emulated seconds", 1)
        return self._now_us

    def _run(self, over: Callable[[], bool], end_us: float) -> None:
        """Let time pass until `over()`; the outermost call starts time and stops it again."""
        if not self._running:
            self.process.go()
        self._running += 1
        try:
            while not over():
                self._look()
                time.sleep(_LOOK_S)
        finally:
            self._running -= 1
            if not self._running:
                self.process.stand()
                self._look()

    def _look(self) -> None:
        """Read the clock, take the chip's output and events, make the calls that are due."""
        process = self.process
        # The counter restarts at a reset, and reads 0 until it is started.
        told_us = self._machine.now_us(process.peek, process.poke)
        self._now_us += max(0.0, told_us - self._told_us)
        self._told_us = told_us
        if said := process.hear():
            self.console.hear(said)
            self.console.connected = _STARTED in self.console.text
            self.causes = [word.decode() for word in _RESET.findall(self.console.text)]
        for event in self._trace.events(process.traced()):
            if isinstance(event, Sent):
                self.wire.transaction(event.data)
            elif isinstance(event, Duty):
                self.outputs.duty(self._now_us, event.percent)
            elif isinstance(event, Operation):
                self.operations.append((self._now_us, event.kind, event.address))
        while self._calls and self._calls[0][0] <= self._now_us:
            heapq.heappop(self._calls)[2]()

    _told_us = 0.0

    # -- pins

    def contact(self, gpio: int, closed: bool) -> None:
        """Connect a pin to ground now, or release it."""
        self.process.pin(gpio, not closed)

    def play(self, gpio: int, moves: list[Contact], after_us: float = 0.0) -> None:
        """Make a contact go through these transitions; late_us keeps the greatest delay."""
        for move in moves:
            due_us, closed = self._now_us + after_us + move.after_us, move.closed
            self.at(
                after_us + move.after_us,
                lambda due_us=due_us, closed=closed: self._move(gpio, closed, due_us),
            )

    def _move(self, gpio: int, closed: bool, due_us: float) -> None:
        self.late_us = max(self.late_us, self._now_us - due_us)
        self.contact(gpio, closed)

    # -- flash and code

    def flash_image(self) -> bytes:
        """Return the current flash, as a power cut would leave it."""
        return self.process.flash()

    def _raw_repl(self, end_us: float) -> None:
        while True:
            come = self.console.raw_repl()
            try:
                self.run_until(come, _ASK_AGAIN_US)
                return
            except UserError:
                if self._now_us >= end_us:
                    raise

    def execute(self, source: str, limit_us: float = 60e6) -> str:
        """Interrupt the running program, run source on the raw REPL, and return its output.

        Raises UserError with the traceback's last line, or if it does not end within limit_us.
        """
        self._raw_repl(self._now_us + limit_us)
        ended = self.console.submit(source)
        self.run_until(lambda: ended() is not None, limit_us)
        out, error = ended() or ("", "")
        if error:
            raise UserError(error.strip().splitlines()[-1], 1)
        return out
