"""Commands that read the journal's region of the flash, for the log, and what was said aloud."""

from binascii import b2a_base64, hexlify

from corrido.app.commands import Refused
from corrido.compat import TYPE_CHECKING, const
from corrido.store.nor import layout

if TYPE_CHECKING:
    from corrido.app.commands import Answer, App, Console
    from corrido.parts import Flash

LONGEST_READ = const(384)


def _kept(app: "App") -> "tuple[Flash, tuple[int, int]]":
    return app.board.flash, layout(app.board.flash)[2]


def region(console: "Console", app: "App", rest: str) -> "Answer":
    """Return where the journal lies in the flash, and its last entry."""
    flash, (first, blocks) = _kept(app)
    return {
        "block": flash.block_size,
        "page": flash.page_size,
        "first": first,
        "blocks": blocks,
        "game": app.recorder.game,
        "seq": app.recorder.match.seq,
        "link": hexlify(app.journal.last_link()).decode(),
    }


def read(console: "Console", app: "App", rest: str) -> "Answer":
    """Return bytes of the journal's region as base64, "" if erased: `ADDRESS LENGTH`."""
    flash, (first, blocks) = _kept(app)
    address, length = [int(word) for word in rest.split()]
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


def said(console: "Console", app: "App", rest: str) -> "Answer":
    """Return the lines after a number as [number, for whom, text]: `said NUMBER`."""
    if not (app.aside and app.aside.hearers):
        raise Refused("speech is off: `corrido config set speech=a` (b, both, aloud) sets it")
    return app.aside.said(int(rest or "0"))
