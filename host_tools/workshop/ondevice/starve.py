"""Run in the real interpreter: the simulator's server, starved of heap at one of its polls.

The host puts AT (the number of the poll) and ROOM (bytes to spare) before this text.
"""

import gc

from corrido.compat import TYPE_CHECKING

import boards.sim.pipe as pipe

if TYPE_CHECKING:
    AT, ROOM = 1, 0  # the host puts them before this text


def fill(room: int) -> "list[bytearray | None]":
    """Return objects that fill the heap except for `room` bytes."""
    gc.collect()
    held: list[bytearray | None] = [None] * 500
    kept = bytearray(room)
    size, used = gc.mem_free(), 0
    while size >= 16 and used < 500:
        try:
            held[used] = bytearray(size)
            used += 1
        except MemoryError:
            size = size * 3 // 4
    del kept
    gc.collect()
    return held


class Starved(pipe.Server):
    """The server, its heap nearly full at one poll and the collector off."""

    polls = 0

    def _poll(self, view: memoryview) -> None:
        self.polls += 1
        if self.polls != AT:
            return super()._poll(view)
        held = fill(ROOM)
        gc.disable()
        try:
            super()._poll(view)
        finally:
            del held
            gc.enable()


pipe.Server = Starved
pipe.main()
