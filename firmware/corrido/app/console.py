"""Answer a host over USB while the firmware runs, in slices too short for a clock to notice.

The host sends a line `?ID COMMAND [ARGUMENT...]`; the answer is one line, `!ID ok JSON` or `!ID no
TEXT`. A poll receives at most 64 bytes, or carries out a command, or encodes and sends at most 64
bytes, never more than the port takes without waiting. For a moment after an answer the device
stays awake, so that a host's next question is not kept waiting. While a clock runs, Ctrl-C is a
byte like any other.
"""

import json
import sys

try:
    from micropython import (
        kbd_intr,  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
    )
except ImportError:

    def kbd_intr(code: int) -> None:
        """Leave Ctrl-C to the terminal, on CPython."""


from corrido.app.loop import ANSWER_BYTES, HEARD_BYTES
from corrido.compat import TYPE_CHECKING, const
from corrido.memory import load, loaded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from corrido.app.app import App
    from corrido.app.commands import Answer

    class Port(Protocol):
        """The source and destination of a host's bytes."""

        def read(self) -> int: ...
        def room(self) -> bool: ...
        def write(self, data: bytes) -> None: ...


SLICE_BYTES = const(64)
LONGEST_LINE = const(400)
CTRL_C = const(3)
ATTENTIVE_MS = const(30)
# 64 bytes take 6 ms at 115,200 baud: the host of a slower chip has stopped reading. A process may
# just have had no processor, and its host waits for the rest.
SLOW_MS = 50 if sys.platform in ("esp32", "rp2") else 1 << 30
UNLOCKED_MS = const(60000)
_COMMANDS = "corrido.app.commands"
PATIENCE = const(30)  # turns the app may take before the host gets one


class UsbPort:
    """Read and write the console: USB or the serial line, whichever carries the REPL.

    Raise ImportError on a MicroPython without `select`, such as its WebAssembly build.
    """

    def __init__(self) -> None:
        import select

        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        stdin: "Any" = sys.stdin
        stdout: "Any" = sys.stdout
        self._stdin = getattr(stdin, "buffer", stdin)
        self._stdout = getattr(stdout, "buffer", stdout)

    def read(self) -> int:
        """Return the next waiting byte, or -1."""
        if not self._poll.poll(0):
            return -1
        got = self._stdin.read(1)
        return got[0] if got else -1

    def room(self) -> bool:
        """Return True if a slice can be written without waiting, as far as the port knows."""
        return bool(self._room.poll(0))

    def write(self, data: bytes) -> None:
        """Send a slice."""
        self._stdout.write(data)


class Console:
    """The console; the main loop polls it.

    port: read() -> byte or -1, room(), write(bytes). Without a port (a MicroPython that has no
    `select`) nothing is ever asked or answered.
    """

    def __init__(self, app: "App", port: "Port | None" = None) -> None:
        self._app = app
        self._port = port
        if not port:
            try:
                self._port = UsbPort()
            except ImportError:
                pass  # nobody can ask
        self._line = bytearray()
        self._out = b""
        self._rest: "Iterator[str] | None" = None  # pieces of the answer not yet encoded
        self._question = b""  # asked but not yet answered
        self._asked_again = 0
        self.held = b""  # what a command has received so far, for those that follow
        self._leave = False
        self._guarded = False
        self._attentive_until_ms = -1
        self._unlocked_until_ms = -1

    def poll(self) -> bool:
        """Receive and send one slice; return True while there is more to send or to expect.

        Raise KeyboardInterrupt once the host has asked for the REPL and received its answer.
        """
        port = self._port
        if not port:
            return False
        self._guard()
        try:
            self._serve(port)
        except MemoryError:
            if self._app.recorder.unfinished:
                raise  # a restart rebuilds the game from its record
            # An answer must never stop the game: end its line, which the host finds cut off.
            self._out, self._rest, self._question = b"\n", None, b""
        attentive = self._app.timebase.now_ms() < self._attentive_until_ms  # after an answer
        return self.speaks() or self._leave or attentive

    def _serve(self, port: "Port") -> None:
        if self._question:
            self._answer()
        elif not (self._out or self._rest):
            if self._leave:
                kbd_intr(CTRL_C)
                raise KeyboardInterrupt
            self._take(port)
        elif port.room():
            self._give(port)

    def speaks(self) -> bool:
        """Return True while a command waits to be carried out or an answer to be sent."""
        return bool(self._question or self._out or self._rest)

    def _give(self, port: "Port") -> None:
        """Send a slice, encoding only as much of the answer as fits."""
        while self._rest and len(self._out) < SLICE_BYTES:
            for piece in self._rest:  # next() with a default is missing on 1.24's ESP32s
                self._out += piece.encode()
                break
            else:
                self._rest = None
        begun_ms = self._app.timebase.now_ms()
        port.write(self._out[:SLICE_BYTES])
        self._out = self._out[SLICE_BYTES:]
        if self._app.timebase.now_ms() - begun_ms >= SLOW_MS:
            # An ESP32's own USB always claims to have room, then waits up to 500 ms for a host
            # that has stopped reading: drop the rest rather than wait again for the same answer.
            self._out, self._rest = b"", None
        if not (self._out or self._rest):
            self._app.loop.garbage += ANSWER_BYTES
            self._attentive_until_ms = self._app.timebase.now_ms() + ATTENTIVE_MS

    def _guard(self) -> None:
        """Disable Ctrl-C while a clock runs, and in a closed console."""
        guarded = bool(self._app.recorder.match.run) or self.closed()
        if guarded != self._guarded:
            self._guarded = guarded
            kbd_intr(-1 if guarded else CTRL_C)

    def _take(self, port: "Port") -> None:
        for count in range(SLICE_BYTES):
            byte = port.read()
            if byte < 0:
                self._app.loop.garbage += count * HEARD_BYTES
                return
            if byte in (10, 13):
                line, self._line = bytes(self._line), bytearray()
                if line[:1] == b"?":
                    self._question = line
                    return
            elif len(self._line) < LONGEST_LINE:
                self._line.append(byte)
        self._app.loop.garbage += SLICE_BYTES * HEARD_BYTES

    def _answer(self) -> None:
        """Carry out the command; poll() encodes its answer slice by slice afterwards."""
        try:
            words = self._question[1:].split(b" ", 2)
            number, name = int(words[0]), words[1].decode()
            rest = words[2].decode() if len(words) > 2 else ""
        except (ValueError, IndexError):
            self._question = b""  # not `?ID COMMAND [ARGUMENT]`
            return
        if name == "status" and self._asked_again < PATIENCE and not self._app.fresh():
            self._asked_again += 1
            return  # later; a host that has waited long is told of the latest advance
        try:
            if self._loads(name):
                return
        except MemoryError:
            self._refuse(number, "no memory for this command now")
            return
        self._question = b""
        self._asked_again = 0
        commands = load(_COMMANDS)
        try:
            pieces = _pieces(commands.run(self, self._app, name, rest))
        except commands.Refused as refused:
            self._refuse(number, str(refused))
            return
        self._out = b"\n!%d ok " % number
        self._rest = pieces

    def _refuse(self, number: int, why: str) -> None:
        self._question = b""
        self._asked_again = 0
        self._out = b"\n!%d " % number
        self._rest = iter(("no " + why, "\n"))

    def _loads(self, name: str) -> bool:
        """Load the next module that this command needs; return False if all are there."""
        part = load(_COMMANDS).missing(name) if loaded(_COMMANDS) else _COMMANDS
        if part:
            load(part, spare=bool(self._app.recorder.match.run))
        return bool(part)

    def leave(self) -> None:
        """Leave for the REPL after this answer."""
        self._leave = True

    def unlock(self) -> None:
        """Accept a minute of commands: the host has given the PIN."""
        self._unlocked_until_ms = self._app.timebase.now_ms() + UNLOCKED_MS

    def locked(self) -> bool:
        """Return whether a PIN is set but was not given in the last minute."""
        pin = self._app.pin
        # Nobody can know a damaged PIN: anyone with the cable may set another.
        known = pin.is_set() and not pin.damaged
        return known and self._app.timebase.now_ms() >= self._unlocked_until_ms

    def closed(self) -> bool:
        """Return whether `console-lock` denies a host without the PIN everything except OPEN."""
        return bool(self._app.settings.get("console-lock")) and self.locked()


def _pieces(value: "Answer") -> "Iterator[str]":
    """Yield the answer's JSON, a dictionary field by field: all at once would take too long."""
    if not isinstance(value, dict):
        yield json.dumps(value) + "\n"
        return
    mark = "{"
    for name in value:
        yield "%s%s: %s" % (mark, json.dumps(name), json.dumps(value[name]))
        mark = ", "
    yield "}\n" if value else "{}\n"
