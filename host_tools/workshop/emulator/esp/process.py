"""The emulator's process and its sockets: UART, test socket and monitor of the chip; its trace.

The fork serves only its serial ports, so the test socket shares the second one's; Ctrl-A C hands
the shared socket to it. UART output that the other end does not take is lost (a Unix socket holds
278 single bytes, a pseudo-terminal 4,096), so the UART is on TCP.
"""

import contextlib
import json
import os
import re
import select
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from host_tools.device.compose import wants_psram
from host_tools.errors import UserError
from host_tools.workshop.emulator.esp.machines import Machine

VARIABLE = "CORRIDO_QEMU"
TRACED = ("i2c_event", "i2c_send", "led_change_intensity", "m25p80_flash_erase",
          "m25p80_page_program")  # fmt: skip
_ICOUNT = "shift=3,align=off,sleep=on"  # an instruction takes 8 ns
_PSRAM = "4M"
_PARTS, _ON_BUS, _ABSENT = "/machine/unattached", "child<picsimlab_i2c>", "absent"
_GIVE_THE_WORD = b"\x01c"
_PATIENCE_S = 60.0
_HERE = "127.0.0.1"


def program(machine: Machine) -> Path:
    """Return the emulator's program for a chip, in the folder that CORRIDO_QEMU names.

    UserError if the variable is not set, or the folder has no such program.
    """
    folder = os.environ.get(VARIABLE)
    if not folder:
        raise UserError(f"{VARIABLE} names no folder with PICSimLab's QEMU built in it")
    path = Path(folder) / machine.program
    if not path.is_file():
        raise UserError(f"{VARIABLE}: no {machine.program} in {folder}")
    return path


class Process:
    """A powered chip whose time stands still until go(); close() pulls the power.

    own_port: leave the UART to another program, at serial_port().
    """

    def __init__(self, machine: Machine, flash: bytes, own_port: bool = False) -> None:
        self._machine = machine
        self._open = contextlib.ExitStack()
        self._folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._flash = self._folder / "flash.bin"
        self._flash.write_bytes(flash)
        (self._folder / "efuse.bin").write_bytes(machine.efuse)
        waiting = {name: self._listen(name) for name in ("qmp", "test")}
        uart = f"host={_HERE},port=0,server=on,wait=off"
        if not own_port:
            waiting["uart"] = self._listening(socket.create_server((_HERE, 0)))
            uart = f"host={_HERE},port={waiting['uart'].getsockname()[1]}"
        self.errors = self._folder / "errors.txt"
        with self.errors.open("w") as errors:
            self._qemu = subprocess.Popen(
                self._command(uart), stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
            )
        self._open.callback(self._end)
        try:
            ends = {name: self._accepted(place) for name, place in waiting.items()}
        except UserError:
            self.close()
            raise
        self._uart = ends.get("uart")
        self._qmp: Any = self._open.enter_context(ends["qmp"].makefile("rw", encoding="utf-8"))
        self._qmp.readline()  # its greeting
        ends["test"].sendall(_GIVE_THE_WORD)
        self._test: Any = self._open.enter_context(ends["test"].makefile("rw", encoding="utf-8"))
        self._trace: Any = self._open.enter_context((self._folder / "trace.log").open("rb"))
        self._rest = b""
        self.monitor("qmp_capabilities")

    def _listen(self, name: str) -> socket.socket:
        place = socket.socket(socket.AF_UNIX)
        place.bind(str(self._folder / name))
        place.listen(1)
        return self._listening(place)

    def _listening(self, place: socket.socket) -> socket.socket:
        self._open.enter_context(place)
        place.settimeout(_PATIENCE_S)
        return place

    def _accepted(self, place: socket.socket) -> socket.socket:
        try:
            end, _ = place.accept()
        except TimeoutError:
            raise UserError(f"QEMU does not start: {self._last_words()}", 1) from None
        self._open.enter_context(end)
        end.settimeout(_PATIENCE_S)
        return end

    def _last_words(self) -> str:
        return self.errors.read_text(errors="replace").strip()[-300:] or "it says nothing"

    def _command(self, uart: str) -> list[str]:
        machine, folder = self._machine, self._folder
        # Contacts must move on time while the chip runs, so this process takes precedence.
        behind = ["nice", "-n", "10"] if shutil.which("nice") else []
        psram = ["-m", _PSRAM] if wants_psram(self._flash.read_bytes()) else []
        return [
            *behind, str(program(machine)), "-M", machine.machine, *psram,
            "-nodefaults", "-display", "none", "-icount", _ICOUNT, "-S",
            "-drive", f"file={self._flash},if=mtd,format=raw",
            "-drive", f"file={folder}/efuse.bin,if=none,format=raw,id=efuse",
            "-global", f"driver={machine.efuse_driver},property=drive,value=efuse",
            "-chardev", f"socket,id=uart,{uart}", "-serial", "chardev:uart",
            "-chardev", f"socket,id=test,path={folder}/test,mux=on", "-serial", "chardev:test",
            "-object", "qtest,id=test0,chardev=test,log=none",
            "-chardev", f"socket,id=qmp,path={folder}/qmp", "-mon", "chardev=qmp,mode=control",
            *(word for name in TRACED for word in ("-trace", name)),
            "-D", f"{folder}/trace.log",
        ]  # fmt: skip

    # -- monitor and test socket

    def monitor(self, command: str, **arguments: Any) -> Any:
        """Run a monitor command and return its answer; UserError if it fails."""
        text = json.dumps({"execute": command, "arguments": arguments})
        while True:
            answer = json.loads(self._line(self._qmp, text))
            text = ""
            if "error" in answer:
                raise UserError(f"QEMU: {answer['error']['desc']}", 1)
            if "return" in answer:
                return answer["return"]

    def test(self, command: str) -> str:
        """Run a command on the test socket and return its answer after OK."""
        status, _, value = self._line(self._test, command).partition(" ")
        if status != "OK":
            raise UserError(f"QEMU's test socket refuses {command!r}: {status} {value}", 1)
        return value

    def _line(self, end: Any, text: str) -> str:
        try:
            if text:
                end.write(text + "\n")
                end.flush()
            line = end.readline()
        except OSError as error:
            raise UserError(f"QEMU does not answer: {error}; {self._last_words()}", 1) from None
        if not line:
            raise UserError(f"QEMU has stopped: {self._last_words()}", 1)
        return line.strip()

    def peek(self, address: int) -> int:
        """Return a register's word."""
        return int(self.test(f"readl {address:#x}"), 16) & 0xFFFFFFFF

    def poke(self, address: int, word: int) -> None:
        """Write a register."""
        self.test(f"writel {address:#x} {word:#x}")

    def pin(self, number: int, high: bool) -> None:
        """Set the level of an input."""
        self.test(f"set_irq_in {self._machine.gpio} esp32_gpios_in {number} {int(high)}")

    def on_bus(self, there: bool) -> None:
        """Make the devices on the I2C buses acknowledge or stop; UserError if QEMU cannot.

        QEMU's device acknowledges every address. The unchanged fork has no switch for that; a
        fork built with a property `absent` of `picsimlab_i2c` has.
        """
        for part in self.monitor("qom-list", path=_PARTS):
            if part["type"] != _ON_BUS:
                continue
            path = f"{_PARTS}/{part['name']}"
            if not any(known["name"] == _ABSENT for known in self.monitor("qom-list", path=path)):
                raise UserError("this QEMU's bus acknowledges every address: no cable to pull", 1)
            self.monitor("qom-set", path=path, property=_ABSENT, value=not there)

    def go(self) -> None:
        """Let time pass."""
        self.monitor("cont")

    def stand(self) -> None:
        """Stop time and write out the flash."""
        self.monitor("stop")

    # -- UART, trace, flash

    def say(self, data: bytes) -> None:
        """Send bytes to the chip's UART."""
        assert self._uart is not None, "its UART is elsewhere"
        self._uart.sendall(data)

    def hear(self) -> bytes:
        """Return the chip's UART output since the last call."""
        said = bytearray()
        while self._uart is not None and select.select([self._uart], [], [], 0)[0]:
            part = self._uart.recv(65536)
            if not part:
                raise UserError(f"QEMU has stopped: {self._last_words()}", 1)
            said += part
        return bytes(said)

    def traced(self) -> list[str]:
        """Return the complete trace lines that have arrived since the last call."""
        *lines, self._rest = (self._rest + self._trace.read()).split(b"\n")
        return [line.decode("ascii", "replace") for line in lines]

    def serial_port(self) -> str:
        """Return the name of the port where another program finds the UART; with own_port."""
        found = {device["label"]: device["filename"] for device in self.monitor("query-chardev")}
        number = re.search(rf"{_HERE}:(\d+)", found["uart"])
        assert number is not None, found
        return f"socket://{_HERE}:{number[1]}"

    def flash(self) -> bytes:
        """Return the content of flash."""
        return self._flash.read_bytes()

    def _end(self) -> None:
        self._qemu.kill()
        self._qemu.wait()

    def close(self) -> None:
        """End the process."""
        self._open.close()
