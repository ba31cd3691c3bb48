"""Share the main loop's turns between the app and the console, one of them per turn."""

from corrido.app.console import PATIENCE
from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.app.console import Console

LISTEN_US = const(100000)  # a question's longest wait on boards that do not wake for the console
SPARED = const(3)  # polls of the console in a row, each after a wait that no byte has ended


class Loop:
    """The main loop of firmware/main.py; the caller waits as long as turn() says."""

    def __init__(self, app: "App", console: "Console") -> None:
        self._app = app
        self._console = console
        self._apps = 0  # the app's turns in a row
        self._wait_us = -1  # the app's answer in the last turn, if it may wait
        hears = getattr(app.board, "hears_console", False)
        self._listen_us = 10 * LISTEN_US if hears else LISTEN_US
        self._spared = 0

    def turn(self) -> int:
        """Do one thing that is due; return the microseconds to wait for the next, 0 for none.

        A turn serves either the app or the console. A busy console gets every other turn; an idle
        one is polled before the loop waits, and after PATIENCE turns. Raise KeyboardInterrupt when
        a host has asked for the REPL.
        """
        wait_us, self._wait_us = self._wait_us, -1
        if wait_us > 0 or self._apps >= (1 if self._console.speaks() else PATIENCE):
            if self._app.urgent():
                return self._app_turn() if wait_us <= 0 else wait_us
            self._apps = 0
            if wait_us > 0 and self._spare():
                return min(wait_us, self._listen_us)
            more = self._console.poll()
            return 0 if more else max(0, min(wait_us, self._listen_us))
        return self._app_turn()

    def _app_turn(self) -> int:
        self._apps += 1
        wait_us = self._app.poll()
        if self._app.settling:
            return wait_us  # at once: a press is to wait no longer than it must
        self._wait_us = wait_us
        return 0

    def _spare(self) -> bool:
        """Return whether the console need not be polled: no byte has ended the latest wait."""
        if self._console.speaks() or not getattr(self._app.board, "undisturbed", False):
            return False
        self._spared += 1
        if self._spared > SPARED:
            self._spared = 0
            return False
        return True
