"""Protocols of the board parts that services use, for type checkers: no device loads this.

hal/contract.py gives each member's promise.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Counter(Protocol):
        """A counter of microseconds that wraps."""

        ticks_period: int

        def ticks_us(self) -> int:
            """Return microseconds, 0 to ticks_period - 1."""
            ...

    class Buttons(Protocol):
        """Edges and levels of the contacts."""

        def get(self, edge: list[int]) -> bool:
            """Put the oldest edge into edge: key, level, stamp in us; return False without one."""
            ...

        def level(self, key: int) -> int:
            """Return the level of a contact now: 1 closed."""
            ...

        def waiting(self) -> bool:
            """Return whether get() has an edge."""
            ...

    class Keyboard(Protocol):
        """Keys by name and number."""

        keys: tuple[str, ...]

        @property
        def buttons(self) -> Buttons:
            """Return the contacts of the keys."""
            ...

    class Watchdog(Protocol):
        """Resets a board that does not feed it."""

        def feed(self) -> None:
            """Put the reset off by some 8 s."""
            ...

    class Supply(Protocol):
        """The board's watchdog."""

        @property
        def watchdog(self) -> Watchdog:
            """Return the board's watchdog."""
            ...

        def battery_mv(self) -> int | None:
            """Return the battery's millivolts; None where none is measured."""
            ...

    class Buzzer(Protocol):
        """Sounds at one pitch until told otherwise."""

        def on(self, hz: int) -> None:
            """Sound at that pitch."""
            ...

        def off(self) -> None:
            """Be silent."""
            ...

    class Leds(Protocol):
        """LEDs by name."""

        leds: tuple[str, ...]

        def led(self, name: str, on: bool) -> None:
            """Switch one on or off."""
            ...
