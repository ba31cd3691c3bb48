"""The board file of a simulated board: real time, contacts and raw flash in the host's files."""

import select
import struct
import sys

import rig
from corrido.compat import TYPE_CHECKING
from corrido.hal.flash import BlockFlash
from corrido.parts import KEYS

if TYPE_CHECKING:
    from corrido.parts import Bytes

    def ticks_us() -> int: ...  # the stubs have their own type for ticks

else:
    from time import ticks_us

WIRING = {
    "chip": "rp2040",
    "keys": tuple([(name, 10 + number) for number, name in enumerate(KEYS)]),
    "encoder": None,
    "i2c": (0, 4, 5),
}
MASK = (1 << 30) - 1
REGION_BLOCKS = 64
NAP_MS = 25
EDGE, EDGE_BYTES = "<BBQ", 10  # key, closed, microseconds of time.ticks_us


class Buttons:
    """Edges as written by the host, each with the time of its contact; without bounce."""

    clean = True
    overflows = 0

    def __init__(self) -> None:
        self._levels: dict[int, int] = {}

    def get(self, edge: list[int]) -> bool:
        booked = rig.contacts.read(EDGE_BYTES)
        if not booked:
            return False
        edge[0], edge[1], at_us = struct.unpack(EDGE, booked)
        edge[2] = at_us & MASK
        self._levels[edge[0]] = edge[1]
        return True

    def waiting(self) -> bool:
        """Return whether get() has an edge; the host appends to the file."""
        here = rig.contacts.tell()
        rig.contacts.seek(0, 2)
        end = rig.contacts.tell()
        rig.contacts.seek(here)
        return end > here

    def level(self, key: int) -> int:
        return self._levels.get(key, 0)


class Bus:
    """A display that acknowledges, or a bus without one."""

    def writeto(self, addr: int, buf: "Bytes") -> None:
        if not rig.display:
            raise OSError(19)

    def writevto(self, addr: int, bufs: "tuple[Bytes, ...]") -> None:
        self.writeto(addr, bufs[0])

    def recover(self) -> None:
        pass


class Silent:
    """A buzzer and a watchdog that do nothing."""

    def on(self, hz: int) -> None:
        pass

    def off(self) -> None:
        pass

    feed = feed_by_timer = off


class Board:
    name = "rig"
    ticks_period = MASK + 1
    keys: "tuple[str, ...]" = KEYS
    displays = ((0x3C, 0, False),)
    lexicon_dir = "/lexicons"
    reset_cause = "power"
    leds = ()

    def __init__(self) -> None:
        self.buttons = Buttons()
        self.i2c = Bus()
        self.buzzer = self.watchdog = Silent()
        self.flash = BlockFlash(rig.region, range(REGION_BLOCKS), whole_pages=False)
        self.unique_id = rig.unique_id
        self.network = None
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)

    def ticks_us(self) -> int:
        return ticks_us() & MASK

    def idle(self, us: int) -> None:
        self._input.poll(min(us // 1000, NAP_MS))

    def led(self, name: str, on: bool) -> None:
        raise KeyError(name)

    def battery_mv(self) -> None:
        return None


def make() -> Board:
    """The board."""
    return Board()


def after_boot() -> None:
    """Do nothing: nothing keeps running through a soft reset here."""
