"""Serve the firmware over /dev/world, a device file that firmware.js provides.

The frames and the board are those of boards/sim; only the transport differs.
"""

import json

from corrido.compat import TYPE_CHECKING

from boards.sim import protocol
from boards.sim.pipe import PipeLink, Server

if TYPE_CHECKING:
    from typing import Any

    from boards.web.panel import Panel

WORLD = "/dev/world"


class PageServer(Server):
    """A server that also answers CALL: a method of its Panel, or else of the hooks."""

    _panel: "Panel | None" = None

    def _call(self, call: "list[Any]") -> None:
        from boards.web.panel import Panel

        assert self._app is not None  # BOOT comes first
        if self._panel is None:
            self._panel = Panel(self._app)
        owner = self._panel if hasattr(self._panel, call[0]) else self._hooks
        result = getattr(owner, call[0])(*call[1:])
        self._link.send(protocol.RESULT, json.dumps(result).encode())


_link = PipeLink(open(WORLD, "rb"), open(WORLD, "wb"))
_server = PageServer(_link)


def turn() -> None:
    """Answer the frame that waits in WORLD."""
    _server.turn()
    _link.flush()


def serve() -> None:
    """Answer frames until WORLD ends; for a world that blocks while it has none to send."""
    _server.serve()
