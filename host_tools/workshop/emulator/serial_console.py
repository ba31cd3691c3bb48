"""The console of a chip in another process: its output line by line, code for its raw REPL."""

from collections.abc import Callable

_START = b"\x03\x03\r\x01"  # Ctrl-C twice, then the raw REPL
_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_END = b"\x04"


class Console:
    """The chip's console; `text` holds all of its output."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self.send = send
        self.text = bytearray()
        self.connected = False
        self.on_line: Callable[[str], object] | None = None
        self._line = bytearray()

    def hear(self, said: bytes) -> None:
        """Take output."""
        self.text += said
        *lines, rest = (bytes(self._line) + said).split(b"\n")
        self._line = bytearray(rest)
        if self.on_line is not None:
            for line in lines:
                self.on_line(line.decode("utf-8", "replace").strip())

    def disconnect(self) -> None:
        """Reset with the chip: nothing is connected until it has started again."""
        self.connected = False
        self._line.clear()

    def raw_repl(self) -> Callable[[], bool]:
        """Ask for the raw REPL; return a check for whether it is ready."""
        begin = len(self.text)
        self.send(_START)
        return lambda: _PROMPT in self.text[begin:]

    def submit(self, source: str) -> Callable[[], tuple[str, str] | None]:
        """Send code to the raw REPL; return a check for its (output, error)."""
        begin = len(self.text)
        self.send(source.encode() + _END)

        def ended() -> tuple[str, str] | None:
            said = bytes(self.text[begin:])
            parts = said[said.find(b"OK") + 2 :].split(_END) if b"OK" in said else []
            if len(parts) < 3:
                return None
            out, error = (
                part.decode("utf-8", "replace").replace("\r\n", "\n") for part in parts[:2]
            )
            return out, error

        return ended
