"""Run on the chip at the end of its main.py: the firmware's own main loop, with each turn timed.

On a stock image its memory would be the game's, so it has few names of its own, and keeps numbers.
It prints the address of a byte that is set from outside in any turn with a collection, the app's
or one that MicroPython itself begins.
"""

import gc
import time

from corrido.app import loop as loop_module
from corrido.app.app import App
from corrido.app.console import Console
from corrido.compat import TYPE_CHECKING
from uctypes import addressof

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.parts import Board

    Job = Callable[[int], int]


def play(board: "Board", run_ms: int) -> None:
    """Run for run_ms, print `measured`, then a list: see figures() in ../games.py; then run on."""
    app = App(board)
    loop, recorder = app.loop, app.recorder
    loop.console = Console(app)
    gc.collect()
    gc.threshold(-1)
    heap = [gc.mem_alloc(), 0]
    seen = [0, 0, 0, 0, 0]
    jobs = loop._jobs  # pyright: ignore[reportPrivateUsage]
    loop._jobs = _counted(app, seen)  # pyright: ignore[reportPrivateUsage]
    # Of turns while none runs and while one does, without and with a collection: how many, and
    # of the longest its us, when it began, the phase and the job.
    kinds: list[Any] = [[0, 0, 0, "", 0] for _ in range(4)]
    most_erases, collected = 0, bytearray(1)
    print("collections at", addressof(collected))
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < run_ms:
        runs, before, seen[0], collected[0] = bool(recorder.match.run), seen[1], 0, 0
        start = time.ticks_us()
        wait_us = loop.turn()
        took_us = time.ticks_diff(time.ticks_us(), start)
        most_erases = max(most_erases, seen[0])
        runs = runs or bool(recorder.match.run)
        kind = kinds[2 * runs + (collected[0] or seen[1] > before)]
        kind[0] += 1
        if took_us > kind[1]:
            at_ms = time.ticks_diff(time.ticks_ms(), begin)
            kind[1:] = took_us, at_ms, recorder.match.phase, seen[4]
        if wait_us:
            board.idle(wait_us)
    gc.collect()
    heap[1] = gc.mem_alloc()
    print("measured", [kinds, most_erases, seen[1:4], board.buttons.overflows, heap])
    loop._jobs = jobs  # pyright: ignore[reportPrivateUsage]
    while True:
        wait_us = loop.turn()
        if wait_us:
            board.idle(wait_us)


def _counted(app: App, seen: "list[int]") -> "tuple[Job, ...]":
    """Return the loop's jobs; `seen` will have the number of the one that was done last.

    Before it: erases, collections, the longest in us, how many began in a press's way.
    """
    tidy, erase = loop_module.collect, app.board.flash.erase

    def timed_collection() -> None:
        if app.keys.pending() or app.board.buttons.waiting():
            seen[3] += 1  # an edge waits, or a press is settling
        seen[1] += 1
        begun = time.ticks_us()
        tidy()
        seen[2] = max(seen[2], time.ticks_diff(time.ticks_us(), begun))

    def counted_erase(block: int) -> None:
        seen[0] += 1
        erase(block)

    def numbered(at: int, job: "Job") -> "Job":
        def call(now_ms: int) -> int:
            seen[4] = at
            return job(now_ms)

        return call

    loop_module.collect = timed_collection
    app.board.flash.erase = counted_erase
    jobs = app.loop._jobs  # pyright: ignore[reportPrivateUsage]
    return tuple([numbered(at, job) for at, job in enumerate(jobs)])
