"""Show a bar on the displays during a long start, when nothing else can draw yet."""

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.ssd1306 import Displays

if TYPE_CHECKING:
    from corrido.parts import Bus, Watchdog

_ROW = const(384)  # where the fourth page of the picture begins
_COLUMNS = const(120)
_EDGE = const(4)  # dark columns on either side
_FRAME, _FULL = const(0x81), const(0xBD)  # a column of the bar: outline only, and filled


class Progress:
    """One bar, the same on all displays; each step feeds the watchdog."""

    def __init__(
        self, bus: "Bus", places: "tuple[tuple[int, int, bool], ...]", watchdog: "Watchdog"
    ) -> None:
        self._frame = bytearray(1024)
        self._displays = Displays(bus, places, self._frame)
        self._watchdog = watchdog

    def show(self, done: int, of: int) -> None:
        """Show that `done` of `of` steps are done; takes 30 ms the first time, later less."""
        self._watchdog.feed()
        filled = _COLUMNS * done // of
        bar = bytes((_FULL,)) * filled + bytes((_FRAME,)) * (_COLUMNS - filled)
        self._frame[_ROW + _EDGE : _ROW + _EDGE + _COLUMNS] = bar
        while self._displays.flush_step(0):
            pass
