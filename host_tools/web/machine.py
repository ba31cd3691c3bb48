"""The page's interface to a device, whichever runs behind it."""

from typing import Protocol

# Faults to order, and their value: microseconds of bounce from now on, milliseconds of stall, no
# value for a bit of the word list that turns over.
FAULTS = ("bounce", "stall", "damage")

# game, ms on its line of time, names of the entry, who, value, text
LogRow = tuple[int, int, list[str], str, int, str]


class Machine(Protocol):
    """A device with its own time, which passes in run_for_us() only."""

    keys: tuple[str, ...]
    display_plugged: bool
    # Whether the latest question has its answer; only a chip on a serial line takes its time.
    answered: bool
    # The faults of FAULTS that fault() can make.
    offers: tuple[str, ...]

    @property
    def now_us(self) -> int:
        """The device's present instant."""
        ...

    @property
    def powered(self) -> bool:
        """Whether it has power."""
        ...

    def power_on(self) -> None:
        """Switch on; the flash is as it was left."""
        ...

    def power_cut(self) -> None:
        """Pull the cable."""
        ...

    def reset(self) -> None:
        """Restart the processor as the watchdog does."""
        ...

    def contact(self, key: str, closed: bool) -> None:
        """Close or open the contact of a key."""
        ...

    def display(self, plugged: bool) -> None:
        """Plug the display's bus in or out."""
        ...

    def run_for_us(self, duration_us: int) -> None:
        """Let so much of the device's time pass."""
        ...

    def next_us(self) -> int | None:
        """Return when something next happens by itself; None if never."""
        ...

    def fault(self, name: str, value: int) -> None:
        """Do one of `offers` to the device; see FAULTS."""
        ...

    def log(self, count: int) -> list[LogRow]:
        """Return the latest entries of the event log, oldest first."""
        ...

    def entering(self) -> bool:
        """Return whether words are being entered on the grid of tiles."""
        ...

    def type_tile(self, tile: str) -> int:
        """Press the keys that take a tile on the grid; return when (us) they are over.

        At once, and nothing is pressed, where there is no such tile.
        """
        ...

    def frames(self) -> list[bytes]:
        """Return each display's picture: 1,024 bytes, eight rows a page, the top row in bit 0."""
        ...

    def leds(self) -> dict[str, bool]:
        """Return the LEDs that the board has, and whether each is lit."""
        ...

    def take_buzzer(self) -> list[tuple[int, int]]:
        """Return the buzzer's edges since the last call: (now_us, Hz or 0 for silence)."""
        ...

    def status(self) -> dict[str, str]:
        """Return the flat status; empty without power."""
        ...

    def close(self) -> None:
        """Release the machine's resources (a process, files)."""
        ...
