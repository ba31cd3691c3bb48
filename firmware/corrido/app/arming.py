"""Go from START to ready: prepare everything a game needs before its clocks may run."""

from corrido.compat import TYPE_CHECKING
from corrido.core import phases
from corrido.memory import IN_RAM, NATIVE_STAYS, release_reserve, unload

if TYPE_CHECKING:
    from corrido.app.app import App


# A host that asks while a clock runs has them loaded again.
COMMANDS = ("app.commands.device", "app.commands.record", "app.commands.settings")


def unload_tables() -> None:
    """Unload what is needed to open a list, not to look words up."""
    unload("lexicon.tables")
    if not NATIVE_STAYS:
        unload("lexicon.unpack")


class Arming:
    """Make a game ready, one slow step per turn of the main loop.

    Where code lies in RAM, the order is by size: once the setup screens are unloaded, the word
    list gets its large pieces first, while the heap has some, and the screens of play get the
    rest.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self.wanted = False  # a game was requested but is not ready yet
        self._cleared = False  # the setup screens are unloaded
        self._state = b""  # of a game taken over from another device
        self._asked_ms = 0  # the game begins at this instant, however long arming takes

    def ask(self, state: bytes = b"") -> bool:
        """Begin; return False outside setup, or if the battery is low.

        state: of a game to go on with, as pack_fold() packed it; b"" for a new one.
        """
        app = self._app
        if app.recorder.match.phase != phases.SETUP or app.health.battery_too_low():
            return False
        self._asked_ms, self._state = app.event_ms(), state
        self.wanted, self._cleared = True, not IN_RAM
        if not IN_RAM:
            self.step()
        return True

    def step(self) -> None:
        """Erase blocks of the record, make room, open the list, or make the game ready."""
        app = self._app
        if app.recorder.tidy() or app.pin.prepare():
            return
        if app.recorder.match.phase != phases.SETUP:
            self.wanted = False
        elif not self._cleared:
            self._cleared = True
            app.navigator.clear()
            if not app.judge.lexicon:
                release_reserve()  # set aside again by a collection that finds room
                app.judge.retry()
        elif not (IN_RAM and app.judge.opening()):
            self._finish()

    def _finish(self) -> None:
        app = self._app
        self.wanted = False
        rules, labels = app.settings.rules(), app.settings.labels()
        app.settings.put_away()
        unload(*COMMANDS)
        if not IN_RAM:  # from files, it might find no memory again
            unload("app.commands")
        app.navigator.prepare_play()  # too slow while a clock runs
        if self._state:
            app.recorder.take_over(self._state, self._asked_ms)
            self._state = b""
            unload("core.fold")
        else:
            app.recorder.arm(rules, labels, self._asked_ms)
        app.phase_changed()
