"""Show a bar on the displays during a long start, when nothing else can draw yet.

A firmware stored in files takes over 2 s on an RP2040 to load. Below the bar is what is loaded
now: what hangs or raises leaves its name there.
"""

from framebuf import MONO_VLSB, FrameBuffer  # pyright: ignore

from corrido.compat import TYPE_CHECKING
from corrido.hal.ssd1306 import Displays
from corrido.memory import NATIVE_STAYS, load

if TYPE_CHECKING:
    from corrido.parts import Board, Bus, Watchdog

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
        frame = bytearray(1024)
        self._picture = FrameBuffer(frame, 128, 64, MONO_VLSB)
        self._displays = Displays(bus, places, frame)
        self._watchdog = watchdog

    def show(self, done: int, of: int, word: str = "") -> None:
        """Show that `done` of `of` steps are done; takes 30 ms the first time, later less."""
        self._watchdog.feed()
        self._picture.fill(0)
        self._picture.rect(4, 24, 120, 8, 1)
        self._picture.fill_rect(4, 26, 120 * done // of, 4, 1)
        self._picture.text(word, 4, 40, 1)
        while self._displays.flush_step(0):
            pass


def load_all(board: "Board") -> None:
    """Load the application step by step, with a bar on the displays."""
    if NATIVE_STAYS:
        load("corrido.lexicon.unpack")  # while there is memory left beside the heap
    progress = Progress(board.i2c, board.displays, board.watchdog)
    for done, name in enumerate(STEPS):
        progress.show(done, len(STEPS), name)
        load("corrido." + name)
