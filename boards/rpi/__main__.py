"""Run the clock on this computer: `python -m boards.rpi`, in a checkout."""

from pathlib import Path

from corrido.app.app import App

from boards.rpi.device import make


def main() -> None:
    """Play until Ctrl-C."""
    folder = Path.home() / ".local" / "share" / "corrido"
    lexicons = Path(__file__).parents[2] / "firmware" / "lexicons"
    board = make(folder, str(lexicons))
    try:
        app = App(board)
        while True:
            wait_us = app.loop.turn()
            if wait_us:
                board.idle(wait_us)
    except KeyboardInterrupt:
        pass
    finally:
        board.close()


if __name__ == "__main__":
    main()
