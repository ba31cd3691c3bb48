"""Show a bar on the displays during a long start, when nothing else can draw yet.

A firmware stored in files takes over 2 s on an RP2040 to load.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.ssd1306 import Displays
from corrido.memory import NATIVE_STAYS, load

if TYPE_CHECKING:
    from corrido.parts import Board, Bus, Watchdog

_ROW = const(384)  # where the fourth page of the picture begins
_COLUMNS = const(120)
_EDGE = const(4)  # dark columns on either side
_FRAME, _FULL = const(0x81), const(0xBD)  # a column of the bar: outline only, and filled
# Each brings its own imports: steps of about half a second.
STEPS = (
    "core.game", "lexicon.reader", "services.recorder", "store.settings", "store.journal.journal",
    "ui.fonts", "ui.navigator", "app.app", "app.console", "app.commands",
)  # fmt: skip


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


def load_all(board: "Board") -> None:
    """Load the application step by step, with a bar on the displays."""
    if NATIVE_STAYS:
        load("corrido.lexicon.unpack")  # while there is memory left beside the heap
    progress = Progress(board.i2c, board.displays, board.watchdog)
    for done, name in enumerate(STEPS):
        progress.show(done, len(STEPS))
        load("corrido." + name)
    progress.show(len(STEPS), len(STEPS))
