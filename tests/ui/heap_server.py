"""Run in the real interpreter: the simulator's server, with questions about its heap."""

import gc

from corrido.compat import TYPE_CHECKING
from corrido.memory import collect, loaded

import boards.sim.pipe as pipe

if TYPE_CHECKING:
    from typing import Any

PIECE_BYTES = 256
held: "list[Any]" = []


def heap_in_use() -> int:
    """Return the bytes in use after a collection of the device's, which sets its reserve aside."""
    collect()
    gc.collect()  # of what fills its holes
    return gc.mem_alloc()


def leave(room: int) -> int:
    """Hold other live data so that only `room` bytes are free; return how many are."""
    held.clear()
    gc.collect()
    chain: Any = None  # not a list, which needs one large piece whenever it grows
    try:
        while gc.mem_free() > room:
            chain = bytearray(PIECE_BYTES), chain
    except MemoryError:
        pass  # the rest is in smaller pieces
    held.append(chain)
    return gc.mem_free()


ANSWERS = {"heap_in_use": heap_in_use, "leave": leave, "has": lambda name: int(loaded(name))}


class Weighed(pipe.Server):
    """The server, which also answers those questions."""

    def _call(self, call: "list[Any]") -> None:
        if call[0] not in ANSWERS:
            super()._call(call)
            return
        answer = ANSWERS[call[0]](*call[1:])
        self._link.send(pipe.protocol.RESULT, str(answer).encode())


pipe.Server = Weighed
pipe.main()
