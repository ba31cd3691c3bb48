"""Players who come late or leave the room (art. 36, 37)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limits, phases, stop
from corrido.core.events import log
from corrido.core.match import Late

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match


def missing(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Run the clock of a player absent at the start (art. 36)."""
    m.phase = phases.LATE
    m.late = m.late or Late()
    m.late.awaited |= who
    if not m.rules.timed_turns:
        m.late.run |= who
        m.run = m.late.run
        limits.begin(m)
    log(effects, "late", who)
    return True


def arrive(m: "Match", who: int, value: int, effects: "Effects") -> bool:
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
    for side in events.PLAYERS[who]:
        m.player(side).absent = True
        if m.turn and m.turn.who == side:
            m.turn.began_away = False  # a press in this turn does not mean that the player is back
    log(effects, "absent", who)
    return True


def back(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Mark an absent player as present."""
    for side in events.PLAYERS[who]:
        if m.phase == phases.LATE:
            arrive(m, side, value, effects)
        elif not m.player(side).absent:
            continue
        if m.phase != phases.STOPPED or not stop.verify_on_return(m, side, effects):
            m.player(side).absent = False
            log(effects, "back", side)
    return True
