"""Commands about the device itself: what it is, how it is, and its locks."""

import sys
from binascii import hexlify

from corrido import VERSION
from corrido.app.commands import Refused, refuse_running
from corrido.compat import TYPE_CHECKING, const
from corrido.core.events import FAULTS
from corrido.core.phases import SETUP
from corrido.memory import image_state
from corrido.services.judge import MEMORY, Refusal

if TYPE_CHECKING:
    from corrido.app.commands import Answer, App, Console

PROTOCOL = const(1)


def about(console: "Console", app: "App", rest: str) -> "Answer":
    """Return what this device is."""
    board = app.board
    implementation = sys.implementation
    return {
        "protocol": PROTOCOL,
        "firmware": VERSION,
        "state": image_state,
        "board": board.name,
        "machine": getattr(implementation, "_machine", sys.platform),
        "micropython": ".".join([str(number) for number in implementation.version[:3]]),
        "id": hexlify(board.unique_id).decode(),
        "name": app.settings.get("device-name"),
        "lexicon": app.judge.title(),
        "game": app.recorder.game,
        "pin": app.pin.is_set(),
        "uptime_ms": app.timebase.now_ms(),
    }


def health(console: "Console", app: "App", rest: str) -> "Answer":
    """Return the doctor's readings; touch no clock and wait for no part."""
    board = app.board
    return {
        "displays": app.displays.connected(),
        "displays_wired": len(board.displays),
        "stuck": list(app.keys.stuck()),
        "closed": [name for i, name in enumerate(board.keys) if board.buttons.level(i)],
        "overflows": board.buttons.overflows,
        "battery": app.health.battery_percent(),
        "hall": ("on" if app.hall.online else "lost") if app.hall else "off",
        "reset": board.reset_cause,
        "lexicons": app.judge.names(),
    }


def lexicon(console: "Console", app: "App", rest: str) -> "Answer":
    """Read the whole lexicon in use and report whether it is intact: not in play."""
    refuse_running(app)
    if app.recorder.match.challenge:
        raise Refused("a challenge is open: ask again when it is over")
    code = _read_whole(app)
    if code == MEMORY and app.recorder.match.phase == SETUP:
        app.navigator.clear()  # as for a game: where code is in RAM the screens leave no pieces
        app.navigator.try_again()  # once the list is open
        code = _read_whole(app)
    return {"ok": not code, "why": FAULTS[code] if code else ""}


def _read_whole(app: "App") -> int:
    """Return the index in FAULTS of what is wrong with the lexicon, 0 for nothing."""
    try:
        for _ in app.judge.looking_up([], [], whole=True):
            pass
    except Refusal as refusal:
        return refusal.code
    return 0


def unlock(console: "Console", app: "App", rest: str) -> "Answer":
    """Check a PIN: never while a clock runs."""
    refuse_running(app)
    if not app.check_pin(rest):
        raise Refused("wrong PIN, or locked after wrong ones")
    console.unlock()
    return True


def repl(console: "Console", app: "App", rest: str) -> "Answer":
    """Let the console leave for the REPL: while a clock runs only if told `force`."""
    if rest != "force":
        refuse_running(app)
    return True
