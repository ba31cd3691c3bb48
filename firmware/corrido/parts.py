"""Specify a board: what the code of every chip offers; as types, for checkers alone.

A board is a module `board.py` with `make() -> Board`; on a device the file is
`/corrido_board.py`. Boards share their chip's code (`rp2_board`, `esp32_board`), and add the pins.
A press is stamped where it happens; boards/README.md says to within how many microseconds.
"""

from corrido.compat import TYPE_CHECKING

KEYS = ("A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Protocol

    Bytes = bytes | bytearray | memoryview
    # Lines a and b of an encoder, and the numbers of the keys UP and DOWN that it makes.
    EncoderLines = tuple[int, int, int, int]

    class Buttons(Protocol):
        """Edges and levels of the contacts; levels are 1 closed, 0 open or without a contact.

        get() moves the next edge into a list of three, key number, level, ticks_us stamp, and
        returns False without one; edges of one key come in order; it allocates nothing. waiting():
        it has an edge. overflows: edges lost since power-on because nobody got them.
        """

        @property
        def overflows(self) -> int: ...
        def get(self, edge: list[int]) -> bool: ...
        def level(self, key: int) -> int: ...
        def waiting(self) -> bool: ...

    class Watchdog(Protocol):
        """A watchdog that resets a board some 8 s after the last feed(), from the first on.

        feed_by_timer(): a timer feeds it from now on, until the next feed().
        """

        def feed(self) -> None: ...
        def feed_by_timer(self) -> None: ...

    class Buzzer(Protocol):
        """A sound source that holds one pitch until told otherwise; both return at once."""

        def on(self, hz: int) -> None: ...
        def off(self) -> None: ...

    class Bus(Protocol):
        """The bus of the displays: OSError on NACK or time-out.

        recover() frees a held bus (nine clocks, a stop), sets the controller up again; no error.
        """

        def writeto(self, addr: int, buf: Bytes) -> object: ...
        def writevto(self, addr: int, vector: tuple[Bytes, ...]) -> object: ...
        def recover(self) -> None: ...

    class Flash(Protocol):
        """NOR flash that is Corrido's alone, in blocks of pages; addresses are in bytes.

        program() turns ones into zeros, never back, any length inside a page; erase() sets a block
        to ones, and may stop the capture of presses: only while no clock runs. OSError on failure,
        ValueError outside the region.
        """

        blocks: int

        @property
        def block_size(self) -> int: ...
        @property
        def page_size(self) -> int: ...
        def read(self, addr: int, buf: bytearray | memoryview) -> None: ...
        def program(self, addr: int, buf: Bytes) -> None: ...
        def erase(self, block: int) -> None: ...

    class Network(Protocol):
        """The radio of a board; messages go by `socket`.

        join() begins to join a Wi-Fi and may take 3 s: only while no clock runs. joined(): there
        is an address. leave() switches the radio off.
        """

        def join(self, name: str, password: str) -> None: ...
        def joined(self) -> bool: ...
        def leave(self) -> None: ...

    class Board(Protocol):
        """A whole board.

        keys: names out of KEYS, in the order of the buttons' numbers. ticks_us(): a counter of
        microseconds, 0 .. ticks_period - 1, a power of two (2**30 on chips). battery_mv(): None
        where none is measured. leds: by name.
        displays: (i2c address, column offset, rotated by 180 degrees) of each. lexicon_dir: a
        folder of .lex files that open() can read. reset_cause: power, watchdog or other.
        unique_id differs from device to device. network: None where there is no radio. idle()
        waits so many us, or until an edge; it may return early. A board may also have
        `screens(frame)`: displays by another driver than ssd1306.Displays, with its methods.
        """

        name: str
        keys: tuple[str, ...]
        ticks_period: int
        displays: tuple[tuple[int, int, bool], ...]
        lexicon_dir: str
        reset_cause: str
        unique_id: bytes

        @property
        def buttons(self) -> Buttons: ...
        @property
        def watchdog(self) -> Watchdog: ...
        @property
        def leds(self) -> Collection[str]: ...
        @property
        def i2c(self) -> Bus: ...
        @property
        def buzzer(self) -> Buzzer: ...
        @property
        def flash(self) -> Flash: ...
        @property
        def network(self) -> Network | None: ...
        def ticks_us(self) -> int: ...
        def battery_mv(self) -> int | None: ...
        def led(self, name: str, on: bool) -> None: ...
        def idle(self, us: int) -> None: ...

    # -- the building blocks of drivers

    MakesButtons = Callable[[Sequence[int], EncoderLines | None], Buttons]

    class Input(Protocol):
        """A pin that is read, as machine.Pin."""

        def value(self) -> int: ...

    class BlockDevice(Protocol):
        """A MicroPython block device: rp2.Flash, esp32.Partition."""

        def readblocks(
            self, __number: int, __buf: bytearray | memoryview, __offset: int
        ) -> object: ...
        def writeblocks(self, __number: int, __buf: Bytes, __offset: int) -> int | None: ...
        def ioctl(self, __op: int, __argument: int) -> int | None: ...
