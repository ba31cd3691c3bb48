"""A board at its raw REPL: running code there, sending and fetching files."""

import base64
from collections.abc import Callable
from typing import Any

from mpremote.transport import TransportError, TransportExecError

from host_tools.device import faults, prelude, wire
from host_tools.device.wire import open_port
from host_tools.untrusted import reading

CHUNK_BYTES = 768
QUIET_S = 0.4
PROMPT, PROMPT_S = b">>> ", 2.0
KNOCK_S, KNOCK_MORE_S = 0.7, 0.8
RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n"


class Repl:
    """A board whose firmware is stopped and whose raw REPL runs the code sent to it."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.transport = open_port(port)
        self.wire = self.transport.wire

    def __enter__(self) -> "Repl":
        return self

    def __exit__(self, *error: object) -> None:
        self.transport.close()

    def enter(self) -> None:
        """Stop the running program and enter the raw REPL; DeviceFault if none answers."""
        with faults.guarded(self.port), self.wire.within(wire.PATIENCE * wire.ANSWER_S):
            try:
                self._enter()
            except TransportError:
                # A late Ctrl-C has hit the prelude: try again, now that nothing runs.
                self._enter()

    def _enter(self) -> None:
        if not any(self._knock(attempt) for attempt in range(4)):
            raise faults.DeviceFault(
                f"{self.port}: no MicroPython answers; `corrido flash` puts it on the board"
            )
        self.transport.in_raw_repl = True
        self.transport.exec(prelude.code("prelude"))

    def _knock(self, attempt: int) -> bool:
        self.wire.write(b"\r\x03" if attempt else b"\r\x03\x03")
        self.wire.clear()
        self.wire.write(b"\r\x01")
        quiet_s = KNOCK_S + KNOCK_MORE_S * attempt
        # Twice as long: the stopped program's last output comes before the banner.
        answer = self.wire.read_past(RAW_BANNER, quiet_s, 2 * quiet_s)
        if not answer.endswith(RAW_BANNER):
            return False
        if attempt:
            # Answers to earlier knocks arrive too: let them pass and ask once more.
            self.wire.read_past(b"\xff", QUIET_S, 5 * QUIET_S)
            self.wire.write(b"\x01")
            return self.wire.read_past(RAW_BANNER, wire.ANSWER_S).endswith(RAW_BANNER)
        return True

    def run(self, code: str, limit_s: float = 0.0, quiet_s: float = wire.WORK_S) -> str:
        """Run code on the board and return its output; DeviceFault if it fails.

        limit_s: how long it may take in all, if more than usual; quiet_s: without a byte.
        """
        total_s = max(limit_s, wire.PATIENCE * wire.ANSWER_S)
        with faults.guarded(self.port), self.wire.within(total_s):
            self.transport.exec_raw_no_follow(code)
            output, error = self.transport.follow(quiet_s)
            if error:
                raise TransportExecError(output, error.decode())
            return output.decode()

    def told(self, code: str, shape: str = "") -> Any:
        """Run code and return the JSON value in the last line of its output.

        shape: a name in untrusted/shapes.json. Raises DeviceFault.
        """
        lines = self.run(code).strip().splitlines() or [""]
        return self._read(lines[-1], shape)

    def told_lines(self, code: str, shape: str) -> list[Any]:
        """Run code and return the JSON value in each line of its output."""
        return [self._read(line, shape) for line in self.run(code).splitlines() if line.strip()]

    def _read(self, text: str, shape: str) -> Any:
        try:
            return reading.document(text, shape)
        except reading.Malformed as error:
            raise faults.BadAnswer(self.port, f"gives a senseless answer: {error}") from error

    def put(self, path: str, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Write a file piece by piece; `progress` gets the number of bytes in each piece."""
        self.run(f"file = open({path!r}, 'wb')")
        for start in range(0, len(data), CHUNK_BYTES):
            piece = data[start : start + CHUNK_BYTES]
            self.run(f"file.write(binascii.a2b_base64({base64.b64encode(piece)!r}))")
            if progress:
                progress(len(piece))
        self.run("file.close()")

    def get(self, path: str) -> bytes:
        """Return the bytes of a file on the board."""
        code = f"print(binascii.b2a_base64(open({path!r}, 'rb').read()).decode())"
        with faults.guarded(self.port):
            return base64.b64decode(self.run(code).strip(), validate=True)

    def empty(self) -> None:
        """Do a soft reset back to the raw REPL: what ran before leaves its memory."""
        with faults.guarded(self.port), self.wire.within(wire.PATIENCE * wire.ANSWER_S):
            self.wire.write(b"\x04")
            if not self.wire.read_past(RAW_BANNER, wire.ANSWER_S).endswith(RAW_BANNER):
                raise TransportError("no soft reset")
            self.transport.exec(prelude.code("prelude"))

    def restart(self) -> None:
        """Stop what runs, and do a soft reset, after which boot.py and main.py run."""
        with faults.guarded(self.port):
            self.wire.write(b"\r\x03\x03\x02")
            self.wire.read_past(PROMPT, PROMPT_S, 2 * PROMPT_S)
            self.wire.write(b"\x04")
            said = self.wire.read_past(b"soft reboot", wire.ANSWER_S, 2 * wire.ANSWER_S)
            if not said.endswith(b"soft reboot"):
                raise TransportError("no soft reset")
