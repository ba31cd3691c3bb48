"""Run on the chip instead of main.py: whole games, given as events; heap in use after each.

The host puts GAMES before this text. Prints `heap GAME BYTES` lines.
"""

import gc

import corrido_board
from corrido.app.app import App
from corrido.compat import TYPE_CHECKING
from corrido.core import events

if TYPE_CHECKING:
    GAMES = 1  # the host puts it before this text

board = corrido_board.make()
app = App(board)
gc.collect()
gc.threshold(-1)


def until(phase: str, polls: int = 4000) -> None:
    """Run the firmware until the game is in `phase` and its picture is on the display."""
    for _ in range(polls):
        wait_us = app.poll()
        if wait_us and app.recorder.match.phase == phase:
            return
        board.idle(min(wait_us, 20000))
    raise RuntimeError("never in " + phase)


def play() -> None:
    """Play a game with turns, a stop, a challenge of an invalid play, and the summary."""
    until("setup")
    app.arming.ask()
    until("ready")
    for who in (events.B, events.A, events.B):
        app.send(events.PRESS, who)
        until("running")
    app.send(events.STOP)
    until("stopped")
    app.send(events.STOP)
    until("running")
    app.send(events.CHALLENGE)
    app.adjudication.submit(["casa", "xuz"])
    until("challenge")
    for who in (events.A, events.B):
        app.send(events.PRESS, who)
    until("verdict")
    app.send(events.OK)
    until("running")
    app.send(events.STOP)
    until("stopped")
    app.send(events.FINISH)
    for phase in ("over", "closed"):
        for who in (events.A, events.B):
            app.send(events.PRESS, who)
        until(phase)
    app.send(events.OK)


for game in range(1, GAMES + 1):
    play()
    until("setup")
    gc.collect()
    print("heap", game, gc.mem_alloc())
