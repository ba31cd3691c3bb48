"""Makes the board and runs the application on it for ever."""

import gc

import corrido_board
from corrido.app.app import App
from corrido.app.console import Console
from corrido.store.journal.codec import FormatError

# A host that asks something waits no longer than this.
LISTEN_US = 100000


def run(board) -> None:
    """Returns after Ctrl-C only; any other error leaves the watchdog to start the device again.

    FormatError if a newer firmware has been here: nothing is changed, and the REPL stays open.
    """
    try:
        app = App(board)
        console = Console(app)
        # Loading is over: from here on the application says when there is time to collect.
        gc.collect()
        gc.threshold(-1)
        while True:
            answering = console.answers_next()
            wait_us = 0 if answering else app.poll()
            if not console.poll(busy=not (wait_us or answering)):
                board.idle(min(wait_us, LISTEN_US))
    except KeyboardInterrupt:
        board.buzzer.off()
        board.watchdog.keep_alive()
    except FormatError:
        board.watchdog.keep_alive()
        raise


run(corrido_board.make())
