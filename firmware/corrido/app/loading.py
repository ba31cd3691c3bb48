"""Load a firmware stored in files, over 2 s on an RP2040, showing the progress."""

from corrido.compat import TYPE_CHECKING
from corrido.hal.progress import Progress
from corrido.memory import NATIVE_STAYS, load

if TYPE_CHECKING:
    from corrido.parts import Board

# Each brings its own imports: steps of about half a second.
STEPS = (
    "corrido.core.game",
    "corrido.lexicon.reader",
    "corrido.services.recorder",
    "corrido.store.settings",
    "corrido.store.journal.journal",
    "corrido.ui.fonts",
    "corrido.ui.navigator",
    "corrido.app.app",
    "corrido.app.console",
    "corrido.app.commands",
)


def load_all(board: "Board") -> None:
    """Load the application step by step, with a bar on the displays."""
    if NATIVE_STAYS:
        load("corrido.lexicon.unpack")  # while there is memory left beside the heap
    progress = Progress(board.i2c, board.displays, board.watchdog)
    for done, name in enumerate(STEPS):
        progress.show(done, len(STEPS))
        load(name)
    progress.show(len(STEPS), len(STEPS))
