"""The two ways to run the firmware: in this interpreter, or in the real MicroPython.

A runtime is one power-on of the firmware. It knows the world, but not virtual time: the device
tells it when to poll.
"""

import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from host_tools.sim.world import World

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.parts import Bytes

    from boards.sim.hooks import Hooks

UNIQUE_ID = bytes.fromhex("0c0ff1d05e550001")


class FirmwareError(Exception):
    """The firmware ended with an exception, or stopped answering; the text says how."""


class Polled(NamedTuple):
    """The result of one poll of the firmware: the next due time, presses not yet confirmed."""

    wait_us: int
    pending: int


class DirectLink:
    """The link of boards/sim/board.py when the world is in the same process."""

    def __init__(self, world: World, cause: str) -> None:
        """Make a link to `world` for one power-on."""
        self.ticks = 0
        self.unique_id = world.unique_id or UNIQUE_ID
        self.reset_cause = cause
        self.displays, self.keys = world.displays, world.keys
        self.lexicon_dir = str(world.lexicons.folder)
        self.flash = world.flash
        self.buzz = world.buzz
        self.led = world.led
        self.feed = world.feed
        self._world = world

    def ticks_us(self) -> int:
        """Return the instant of this poll by the board's counter."""
        return self.ticks

    def battery_mv(self) -> int | None:
        """Return the battery's voltage in millivolts, None without a battery."""
        return self._world.battery_mv

    def i2c_recover(self) -> None:
        """Do nothing: no controller holds this bus."""

    def i2c_write(self, addr: int, bufs: "tuple[Bytes, ...]") -> None:
        """Carry out one transaction made of several buffers."""
        self._world.bus.write(addr, b"".join(bufs))


class DirectRuntime:
    """The firmware in this interpreter."""

    def __init__(self, world: World) -> None:
        """Make a runtime; nothing runs before boot()."""
        self._world = world
        self.app: App | None = None
        self._hooks: Hooks | None = None

    def boot(self, ticks: int, cause: str) -> None:
        """Make the board and the app; cause is "power" or "watchdog"."""
        from corrido.app.app import App

        from boards.sim.board import make
        from boards.sim.hooks import Hooks

        self._link = DirectLink(self._world, cause)
        self._link.ticks = ticks
        self._board = make(self._link)
        self._board.buttons.set_levels(self._world.levels())
        self.app = self._guard(App, self._board)
        self._hooks = self._guard(Hooks, self.app)

    def poll(self, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        """Pass on the edges, (key, closed, ticks), and let the firmware do everything due."""
        self._link.ticks = ticks
        if edges:
            for key, closed, at in edges:
                self._board.buttons.push(key, int(closed), at)
        self._board.buttons.set_levels(self._world.levels())
        assert self.app is not None and self._hooks is not None  # boot() comes first
        return Polled(self._guard(self.app.loop.turn), self._hooks.pending())

    def call(self, method: str, *args: object) -> Any:
        """Ask the app a question that changes nothing."""
        return self._guard(getattr(self._hooks, method), *args)

    def drop(self) -> None:
        """Forget the board and the app."""
        self.app = self._hooks = None

    @staticmethod
    def _guard(function: Callable[..., Any], *args: object) -> Any:
        """Call into the firmware; turn whatever it raises into a FirmwareError."""
        try:
            return function(*args)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"
            raise FirmwareError(said) from error
