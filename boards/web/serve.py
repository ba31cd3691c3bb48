"""Serve the firmware over /dev/world, the device file that firmware.js puts there.

The frames and the board are those of boards/sim; only the way they travel differs.
"""

from boards.sim.pipe import PipeLink, Server

WORLD = "/dev/world"

_link = PipeLink(open(WORLD, "rb"), open(WORLD, "wb"))
_server = Server(_link)


def turn() -> None:
    """Answer the one frame that waits in WORLD."""
    _server.turn()
    _link.flush()


def serve() -> None:
    """Answer frames until WORLD ends; for a world that blocks while it has nothing to say."""
    _server.serve()
