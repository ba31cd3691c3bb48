"""The limits of time: the game's own, which never stops (art. 30, 45.5), and of the clocks."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.ending import DEAF_MS, end, forfeit
from corrido.core.events import log
from corrido.core.match import TIME_OVER, minutes_begun
from corrido.core.rules import OVERTIME

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match

NEVER = -1


def begin(m: "Match") -> None:
    """Start the limit with the first clock of the game (art. 30)."""
    if m.limit.given_ms >= 0 and m.limit.end_ms < 0:
        m.limit.end_ms = m.t_ms + m.limit.given_ms


def give(m: "Match", left_ms: int) -> None:
    """Set the limit's remaining time, 0 or more; an expired limit runs again (art. 30)."""
    m.limit.given_ms = left_ms
    m.limit.spent = m.limit.ends = False
    if m.turn or (m.late and m.late.run):  # else it starts with the first clock
        m.limit.end_ms = m.t_ms + left_ms


def runs(m: "Match") -> bool:
    """Return whether the limit is running and has not run out (art. 30)."""
    stands = m.limit.spent and not (m.limit.ends and m.phase in phases.NOT_STOPPED)
    stands = stands or m.ending or m.left or m.phase == phases.SETUP
    return not stands and m.limit.end_ms >= 0


def left_ms(m: "Match") -> int:
    """Return the limit's remaining time in ms, 0 or more (art. 30); -1 without a limit."""
    limit = m.limit
    if limit.given_ms < 0 or limit.end_ms < 0:
        return limit.given_ms
    return max(0, limit.end_ms - (m.ending.at_ms if m.ending else m.t_ms))


def ran_out(m: "Match", effects: "Effects") -> None:
    """End the game, or give the second player one last turn (art. 30, 45.5)."""
    log(effects, "limit")
    effects.append(("sound", "limit"))
    m.limit.spent, m.limit.ends = True, False
    if not m.owes_turn():
        end(m, TIME_OVER, effects, DEAF_MS)


# -- of a player's clock


def wait_ms(m: "Match", who: int) -> int:
    """Return the running time until something falls due here; 0 for now, -1 for never."""
    clock, rules = m.player(who).clock, m.rules
    waits = [] if m.ending else _losing_ms(m, who)
    if rules.overtime_points:  # the next minute of it
        announced_ms = clock.signalled * rules.overtime_unit_ms
        waits.append(clock.left_ms + announced_ms + rules.overtime_from_ms)
    if rules.low_time_ms >= 0 and not clock.low_told:
        waits.append(clock.left_ms - rules.low_time_ms)
    if moves_no_more(m):
        waits.append(clock.left_ms)
    return max(0, min(waits)) if waits else NEVER


def moves_no_more(m: "Match") -> bool:
    """Return whether the running clock ends its player's turn, or the game, at 0:00."""
    return m.rules.at_zero != OVERTIME and m.phase == phases.RUNNING and not m.rules.timed_turns


def _losing_ms(m: "Match", who: int) -> "list[int]":
    """Return the running times until a player loses: by overtime, out of the room, too late."""
    clock, rules = m.player(who).clock, m.rules
    waits: "list[int]" = []
    if rules.overtime_limit_ms >= 0:  # on reaching it, or just beyond it (NASPA)
        waits.append(clock.left_ms + rules.overtime_limit_ms + rules.overtime_limit_beyond)
    if m.away(who):
        waits.append(clock.left_ms)
    if rules.late_limit_ms >= 0 and m.late and m.late.awaited & who:
        waits.append(rules.late_limit_ms - clock.used_ms)
    return waits


def lose(m: "Match", effects: "Effects") -> None:
    """End the game for a player absent without time, too late or far in overtime (art. 35, 37)."""
    losers = sum([who for who in events.PLAYERS[m.run] if min(_losing_ms(m, who) + [1]) <= 0])
    if losers:
        forfeit(m, losers, 0, effects).deaf_until_ms = m.t_ms + DEAF_MS


def announce(m: "Match", effects: "Effects") -> None:
    """Announce low time, and each new minute of overtime, once, when it begins (art. 35)."""
    rules = m.rules
    for who in events.PLAYERS[m.run]:
        clock = m.player(who).clock
        if 0 <= rules.low_time_ms >= clock.left_ms and not clock.low_told:
            clock.low_told = True
            effects.append(("sound", "low"))
        minutes = minutes_begun(clock.over_ms(), rules) if rules.overtime_points else 0
        if minutes > clock.signalled:
            clock.signalled = minutes
            effects.append(("sound", "minute"))
