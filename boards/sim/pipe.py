"""Link a board to a world at the other end of two pipes, and serve that world."""

import gc
import json
import struct
import sys
from binascii import unhexlify

from corrido.compat import TYPE_CHECKING
from corrido.parts import KEYS

from boards.sim import protocol

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App
    from corrido.parts import Bytes

    from boards.sim.board import Board, Buttons
    from boards.sim.hooks import Hooks
    from boards.sim.link import Reader, Writer

EIO = 5
ENODEV = 19
_OUT_BYTES = 4096
# The table of names doubles at 2540, to 26 KB in one piece: while loading, not in mid-game.
_SPARE_NAMES = 500
_LITTER_BYTES = 16384
_ROUNDS = 256  # polls at one instant before telling the world that more are to come
_IN_BYTES = 4352  # a block of flash and an answer's first byte, or 700 edges


class Flash:
    """The raw flash at the other end."""

    def __init__(self, link: "PipeLink", facts: "dict[str, int]") -> None:
        """Take its size from the facts of BOOT."""
        self._link = link
        self.block_size = facts["block_size"]
        self.blocks = facts["blocks"]
        self.page_size = facts["page_size"]

    def read(self, addr: int, buf: "bytearray | memoryview") -> None:
        """Fill `buf` from `addr`."""
        done = 0
        while done < len(buf):
            part = min(len(buf) - done, 4096)
            at = struct.pack(protocol.FLASH_AT, addr + done, part)
            buf[done : done + part] = self._link.ask(protocol.FLASH_READ, at)
            done += part

    def program(self, addr: int, buf: "Bytes") -> None:
        """Write `buf` at `addr`."""
        self._link.ask(protocol.FLASH_PROGRAM, struct.pack("<I", addr), buf)

    def erase(self, block: int) -> None:
        """Erase one block."""
        self._link.ask(protocol.FLASH_ERASE, struct.pack("<I", block))


class PipeLink:
    """The link of boards/sim/board.py, spoken as frames.

    Writes are buffered and sent before the next read; only flash waits for an answer.
    """

    def __init__(self, reader: "Reader", writer: "Writer") -> None:
        """Join binary streams from and to the world."""
        self._reader = reader
        self._writer = writer
        self._head = bytearray(protocol.HEADER_BYTES)
        self._in = bytearray(_IN_BYTES)
        self._out = bytearray(_OUT_BYTES)
        self._used = 0
        self._ticks = 0
        self._battery = protocol.NO_BATTERY
        self._bus_there = True

    def configure(self, facts: "dict[str, Any]") -> None:
        """Take the facts of BOOT that persist across starts."""
        self._ticks = facts["ticks"]
        self.reset_cause = facts["reset_cause"]
        self.unique_id = unhexlify(facts["unique_id"])
        self.flash = Flash(self, facts)
        self.lexicon_dir = facts["lexicon_dir"]
        self.keys = tuple(facts.get("keys", KEYS))
        self.displays = tuple([tuple(display) for display in facts["displays"]])

    def receive(self) -> "tuple[int, memoryview]":
        """Return the next frame as (op, payload); (0, nothing) at the end of the pipe."""
        self.flush()
        if self._reader.readinto(self._head) != protocol.HEADER_BYTES:
            return 0, memoryview(b"")
        op, length = struct.unpack(protocol.HEADER, self._head)
        view = memoryview(self._in)[:length]
        if length:
            self._reader.readinto(view)
        return op, view

    def send(self, op: int, *parts: "Bytes") -> None:
        """Put one frame into the buffer."""
        length = sum([len(part) for part in parts])
        self._put(struct.pack(protocol.HEADER, op, length))
        for part in parts:
            self._put(part)

    def _put(self, data: "Bytes") -> None:
        size = len(data)
        if self._used + size > _OUT_BYTES:
            self.flush()
        if size > _OUT_BYTES:
            self._writer.write(data)
            return
        self._out[self._used : self._used + size] = data
        self._used += size

    def flush(self) -> None:
        """Send the buffered frames."""
        if self._used:
            self._writer.write(memoryview(self._out)[: self._used])
            self._used = 0

    def ask(self, op: int, *parts: "Bytes") -> "memoryview":
        """Send one frame; return the answer's bytes, or OSError."""
        self.send(op, *parts)
        op, view = self.receive()
        if op != protocol.ANSWER:
            raise SystemExit(0)
        if view[0]:
            raise OSError(EIO)
        return view[1:]

    def begin_poll(self, view: "memoryview", buttons: "Buttons") -> None:
        """Take the time, the contacts and their edges from the payload of POLL."""
        head = view[: protocol.POLL_HEAD_BYTES]
        self._ticks, levels, self._battery, there = struct.unpack(protocol.POLL_HEAD, head)
        self._bus_there = bool(there)
        for at in range(protocol.POLL_HEAD_BYTES, len(view), protocol.EDGE_BYTES):
            edge = view[at : at + protocol.EDGE_BYTES]
            buttons.push(*struct.unpack(protocol.EDGE, edge))
        buttons.set_levels(levels)

    def ticks_us(self) -> int:
        """Return the instant of this poll in us."""
        return self._ticks

    def battery_mv(self) -> int | None:
        """Return the battery's millivolts, None without one."""
        return None if self._battery == protocol.NO_BATTERY else self._battery

    def i2c_write(self, addr: int, bufs: "tuple[Bytes, ...]") -> None:
        """Write one transaction; OSError while the bus is down or no chip has the address."""
        if not self._bus_there or not any([addr == display[0] for display in self.displays]):
            raise OSError(ENODEV)
        self.send(protocol.I2C_WRITE, bytes((addr,)), *bufs)

    def i2c_recover(self) -> None:
        """Send nine clocks."""
        self.send(protocol.I2C_RECOVER)

    def buzz(self, hz: int) -> None:
        """Sound a tone, 0 Hz for silence."""
        self.send(protocol.BUZZ, struct.pack("<H", hz))

    def led(self, name: str, on: bool) -> None:
        """Switch a light on or off."""
        self.send(protocol.LED, b"\x01" if on else b"\x00", name.encode())

    def feed(self) -> None:
        """Feed the watchdog."""
        self.send(protocol.FEED)


class Server:
    """A server that runs the firmware as the world's frames request."""

    def __init__(self, link: PipeLink) -> None:
        """Make a server; nothing runs before BOOT."""
        self._link = link
        self._board: "Board | None" = None
        self._app: "App | None" = None
        self._hooks: "Hooks | None" = None

    def serve(self) -> None:
        """Answer frames until the pipe ends."""
        while self.turn():
            pass

    def turn(self) -> bool:
        """Answer one frame; return False at the end of the pipe."""
        op, view = self._link.receive()
        if op == protocol.BOOT:
            self._boot(json.loads(str(view, "utf-8")))
        elif op == protocol.POLL:
            self._poll(view)
        elif op == protocol.CALL:
            self._call(json.loads(str(view, "utf-8")))
        else:
            return False
        return True

    def _boot(self, facts: "dict[str, Any]") -> None:
        # As firmware/boot.py and main.py do on a device.
        gc.threshold(_LITTER_BYTES)  # pyright: ignore[reportAttributeAccessIssue] - MicroPython's
        for at in range(_SPARE_NAMES):
            hasattr(self, "name%d" % at)
        from corrido.memory import begin

        begin()
        from corrido.app.app import App

        from boards.sim.board import make
        from boards.sim.hooks import Hooks

        self._link.configure(facts)
        self._board = make(self._link)
        self._board.buttons.set_levels(facts["levels"])
        self._app = App(self._board)
        self._hooks = Hooks(self._app)
        gc.collect()
        gc.threshold(-1)  # pyright: ignore[reportAttributeAccessIssue]
        self._link.send(protocol.RESULT, b"null")

    def _poll(self, view: "memoryview") -> None:
        board, app, hooks = self._board, self._app, self._hooks
        assert board is not None and app is not None and hooks is not None  # BOOT comes first
        self._link.begin_poll(view, board.buttons)
        wait_us = 0
        for _ in range(_ROUNDS):
            wait_us = min(app.loop.turn(), protocol.LONGEST_WAIT_US)
            if wait_us:
                break
        body = struct.pack(protocol.POLLED_BODY, wait_us, hooks.pending())
        self._link.send(protocol.POLLED, body)

    def _call(self, call: "list[Any]") -> None:
        result = getattr(self._hooks, call[0])(*call[1:])
        self._link.send(protocol.RESULT, json.dumps(result).encode())


def main() -> None:
    """Serve the world on standard input and output; tracebacks go to standard error."""
    # A buffered reader does have readinto(), whatever its stub says.
    reader: "Any" = sys.stdin.buffer
    link = PipeLink(reader, sys.stdout.buffer)
    try:
        Server(link).serve()
    except Exception as error:  # the end of the process
        # The interpreter would print it on standard output, where the frames go.
        sys.print_exception(error, sys.stderr)  # pyright: ignore[reportAttributeAccessIssue]
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
