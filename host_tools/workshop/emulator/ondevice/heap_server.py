"""Run in the real interpreter: the simulator's server, which also reports its bytes in use."""

import gc

from corrido.compat import TYPE_CHECKING

import boards.sim.pipe as pipe

if TYPE_CHECKING:
    from typing import Any


class Weighed(pipe.Server):
    """The server, which also answers `heap_in_use` after a collection."""

    def _call(self, call: "list[Any]") -> None:
        if call[0] != "heap_in_use":
            super()._call(call)
            return
        gc.collect()
        self._link.send(pipe.protocol.RESULT, str(gc.mem_alloc()).encode())


pipe.Server = Weighed
pipe.main()
