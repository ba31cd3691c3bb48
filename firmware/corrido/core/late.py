"""Handle players who come late or leave the room (art. 36, 37)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limit, phases, stop
from corrido.core.effects import log
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


class Late(Record):
    """The time before the start while somebody is missing.

    awaited: mask of the players not yet here. run: mask of the clocks that run meanwhile,
    including during the draw; none in temporizador, which has no budget for the game.
    """

    def __init__(self) -> None:
        self.awaited = events.NONE
        self.run = events.NONE


def missing(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Run the clock of a player absent at the start (art. 36)."""
    if m.phase not in phases.BEFORE_START:
        return False
    m.phase = phases.LATE
    m.late = m.late or Late()
    m.late.awaited |= who
    if not m.timed_turns():
        m.late.run |= who
        m.run = m.late.run
        limit.begin(m)
    log(effects, "late", who)
    return True


def arrive(m: "Match", who: int) -> bool:
    """Note that an absent player has come: the first keeps the time left, the last one's runs."""
    late = m.late
    if not late or not late.awaited & who:
        return False
    late.awaited &= ~who
    if late.awaited:
        late.run &= ~who
        m.run = late.run
    else:
        m.phase = phases.READY
    return True


def absent(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Mark a player as out of the room; play goes on (art. 37)."""
    if m.phase not in phases.IN_PLAY and m.phase != phases.OVER:
        return False
    for side in events.players(who):
        m.player(side).absent = True
        if m.turn and m.turn.who == side:
            m.turn.began_away = False  # a press in this turn does not mean that the player is back
    log(effects, "absent", who)
    return True


def back(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Mark an absent player as present."""
    if m.phase not in phases.IN_PLAY and m.phase != phases.OVER:
        return False
    for side in events.players(who):
        if m.phase == phases.LATE:
            arrive(m, side)
        elif not m.player(side).absent:
            continue
        if m.phase == phases.STOPPED and stop.verify_on_return(m, side, effects):
            continue
        m.player(side).absent = False
        log(effects, "back", side)
    return True


def began_away(m: "Match", who: int) -> bool:
    """Return whether the turn is that player's, who was away when it began."""
    return bool(m.turn and m.turn.who == who and m.turn.began_away)


def here_again(m: "Match", who: int, effects: "Effects") -> None:
    """Treat a player's press in their own turn as their return."""
    if m.player(who).absent:
        m.player(who).absent = False
        log(effects, "back", who)


def away(m: "Match", who: int) -> bool:
    """Return whether the player has not come yet, or has left the room."""
    return m.player(who).absent or bool(m.late and m.late.awaited & who)
