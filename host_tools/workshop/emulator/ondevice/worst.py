"""Run on the chip, imported by its main.py: the firmware's own main loop, with each turn timed.

On a stock image its memory would be the game's, so it has few names of its own, keeps numbers, and
has a list of fixed length for the longest turns.
"""

import gc
import time

import corrido_board
from corrido.app import collector
from corrido.app.app import App
from corrido.app.console import Console
from corrido.app.loop import Loop
from corrido.compat import TYPE_CHECKING

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
    loop = Loop(app, console)
    gc.collect()
    gc.threshold(-1)
    steps: list[Step] = watch(app, console) if watch else []
    tidy, erase = collector.tidy, board.flash.erase
    erases = most_erases = collections = collection_us = hasty = 0

    def timed_collection() -> None:
        nonlocal collections, collection_us, hasty
        if app.keys.pending() or board.buttons.waiting():
            hasty += 1  # an edge waits, or a press is settling
        collections += 1
        begun = time.ticks_us()
        tidy()
        collection_us = max(collection_us, time.ticks_diff(time.ticks_us(), begun))

    def counted_erase(block: int) -> None:
        nonlocal erases
        erases += 1
        erase(block)

    collector.tidy = timed_collection
    board.flash.erase = counted_erase
    # Of turns while none runs and while one does, without and with a collection.
    kinds = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]  # how many, the longest, over the limit
    longest_us, longest = [0] * kept, [(0, "", steps)] * kept
    floor_us = limit_us * 4 // 5
    print("fingers, please")
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < run_ms:
        runs, before, erases = bool(app.recorder.match.run), collections, 0
        steps.clear()
        start = time.ticks_us()
        wait_us = loop.turn()
        took_us = time.ticks_diff(time.ticks_us(), start)
        collected = collections > before
        runs = runs or bool(app.recorder.match.run)
        most_erases = max(most_erases, erases)
        kind = kinds[2 * runs + collected]
        kind[0] += 1
        kind[1] = max(kind[1], took_us)
        kind[2] += took_us > (limit_us if runs else stopped_limit_us)
        if runs and not collected and took_us > floor_us:
            at = longest_us.index(min(longest_us))
            if took_us > longest_us[at]:
                at_ms = time.ticks_diff(time.ticks_ms(), begin)
                longest_us[at] = took_us
                longest[at] = at_ms, app.recorder.match.phase, list(steps)
        if wait_us:
            board.idle(wait_us)
    gc.collect()
    lost = board.buttons.overflows
    print("measured", [kinds, most_erases, collections, collection_us, hasty, lost, longest_us,
                       longest])  # fmt: skip
