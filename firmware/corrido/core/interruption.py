"""Handle events from outside the game: a refused function, a power cut (rules 2 and 11)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.effects import log
from corrido.core.ending import Question
from corrido.core.record import Record
from corrido.core.stop import lay_over

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


class Fault(Record):
    """A function that the device refuses.  code: index in FAULTS.  to: where OK leads."""

    def __init__(self, code: int, to: str) -> None:
        self.code = code
        self.to = to


def fault(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Refuse a function and say why (value: index in FAULTS); never guess a verdict."""
    to = m.fault.to if m.phase == phases.FAULT and m.fault else m.phase
    if m.phase in phases.IN_TURN:
        lay_over(m, phases.FAULT, effects)
        to = phases.OVER if m.ending else phases.STOPPED
    m.fault = Fault(value, to)
    m.phase = phases.FAULT
    log(effects, "fault", value=value)
    return True


def power(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Come back after a power cut: a game in play waits in `recovered`; others are unchanged."""
    if m.fault and m.fault.to in (phases.SETUP, phases.OVER, phases.CLOSED, phases.READY):
        m.phase = m.fault.to
        m.fault = None
    taken_over = m.question if m.asking == events.TAKEOVER else None
    m.question = None
    if m.ending:
        m.ending.deaf_until_ms = m.t_ms  # no press can be meant for a game darkened by a cut
        if m.phase == phases.CHALLENGE:
            lay_over(m, phases.OVER, effects)
    if m.phase in (phases.SETUP, phases.CLOSED) or (m.phase == phases.READY and not m.run):
        return True
    if m.phase == phases.OVER:
        m.run = events.NONE
        return True
    lay_over(m, phases.RECOVERED, effects)
    m.question = taken_over
    log(effects, "recovered")
    return True


def take_over(m: "Match") -> None:
    """Go on from the state of another device, once both players have confirmed its figures."""
    power(m, events.NONE, 0, [])
    m.question = Question(events.TAKEOVER)
