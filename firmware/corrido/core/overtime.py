"""Overtime: minutes that cost points, and the limit that loses the game (art. 35, 37)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import late
from corrido.core.ending import DEAF_MS, forfeit

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match

NEVER = -1


def wait_ms(m: "Match", who: int) -> int:
    """Return the running time until something falls due on this clock; 0 for now, -1 for never.

    That is the next minute of overtime, the overtime limit, or the loss of an absent player.
    """
    clock, rules = m.player(who).clock, m.rules
    soonest_ms = NEVER
    if rules.overtime_points:
        soonest_ms = max(0, clock.next_minute_ms(rules.overtime_unit_ms))
    if not m.ending:
        if rules.overtime_limit_ms >= 0:
            soonest_ms = _sooner(soonest_ms, clock.left_ms + rules.overtime_limit_ms)
        if late.away(m, who):
            soonest_ms = _sooner(soonest_ms, clock.left_ms)
    return soonest_ms


def _sooner(one_ms: int, other_ms: int) -> int:
    other_ms = max(0, other_ms)
    return other_ms if one_ms == NEVER else min(one_ms, other_ms)


def lose(m: "Match", effects: "Effects") -> None:
    """End the game for an absent player without time (art. 37), or at the overtime limit."""
    losers = e.NONE
    limit_ms = m.rules.overtime_limit_ms
    for who in e.players(m.run):
        left_ms = m.left_ms(who)
        if (left_ms <= 0 and late.away(m, who)) or 0 <= limit_ms <= -left_ms:
            losers |= who
    if losers:
        forfeit(m, losers, effects).deaf_until_ms = m.t_ms + DEAF_MS


def announce(m: "Match", effects: "Effects") -> None:
    """Announce each new minute of overtime once, when it begins (art. 35)."""
    rules = m.rules
    if not rules.overtime_points:
        return
    for who in e.players(m.run):
        clock = m.player(who).clock
        while clock.next_minute_ms(rules.overtime_unit_ms) <= 0:
            clock.signalled += 1
            effects.append(("sound", "minute"))
