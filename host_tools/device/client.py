"""The running firmware's console from the host's side: a request, an answer, nothing stopped."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from host_tools.device import faults
from host_tools.device.wire import QuietTransport, Wire, open_port
from host_tools.errors import UserError
from host_tools.untrusted import reading, shapes
from host_tools.untrusted.limits import ANSWER_BYTES, Deadline
from host_tools.untrusted.text import visible

ANSWER_S = 8.0
FIRST_ANSWER_S = 1.2
PAUSE_S = 0.2
REASON_LETTERS = 200
CLOSED = "the console is closed"  # as app/commands.py says it
# Patience in multiples of ANSWER_S: a device that answers each question late is useless.
PATIENCE = 20
LONGEST_SILENCE_S = 3.0  # a verdict over eight words on a slow chip


class NoFirmware(faults.DeviceFault):
    """Nothing on the port answers as a running Corrido."""


class Refused(UserError):
    """The firmware said no, and why."""


class Client:
    """Ask the running firmware. Opens the port, or takes over the wire of an open one."""

    def __init__(
        self, port: str, transport: QuietTransport | None = None, pin: str | None = None
    ) -> None:
        """Open the port, or take over an open one. pin: for a console that is closed."""
        self.port = port
        self._pin = pin
        self._own = transport is None
        self.transport = transport or open_port(port)
        self._number = 0
        self._waited_s = 0.0

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port."""
        if self._own:
            try:
                self.transport.close()
            except OSError:
                return  # it has gone already

    @property
    def wire(self) -> Wire:
        """The bytes to and from the board."""
        return self.transport.wire

    def ask(self, command: str, limit_s: float = 0.0) -> Any:
        """Return the answer as a value of the shape that untrusted/shapes.py gives the command.

        limit_s: how long it may take, whatever comes meanwhile; ANSWER_S by default. Raises
        NoFirmware without an answer, Refused if it is a no, BadAnswer if it makes no sense.
        """
        try:
            return self._ask(command, limit_s)
        except Refused as refused:
            if self._pin is None or CLOSED not in str(refused):
                raise
        self._ask(f"unlock {self._pin}", limit_s)
        return self._ask(command, limit_s)

    def _ask(self, command: str, limit_s: float) -> Any:
        self._number += 1
        with faults.guarded(self.port), self._waiting():
            # Carriage returns: a REPL takes nothing else for Enter, the firmware takes both.
            question = f"?{self._number} {command}".encode()
            self.wire.write(b"\r" + question + b"\r")
            answer = self._await(f"!{self._number} ".encode(), question, limit_s or ANSWER_S)
        verdict, _, text = answer.partition(b" ")
        if verdict == b"ok":
            return self._read(command.partition(" ")[0], text)
        if verdict == b"no":
            said = visible(text.decode("utf-8", "replace"))[:REASON_LETTERS]
            raise Refused(f"{self.port}: {said}", exit_code=1)
        raise faults.not_whole(self.port)

    def _read(self, command: str, text: bytes) -> Any:
        try:
            told = reading.document(text, shapes.answer(command))
            if command == "about":
                faults.refuse_newer(self.port, told["protocol"])
            return told
        except reading.NotJson as error:
            raise faults.not_whole(self.port) from error
        except reading.Malformed as error:
            line = f"the answer to `{command}` makes no sense: {error}"
            raise faults.BadAnswer(self.port, line) from error

    @contextlib.contextmanager
    def _waiting(self) -> Iterator[None]:
        """Add up the wait for answers; DeviceFault once it is PATIENCE times ANSWER_S."""
        if self._waited_s > PATIENCE * ANSWER_S:
            raise faults.DeviceFault(
                f"{self.port}: it answers too slowly: unplug it, plug it in and try again"
            )
        started = time.monotonic()
        try:
            yield
        finally:
            self._waited_s += time.monotonic() - started

    def _await(self, mark: bytes, question: bytes, limit_s: float) -> bytes:
        deadline = Deadline(limit_s)
        while not deadline.passed:
            left_s = deadline.left_s
            line = self.wire.read_past(b"\n", left_s, left_s, ANSWER_BYTES)
            if line.rstrip().endswith(question):
                break  # a REPL echoes its input: no firmware runs here
            if line.startswith(mark) and line.endswith(b"\n"):
                return line[len(mark) :].strip()
        raise NoFirmware(
            f"{self.port}: no running Corrido answers; `corrido doctor --port {self.port}` says "
            "why"
        )

    def running(self) -> dict[str, str] | None:
        """Return the status if the firmware runs, else None."""
        try:
            return self.ask("status", LONGEST_SILENCE_S)
        except NoFirmware:
            return None

    def unlock(self, pin: str | None) -> None:
        """Give the arbiter's PIN, if there is one to give."""
        if pin is not None:
            self.ask(f"unlock {pin}")


def wait_for_firmware(client: Client, limit_s: float) -> dict[str, Any]:
    """Return `about` of a firmware that is starting; NoFirmware after limit_s."""
    deadline = time.monotonic() + limit_s
    while True:
        try:
            return client.ask("about", FIRST_ANSWER_S)
        except NoFirmware:
            if time.monotonic() >= deadline:
                raise
            time.sleep(PAUSE_S)


def refuse_in_play(client: Client, force: bool) -> bool:
    """Return whether a firmware runs; UserError if one of its clocks does, without force."""
    status = client.running()
    if status is not None and status["running"] != "none" and not force:
        raise UserError(
            f"{client.port}: a clock runs (A {status['clock.A']}, B {status['clock.B']}, game "
            f"{status['game']}): end the game first, or --force stops it here"
        )
    return status is not None


def give_way(client: Client, force: bool) -> None:
    """Make a firmware that runs, and may be stopped, give way to the REPL."""
    client.ask("repl force" if force else "repl")
