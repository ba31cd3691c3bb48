"""Commands that move a game from one device to another; unloaded again after each."""

import json
from binascii import a2b_base64, b2a_base64, crc32, hexlify

from corrido.app.commands import Refused
from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.core.fold import folded, unfolded
from corrido.core.stop import take_over
from corrido.store.game_record import pack_fold, unpack_rules

if TYPE_CHECKING:
    from corrido.app.app import App
    from corrido.app.commands import Answer, Command
    from corrido.app.console import Console
    from corrido.store.game_settings import Labels

PIECE = const(240)
MOST_BYTES = const(8000)
HEAD_LETTERS = const(16)
OF_GAME = ("round", "table", "player-a", "player-b")


def _take(console: "Console", app: "App", rest: str) -> "Answer":
    """Let the stopped game leave; return its state in numbered pieces of base64, and its CRC-32.

    The state names the last entry of this log, by its link: the one that says it has left.
    """
    _arbiter_only(console)
    recorder = app.recorder
    state = folded(recorder.match)
    if recorder.match.ending or not app.send(events.HANDOVER):
        raise Refused("no game is stopped here: stop it first; one that has left is taken back "
                      "by the arbiter's act")  # fmt: skip
    labels = recorder.labels()
    head = hexlify(app.journal.link()).decode()
    name = app.settings.get("device-name") or hexlify(app.board.unique_id).decode()
    labels["from"] = "%s %s %d" % (head, name, recorder.game)
    packed = pack_fold(recorder.match.rules, labels, state)
    answer: "dict[str, str | int]" = {"from": labels["from"], "crc32": crc32(packed) & 0xFFFFFFFF}
    for at in range(0, len(packed), PIECE):
        piece = b2a_base64(packed[at : at + PIECE]).decode().strip()
        answer[str(at // PIECE)] = piece
    return answer


def _put(console: "Console", app: "App", rest: str) -> "Answer":
    """Add a piece of base64 to a state, `new PIECE` begins it; `end CRC32` takes the game in."""
    _arbiter_only(console)
    word, _, text = rest.partition(" ")
    if word != "end":
        before = b"" if word == "new" else console.held
        console.held = before + a2b_base64((text or word).encode())
        if len(console.held) > MOST_BYTES:
            console.held = b""
            raise Refused("put: %d bytes at most" % MOST_BYTES)
        return True
    packed, console.held = console.held, b""
    if crc32(packed) & 0xFFFFFFFF != int(text):
        raise Refused("the state has not arrived whole: try again")
    if app.recorder.match.phase != phases.SETUP:
        raise Refused("a game is under way: a state is taken in before one, in setup")
    rules = unpack_rules(packed)
    _, labels, state = json.loads(packed.decode())
    _refuse_again(app, labels["from"][:HEAD_LETTERS].encode())
    match = unfolded(state, rules)
    take_over(match)
    match.copy().status()  # a state that makes no sense fails here, not in the game
    _keep_labels(app, labels)
    if not app.begin(pack_fold(rules, labels, folded(match))):
        raise Refused("the battery would not last a game")
    return True


def _arbiter_only(console: "Console") -> None:
    if console.locked():
        raise Refused("the device has a PIN: give it with --pin")


def _refuse_again(app: "App", head: bytes) -> None:
    """Refuse a state whose head a game in the log already begins with."""
    text = b""
    for entry in app.journal.records():
        if entry[3] == events.FOLD:
            part, parts, _ = events.fold_of(entry[5])
            text = (text if part else b"") + entry[7]
            if part + 1 == parts and head in text:
                raise Refused("this state was taken in before, as game %d" % entry[0])


def _keep_labels(app: "App", labels: "Labels") -> None:
    """Let the game's names and place come along; the device keeps its own name."""
    for name in OF_GAME:
        app.settings.set(name, labels.get(name, ""))
    app.settings.commit()
    labels["device-name"] = app.settings.get("device-name")


COMMANDS: "dict[str, Command]" = {"take": _take, "put": _put}
