"""Answer a host over USB while the firmware runs, in slices too short for a clock to notice.

The host sends a line `?ID COMMAND [ARGUMENT...]`; the answer is `!ID ok JSON`, or `!ID CODE TEXT`
with the code of a refusal. A poll receives or sends 64 bytes, or carries out a command; it never
waits. Over a running clock Ctrl-C is a byte like any other.
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
from corrido.memory import Lazy, load, loaded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from corrido.app import commands
    from corrido.app.app import App
    from corrido.app.commands import Answer

    class Port(Protocol):
        """The source and destination of a host's bytes."""

        def read(self) -> int: ...
        def room(self) -> bool: ...
        def write(self, data: bytes) -> None: ...
else:
    commands = Lazy("corrido.app.commands")


SLICE_BYTES = const(64)
LONGEST_LINE = const(400)
CTRL_C = const(3)
ATTENTIVE_MS = const(30)
SENDING_MS = const(4)  # of a turn: no slice is begun later
# 64 bytes take 6 ms at 115,200 baud: the host of a slower chip has stopped reading. A process may
# just have had no processor, and its host waits for the rest.
SLOW_MS = 50 if sys.platform in ("esp32", "rp2") else 1 << 30
UNLOCKED_MS = const(60000)
_COMMANDS = "corrido.app.commands"
PATIENCE = const(30)  # turns the app may take before the host gets one


class UsbPort:
    """The console's USB or serial line, which carries the REPL; ImportError without `select`."""

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
    """The console, polled by the loop. port: read() -> byte or -1, room(), write(); or none."""

    def __init__(self, app: "App", port: "Port | None" = None) -> None:
        self._app = app
        self._port = port
        if not port:
            try:
                self._port = UsbPort()
            except ImportError:
                pass  # nobody can ask
        self._line = bytearray()
        self._answer: "Iterator[None] | None" = None  # steps left to answer a question
        self._torn = False  # an answer's line has no end yet: there was no memory for the rest
        self.held = b""  # what a command has received so far, for those that follow
        self._attentive_until_ms = -1
        self._unlocked_until_ms = -1

    def poll(self) -> bool:
        """Take a slice in or out; True for more; KeyboardInterrupt if the host wants the REPL."""
        port = self._port
        if not port:
            return False
        # While a clock runs, and in a closed console, Ctrl-C is a byte like any other.
        kbd_intr(-1 if self._app.recorder.match.run or self.closed() else CTRL_C)
        try:
            self._serve(port)
        except MemoryError:
            if self._app.recorder.unfinished:
                raise  # a restart rebuilds the game from its record
            # An answer must never stop the game: end its line, which the host finds cut off.
            self._answer, self._torn = None, True
        if self.speaks():
            return True
        # The next question is waited for, but not while a clock runs: that kept it awake for 6 %.
        idle = not self._app.recorder.match.run
        return idle and self._app.timebase.now_ms() < self._attentive_until_ms

    def _serve(self, port: "Port") -> None:
        if self._torn:
            if port.room():
                port.write(b"\n")
                self._torn = False
        elif self._answer:
            for _ in self._answer:
                return
            self._answer = None
        else:
            self._take(port)

    def speaks(self) -> bool:
        """Return True while a command waits to be carried out or an answer to be sent."""
        return self._torn or bool(self._answer)

    def _sending(self, port: "Port", out: bytes, pieces: "Iterator[str]") -> "Iterator[None]":
        """Send an answer, `out` first, slice by slice, encoding only as much of it as fits."""
        timebase = self._app.timebase
        begun_ms = timebase.now_ms()
        for data in _slices(out, pieces):
            took_ms = timebase.now_ms() - begun_ms
            if took_ms >= SLOW_MS:
                # An ESP32's own USB always claims to have room, then waits up to 500 ms for a host
                # that has stopped reading: drop the rest rather than wait again for it.
                break
            while took_ms >= SENDING_MS or not port.room():
                yield
                begun_ms, took_ms = timebase.now_ms(), 0
            port.write(data)
        self._app.loop.garbage += ANSWER_BYTES
        self._attentive_until_ms = timebase.now_ms() + ATTENTIVE_MS

    def _take(self, port: "Port") -> None:
        for count in range(SLICE_BYTES):
            byte = port.read()
            if byte < 0:
                self._app.loop.garbage += count * HEARD_BYTES
                return
            if byte in (10, 13):
                line, self._line = bytes(self._line), bytearray()
                if line[:1] == b"?":
                    self._answer = self._answering(port, line)
                    return
            elif len(self._line) < LONGEST_LINE:
                self._line.append(byte)
        self._app.loop.garbage += SLICE_BYTES * HEARD_BYTES

    def _answering(self, port: "Port", line: bytes) -> "Iterator[None]":
        """Carry out a command, its modules loaded one a step, then send the answer."""
        try:
            words = line[1:].split(b" ", 2)
            number, name = int(words[0]), words[1].decode()
            rest = words[2].decode() if len(words) > 2 else ""
        except (ValueError, IndexError):
            return  # not `?ID COMMAND [ARGUMENT]`
        for _ in range(PATIENCE if name == "status" else 0):
            if self._app.fresh():
                break
            yield  # a host that has waited long is told of the latest advance
        spare = bool(self._app.recorder.match.run)
        try:
            if not loaded(_COMMANDS):
                load(_COMMANDS, spare)
                yield
                if name == "status":
                    self._app.fresh()  # loading took a while
            part = commands.module_of(name)
            if not loaded(part):
                load(part, spare)
                yield
            value = commands.run(self, self._app, name, rest)
            said = "ok"
            pieces = _pieces(name, value)
        except commands.Refused as refused:
            said, pieces = refused.code, iter((str(refused), "\n"))
        except MemoryError:
            if self._app.recorder.unfinished:
                raise
            said, pieces = "no", iter(("no memory for this command now", "\n"))
        yield
        yield from self._sending(port, ("\n!%d %s " % (number, said)).encode(), pieces)
        if (name, said) == ("repl", "ok"):
            kbd_intr(CTRL_C)
            raise KeyboardInterrupt

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


def _pieces(name: str, value: "Answer") -> "Iterator[str]":
    """Yield an answer's JSON, a dictionary field by field: all at once would take too long."""
    if name == "status" or not isinstance(value, dict):
        yield json.dumps(value)  # whose fields are short: so they take a third of the time
        yield "\n"
        return
    mark = "{"
    for field in value:
        yield '%s"%s": %s' % (mark, field, json.dumps(value[field]))  # none needs an escape
        mark = ", "
    yield "}\n" if value else "{}\n"


def _slices(out: bytes, pieces: "Iterator[str]") -> "Iterator[bytes]":
    """Yield `out` and the encoded pieces in slices; only what is left of one is copied."""
    at = 0
    for piece in pieces:
        out, at = out[at:] + piece.encode(), 0
        while len(out) - at >= SLICE_BYTES:
            yield out[at : at + SLICE_BYTES]
            at += SLICE_BYTES
    yield out[at:]
