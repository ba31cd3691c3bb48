"""The game's own limit: its time starts with the first clock and never stops (art. 30, 45.5)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import notices, phases
from corrido.core.clock import exact
from corrido.core.effects import log
from corrido.core.ending import end_by_itself
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


class Limit(Record):
    """The time that a game may take: given_ms, -1 for no limit."""

    def __init__(self, given_ms: int) -> None:
        self.given_ms = given_ms
        self.begun = False  # the first clock of the game has started
        self.end_ms = -1  # on the game's timeline, once it has begun
        self.spent = False  # it has run out
        self.last_turn = False  # the second player has one more turn


def begin(m: "Match") -> None:
    """Start the limit with the first clock of the game."""
    limit = m.limit
    limit.begun = True
    if limit.given_ms >= 0 and limit.end_ms < 0:
        limit.end_ms = m.t_ms + limit.given_ms


def give(m: "Match", left_ms: int) -> None:
    """Set the limit's remaining time, 0 or more; an expired limit runs again."""
    limit = m.limit
    limit.given_ms = left_ms
    limit.end_ms = m.t_ms + left_ms if limit.begun else -1
    limit.spent = limit.last_turn = False


def counts(m: "Match") -> bool:
    """Return whether the limit is running and has not run out."""
    limit = m.limit
    if limit.spent or m.ending or m.left:
        return False
    return limit.end_ms >= 0 and m.phase != phases.SETUP


def left_ms(m: "Match") -> int:
    """Return the limit's remaining time in ms, 0 or more; -1 without a limit."""
    limit = m.limit
    if limit.given_ms < 0 or limit.end_ms < 0:
        return limit.given_ms
    return max(0, limit.end_ms - (m.ending.at_ms if m.ending else m.t_ms))


def text(m: "Match") -> str:
    """Return the remaining time as `m:ss.mmm`, or `none`."""
    left = left_ms(m)
    return "none" if left < 0 else exact(left)


def ran_out(m: "Match", effects: "Effects") -> None:
    """End the game, or give the second player one last turn (art. 30, 45.5)."""
    log(effects, "limit")
    effects.append(("sound", "limit"))
    m.limit.spent = True
    if owes_turn(m):
        m.limit.last_turn = True
    else:
        end_by_itself(m, notices.TIME_OVER, effects)


def owes_turn(m: "Match") -> bool:
    """Return whether the second player is on turn and has had one turn less than the opener."""
    mover, opener = m.mover, m.opener
    return (
        bool(mover) and mover != opener and (m.player(opener).turns == m.player(mover).turns + 1)
    )


def turn_completed(m: "Match", effects: "Effects") -> None:
    """End the game after its limit as soon as both have had the same number of turns."""
    if not m.limit.spent:
        return
    if m.player(m.mover).turns >= m.player(m.opponent).turns:
        end_by_itself(m, notices.TIME_OVER, effects).between_turns = True
    else:
        m.limit.last_turn = owes_turn(m)
