"""Answer a key: the game takes its own, the screens the others, whatever a screen may raise."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.challenge import refusal
from corrido.memory import release_reserve, reserved, tidy
from corrido.services.keys import REPEAT

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.app.app import App

GAME_KEYS = {
    "A": (events.PRESS, events.A),
    "B": (events.PRESS, events.B),
    "STOP": (events.STOP, events.NONE),
    "CHALLENGE": (events.CHALLENGE, events.NONE),
}
# What a mistake in a screen may raise; a lack of memory has its own way out.
SCREEN_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError,
    RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip


class Presses:
    """The way of a key. t_ms: the first edge of the key being answered; -1 between keys."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.t_ms = -1

    def answer(self, name: str, held: int, t_ms: int) -> None:
        """Answer a key pressed, held or repeated, with a click if it did something."""
        app, self.t_ms = self._app, t_ms
        if name in GAME_KEYS:
            answered = not held and (
                self.safely(app.navigator.offer, name, t_ms) or self._game_key(name)
            )
        else:
            answered = not (held or app.adjudication.closed())
            self._navigate(name, held, t_ms)
        if answered and not app.sound.playing:
            app.sound.play("press", app.timebase.now_ms())  # now, not at the first bounce
        if app.aside:
            app.aside.key(name, held)
        self.t_ms = -1

    def _navigate(self, name: str, held: int, t_ms: int) -> None:
        app = self._app
        if app.adjudication.closed():
            return  # the judge has the words: nothing may change now
        if held == REPEAT:
            self.safely(app.navigator.again, name, t_ms)
            return
        self.safely(app.navigator.key, name, bool(held), t_ms)
        if not reserved():
            tidy()
            self.leave_room()

    def _game_key(self, name: str) -> bool:
        """Give the game a key, and show that it was pressed; return whether it counted."""
        app = self._app
        counted = app.send(*GAME_KEYS[name])
        if name == "CHALLENGE" and not counted:
            reason = refusal(app.recorder.match)
            self.safely(app.navigator.refused, reason, app.timebase.now_ms())
        self.safely(app.navigator.seen, name, app.timebase.now_ms())
        return counted

    def safely(self, work: "Callable[..., bool | None]", *args: "str | int") -> bool:
        """Do a screen's work and return its answer; False if it raised: then the game goes on."""
        recorder = self._app.recorder
        try:
            return bool(work(*args))
        except MemoryError:
            if recorder.unfinished:
                raise  # a restart rebuilds the game from its record
            self._short_of_memory()
        except SCREEN_ERRORS as error:
            fault, now_ms = type(error).__name__, self._app.timebase.now_ms()
            if recorder.unfinished or not self._app.navigator.fall_back(fault, now_ms):
                raise
            recorder.log("fault", ("screen: " + fault).encode())
        return False

    def _short_of_memory(self) -> None:
        """Refuse the screen whose work ran out of memory."""
        app, now_ms = self._app, self._app.timebase.now_ms()
        if self.t_ms >= 0 or app.navigator.covered():
            app.navigator.short_of_memory(now_ms)
        else:
            app.navigator.home()
            release_reserve()  # the game's own screen cannot be refused
        if app.health.starved(now_ms, app.recorder.match.phase):
            app.recorder.log("fault", b"memory")

    def leave_room(self) -> None:
        """After a collection, close what covers a running clock without leaving the reserve."""
        app = self._app
        if app.recorder.match.run and app.navigator.covered() and not reserved():
            app.navigator.short_of_memory(app.timebase.now_ms())
