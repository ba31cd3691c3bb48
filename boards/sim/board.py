"""The simulated board: a board's contract over a link to the world that the host simulates.

The link is either the world itself (CPython) or a byte pipe to it (pipe.py, MicroPython).
It holds virtual time still during a poll, so nothing here waits.
"""

from corrido.compat import TYPE_CHECKING
from corrido.contacts import EdgeRing

if TYPE_CHECKING:
    from corrido.parts import Bytes

    from boards.sim.link import Link

TICKS_PERIOD = 1 << 30
RING = 256  # edges; a stall of 400 ms with eight bouncing contacts fills a third


class Buttons:
    """Contact edges as a capture unit records them, each with the ticks at which it happened."""

    def __init__(self) -> None:
        """Start with an empty ring and every contact open."""
        self._ring = EdgeRing(RING)
        self._levels = 0
        self.get = self._ring.get
        self.push = self._ring.put

    @property
    def overflows(self) -> int:
        """Edges lost because the ring was full."""
        return self._ring.overflows

    def set_levels(self, levels: int) -> None:
        """Take the present contacts: bit i is set while KEYS[i] is closed."""
        self._levels = levels

    def waiting(self) -> bool:
        """Return True if get() has an edge."""
        return not self._ring.empty()

    def level(self, key: int) -> int:
        """Return 1 while the contact of KEYS[key] is closed."""
        return self._levels >> key & 1


class Bus:
    """The I2C bus of the displays."""

    def __init__(self, link: "Link") -> None:
        """Make a bus whose bytes go to `link`."""
        self._link = link

    def writeto(self, addr: int, buf: "Bytes") -> None:
        """Write to 7-bit address `addr` in one transaction; OSError if no chip acknowledges."""
        self._link.i2c_write(addr, (buf,))

    def writevto(self, addr: int, vector: "tuple[Bytes, ...]") -> None:
        """Write several buffers in one transaction; OSError if no chip acknowledges."""
        self._link.i2c_write(addr, vector)

    def recover(self) -> None:
        """Clock out a held byte: nine clocks and a stop, should a display hold SDA low."""
        self._link.i2c_recover()


class Buzzer:
    """A passive piezo: a frequency or silence."""

    def __init__(self, link: "Link") -> None:
        """Start silent."""
        self._link = link

    def on(self, hz: int) -> None:
        """Sound at `hz` until the pitch changes or the sound is switched off."""
        self._link.buzz(hz)

    def off(self) -> None:
        """Be silent."""
        self._link.buzz(0)


class Watchdog:
    """A watchdog that resets 8,388 ms after the last feed, like the RP2040's."""

    def __init__(self, link: "Link") -> None:
        """Make a watchdog that runs from the first feed on."""
        self._link = link

    def feed(self) -> None:
        """Restart its 8,388 ms."""
        self._link.feed()

    feed_by_timer = feed  # the simulated console needs no protection of its own


class Network:
    """The computer's own network, always joined. Its sockets run in real time."""

    def join(self, name: str, password: str) -> None:
        """Do nothing."""

    def joined(self) -> bool:
        """Return True."""
        return True

    def leave(self) -> None:
        """Do nothing."""


class Board:
    """One simulated device, as the firmware sees it."""

    name = "sim"
    ticks_period = TICKS_PERIOD

    def __init__(self, link: "Link") -> None:
        """Take the pins from `link`."""
        self._link = link
        self.buttons = Buttons()
        self.i2c = Bus(link)
        self.buzzer = Buzzer(link)
        self.flash = link.flash
        self.watchdog = Watchdog(link)
        self.network = Network()
        self.keys = link.keys
        self.displays = link.displays
        self.leds: "tuple[str, ...]" = ("A", "B", "MOTOR")
        self.lexicon_dir = link.lexicon_dir
        self.reset_cause = link.reset_cause
        self.unique_id = link.unique_id

    def ticks_us(self) -> int:
        """Return the microseconds since power-on, modulo ticks_period."""
        return self._link.ticks_us()

    def idle(self, us: int) -> None:
        """Return at once: the world polls when `us` have passed, or at an edge."""

    def led(self, name: str, on: bool) -> None:
        """Switch one of `leds`."""
        self._link.led(name, on)

    def battery_mv(self) -> int | None:
        """Return the battery's millivolts, None without one."""
        return self._link.battery_mv()


def make(link: "Link") -> Board:
    """Make the board at the end of `link`."""
    return Board(link)
