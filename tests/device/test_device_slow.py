"""Boards that are silent while they work, and lines that lose bytes: neither ends a deployment.

An emulated ESP32-C3 was silent for 16 s within one rename of a littlefs with 120 files.
"""

import re
from collections import deque

import pytest
import serial

from host_tools.device import faults, payload, wire
from host_tools.device.deploy import Deployment
from host_tools.device.repl import Repl
from host_tools.device.wire import Wire
from tests.device.cuts import small_firmware, sums, sums_on

RENAME_S = 16.4
PROMPT, END = b">", b"\x04"
ASKS = b"\x05A\x01"  # for raw-paste mode, which has a window of 128 bytes and begins with two
TAKES = b"R\x01\x80\x00\x01"
READ_S = 0.2
PIECE = re.compile(rb"[A-Za-z0-9+/]{120,}")  # of a file, in base64


class SlowPort:
    """A serial port with a board at its raw REPL behind it, in a time of its own.

    It takes any code in raw-paste mode, and answers it with `answer`, each byte after the next of
    the silences.
    """

    write_timeout = 0.0

    def __init__(self, silences_s, answer=b""):
        self.now_s = 0.0
        self._silences_s = deque(silences_s)
        self._answer = answer
        self._said: deque[tuple[float, bytes]] = deque([(0.0, PROMPT)])

    def monotonic(self):
        """Return the time by which the limits are kept."""
        return self.now_s

    def isOpen(self):
        return True

    @property
    def in_waiting(self):
        """Return the number of bytes that have come."""
        return sum(len(said) for due_s, said in self._said if due_s <= self.now_s)

    def read(self, size):
        """Return the bytes that have come, or that come within the port's time-out."""
        if not self.in_waiting:
            self.now_s += READ_S
        got = b""
        while self._said and self._said[0][0] <= self.now_s and len(got) < size:
            due_s, said = self._said.popleft()
            got += said[:1]
            if said[1:]:
                self._said.appendleft((due_s, said[1:]))
        return got

    def write(self, data):
        """Take what the host sends."""
        if data == ASKS:
            self._say(TAKES)
        elif data.endswith(END):
            self._say(END)
            self._work()

    def _work(self):
        """Stay silent, then send the next byte of the answer; after the last one, the prompt."""
        while self._silences_s:
            self._say(self._answer[:1] or END, self._silences_s.popleft())
            self._answer = self._answer[1:]
        self._say(END + PROMPT)

    def _say(self, data, after_s=0.0):
        begin_s = max(self.now_s, self._said[-1][0]) if self._said else self.now_s
        self._said.append((begin_s + after_s, data))


def plugged_in(monkeypatch, port):
    """The port, which mpremote opens under any name and by whose clock the limits go."""
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: port)
    monkeypatch.setattr(wire, "monotonic", port.monotonic)
    return port


def test_a_board_that_works_in_silence_is_waited_for(monkeypatch):
    port = plugged_in(monkeypatch, SlowPort([RENAME_S]))
    assert Repl("slow").run("os.rename('/part', '/staged')") == ""
    assert RENAME_S <= port.now_s < RENAME_S + 1.0


def test_each_sign_of_life_begins_the_wait_anew(monkeypatch):
    moves = 40
    port = plugged_in(monkeypatch, SlowPort([RENAME_S] * moves + [0.0], b"." * moves))
    limit_s = moves * (RENAME_S + 1.0)
    assert Repl("slow").run("corrido_swap.finish('.')", limit_s) == "." * moves
    assert port.now_s > wire.WORK_S


def test_a_board_that_never_says_another_byte_is_given_up(monkeypatch):
    port = plugged_in(monkeypatch, SlowPort([1e9]))
    with pytest.raises(faults.DeviceFault, match="or the board hangs"):
        Repl("slow").run("while True: pass")
    assert wire.WORK_S <= port.now_s < wire.WORK_S + 1.0


def test_a_line_that_loses_a_byte_is_reported_and_the_next_run_goes_on(repl, monkeypatch):
    files, write, patient_s = small_firmware(1), Wire.write, wire.WORK_S

    def lose(self, data):
        if PIECE.fullmatch(data) and wire.WORK_S == patient_s:
            data = data[:100] + data[101:]
            monkeypatch.setattr(wire, "WORK_S", 0.5)  # all that follows is silence
        write(self, data)

    monkeypatch.setattr(Wire, "write", lose)
    with pytest.raises(faults.DeviceFault, match="the same command goes on"):
        Deployment(repl, files).run()
    monkeypatch.setattr(Wire, "write", write)
    monkeypatch.setattr(wire, "WORK_S", patient_s)
    repl.enter()
    assert Deployment(repl, files).run().sent > 0
    assert sums_on(repl, set(files)) == sums(files)


def test_the_commit_shows_each_move_though_the_start_imported_an_older_swap(repl, monkeypatch):
    said, run = [], Repl.run

    def overheard(self, code, limit_s=0.0):
        said.append((code, run(self, code, limit_s)))
        return said[-1][1]

    monkeypatch.setattr(Repl, "run", overheard)
    files = small_firmware(1)
    repl.put(payload.SWAP, b"def finish():\n    return 0\n")
    repl.run("import corrido_swap")
    outcome = Deployment(repl, files).run()
    moves = [text for code, text in said if "finish('.')" in code]
    assert moves == ["." * outcome.sent]
