"""A game from its recorded events: recovery and undo are the same fold."""

from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.match import Match

UNDO_PHASES = (p.RUNNING, p.COUNT, p.STOPPED, p.OVER)


def fold(rules: object, events: object) -> Match:
    """The match that `events` make; events: a callable giving a fresh iterator each time.

    A press that a later UNDO names is left out: everything becomes as if it had not been.
    """
    removed = set()
    for event in events():
        if event[2] == e.UNDO:
            removed.add(event[4])
    match = Match(rules)
    match.folding = True
    for event in events():
        if event[0] in removed:
            match.seq = event[0]
        else:
            match.handle(event)
    match.folding = False
    return match


def undoable(match: Match) -> int:
    """The seq of the press that an undo would take back now; 0 if there is none."""
    return match.last_press if match.phase in UNDO_PHASES else 0
