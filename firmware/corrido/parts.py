"""Name the parts of a board once, for type checkers; never loaded on a device.

hal/contract.py specifies each member. A service that needs little of a board asks only for that
part: Counter, Keyboard, Supply, Leds.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NotRequired, Protocol, TypedDict

    Bytes = bytes | bytearray | memoryview
    # Lines a and b of an encoder, and the numbers of the keys UP and DOWN that it makes.
    EncoderLines = tuple[int, int, int, int]

    class Counter(Protocol):
        """A counter of microseconds that wraps."""

        ticks_period: int

        def ticks_us(self) -> int: ...

    class Buttons(Protocol):
        """Edges and levels of the contacts."""

        @property
        def overflows(self) -> int: ...
        def get(self, edge: list[int]) -> bool: ...
        def level(self, key: int) -> int: ...
        def waiting(self) -> bool: ...

    class Keyboard(Protocol):
        """Keys by name and number."""

        keys: tuple[str, ...]

        @property
        def buttons(self) -> Buttons: ...

    class Watchdog(Protocol):
        """A watchdog that resets a board unless fed."""

        def feed(self) -> None: ...
        def keep_alive(self) -> None: ...

    class Supply(Protocol):
        """The battery, and the watchdog that resets a board."""

        @property
        def watchdog(self) -> Watchdog: ...
        def battery_mv(self) -> int | None: ...

    class Buzzer(Protocol):
        """A sound source that holds one pitch until told otherwise."""

        def on(self, hz: int) -> None: ...
        def off(self) -> None: ...

    class Leds(Protocol):
        """LEDs by name."""

        leds: tuple[str, ...]

        def led(self, name: str, on: bool) -> None: ...

    class Bus(Protocol):
        """The bus of the displays."""

        def writeto(self, addr: int, buf: Bytes) -> object: ...
        def writevto(self, addr: int, vector: tuple[Bytes, ...]) -> object: ...
        def recover(self) -> None: ...

    class Flash(Protocol):
        """Raw flash: programs turn ones into zeros within a page, erases set a block to ones."""

        blocks: int

        @property
        def block_size(self) -> int: ...
        @property
        def page_size(self) -> int: ...
        def read(self, addr: int, buf: bytearray | memoryview) -> None: ...
        def program(self, addr: int, buf: Bytes) -> None: ...
        def erase(self, block: int) -> None: ...

    class Network(Protocol):
        """The radio of a board."""

        def join(self, name: str, password: str) -> None: ...
        def joined(self) -> bool: ...
        def leave(self) -> None: ...

    class Board(Counter, Keyboard, Supply, Leds, Protocol):
        """A whole board."""

        name: str
        displays: tuple[tuple[int, int, bool], ...]
        lexicon_dir: str
        reset_cause: str
        unique_id: bytes

        @property
        def i2c(self) -> Bus: ...
        @property
        def buzzer(self) -> Buzzer: ...
        @property
        def flash(self) -> Flash: ...
        @property
        def network(self) -> Network | None: ...
        def idle(self, us: int) -> None: ...

    # -- the building blocks of drivers

    class Wiring(TypedDict):
        """A board's table of pins; hal/machine_board.py explains each entry."""

        name: str
        chip: str
        keys: tuple[tuple[str, int], ...]
        encoder: tuple[int, int] | None
        i2c: tuple[int, int, int]
        displays: tuple[tuple[int, int, bool], ...]
        buzzer: tuple[int, str] | None
        leds: tuple[tuple[str, int], ...]
        battery: tuple[int, int, int] | None
        battery_drop_mv: NotRequired[int]
        radio: NotRequired[str | None]

    MakesButtons = Callable[[Sequence[int], EncoderLines | None], Buttons]

    class Input(Protocol):
        """A pin that is read, as machine.Pin."""

        def value(self) -> int: ...

    class Output(Protocol):
        """A pin that is set, as machine.Pin."""

        def value(self, __level: int) -> object: ...

    class Tone(Protocol):
        """A pin that sounds, as machine.PWM."""

        def freq(self, __hz: int) -> object: ...
        def duty_u16(self, __duty: int) -> object: ...

    class Meter(Protocol):
        """A pin that measures, as machine.ADC: in microvolts if the port supports them."""

        def read_uv(self) -> int: ...
        def read_u16(self) -> int: ...

    class BlockDevice(Protocol):
        """A MicroPython block device: rp2.Flash, esp32.Partition."""

        def readblocks(
            self, __number: int, __buf: bytearray | memoryview, __offset: int
        ) -> object: ...
        def writeblocks(self, __number: int, __buf: Bytes, __offset: int) -> int | None: ...
        def ioctl(self, __op: int, __argument: int) -> int | None: ...

    class I2c(Protocol):
        """A controller of the I2C bus, as machine.I2C."""

        def writeto(self, __addr: int, __buf: Bytes) -> object: ...
        def writevto(self, __addr: int, __vector: tuple[Bytes, ...]) -> object: ...
