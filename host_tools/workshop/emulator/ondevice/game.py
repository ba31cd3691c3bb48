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

free_before = gc.mem_free()
if not FROZEN:
    gc.threshold(16384)
start = time.ticks_us()
import corrido_board
from corrido.app import loop as loop_module
from corrido.app.app import App
from corrido.app.console import Console

board = corrido_board.make()
board_us = time.ticks_diff(time.ticks_us(), start)
app = App(board)
app_us = time.ticks_diff(time.ticks_us(), start) - board_us
loop = app.loop
loop.console = Console(app)
gc.collect()
gc.threshold(-1)
base = gc.mem_alloc()
print("fingers, please")

SLOW_US = 5000
collections: "list[int]" = []
tidy = loop_module.collect


def collect() -> None:
    start = time.ticks_us()
    tidy()
    collections.append(time.ticks_diff(time.ticks_us(), start))


loop_module.collect = collect
longest = [0, 0]
slow = [0, 0]
polls = 0
busy_us = 0
begin = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), begin) < RUN_MS:
    runs = 1 if app.recorder.match.run else 0
    before = len(collections)
    start = time.ticks_us()
    wait_us = loop.turn()
    took = time.ticks_diff(time.ticks_us(), start)
    polls += 1
    busy_us += took
    if len(collections) > before:
        took -= collections[-1]
    if took > longest[runs]:
        longest[runs] = took
    if took > SLOW_US:
        slow[runs] += 1
    if wait_us:
        board.idle(wait_us)
begin = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), begin) < QUIET_MS:
    wait_us = loop.turn()
    if wait_us:
        board.idle(wait_us)
in_use = gc.mem_alloc()
gc.collect()
after = gc.mem_alloc()
print(
    json.dumps(
        {
            "status": app.status(),
            "board_us": board_us,
            "app_us": app_us,
            "free_before": free_before,
            "heap_start": base,
            "heap_play": after,
            "heap_litter": in_use - after,
            "longest_running_us": longest[1],
            "longest_stopped_us": longest[0],
            "slow_running": slow[1],
            "slow_stopped": slow[0],
            "polls": polls,
            "busy_us": busy_us,
            "collection_us": max(collections),
            "collections": len(collections),
            "overflows": board.buttons.overflows,
        }
    )
)
