"""What boards/sim/board.py asks of the other end; for type checkers only."""

from typing import Protocol

from corrido.parts import Bytes, Flash

class Link(Protocol):
    """The world as a board sees it: in the same process, or at the other end of a pipe.

    Members are those of firmware/corrido/parts.py, with the part's name before them.
    """

    keys: "tuple[str, ...]"
    displays: "tuple[tuple[int, int, bool], ...]"
    lexicon_dir: str
    reset_cause: str
    unique_id: bytes

    @property
    def flash(self) -> Flash: ...
    def ticks_us(self) -> int: ...
    def battery_mv(self) -> "int | None": ...
    def i2c_write(self, addr: int, bufs: "tuple[Bytes, ...]") -> None: ...
    def i2c_recover(self) -> None: ...
    def buzz(self, hz: int) -> None: ...
    def led(self, name: str, on: bool) -> None: ...
    def feed(self) -> None: ...

class Reader(Protocol):
    """A stream that fills a buffer."""

    def readinto(self, buffer: "bytearray | memoryview", /) -> "int | None": ...

class Writer(Protocol):
    """A stream that takes all bytes at once."""

    def write(self, data: Bytes, /) -> "int | None": ...
