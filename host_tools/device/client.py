"""The host's side of the running firmware's console: requests and answers that stop nothing."""

import time
from typing import Any

from corrido.app.commands.device import PROTOCOL

from host_tools.device import faults
from host_tools.device.wire import QuietTransport, open_port
from host_tools.errors import UserError
from host_tools.untrusted import reading
from host_tools.untrusted.reading import ANSWER_BYTES
from host_tools.untrusted.text import visible

ANSWER_S = 8.0
FIRST_ANSWER_S = 1.2
PAUSE_S = 0.2
REASON_LETTERS = 200
LONGEST_SILENCE_S = 3.0  # a verdict on eight words on a slow chip


class NoFirmware(faults.DeviceFault):
    """Nothing on the port answers as a running Corrido."""


class AtPrompt(NoFirmware):
    """MicroPython's prompt answers: the firmware does not run, nor is it starting."""


class Refused(UserError):
    """The firmware refused a command; the text gives its reason."""


class Locked(Refused):
    """It waits for the arbiter's PIN."""


REFUSALS = {b"no": Refused, b"locked": Locked}  # by the code of the answer


class Client:
    """Send commands to the running firmware, over a port opened here or already open."""

    def __init__(
        self, port: str, transport: QuietTransport | None = None, pin: str | None = None
    ) -> None:
        """Open the port, or take over an open one. pin: unlocks a closed console."""
        self.port = port
        self._pin = pin
        self._own = transport is None
        self.transport = transport or open_port(port)
        self.wire = self.transport.wire
        self._number = 0

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port."""
        if self._own:
            self.transport.close()

    def ask(self, command: str, limit_s: float = 0.0) -> Any:
        """Return the answer to a command, in the shape that untrusted/shapes.json gives for it.

        limit_s: how long it may take, whatever else arrives; ANSWER_S by default. Raises
        NoFirmware if no answer comes, Refused if the firmware refuses, and BadAnswer if the
        answer makes no sense.
        """
        try:
            return self._ask(command, limit_s)
        except Locked:
            if self._pin is None:
                raise
        self._ask(f"unlock {self._pin}", limit_s)
        return self._ask(command, limit_s)

    def _ask(self, command: str, limit_s: float) -> Any:
        self._number += 1
        with faults.guarded(self.port):
            # Carriage returns: a REPL accepts nothing else as Enter; the firmware accepts both.
            question = f"?{self._number} {command}".encode()
            self.wire.write(b"\r" + question + b"\r")
            answer = self._await(f"!{self._number} ".encode(), question, limit_s or ANSWER_S)
        verdict, _, text = answer.partition(b" ")
        if verdict == b"ok":
            return self._read(command.partition(" ")[0], text)
        if verdict in REFUSALS:
            said = visible(text.decode("utf-8", "replace"))[:REASON_LETTERS]
            raise REFUSALS[verdict](f"{self.port}: {said}", exit_code=1)
        raise faults.BadAnswer(self.port, "the answer is not whole")

    def _read(self, command: str, text: bytes) -> Any:
        try:
            # A game's state has a checksum, and is written to a file.
            as_it_is = command == "take"
            told = reading.document(text, f"answer.{command}", as_it_is=as_it_is)
            if command == "about" and told["protocol"] > PROTOCOL:
                raise faults.DeviceFault(
                    f"{self.port}: the device speaks protocol {told['protocol']}, these tools "
                    f"{PROTOCOL}: update the tools, `pipx install --force` in a newer checkout"
                )
            return told
        except reading.NotJson as error:
            raise faults.BadAnswer(self.port, "the answer is not whole") from error
        except reading.Malformed as error:
            line = f"the answer to `{command}` makes no sense: {error}"
            raise faults.BadAnswer(self.port, line) from error

    def _await(self, mark: bytes, question: bytes, limit_s: float) -> bytes:
        end_s = time.monotonic() + limit_s
        while (left_s := end_s - time.monotonic()) > 0:
            line = self.wire.read_past(b"\n", left_s, left_s, ANSWER_BYTES)
            if line.rstrip().endswith(question):
                raise AtPrompt(self._no_answer())  # a REPL echoes its input
            if line.startswith(mark) and line.endswith(b"\n"):
                return line[len(mark) :].strip()
        raise NoFirmware(self._no_answer())

    def _no_answer(self) -> str:
        how = f"`corrido doctor --port {self.port}` says why"
        return f"{self.port}: no running Corrido answers; {how}"

    def running(self) -> dict[str, str] | None:
        """Return the status if the firmware runs, else None."""
        try:
            return self.ask("status", LONGEST_SILENCE_S)
        except NoFirmware:
            return None


def wait_for_firmware(client: Client, limit_s: float) -> dict[str, Any]:
    """Return the answer to `about` once the firmware has started.

    NoFirmware after limit_s, or as soon as its start has ended at the prompt.
    """
    deadline = time.monotonic() + limit_s
    while True:
        try:
            return client.ask("about", FIRST_ANSWER_S)
        except AtPrompt:
            raise
        except NoFirmware:
            if time.monotonic() >= deadline:
                raise
            time.sleep(PAUSE_S)


def refuse_in_play(client: Client, force: bool) -> bool:
    """Return whether a firmware runs; without force, UserError if one of its clocks runs."""
    status = client.running()
    if status is not None and status["running"] != "none" and not force:
        raise UserError(
            f"{client.port}: a clock runs (A {status['clock.A']}, B {status['clock.B']}, game "
            f"{status['game']}): end the game first, or stop it with --force"
        )
    return status is not None


def give_way(client: Client, force: bool) -> None:
    """Make a running firmware give way to the REPL, if it may be stopped."""
    client.ask("repl force" if force else "repl")
