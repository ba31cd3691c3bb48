"""Run on the chip as its main.py: the firmware's own main loop, with each turn timed.

The host puts RUN_MS, LIMIT_US, STOPPED_LIMIT_US and NAMES before this text. Prints `measured JSON`
at the end.
"""

import gc
import json
import time

import corrido_board
from corrido.app import collector
from corrido.app.app import App
from corrido.app.console import Console
from corrido.app.loop import Loop
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Work = Callable[..., Any]
    Step = tuple[str, str, int]  # a part of the firmware, the screen in front, us
    Turn = tuple[int, int, str, list[Step]]  # us, when in ms, phase, its work
    RUN_MS, LIMIT_US, STOPPED_LIMIT_US, NAMES = 0, 0, 0, False  # the host puts them in front

KEPT = 16  # longest turns kept
PART_US = 600  # a part that takes longer is named


class Turns:
    """Turns of one kind: their number, the longest, how many over the limit."""

    def __init__(self, limit_us: int) -> None:
        self.limit_us = limit_us
        self.count = self.longest_us = self.over = 0

    def add(self, took_us: int) -> None:
        self.count += 1
        if took_us > self.longest_us:
            self.longest_us = took_us
        if took_us > self.limit_us:
            self.over += 1


collections: "list[int]" = []  # microseconds each
hasty = [0]  # collections that began with an edge pending or a press being settled
erases = [0]  # flash erases in this turn
steps: "list[Step]" = []  # the long steps of this turn
collect = collector.tidy


def timed_collection() -> None:
    if app.keys.pending() or board.buttons.waiting():
        hasty[0] += 1
    begun = time.ticks_us()
    collect()
    collections.append(time.ticks_diff(time.ticks_us(), begun))


def counted(plain: "Work") -> "Work":
    def call(block: int) -> None:
        erases[0] += 1
        plain(block)

    return call


def noted(name: str, plain: "Work") -> "Work":
    def call(*args: "Any") -> "Any":
        begun = time.ticks_us()
        answer = plain(*args)
        took_us = time.ticks_diff(time.ticks_us(), begun)
        if took_us > PART_US:
            steps.append((name, app.navigator._screen().__class__.__name__, took_us))
        return answer

    return call


def measure() -> "tuple[list[list[Turns]], list[Turn], int]":
    """Run for RUN_MS; return turns by (clock runs, with collection), and the longest of all."""
    kinds = [[Turns(limit), Turns(limit)] for limit in (STOPPED_LIMIT_US, LIMIT_US)]
    longest: list[Turn] = []
    floor_us = LIMIT_US * 4 // 5
    most_erases = 0
    recorder = app.recorder
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < RUN_MS:
        runs = 1 if recorder.match.run else 0
        before = len(collections)
        erases[0] = 0
        steps.clear()
        start = time.ticks_us()
        wait_us = loop.turn()
        took_us = time.ticks_diff(time.ticks_us(), start)
        collected = len(collections) > before
        most_erases = max(most_erases, erases[0])
        runs = runs or (1 if recorder.match.run else 0)
        kinds[runs][collected].add(took_us)
        if runs and not collected:
            if took_us > floor_us:
                at_ms = time.ticks_diff(time.ticks_ms(), begin)
                longest.append((took_us, at_ms, recorder.match.phase, list(steps)))
                if len(longest) >= 2 * KEPT:  # seldom: sorting takes a millisecond from the game
                    longest.sort(key=lambda turn: -turn[0])
                    del longest[KEPT:]
                    floor_us = longest[-1][0]
        if wait_us:
            board.idle(wait_us)
    longest.sort(key=lambda turn: -turn[0])
    return kinds, longest[:KEPT], most_erases


board = corrido_board.make()
app = App(board)
console = Console(app)
loop = Loop(app, console)
gc.collect()
gc.threshold(-1)
collector.tidy = timed_collection
# Named as attributes, not as text, because the firmware's names may have been shortened.
board.flash.erase = counted(board.flash.erase)
if NAMES:  # this makes every turn a little longer
    app._key = noted("_key", app._key)
    app._chores = noted("_chores", app._chores)
    app._lay_out = noted("_lay_out", app._lay_out)
    app._acknowledge = noted("_acknowledge", app._acknowledge)
    app._afterwards = noted("_afterwards", app._afterwards)
    app.picture.work = noted("work", app.picture.work)
    app.adjudication.judge = noted("judge", app.adjudication.judge)
    app.adjudication.show = noted("show", app.adjudication.show)
    app.navigator.compose = noted("compose", app.navigator.compose)
    app.recorder.beat = noted("beat", app.recorder.beat)
    app.recorder.commit_step = noted("commit_step", app.recorder.commit_step)
    app.keys.poll = noted("keys", app.keys.poll)
    app.recorder.advance = noted("advance", app.recorder.advance)
    console.poll = noted("poll", console.poll)
print("fingers, please")
kinds, longest, most_erases = measure()
gc.collect()
# Piece by piece: a stock image has hardly any memory left for a long line.
mark = "measured {"
for name, value in (
    ("running", [vars_of.__dict__ for vars_of in kinds[1]]),
    ("stopped", [vars_of.__dict__ for vars_of in kinds[0]]),
    ("longest", longest),
    ("most_erases", most_erases),
    ("collections", len(collections)),
    ("collection_us", max(collections or [0])),
    ("hasty_collections", hasty[0]),
    ("overflows", board.buttons.overflows),
    ("status", app.status()),
):
    print(mark, json.dumps(name), ": ", json.dumps(value), sep="", end="")
    mark = ", "
print("}")
