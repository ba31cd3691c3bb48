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

    A press that a later UNDO names is left out: everything becomes as if it had not been.
    """
    removed: "set[int]" = set()
    for _, _, kind, _, value in events():
        if kind == e.UNDO:
            removed.add(value)
    match = Match(rules)
    match.replaying = True
    for event in events():
        if event[0] in removed:
            match.seq = event[0]
        else:
            match.handle(event)
    match.replaying = False
    return match


def undoable(match: Match) -> int:
    """Return the seq of the press that an undo would take back now; 0 if there is none."""
    return match.last_press if match.phase in UNDO_PHASES else 0
