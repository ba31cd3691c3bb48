"""Wait for the board's keys, one at a time; sent to the raw REPL, where board is made once.

_seen(milliseconds) prints the number of the first key that closes, or -1 if none does.
"""

import time

import corrido_board

POLL_MS = 5

board = corrido_board.make()
if hasattr(board.watchdog, "keep_alive"):
    board.watchdog.keep_alive()
edge = [0, 0, 0]


def _closed() -> list[int]:
    return [board.buttons.level(key) for key in range(len(board.keys))]


def _next(before: list[int]) -> int:
    """Return the key that an edge or a level shows, -1 for none; an encoder has only edges."""
    while board.buttons.get(edge):
        if edge[1] and not before[edge[0]]:
            return edge[0]
    for key, closed in enumerate(_closed()):
        if closed and not before[key]:
            return key
    return -1


def _seen(within_ms: int) -> None:
    while board.buttons.get(edge):
        pass
    before, start = _closed(), time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), start) < within_ms:
        key = _next(before)
        if key >= 0:
            return print(key)
        time.sleep_ms(POLL_MS)
    print(-1)
