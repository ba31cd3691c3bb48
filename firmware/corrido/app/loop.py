"""The main loop: each turn is either the app's or the console's."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.app.console import Console

LISTEN_US = const(100000)  # the longest that a host's question waits


class Loop:
    """The main loop of firmware/main.py; its caller waits as long as turn() says."""

    def __init__(self, app: "App", console: "Console") -> None:
        self._app = app
        self._console = console
        self._spoke = False  # the last turn was the console's

    def turn(self) -> int:
        """Do one thing that is due; return the microseconds to wait for the next, 0 for none.

        A console with something to say gets every other turn, so that the times of both never
        add up. Raise KeyboardInterrupt when a host has asked for the REPL.
        """
        console = self._console
        speaks = console.speaks()
        if speaks and not self._spoke:
            self._spoke = True
            console.poll()
            return 0
        self._spoke = False
        wait_us = self._app.poll()
        if console.poll(busy=speaks or not wait_us):
            return 0
        return min(wait_us, LISTEN_US)
