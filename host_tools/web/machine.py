"""The page's interface to a device, whichever kind runs behind it."""

from typing import Protocol

# Faults to inject, and their values: microseconds of bounce from now on, milliseconds of stall,
# no value for a flipped bit in the word list.
FAULTS = ("bounce", "stall", "damage")

# game, ms on its timeline, names of the entry, who, value, text
LogRow = tuple[int, int, list[str], str, int, str]


class Machine(Protocol):
    """A device with its own time, which passes only in run_for_us()."""

    keys: tuple[str, ...]
    display_plugged: bool
    # Whether the latest question has been answered; only a chip on a serial line takes a while.
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
        """Switch the device on; the flash is as it was left."""
        ...

    def power_cut(self) -> None:
        """Pull the cable."""
        ...

    def reset(self) -> None:
        """Restart the processor as the watchdog does."""
        ...

    def contact(self, key: str, closed: bool) -> None:
        """Close or open a key's contact."""
        ...

    def display(self, plugged: bool) -> None:
        """Plug in or unplug the display's bus."""
        ...

    def run_for_us(self, duration_us: int) -> None:
        """Let this much of the device's time pass."""
        ...

    def next_us(self) -> int | None:
        """Return when something next happens by itself; None if never."""
        ...

    def fault(self, name: str, value: int) -> None:
        """Inject one of the faults in `offers`; see FAULTS."""
        ...

    def log(self, count: int) -> list[LogRow]:
        """Return the latest entries of the event log, the oldest first."""
        ...

    def entering(self) -> bool:
        """Return whether words are being entered on the grid of tiles."""
        ...

    def type_tile(self, tile: str) -> int:
        """Press the keys that select a tile on the grid; return the instant (us) they end.

        If there is no such tile, nothing is pressed and that instant is the present.
        """
        ...

    def frames(self) -> list[bytes]:
        """Return each display's picture: 1,024 bytes, eight rows per page, top row in bit 0."""
        ...

    def leds(self) -> dict[str, bool]:
        """Return the LEDs that the board has, and whether each is lit."""
        ...

    def take_buzzer(self) -> list[tuple[int, int]]:
        """Return the buzzer's edges since the last call: (now_us, Hz or 0 for silence)."""
        ...

    def status(self) -> dict[str, str]:
        """Return the status as a flat dictionary; empty without power."""
        ...

    def said(self) -> list[tuple[int, str, str]]:
        """Return the latest texts spoken: number, for whom, text."""
        ...

    def close(self) -> None:
        """Release the machine's resources (a process, files)."""
        ...
