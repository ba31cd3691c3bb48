"""Conditions shown to the table while they hold, in the order in which they arose."""

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
    """Add `notice` to the conditions if it holds, remove it if not."""
    if not holds:
        drop(m, notice)
    elif notice not in m.conditions:
        m.conditions.append(notice)


def drop(m: "Match", notice: str) -> None:
    """Remove `notice` from the conditions, if it is among them."""
    if notice in m.conditions:
        m.conditions.remove(notice)


def notice(m: "Match") -> str:
    """Return the latest condition that holds; those of the game's end take precedence."""
    if m.ending:
        if m.ending.notice != NO_NOTICE:
            return m.ending.notice
    elif m.limit.last_turn:
        return LAST_TURN
    return m.conditions[-1] if m.conditions else NO_NOTICE
