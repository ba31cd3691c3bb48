"""Answer or refuse a host's commands to the running firmware (see console.py)."""

import json
import sys
from binascii import b2a_base64, hexlify, unhexlify

from corrido import VERSION
from corrido.compat import TYPE_CHECKING, const
from corrido.core import phases as p
from corrido.image import image_state
from corrido.services.judge import Refusal
from corrido.store.layout import layout
from corrido.store.settings import LOG_KEY_BYTES, SECRETS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.app.app import App
    from corrido.app.console import Console
    from corrido.parts import Buttons

    # Values that JSON can hold.
    Answer = bool | int | str | list[Any] | tuple[int, ...] | dict[str, Any] | None

PROTOCOL = const(1)
LONGEST_READ = const(384)
MOST_BLOCKS = const(16)
UNLOCKED_MS = const(60000)
CAUGHT = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, MemoryError)
OPEN = ("status", "about", "unlock")  # answered even by a closed console
TAG_TAKEN = "log-key: it shares its one-byte tag with an older key of this log: take another"
SETTING_PHASES = (p.SETUP, p.CLOSED)


class Refused(Exception):
    """A refused command; the text says why in one line."""


def run(console: "Console", app: "App", name: str, rest: str) -> "Answer":
    """Carry out one command and return an answer for JSON; raise Refused with the reason."""
    command = COMMANDS.get(name)
    if command is None:
        raise Refused("unknown command %s: the host tools are newer than the firmware" % name)
    if name not in OPEN and app.settings.get("console-lock"):
        if closed(console, app):
            raise Refused("the console is closed: give the arbiter's PIN with --pin")
        # It stays open as long as the host that gave the PIN keeps asking.
        console.unlocked_until_ms = app.timebase.now_ms() + UNLOCKED_MS
    try:
        return command(console, app, rest)
    except CAUGHT as error:
        # A question must never stop the game.
        raise Refused("%s: %s" % (type(error).__name__, error)) from None


def _status(console: "Console", app: "App", rest: str) -> "Answer":
    return app.fresh_status() if app.fresh() else app.status()


def _about(console: "Console", app: "App", rest: str) -> "Answer":
    board = app.board
    implementation = sys.implementation
    return {
        "protocol": PROTOCOL,
        "firmware": VERSION,
        "state": image_state(),
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


def _health(console: "Console", app: "App", rest: str) -> "Answer":
    """Return the doctor's readings; touch no clock and wait for no part."""
    board = app.board
    return {
        "displays": app.displays.connected(),
        "displays_wired": len(board.displays),
        "stuck": list(app.keys.stuck()),
        "closed": [name for i, name in enumerate(board.keys) if _level(board.buttons, i)],
        "overflows": board.buttons.overflows,
        "battery": app.health.battery_percent(),
        "hall": app.hall.sign(),
        "reset": board.reset_cause,
        "lexicons": app.judge.names(),
    }


def _level(buttons: "Buttons", index: int) -> int:
    try:
        return buttons.level(index)
    except (IndexError, ValueError):
        return 0


def _lexicon(console: "Console", app: "App", rest: str) -> "Answer":
    """Read the whole lexicon in use and report whether it is intact: never while a clock runs."""
    _refuse_running(app)
    try:
        app.judge.check()
    except Refusal as refusal:
        return {"ok": False, "why": str(refusal)}
    return {"ok": True, "why": ""}


def _ticks(console: "Console", app: "App", rest: str) -> "Answer":
    board = app.board
    return [board.ticks_us(), board.ticks_period]


def _region(console: "Console", app: "App", rest: str) -> "Answer":
    flash = app.board.flash
    first, blocks = layout(flash)[2]
    game = app.recorder.game
    return {
        "block": flash.block_size,
        "page": flash.page_size,
        "first": first,
        "blocks": blocks,
        "regions": flash.blocks,
        "game": game,
        "seq": app.recorder.match.seq,
        "link": hexlify(app.journal.link()).decode(),
    }


def _used(console: "Console", app: "App", rest: str) -> "Answer":
    """Return which blocks of the journal's region hold anything: `FIRST COUNT`."""
    flash = app.board.flash
    first, blocks = layout(flash)[2]
    begin, count = _two_numbers(rest, "used FIRST COUNT")
    if not (first <= begin and 0 < count <= MOST_BLOCKS and begin + count <= first + blocks):
        raise Refused("used: at most %d blocks, of the journal only" % MOST_BLOCKS)
    page = bytearray(flash.page_size)
    found: "list[int]" = []
    for number in range(begin, begin + count):
        # A block is written from its beginning.
        flash.read(number * flash.block_size, page)
        if page.count(b"\xff") < len(page):
            found.append(number)
    return found


def _two_numbers(rest: str, usage: str) -> "tuple[int, int]":
    try:
        one, two = [int(word) for word in rest.split()]
    except ValueError:
        raise Refused(usage) from None
    return one, two


def _read(console: "Console", app: "App", rest: str) -> "Answer":
    """Return bytes of the journal's region as base64, "" if erased: `ADDRESS LENGTH`."""
    flash = app.board.flash
    first, blocks = layout(flash)[2]
    address, length = _two_numbers(rest, "read ADDRESS LENGTH")
    start, end = first * flash.block_size, (first + blocks) * flash.block_size
    if not (start <= address and 0 < length <= LONGEST_READ and address + length <= end):
        raise Refused("read: %d to %d bytes of the journal only" % (start, end))
    data = bytearray(length)
    try:
        flash.read(address, data)
    except OSError as error:
        raise Refused("flash cannot be read at %d: %s" % (address, error)) from None
    if data.count(b"\xff") == length:
        return ""
    return b2a_base64(data).decode().strip()


def _get(console: "Console", app: "App", rest: str) -> "Answer":
    if rest == "pin":
        return app.pin.is_set()
    try:
        value = app.settings.get(rest)
    except KeyError:
        raise Refused("no setting %s" % rest) from None
    return bool(value) if rest in SECRETS else value


def _set(console: "Console", app: "App", rest: str) -> "Answer":
    """Store `NAME JSON`; if a PIN is set, only after `unlock`; never during a game."""
    name, _, text = rest.partition(" ")
    _refuse_locked(console, app)
    if app.recorder.match.phase not in SETTING_PHASES:
        raise Refused("a game is under way: settings change before it or after it is closed")
    try:
        value = json.loads(text)
    except ValueError:
        raise Refused("%s: not JSON: %s" % (name, text)) from None
    try:
        if name == "pin":
            app.pin.set(value)
        elif name == "log-key":
            _set_log_key(app, value)
        else:
            app.settings.set(name, value)
            app.settings.commit()
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise Refused(str(error)) from None
    app.apply_settings()
    return True


def _set_log_key(app: "App", value: str) -> None:
    """Set the log key: 64 hexadecimal digits, "" for none; no command reads it back."""
    key = unhexlify(value)
    if len(key) == LOG_KEY_BYTES and key != app.settings.log_key():
        if app.journal.tag_is_taken(key):
            raise ValueError(TAG_TAKEN)
    app.settings.set_log_key(key)
    app.settings.commit()
    app.journal.set_key(app.settings.log_key())


def _unlock(console: "Console", app: "App", rest: str) -> "Answer":
    """Check a PIN, all of its rounds at once: never while a clock runs."""
    _refuse_running(app)
    if not app.access.check(rest):
        raise Refused("wrong PIN, or locked after wrong ones")
    console.unlocked_until_ms = app.timebase.now_ms() + UNLOCKED_MS
    return True


def _repl(console: "Console", app: "App", rest: str) -> "Answer":
    if rest != "force":
        _refuse_running(app)
    console.leave()
    return True


def _refuse_running(app: "App") -> None:
    if app.recorder.match.run:
        raise Refused("a clock is running: ask again when it has stopped")


def _refuse_locked(console: "Console", app: "App") -> None:
    if _locked(console, app):
        raise Refused("the device has a PIN: give it with --pin")


def _locked(console: "Console", app: "App") -> bool:
    """Return whether a PIN is set but was not given in the last minute."""
    # Nobody can know a damaged PIN: anyone with the cable may set another.
    known = app.pin.is_set() and not app.pin.damaged
    return known and app.timebase.now_ms() >= console.unlocked_until_ms


def closed(console: "Console", app: "App") -> bool:
    """Return whether the setting `console-lock` denies a host without the PIN all but OPEN."""
    return bool(app.settings.get("console-lock")) and _locked(console, app)


COMMANDS: "dict[str, Callable[[Console, App, str], Answer]]" = {
    "status": _status,
    "about": _about,
    "health": _health,
    "lexicon": _lexicon,
    "ticks": _ticks,
    "region": _region,
    "used": _used,
    "read": _read,
    "get": _get,
    "set": _set,
    "unlock": _unlock,
    "repl": _repl,
}
