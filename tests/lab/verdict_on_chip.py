"""Run on the emulated chip: one challenge after another; the host presses the players' buttons.

The host puts PLAYS, lists of words, before this text. Before each play it prints `sign N`.
"""

import corrido_board
from corrido.app.app import App
from corrido.compat import TYPE_CHECKING
from corrido.core import events as e

if TYPE_CHECKING:
    PLAYS: list[list[str]] = []  # the host puts them before this text

board = corrido_board.make()
app = App(board)


def until(phase: str, polls: int = 4000) -> None:
    """Let the firmware run until the game is in `phase` and its picture is complete."""
    for _ in range(polls):
        wait_us = app.poll()
        if app.recorder.match.phase == phase and wait_us:
            return
        board.idle(min(wait_us, 20000))
    raise RuntimeError("never in " + phase)


until("setup")
app.arming.ask()
until("ready")
app.send(e.PRESS, e.B)
until("running")
for number, words in enumerate(PLAYS):
    if number:
        app.send(e.OK)
        until("running")
    app.send(e.CHALLENGE)
    app.adjudication.submit(words)
    until("challenge")
    print("sign", str(number) + ".")
    until("verdict")
    print("seen", app.status()["verdict"])
