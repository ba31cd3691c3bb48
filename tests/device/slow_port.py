"""A serial port with a board at its raw REPL behind it, in a time of its own.

The board knows no Python: it takes any code in raw-paste mode and answers after the next silence.
"""

from collections import deque

from host_tools.untrusted import reading

PROMPT, END, GO_AHEAD = b">", b"\x04", b"\x06"
ASKS = b"\x05A\x01"  # for raw-paste mode, which has a window of 128 bytes and begins with two
TAKES = b"R\x01\x80\x00\x01"
READ_S = 0.2


class SlowPort:
    """Answers each code given to it with `answer`, each byte after the next of the silences."""

    write_timeout = 0.0

    def __init__(self, silences_s: list[float], answer: bytes = b"") -> None:
        self.now_s = 0.0
        self._silences_s = deque(silences_s)
        self._answer = answer
        self._said: deque[tuple[float, bytes]] = deque([(0.0, PROMPT)])
        self._pasting = False

    def monotonic(self) -> float:
        """Return the time by which the limits are kept."""
        return self.now_s

    def isOpen(self) -> bool:
        return True

    @property
    def in_waiting(self) -> int:
        """Return the number of bytes that have come."""
        return sum(len(said) for due_s, said in self._said if due_s <= self.now_s)

    def read(self, size: int) -> bytes:
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

    def write(self, data: bytes) -> None:
        """Take what the host sends."""
        if data == ASKS:
            self._pasting = True
            self._say(TAKES)
        elif not self._pasting:
            self._work()  # a piece of a file
        elif data.endswith(END):
            self._pasting = False
            self._say(END)
            self._work()

    def _work(self) -> None:
        """Stay silent, then send the next byte of the answer; after the last one, the prompt."""
        while self._silences_s:
            self._say(self._answer[:1] or END, self._silences_s.popleft())
            self._answer = self._answer[1:]
            if self._said[-1][1] == GO_AHEAD:
                return
        self._say(END + PROMPT)

    def _say(self, data: bytes, after_s: float = 0.0) -> None:
        begin_s = max(self.now_s, self._said[-1][0]) if self._said else self.now_s
        self._said.append((begin_s + after_s, data))


def plugged_in(monkeypatch, port: SlowPort) -> SlowPort:
    """The port, which mpremote opens under any name and by whose clock the limits go."""
    import serial

    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: port)
    monkeypatch.setattr(reading, "time", port)
    return port
