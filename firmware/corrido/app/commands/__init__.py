"""Answer or refuse a host's commands to the running firmware (see console.py).

All but `status` lie in modules that are loaded on first use, and unloaded when a game begins.
"""

from corrido.compat import TYPE_CHECKING
from corrido.memory import load, unload, with_reserve

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App as App
    from corrido.app.console import Console as Console

    # Values that JSON can hold.
    Answer = bool | int | str | list[Any] | tuple[int, ...] | dict[str, Any] | None

OPEN = ("status", "about", "unlock")  # answered even by a closed console
OF_ARBITER = ("set", "take", "put")  # with a PIN, only after `unlock`
PARTS = {
    "about": "device", "health": "device", "lexicon": "device", "unlock": "device",
    "repl": "device", "region": "record", "read": "record", "said": "record",
    "get": "settings", "set": "settings", "take": "game", "put": "game",
    "status": "",  # in this one
}  # fmt: skip
_PACKAGE = "corrido.app.commands."


class Refused(Exception):
    """A refused command; the text says why in one line, the code what a host goes by."""

    code = "no"


class Locked(Refused):
    """A command that waits for the arbiter's PIN."""

    code = "locked"


def module_of(name: str) -> str:
    """Return the full name of the module that a command is in; this one's for an unknown one."""
    return _PACKAGE + PARTS[name] if PARTS.get(name) else __name__


def run(console: "Console", app: "App", name: str, rest: str) -> "Answer":
    """Carry out one command and return an answer for JSON; raise Refused with the reason."""
    if name not in PARTS:
        raise Refused("unknown command %s: the host tools are newer than the firmware" % name)
    command = getattr(load(module_of(name)), name)
    if name not in OPEN and app.settings.get("console-lock"):
        if console.closed():
            raise Locked("the console is closed: give the arbiter's PIN with --pin")
        console.unlock()  # for as long as the host that gave the PIN keeps asking
    try:
        if name in OF_ARBITER and console.locked():
            raise Locked("the device has a PIN: give it with --pin")
        if app.recorder.match.run:
            return command(console, app, rest)  # the reserve is the game's
        return with_reserve(command, console, app, rest)
    except Refused:
        raise
    except Exception as error:  # whatever it was, a question must never stop the game
        raise Refused("%s: %s" % (type(error).__name__, error)) from None
    finally:
        if PARTS.get(name) == "game":  # play goes on without another arming
            unload(_PACKAGE + "game")


def refuse_running(app: "App") -> None:
    """Refuse a command that takes long while a clock runs."""
    if app.recorder.match.run:
        raise Refused("a clock is running: ask again when it has stopped")


def status(console: "Console", app: "App", rest: str) -> "Answer":
    """Return the fields that a host may ask for at any time, and the times as they are shown."""
    fields, match = app.status(), app.recorder.match
    fields["shown.A"], fields["shown.B"] = match.shown(1), match.shown(2)
    return fields
