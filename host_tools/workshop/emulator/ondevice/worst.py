"""Run on the chip, imported by its main.py: the firmware's own main loop, with each turn timed.

On a stock image its memory would be the game's, so it has few names of its own, keeps numbers, and
has a list of fixed length for the longest turns. It prints the address of a byte that is set from
outside in any turn with a collection, the app's or one that MicroPython itself begins.
"""

import gc
import time

import corrido_board
from corrido.app import loop as loop_module
from corrido.app.app import App
from corrido.app.console import Console
from corrido.compat import TYPE_CHECKING
from uctypes import addressof

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = tuple[str, str, int]  # a part of the firmware, the screen in front, us
    Watch = Callable[[App, Console], list[Step]]
    Turn = tuple[int, str, list[Step]]  # when it ended in ms, phase, its long steps


def play(
    run_ms: int, limit_us: int, stopped_limit_us: int, kept: int, watch: "Watch | None" = None
) -> None:
    """Run for run_ms, and print `measured`, then a list: see _figures() in ../worst.py.

    kept: how many of the longest turns. watch: returns the list to which it will add a turn's long
    steps.
    """
    board = corrido_board.make()
    app = App(board)
    console = Console(app)
    gc.collect()
    gc.threshold(-1)
    steps: list[Step] = watch(app, console) if watch else []
    seen = [0, 0, 0, 0]
    _count(app, seen)
    # Of turns while none runs and while one does, without and with a collection.
    kinds = [[0, 0, 0, limit] for limit in (stopped_limit_us,) * 2 + (limit_us,) * 2]
    longest_us, longest = [0] * kept, [(0, "", steps)] * kept
    floor_us, most_erases, collected = limit_us * 4 // 5, 0, bytearray(1)
    loop, recorder = app.loop, app.recorder
    loop.console = console
    print("collections at", addressof(collected))
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < run_ms:
        runs, before, seen[0], collected[0] = bool(recorder.match.run), seen[1], 0, 0
        steps.clear()
        start = time.ticks_us()
        wait_us = loop.turn()
        took_us = time.ticks_diff(time.ticks_us(), start)
        most_erases = max(most_erases, seen[0])
        runs = runs or bool(recorder.match.run)
        kind = 2 * runs + (collected[0] or seen[1] > before)
        _add(kinds[kind], took_us)
        if kind == 2 and took_us > max(floor_us, min(longest_us)):
            at = longest_us.index(min(longest_us))
            longest_us[at] = took_us
            at_ms = time.ticks_diff(time.ticks_ms(), begin)
            longest[at] = at_ms, recorder.match.phase, list(steps)
        if wait_us:
            board.idle(wait_us)
    gc.collect()
    print("measured", [kinds, most_erases, seen[1:], board.buttons.overflows, longest_us, longest])


def _count(app: App, seen: "list[int]") -> None:
    """Count in `seen`: erases, collections, the longest in us, those begun in a press's way."""
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

    loop_module.collect = timed_collection
    app.board.flash.erase = counted_erase


def _add(kind: "list[int]", took_us: int) -> None:
    """Add a turn to its kind: how many, the longest, how many over the limit, the limit."""
    kind[0] += 1
    kind[1] = max(kind[1], took_us)
    kind[2] += took_us > kind[3]
