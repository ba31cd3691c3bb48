"""Bring about the events that time alone causes, in the order in which they fall due."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limit, overtime, phases, signals

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match

NEVER = -1


def advance(m: "Match", t_ms: int, effects: "Effects") -> None:
    """Bring the match to t_ms, through everything that falls due until then."""
    while True:
        due_ms = due(m)
        if due_ms == NEVER or due_ms > t_ms:
            break
        elapse(m, due_ms - m.t_ms)
        _fire(m, effects)
    if t_ms > m.t_ms:
        elapse(m, t_ms - m.t_ms)


def elapse(m: "Match", dt_ms: int) -> None:
    """Let dt_ms pass, during which nothing happens; negative to take it back."""
    m.t_ms += dt_ms
    for who in events.players(m.run):
        m.player(who).clock.run(dt_ms)
    if m.phase in (phases.SETUP, phases.CLOSED):
        return
    if not m.run:
        m.still_ms += dt_ms
    elif m.run == events.BOTH:
        m.both_ms += dt_ms
    if m.stop:
        m.stop.ms += dt_ms


def counts(m: "Match") -> bool:
    """Return whether a power cut would lose time on a clock, a stop or the game's limit."""
    limit_runs = m.limit.end_ms >= 0 and not m.ending
    measured = m.run or limit_runs or m.phase in phases.IN_TURN
    return m.phase != phases.SETUP and bool(measured)


def due(m: "Match") -> int:
    """Return the next instant, not before the present, at which something falls due; or NEVER."""
    soonest_ms = NEVER
    if limit.counts(m):
        soonest_ms = max(m.limit.end_ms, m.t_ms)
    for who in events.players(m.run):
        wait_ms = max(0, signals.wait_ms(m)) if m.timed_turns() else overtime.wait_ms(m, who)
        if wait_ms != NEVER:
            at_ms = m.t_ms + wait_ms
            soonest_ms = at_ms if soonest_ms == NEVER else min(soonest_ms, at_ms)
    return soonest_ms


def _fire(m: "Match", effects: "Effects") -> None:
    """Do everything due at the present; the game's limit goes first."""
    if limit.counts(m) and m.limit.end_ms <= m.t_ms:
        limit.ran_out(m, effects)
    if m.timed_turns():
        if m.run:
            signals.give(m, effects)
        return
    if not m.ending:
        overtime.lose(m, effects)
    overtime.announce(m, effects)
