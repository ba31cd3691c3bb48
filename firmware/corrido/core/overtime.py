"""Overtime: minutes that cost points, and the limit that loses the game (art. 35, 37)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, late
from corrido.core.ending import DEAF_MS, forfeit

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match
    from corrido.core.rules import Rules

NEVER = -1


def wait_ms(m: "Match", who: int) -> int:
    """Return the running time until something falls due on this clock; 0 for now, -1 for never.

    That is low time, the next minute of overtime, the overtime limit, or the loss of an absent
    player.
    """
    clock, rules = m.player(who).clock, m.rules
    soonest_ms = NEVER
    if rules.overtime_points:
        soonest_ms = max(0, clock.next_minute_ms(rules))
    if rules.low_time_ms >= 0 and not clock.low_told:
        soonest_ms = _sooner(soonest_ms, clock.left_ms - rules.low_time_ms)
    if not m.ending:
        if rules.overtime_limit_ms >= 0:
            soonest_ms = _sooner(soonest_ms, clock.left_ms + _lost_at_ms(rules))
        if late.away(m, who):
            soonest_ms = _sooner(soonest_ms, clock.left_ms)
    return soonest_ms


def _lost_at_ms(rules: "Rules") -> int:
    """Return the overtime that loses the game: the limit, or just beyond it (NASPA)."""
    return rules.overtime_limit_ms + rules.overtime_limit_beyond


def _sooner(one_ms: int, other_ms: int) -> int:
    other_ms = max(0, other_ms)
    return other_ms if one_ms == NEVER else min(one_ms, other_ms)


def lose(m: "Match", effects: "Effects") -> None:
    """End the game for an absent player without time (art. 37), or at the overtime limit."""
    losers = events.NONE
    limit_ms = _lost_at_ms(m.rules) if m.rules.overtime_limit_ms >= 0 else NEVER
    for who in events.players(m.run):
        left_ms = m.left_ms(who)
        if (left_ms <= 0 and late.away(m, who)) or 0 <= limit_ms <= -left_ms:
            losers |= who
    if losers:
        forfeit(m, losers, effects).deaf_until_ms = m.t_ms + DEAF_MS


def announce(m: "Match", effects: "Effects") -> None:
    """Announce low time, and each new minute of overtime, once, when it begins (art. 35)."""
    rules = m.rules
    for who in events.players(m.run):
        clock = m.player(who).clock
        if 0 <= rules.low_time_ms >= clock.left_ms and not clock.low_told:
            clock.low_told = True
            effects.append(("sound", "low"))
        while rules.overtime_points and clock.next_minute_ms(rules) <= 0:
            clock.signalled += 1
            effects.append(("sound", "minute"))
