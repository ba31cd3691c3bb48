"""Simulated boards: the real MicroPython behind a pseudo-terminal, its littlefs in a flash file.

A board's port can be unplugged and its power cut at the Nth flash operation; it restarts as a
chip does: a soft reset (Ctrl-D) runs boot.py, and main.py unless the raw REPL asked for it.
"""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools.tools import find_tool

BOOT = Path(__file__).with_name("rig_boot.py")
BOARD = str(Path(__file__).with_name("rig_board"))
BLOCK_BYTES = 4096
WAITS_WITHIN_S = 2.0
START_S = 120.0  # of the firmware, under whatever load
EDGE = struct.Struct("<BBQ")  # key, closed, microseconds
CTRL_A, CTRL_B, CTRL_C = b"\x01", b"\x02", b"\x03"


def _raw(terminal: int, signals: bool) -> None:
    """Set a terminal to no echo and no translation; with signals, Ctrl-C works as on a chip."""
    tty.setraw(terminal)
    settings = termios.tcgetattr(terminal)
    if signals:
        settings[3] |= termios.ISIG
        off = os.fpathconf(terminal, "PC_VDISABLE")
        settings[6][termios.VQUIT] = settings[6][termios.VSUSP] = bytes([off])
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def _own_terminal() -> None:
    """In the child: give it its own terminal, and let a Ctrl-C before the start not kill it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def hears_ctrl_c() -> None:
    """In a child: enable Ctrl-C, which a suite run in the background ignores."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class SimulatedBoard:
    """One board. `port` is the path that a tool opens while the board is plugged in."""

    def __init__(
        self,
        folder: Path,
        blocks: int = 350,
        display: bool = True,
        unique_id: str = "c0ffee00",
    ) -> None:
        self._parts = (int(display), unique_id)
        folder.mkdir(parents=True, exist_ok=True)
        self.flash = folder / "flash.bin"
        self.region = folder / "region.bin"
        self.contacts = folder / "contacts.bin"
        for file, size in ((self.flash, blocks), (self.region, 64)):
            if not file.exists():
                file.write_bytes(b"\xff" * size * BLOCK_BYTES)
        self.contacts.touch()
        # Made by rig_boot.py once no Ctrl-C can keep it from mounting the flash.
        self._guard = Path(f"{self.flash}.guarded")
        self.port = ""
        self.cut_after_bytes = 0
        self._sent_bytes = 0
        self._at_bytes: tuple[int, Callable[[], None]] | None = None
        self._plug = threading.Lock()
        self._relay: threading.Thread | None = None
        self._child: subprocess.Popen | None = None

    def power_on(self, cut_after: int = 0, with_main: bool = True) -> "SimulatedBoard":
        """Start; cut_after > 0 cuts the power in the middle of that flash operation."""
        self._cut_after = cut_after
        self._port_side, terminal = pty.openpty()
        _raw(terminal, signals=False)
        self.port = os.ttyname(terminal)
        # Held open, so that a tool that closes the port does not hang up the board.
        self._held = terminal
        self._raw_repl = False
        self._stop_side, self._wake = os.pipe()
        self._start(with_main)
        self._relay = threading.Thread(target=self._run, daemon=True)
        self._relay.start()
        return self

    def power_off(self) -> None:
        """Pull the plug now and wait until the port is gone."""
        with self._plug:  # a test's own thread and the fixture's end may both pull it
            if self._relay is None:
                return
            with contextlib.suppress(OSError):
                os.write(self._wake, b"x")
            self._relay.join()
            self._relay = None
            os.close(self._wake)

    def at_bytes(self, count: int, action: Callable[[], None]) -> None:
        """Call action() as soon as the host has sent this many bytes from now on."""
        self._at_bytes = self._sent_bytes + count, action

    def press(self, key: int, closed: bool) -> None:
        """Write a contact edge, with its time, for a board file that reads them."""
        now_us = time.monotonic_ns() // 1000  # the clock of the unix port's time.ticks_us
        with self.contacts.open("ab") as file:
            file.write(EDGE.pack(key, closed, now_us))

    @contextlib.contextmanager
    def out_of_time(self) -> Iterator[None]:
        """Give the interpreter no processor time within, as on a busy machine."""
        self._hold()
        yield
        self._child.send_signal(signal.SIGCONT)

    def _start(self, with_main: bool) -> None:
        self._guard.unlink(missing_ok=True)
        self._child_side, terminal = pty.openpty()
        _raw(terminal, signals=True)
        command = [find_tool("micropython"), "-X", "heapsize=768K"]
        command += ["-i", str(BOOT), str(self.flash), str(self.region), str(self.contacts)]
        command += [str(n) for n in (self._cut_after, int(with_main), *self._parts)]
        self._child = subprocess.Popen(
            command,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(terminal)

    def _run(self) -> None:
        try:
            while self._pump():
                spent = self._child_side
                self._start(with_main=not self._raw_repl)
                # Last: a fork shares the locked port of a tool in this process until it has ended.
                os.write(self._port_side, b"\r\nMPY: soft reboot\r\n")
                os.close(spent)  # once: a number closed twice may by then be another file's
                if self._raw_repl:
                    self._await_prompt()
                    os.write(self._child_side, CTRL_A)
        finally:
            if self._child.poll() is None:
                os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait()
            for side in (self._port_side, self._held, self._child_side, self._stop_side):
                os.close(side)

    def _await_prompt(self) -> None:
        seen = b""
        while not seen.endswith(b">>> "):
            seen += os.read(self._child_side, 256)

    def _pump(self) -> bool:
        """Relay bytes until the interpreter ends; True if that was a soft reset."""
        while True:
            ready = select.select((self._port_side, self._child_side, self._stop_side), (), ())[0]
            if self._stop_side in ready:
                return False
            if self._child_side in ready:
                try:
                    os.write(self._port_side, os.read(self._child_side, 4096))
                except OSError:
                    return self._child.wait() == 0
            if self._port_side in ready and not self._from_host(os.read(self._port_side, 4096)):
                return False

    def _from_host(self, data: bytes) -> bool:
        """Pass the host's bytes on; return False if the cable is to break within them."""
        self._sent_bytes += len(data)
        if self._at_bytes and self._sent_bytes >= self._at_bytes[0]:
            self._at_bytes[1]()
            self._at_bytes = None
        if self.cut_after_bytes:
            self.cut_after_bytes -= min(len(data), self.cut_after_bytes)
            if not self.cut_after_bytes:
                os.write(self._child_side, data[: len(data) // 2])
                return False
        if CTRL_A in data:
            self._raw_repl = True
        elif CTRL_B in data:
            self._raw_repl = False
        interrupts = False
        if CTRL_C in data:
            while not self._guard.exists() and self._child.poll() is None:
                time.sleep(0.002)
            # Held, so that its reaction to a SIGINT can be determined before one comes.
            self._hold_where_it_waits()
            interrupts = self._interrupt_in("SigCgt")  # after `kbd_intr(-1)` it is just a byte
            self._signals(interrupts)
            # A second SIGINT before the first is handled ends the unix port; a chip survives that.
            data = data.replace(CTRL_C + CTRL_C, CTRL_C)
        with contextlib.suppress(OSError):
            os.write(self._child_side, data)
        if interrupts:
            self._await_interrupt()
        self._child.send_signal(signal.SIGCONT)
        return True

    def _hold(self) -> None:
        """Stop the interpreter where it is; SIGCONT lets it go on."""
        self._child.send_signal(signal.SIGSTOP)
        while self._child.poll() is None and self._said("State")[0] not in "TZ":
            time.sleep(0.0005)

    def _hold_where_it_waits(self) -> None:
        """Stop it in a system call, if it reaches one soon.

        The unix port raises a KeyboardInterrupt wherever it is, and within the collector that is
        its end; a chip raises it between two bytecodes.
        """
        deadline = time.monotonic() + WAITS_WITHIN_S
        while True:
            call = self._waits_in()
            self._hold()
            if (call and self._waits_in() == call) or time.monotonic() > deadline:
                return
            self._child.send_signal(signal.SIGCONT)
            time.sleep(0.002)

    def _waits_in(self) -> str:
        """Return the system call that the interpreter waits in; "" while it runs."""
        call = self._of_process("syscall") or "not told here"
        return "" if call.startswith(("running", "-1 ")) else call

    def _await_interrupt(self) -> None:
        """Wait for the signal, which a terminal sends in its own time."""
        deadline = time.monotonic() + WAITS_WITHIN_S
        while not self._interrupt_in("ShdPnd") and time.monotonic() < deadline:
            time.sleep(0.0005)

    def _interrupt_in(self, signals: str) -> bool:
        """Return whether SIGINT is in a set of the interpreter's signals."""
        return bool(int(self._said(signals), 16) >> (signal.SIGINT - 1) & 1)

    def _said(self, name: str) -> str:
        """Return a field of the interpreter's status; "0" once it has ended."""
        lines = self._of_process("status").splitlines() or [f"{name} 0"]
        return next(line for line in lines if line.startswith(name)).split()[1]

    def _of_process(self, name: str) -> str:
        """Return a file that /proc has of the interpreter; "" if it has none."""
        with contextlib.suppress(OSError):
            return Path(f"/proc/{self._child.pid}/{name}").read_text()
        return ""

    def _signals(self, on: bool) -> None:
        settings = termios.tcgetattr(self._child_side)
        settings[3] = settings[3] | termios.ISIG if on else settings[3] & ~termios.ISIG
        termios.tcsetattr(self._child_side, termios.TCSANOW, settings)
