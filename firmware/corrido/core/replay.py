"""A game from its recorded events: recovery and undo are the same replay."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from corrido.core.events import Event
    from corrido.core.rules import Rules

    Events = Callable[[], Iterable[Event]]

UNDO_PHASES = (p.RUNNING, p.COUNT, p.STOPPED, p.OVER)


def replay(rules: "Rules", events: "Events") -> Match:
    """Return the match that `events` make; events: a callable giving a fresh iterator each time.

    What was taken back is left out: everything becomes as if it had not been.
    """
    removed = struck(events())
    match = Match(rules)
    match.replaying = True
    for event in events():
        if event[0] in removed:
            match.seq = event[0]
        else:
            match.handle(event)
    match.replaying = False
    return match


def struck(events: "Iterable[Event]") -> "set[int]":
    """Return the seqs of what was taken back: presses by UNDO, acts by REVERT, an UNDO too."""
    reverted: "set[int]" = set()
    undone: "list[tuple[int, int]]" = []
    for seq, _, kind, _, value in events:
        if kind == e.UNDO:
            undone.append((seq, value))
        elif kind == e.REVERT:
            reverted.add(value)
    return reverted | {value for seq, value in undone if seq not in reverted}


def undoable(match: Match) -> int:
    """Return the seq of the press that an undo would take back now; 0 if there is none."""
    return match.last_press if match.phase in UNDO_PHASES else 0


def revertible(match: Match) -> int:
    """Return the seq of the arbiter's act that a revert would take back now; 0 for none."""
    return match.acts[-1] if match.acts and match.phase != p.CLOSED else 0
