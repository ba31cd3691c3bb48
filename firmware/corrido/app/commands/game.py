"""Commands that move a game from one device to another; unloaded again after each."""

from binascii import a2b_base64, crc32

from corrido.app.commands import Refused
from corrido.compat import TYPE_CHECKING, const
from corrido.core import events
from corrido.memory import Lazy, Passing

if TYPE_CHECKING:
    from corrido.app import carried
    from corrido.app.commands import Answer, App, Console
else:
    carried = Lazy("corrido.app.carried")

MOST_BYTES = const(4000)


def take(console: "Console", app: "App", rest: str) -> "Answer":
    """Let the stopped game leave; return the numbered parts of its state."""
    if app.recorder.match.ending or not app.send(events.HANDOVER):
        raise Refused("no game is stopped here: stop it first; one that has left is taken back "
                      "by the arbiter's act")  # fmt: skip
    with Passing():
        return {str(at): part for at, part in enumerate(app.carried_texts())}


def put(console: "Console", app: "App", rest: str) -> "Answer":
    """Add a piece of base64 to a state, `new PIECE` begins it; `end CRC32` takes the game in."""
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
    try:
        with Passing():
            carried.take_in(app, packed)
    except ValueError as error:
        raise Refused(str(error)) from None
    return True
