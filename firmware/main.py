"""Make the board and run the application on it."""

import gc
import sys

import corrido_board
from corrido.compat import TYPE_CHECKING
from corrido.memory import IN_RAM, forget, load

if IN_RAM:
    board = corrido_board.make()
    load("corrido.hal.progress").load_all(board)
    forget("corrido.hal.progress")
    # Code is loaded: from here on the application decides when to collect.
    gc.collect()
    gc.threshold(-1)
else:
    board = None

from corrido.app.app import App
from corrido.app.console import Console
from corrido.store.journal.codec import FormatError

if TYPE_CHECKING:
    from corrido.parts import Board

# What the start of MicroPython and boot.py have left here is not needed any more.
for name in ("rp2", "corrido_swap"):
    sys.modules.pop(name, None)
    globals().pop(name, None)


def run(board: "Board") -> None:
    """Run until Ctrl-C; after any other error, which is shown, the watchdog restarts the device.

    FormatError if other firmware has written the flash: nothing is changed, the REPL stays open.
    """
    try:
        app = App(board)
        app.loop.console = Console(app)
        while True:
            wait_us = app.loop.turn()
            if wait_us:
                board.idle(wait_us)
    except KeyboardInterrupt:
        board.buzzer.off()
        board.watchdog.feed_by_timer()
    except Exception as error:
        if isinstance(error, FormatError):
            board.watchdog.feed_by_timer()
        shown = load("corrido.hal.progress").Progress(board.i2c, board.displays, board.watchdog)
        shown.show(0, 1, type(error).__name__)
        raise


run(board or corrido_board.make())
