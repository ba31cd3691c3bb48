"""Rebuild a game from its recorded events: recovery and undo are the same replay."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from corrido.core.events import Event
    from corrido.core.rules import Rules

    Events = Callable[[], Iterable[Event]]

UNDO_PHASES = (phases.RUNNING, phases.COUNT, phases.STOPPED, phases.OVER)


def replay(
    rules: "Rules", recorded: "Events", taken: "list[Event] | None" = None,
    start: "Match | None" = None,
) -> Match:  # fmt: skip
    """Return the match that `recorded` events produce: a callable that returns a fresh iterator.

    Events taken back are left out, as if they had never happened. A turn that the arbiter took
    between a press and its undo stays taken: it becomes the player's next one. taken: the events
    that take something back, if known; otherwise `recorded` is called twice. start: the match
    before the first event, None for one in setup; it is modified.
    """
    removed, undone = taken_back(recorded() if taken is None else taken)
    match = start or Match(rules)
    match.replaying = True
    for event in recorded():
        if event[0] in removed:
            match.seq = event[0]
            if event[2] >= events.MENU:
                match.lapse()  # an act lapsed them as it happened
            continue
        if event[2] == events.LOSE_TURN and any([a < event[0] < b for a, b in undone]):
            event = event[:4] + (event[4] | events.NEXT_TURN,)
        match.handle(event)
    match.replaying = False
    return match


def struck(recorded: "Iterable[Event]") -> "set[int]":
    """Return the seqs of events taken back: presses by UNDO, acts (an UNDO too) by REVERT."""
    return taken_back(recorded)[0]


def taken_back(recorded: "Iterable[Event]") -> "tuple[set[int], list[tuple[int, int]]]":
    """Return the seqs of struck(), and (press seq, undo seq) for each press taken back."""
    reverted: "set[int]" = set()
    undone: "list[tuple[int, int]]" = []
    for seq, _, kind, _, value in recorded:
        if kind in (events.UNDO, events.LATE_APPEAL):
            undone.append((value, seq))
        elif kind == events.REVERT:
            reverted.add(value)
    undone = [pair for pair in undone if pair[1] not in reverted]
    return reverted | {pair[0] for pair in undone}, undone


def undoable(match: Match) -> int:
    """Return the seq of the press that an undo would take back now; 0 without one."""
    return match.last_press if match.phase in UNDO_PHASES and not match.left else 0


def appealable(match: Match) -> int:
    """Return the seq of the press that left the verdict which an appeal would reverse; 0 for none.

    Art. 42.4: once, until the next hand-over.
    """
    left = match.left_seq
    return left if left and left == undoable(match) else 0


def revertible(match: Match) -> int:
    """Return the seq of the arbiter's act that a revert would take back now; 0 for none."""
    return match.acts[-1] if match.acts and match.phase != phases.CLOSED else 0
