"""Run on the chip as its main.py: the firmware's own main loop, with a stop-watch at each turn.

The host puts RUN_MS, LIMIT_US and FROZEN before this text. Prints `measured JSON` at the end.
"""

import gc
import json
import time

import corrido_board
from corrido.app import app as application
from corrido.app.app import App
from corrido.app.console import Console
from corrido.app.loop import Loop
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Work = Callable[..., Any]
    Turn = tuple[int, int, str, list[str]]  # us, at which ms, phase, its work
    RUN_MS, LIMIT_US, FROZEN = 0, 0, True  # the host puts them before this text

KEPT = 12  # of the longest turns
NO_GC, GC = 0, 1


class Turns:
    """Turns of one kind: how many, the longest, how often over the limit."""

    def __init__(self) -> None:
        self.count = self.longest_us = self.over = 0

    def add(self, took_us: int) -> None:
        self.count += 1
        if took_us > self.longest_us:
            self.longest_us = took_us
        if took_us > LIMIT_US:
            self.over += 1


collections: "list[int]" = []  # microseconds each
hasty = [0]  # collections that began with an edge pending or a press being settled
steps: "list[str]" = []  # the turn's work
collect = application.tidy


def timed_collection() -> None:
    if app.keys.pending() or board.buttons.waiting():
        hasty[0] += 1
    begun = time.ticks_us()
    collect()
    collections.append(time.ticks_diff(time.ticks_us(), begun))


def noted(name: str, plain: "Work") -> "Work":
    def call(*args: "Any", **named: "Any") -> "Any":
        steps.append(name)
        return plain(*args, **named)

    return call


def measure() -> "tuple[list[list[Turns]], list[Turn]]":
    """Run for RUN_MS; turns by (clock runs, with collection), and the longest of all."""
    kinds = [[Turns(), Turns()], [Turns(), Turns()]]
    longest: list[Turn] = []
    recorder = app.recorder
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < RUN_MS:
        runs = 1 if recorder.match.run else 0
        before = len(collections)
        steps.clear()
        start = time.ticks_us()
        wait_us = loop.turn()
        took_us = time.ticks_diff(time.ticks_us(), start)
        collected = len(collections) > before
        runs = runs or (1 if recorder.match.run else 0)
        kinds[runs][collected].add(took_us)
        if runs and not collected:
            if len(longest) < KEPT or took_us > longest[-1][0]:
                at_ms = time.ticks_diff(time.ticks_ms(), begin)
                phase = recorder.match.phase
                longest.append((took_us, at_ms, phase, steps[:4]))
                longest.sort(key=lambda turn: -turn[0])
                del longest[KEPT:]
        if wait_us:
            board.idle(wait_us)
    return kinds, longest


board = corrido_board.make()
app = App(board)
console = Console(app)
loop = Loop(app, console)
gc.collect()
gc.threshold(-1)
application.tidy = timed_collection
for name in ("_key", "_chores", "_show"):
    setattr(app, name, noted(name, getattr(app, name)))
for name in ("judge", "show"):
    setattr(app.adjudication, name, noted(name, getattr(app.adjudication, name)))
app.navigator.compose = noted("compose", app.navigator.compose)
console.poll = noted("console", console.poll)
print("fingers, please")
kinds, longest = measure()
print(
    "measured "
    + json.dumps(
        {
            "running": [vars_of.__dict__ for vars_of in kinds[1]],
            "stopped": [vars_of.__dict__ for vars_of in kinds[0]],
            "longest": longest,
            "collections": len(collections),
            "collection_us": max(collections or [0]),
            "hasty_collections": hasty[0],
            "overflows": board.buttons.overflows,
            "status": app.status(),
        }
    )
)
