"""Run on the chip instead of main.py: the application, with each poll timed.

The host puts RUN_MS, QUIET_MS and FROZEN before this text. After RUN_MS the loop runs as in
main.py, without being timed, so that the host can measure how long the chip is awake. Prints one
JSON line.
"""

# ruff: noqa: E402
import gc
import json
import time

TYPE_CHECKING = False  # for type checkers only: nothing is loaded before the heap is measured
if TYPE_CHECKING:
    RUN_MS, QUIET_MS, FROZEN = 0, 0, True  # the host puts them before this text

if not FROZEN:
    gc.threshold(16384)
import corrido_board
from corrido.app import loop as loop_module
from corrido.app.app import App
from corrido.app.console import Console

board = corrido_board.make()
app = App(board)
loop = app.loop
loop.console = Console(app)
gc.collect()
gc.threshold(-1)
base = gc.mem_alloc()
print("fingers, please")

SLOW_US = 15_000  # no turn takes longer while a clock runs, but for a collection
collections: "list[int]" = []
tidy = loop_module.collect


def collect() -> None:
    start = time.ticks_us()
    tidy()
    collections.append(time.ticks_diff(time.ticks_us(), start))


loop_module.collect = collect
longest = [0, 0]
slow_running = polls = 0
begin = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), begin) < RUN_MS:
    runs = 1 if app.recorder.match.run else 0
    before = len(collections)
    start = time.ticks_us()
    wait_us = loop.turn()
    took = time.ticks_diff(time.ticks_us(), start)
    polls += 1
    if len(collections) > before:
        took -= collections[-1]
    if took > longest[runs]:
        longest[runs] = took
    if runs and took > SLOW_US:
        slow_running += 1
    if wait_us:
        board.idle(wait_us)
begin = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), begin) < QUIET_MS:
    wait_us = loop.turn()
    if wait_us:
        board.idle(wait_us)
gc.collect()
print(
    json.dumps(
        {
            "heap_start": base,
            "heap_play": gc.mem_alloc(),
            "longest_running_us": longest[1],
            "longest_stopped_us": longest[0],
            "slow_running": slow_running,
            "polls": polls,
            "collection_us": max(collections),
        }
    )
)
