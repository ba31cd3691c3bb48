"""The firmware in a real MicroPython interpreter, at the other end of two pipes: unix or Node."""

import json
import os
import select
import struct
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boards.sim import protocol
from host_tools.build.images import compiled, compiled_for_wasm
from host_tools.npm import INTERPRETER, node, package
from host_tools.sim.runtime import UNIQUE_ID, FirmwareError, Polled
from host_tools.sim.world import World
from host_tools.tools import find_tool

# Code lies in this heap, and a word has twice as many bytes as on a chip: 512 KB stand for 256 KB
# there, some 20 more than a stock RP2040 has. 64 KB more are for names: 94 KB here, with all
# modules loaded, where a Pico's files have names of two letters. Another 28 KB are for the
# interpreter's table of names, which doubles beyond 2,550, in one piece; a Pico has fewer.
# tests/lab measures a Pico's heap.
HEAP = "604k"
# A 32-bit build, as on chips; the firmware's bytecode lies in the heap too.
WASM_HEAP_BYTES = 1 << 20
_WASM = Path(__file__).with_name("wasm.mjs")
ANSWER_WITHIN_S = 60
_READ_BYTES = 1 << 16


class PipeRuntime(ABC):
    """One power-on of the firmware in a process of its own."""

    def __init__(self, world: World) -> None:
        """Set up the runtime; nothing runs before boot()."""
        self._world = world
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = bytearray()
        self._serving: dict[int, Callable[[bytes], None]] = {
            protocol.I2C_WRITE: lambda data: world.bus.write(data[0], data[1:]),
            protocol.I2C_RECOVER: lambda _: None,  # nothing holds the bus
            protocol.BUZZ: lambda data: world.buzz(data[0] | data[1] << 8),
            protocol.LED: lambda data: world.led(data[1:].decode(), bool(data[0])),
            protocol.FEED: lambda _: world.feed(),
            protocol.FLASH_READ: self._flash_read,
            protocol.FLASH_PROGRAM: lambda data: self._answer(
                world.flash.program, struct.unpack_from("<I", data)[0], data[4:]
            ),
            protocol.FLASH_ERASE: lambda data: self._answer(
                world.flash.erase, struct.unpack("<I", data)[0]
            ),
        }

    @abstractmethod
    def launch(self) -> tuple[list[str], Path]:
        """Return the command line to start, and the modules' folder; UserError without it."""

    def boot(self, ticks: int, cause: str) -> None:
        """Start the interpreter and the firmware in it."""
        command, folder = self.launch()
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            cwd=folder,
            env={**os.environ, "MICROPYPATH": f"{folder}:.frozen"},
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._buffer.clear()
        self._send(protocol.BOOT, json.dumps(self._facts(ticks, cause)).encode())
        self._receive(protocol.RESULT)

    def _facts(self, ticks: int, cause: str) -> dict[str, Any]:
        world = self._world
        return {
            "ticks": ticks,
            "reset_cause": cause,
            "unique_id": (world.unique_id or UNIQUE_ID).hex(),
            "block_size": world.flash.block_size,
            "blocks": world.flash.blocks,
            "page_size": world.flash.page_size,
            "lexicon_dir": str(world.lexicons.folder),
            "displays": world.displays,
            "keys": world.keys,
            "levels": world.levels(),
        }

    def poll(self, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        """Pass on the instant and the edges; serve the firmware until nothing more is due."""
        world = self._world
        battery = protocol.NO_BATTERY if world.battery_mv is None else world.battery_mv
        payload = struct.pack(
            protocol.POLL_HEAD, ticks, world.levels(), battery, world.bus.connected
        )
        for key, closed, at in edges:
            payload += struct.pack(protocol.EDGE, key, closed, at)
        self._send(protocol.POLL, payload)
        return Polled(*struct.unpack(protocol.POLLED_BODY, self._receive(protocol.POLLED)))

    def call(self, method: str, *args: object) -> Any:
        """Ask the app a question."""
        self._send(protocol.CALL, json.dumps([method, *args]).encode())
        return json.loads(self._receive(protocol.RESULT))

    def drop(self) -> None:
        """Kill the interpreter; requests it has gathered but not sent are lost."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        self._stdin.close()
        self._stdout.close()
        self._errors.close()

    # -- frames

    def _send(self, op: int, payload: bytes) -> None:
        frame = struct.pack(protocol.HEADER, op, len(payload)) + payload
        try:
            self._stdin.write(frame)
        except BrokenPipeError as error:
            raise self._ended() from error

    def _receive(self, wanted: int) -> bytes:
        while True:
            op, payload = self._frame()
            if op == wanted:
                return payload
            self._serving[op](payload)

    def _frame(self) -> tuple[int, bytes]:
        buffer = self._buffer
        while len(buffer) < protocol.HEADER_BYTES:
            self._fill()
        op, length = struct.unpack_from(protocol.HEADER, buffer)
        end = protocol.HEADER_BYTES + length
        while len(buffer) < end:
            self._fill()
        payload = bytes(buffer[protocol.HEADER_BYTES : end])
        del buffer[:end]
        return op, payload

    def _fill(self) -> None:
        output = self._stdout.fileno()
        # Windows selects on no pipe; there it waits until Ctrl-C.
        if os.name != "nt" and not select.select([output], [], [], ANSWER_WITHIN_S)[0]:
            self.drop()
            raise FirmwareError(f"no answer for {ANSWER_WITHIN_S} s: it does not come to rest")
        data = os.read(output, _READ_BYTES)
        if not data:
            raise self._ended()
        self._buffer += data

    def _ended(self) -> FirmwareError:
        code = self._process.wait() if self._process else 0
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        places = [line.strip() for line in lines if line.lstrip().startswith("File ")]
        where = places[-1] if places else ""
        last = lines[-1] if lines else f"exit code {code}"
        return FirmwareError(f"{last} ({where})" if where else last)

    # -- the firmware's requests to the world

    def _flash_read(self, data: bytes) -> None:
        address, length = struct.unpack(protocol.FLASH_AT, data)
        buffer = bytearray(length)
        self._answer(self._world.flash.read, address, buffer, told=buffer)

    def _answer(
        self, action: Callable[..., None], *words: Any, told: bytearray | None = None
    ) -> None:
        try:
            action(*words)
        except OSError:
            self._send(protocol.ANSWER, b"\x01")
        else:
            self._send(protocol.ANSWER, b"\x00" + bytes(told or b""))


class ProcessRuntime(PipeRuntime):
    """The firmware in MicroPython's unix port."""

    command = "import boards.sim.pipe as pipe; pipe.main()"

    def launch(self) -> tuple[list[str], Path]:
        """Return the interpreter's command line."""
        folder = compiled()
        return [find_tool("micropython"), "-X", f"heapsize={HEAP}", "-c", self.command], folder


class WasmRuntime(PipeRuntime):
    """One power-on of the firmware in the build that browsers run."""

    def launch(self) -> tuple[list[str], Path]:
        """Return Node's command line."""
        folder = compiled_for_wasm()
        command = [*node(), str(_WASM), str(interpreter()), str(folder),
                   str(self._world.lexicons.folder), str(WASM_HEAP_BYTES)]  # fmt: skip
        return command, folder


def interpreter() -> Path:
    """Return the build's micropython.mjs, fetched once; UserError if that fails."""
    return package(INTERPRETER) / "micropython.mjs"
