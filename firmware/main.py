"""Makes the board and runs the application on it for ever."""

import corrido_board
from corrido.services.app import App


def run(board) -> None:
    """Never returns; any error but Ctrl-C leaves the watchdog to start the device again."""
    app = App(board)
    try:
        while True:
            board.idle(app.poll())
    except KeyboardInterrupt:
        board.watchdog.keep_alive()


run(corrido_board.make())
