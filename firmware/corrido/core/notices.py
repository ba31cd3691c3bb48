"""The conditions that the table is told of while they hold, in the order in which they arose."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.core.match import Match

TURN_EXPIRED = "turn-expired"
FOUR_PASSES = "four-passes"
TWELVE_SCORELESS = "twelve-scoreless"
LAST_TURN = "last-turn"
TIME_OVER = "time-over"
FORFEIT = "forfeit"
NO_NOTICE = "none"


def hold(m: "Match", notice: str, holds: bool) -> None:
    """Keep `notice` among the conditions while it holds."""
    if not holds:
        drop(m, notice)
    elif notice not in m.conditions:
        m.conditions.append(notice)


def drop(m: "Match", notice: str) -> None:
    """Take `notice` from the conditions, where it is one of them."""
    if notice in m.conditions:
        m.conditions.remove(notice)


def notice(m: "Match") -> str:
    """Return the latest condition that holds; those of the game's end go before the others."""
    if m.ending:
        if m.ending.notice != NO_NOTICE:
            return m.ending.notice
    elif m.limit.last_turn:
        return LAST_TURN
    return m.conditions[-1] if m.conditions else NO_NOTICE
