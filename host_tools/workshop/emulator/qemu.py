"""An emulated ESP32 or ESP32-C3 with its clock, used like the emulated RP2040 (chip.py).

It runs in PICSimLab's fork of QEMU: CORRIDO_QEMU names the folder of its programs and ROMs. Its
time goes on while the host looks: all comes a little late, and no time here measures a chip.
"""

import atexit
import contextlib
import heapq
import itertools
import os
import re
import select
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.disk import make_disk
from host_tools.device.image import load
from host_tools.errors import UserError
from host_tools.workshop.emulator.chip import erased_with
from host_tools.workshop.emulator.i2c import Controller
from host_tools.workshop.emulator.pins import Console, Powered
from host_tools.workshop.emulator.table import Table

VARIABLE = "CORRIDO_QEMU"
_FLASH_BYTES = 4 << 20
_PATIENCE_S, _LOOK_S = 60.0, 0.002
_SENT = re.compile(rb"i2c_send .*data:0x([0-9a-f]+)")


class Machine(NamedTuple):
    """One chip in QEMU; addresses of registers are from its technical reference manual.

    efuse: its one-time memory. latch: address and word to write before the clock is read. clock:
    addresses of its low and high word.
    """

    program: str
    efuse: bytes
    gpio: str
    latch: tuple[int, int]
    clock: tuple[int, int]
    ticks_a_us: int


# Revision 0.3 in WAFER_VERSION_MINOR_LO, the oldest C3 that MicroPython's loader accepts.
_EFUSE_OF_C3 = (bytes(0x26) + b"\x0c").ljust(1024, b"\0")
MACHINES = {
    "esp32": Machine("qemu-system-xtensa", bytes(124), "/machine/soc/gpio",
                     (0x3FF5F080, 1), (0x3FF5F078, 0x3FF5F07C), 2),
    "esp32c3": Machine("qemu-system-riscv32", _EFUSE_OF_C3, "/machine/gpio",
                       (0x60023004, 1 << 30), (0x60023044, 0x60023040), 16),
}  # fmt: skip


def program(chip: str) -> Path:
    """Return the path of the program that emulates a chip; UserError if there is none here."""
    path = Path(os.environ.get(VARIABLE, ""), MACHINES[chip].program)
    if not path.is_file():
        raise UserError(f"no {path.name} in the folder that {VARIABLE} names")
    return path


class Qemu(Powered):
    """One power-on. flash: its content, from flash_image() of the previous one.

    display: takes every write on the bus.
    """

    def __init__(self, chip: str, flash: bytes, display: Controller) -> None:
        self._machine, self._display = MACHINES[chip], display
        self._calls: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._now_us = self._told_us = self._slip_us = 0.0
        self._rest, self._written = b"", bytearray()
        self._open = contextlib.ExitStack()
        atexit.register(self._open.close)
        self._folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        (self._folder / "flash").write_bytes(flash.ljust(_FLASH_BYTES, b"\xff"))
        (self._folder / "efuse").write_bytes(self._machine.efuse)
        self._start(chip)
        self.console = Console(self._uart.sendall)

    def _start(self, chip: str) -> None:
        """Start the program, and take its UART, and the line of its pins and registers.

        Both over TCP: the fork drops what is not taken at once, and a Unix socket holds little.
        The other line is shared with a second UART, as the fork serves no others.
        """
        path, folder, opened = program(chip), self._folder, self._open
        door = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        door.settimeout(_PATIENCE_S)
        here = f"socket,host=127.0.0.1,port={door.getsockname()[1]}"  # it comes twice, in order
        command = [
            "nice", str(path), "-L", str(path.parent), "-M", f"{chip}-picsimlab", "-nodefaults",
            "-display", "none", "-icount", "shift=3,align=off,sleep=on",
            "-drive", f"file={folder}/flash,if=mtd,format=raw",
            "-drive", f"file={folder}/efuse,if=none,format=raw,id=efuse",
            "-global", f"driver=nvram.{chip}.efuse,property=drive,value=efuse",
            "-chardev", f"{here},id=uart", "-serial", "chardev:uart",
            "-chardev", f"{here},id=pins,mux=on", "-serial", "chardev:pins",
            "-object", "qtest,id=test,chardev=pins,log=none",
            "-trace", "i2c_event", "-trace", "i2c_send", "-D", f"{folder}/trace",
        ]  # fmt: skip
        with (folder / "said").open("w") as said:
            self._runs = subprocess.Popen(command, stdout=said, stderr=said)
        opened.callback(self._runs.wait)
        opened.callback(self._runs.kill)
        try:
            self._uart, line = (opened.enter_context(door.accept()[0]) for _ in range(2))
        except TimeoutError:
            raise self._silent() from None
        line.settimeout(_PATIENCE_S)
        line.sendall(b"\x01c")  # Ctrl-A C hands a shared line to the next of its users
        self._pins = opened.enter_context(line.makefile("rw"))
        self._trace: Any = opened.enter_context((folder / "trace").open("rb"))

    def _silent(self) -> UserError:
        said = (self._folder / "said").read_text(errors="replace")
        return UserError(f"QEMU does not answer: {said.strip()[-300:]}", 1)

    def _asked(self, text: str) -> str:
        with contextlib.suppress(OSError):
            self._pins.write(text + "\n")
            self._pins.flush()
            if line := self._pins.readline():
                return line
        raise self._silent()

    # -- time

    def now_us(self) -> float:
        """Return the microseconds since power-on."""
        return self._now_us

    def at(self, after_us: float, action: Callable[[], object]) -> None:
        """Schedule a call `after_us` from now; if one comes late, so do all later ones."""
        due_us = self._now_us - self._slip_us + after_us
        heapq.heappush(self._calls, (due_us, next(self._order), action))

    def run_for(self, us: float) -> None:
        """Let at least this much time pass."""
        end_us = self._now_us + us
        while self._now_us < end_us:
            self._look()

    def _look(self) -> None:
        """Read the clock, take what the chip has put out, make the calls that are due."""
        time.sleep(_LOOK_S)
        self._asked("writel {:#x} {:#x}".format(*self._machine.latch))
        low, high = (int(self._asked(f"readl {address:#x}").split()[1], 16) & 0xFFFFFFFF
                     for address in self._machine.clock)  # fmt: skip
        told_us = (high << 32 | low) / self._machine.ticks_a_us
        self._now_us += max(0.0, told_us - self._told_us)  # a reset starts it again
        self._told_us = told_us
        while select.select([self._uart], [], [], 0)[0]:
            said = self._uart.recv(65536)
            if not said:
                raise self._silent()
            self.console.hear(said)
        *lines, self._rest = (self._rest + self._trace.read()).split(b"\n")
        for line in lines:
            self._traced(line)
        while self._calls and self._calls[0][0] <= self._now_us - self._slip_us:
            due_us, _, action = heapq.heappop(self._calls)
            self._slip_us = self._now_us - due_us
            action()

    def _traced(self, line: bytes) -> None:
        if found := _SENT.search(line):
            self._written.append(int(found[1], 16))
        elif b"i2c_event finish" in line and self._written:
            self._display.transaction(bytes(self._written))
            self._written.clear()

    # -- pins and power

    def contact(self, gpio: int, closed: bool) -> None:
        """Connect a pin to ground now, or release it."""
        self._asked(f"set_irq_in {self._machine.gpio} esp32_gpios_in {gpio} {0 if closed else 1}")

    def flash_image(self) -> bytes:
        """Pull the power; return the flash."""
        with self._open:
            self._runs.terminate()
            self._runs.wait()  # it writes the flash out
            return (self._folder / "flash").read_bytes()


class EspTable(Table):
    """A board with an official image, its parts, and the firmware as files."""

    def power(self, flash: bytes | None = None) -> Any:
        """Switch on. flash: its content, by default a fresh deployment."""
        image = load(str(self.uf2))
        place = image.disk()
        disk = make_disk(self.files, place.size, self._raw)
        content = flash or erased_with(image)[: place.offset] + disk.data
        self.display.power_on()
        chip = self.display.chip = Qemu(image.chip, content, self.display)
        for pin in (*self.gpio.values(), *(self.encoder or ())):
            chip.contact(pin, closed=False)
        return chip
