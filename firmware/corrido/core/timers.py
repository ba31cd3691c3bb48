"""What happens by itself as time passes: signals, the end of a turn, overtime, limits, absence."""

from corrido.core import controls, flow
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.flow import log

NEVER = -1


def advance(m: object, t_ms: int, effects: list) -> None:
    """Bring the match to t_ms, through everything that falls due until then, in order."""
    while True:
        due_ms = due(m)
        if due_ms == NEVER or due_ms > t_ms:
            break
        _pass(m, due_ms - m.t_ms)
        _fire(m, effects)
    _pass(m, t_ms - m.t_ms)


def rewind(m: object, t_ms: int) -> None:
    """Back to t_ms, an instant since which nothing has happened but that time passed."""
    _pass(m, t_ms - m.t_ms)


def _pass(m: object, dt_ms: int) -> None:
    m.t_ms += dt_ms
    for who in (e.A, e.B):
        if m.run & who:
            m.clocks[who].run(dt_ms)
    if m.phase in (p.SETUP, p.CLOSED):
        return
    if not m.run:
        m.still_ms += dt_ms
    elif m.run == e.BOTH:
        m.both_ms += dt_ms
    if m.phase in p.CLOCKS_STAND:
        m.stop_ms += dt_ms


def due(m: object) -> int:
    """The next instant, at or after the present, at which something falls due; -1 for none."""
    soonest = NEVER
    if _limit_counts(m):
        soonest = max(m.limit_end_ms, m.t_ms)
    for who in (e.A, e.B):
        if m.run & who:
            wait_ms = _turn_wait_ms(m) if m.timed_turns() else _budget_wait_ms(m, who)
            if wait_ms is not None:
                at_ms = m.t_ms + max(0, wait_ms)
                soonest = at_ms if soonest == NEVER else min(soonest, at_ms)
    return soonest


def _limit_counts(m: object) -> bool:
    return m.limit_end_ms >= 0 and not m.limit_spent and m.ended_ms < 0 and m.phase != p.SETUP


def _turn_wait_ms(m: object) -> int:
    """Until the turn ends or its next signal begins (art. 33)."""
    left_ms = m.clocks[m.turn].left_ms
    wait_ms = left_ms
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if not m.fired & 1 << i:
            wait_ms = min(wait_ms, left_ms - onset_ms)
    return wait_ms


def _budget_wait_ms(m: object, who: int) -> int:
    """Until the next minute of overtime, the overtime limit, or the loss of an absent player."""
    clock, rules = m.clocks[who], m.rules
    waits = []
    if rules.overtime_points:
        waits.append(clock.next_minute_ms(rules.overtime_unit_ms))
    if m.ended_ms < 0:
        if rules.overtime_limit_ms >= 0:
            waits.append(clock.left_ms + rules.overtime_limit_ms)
        if (m.absent | m.awaited) & who:
            waits.append(clock.left_ms)
    return min(waits) if waits else None


def _fire(m: object, effects: list) -> None:
    """Do all that is due at the present; the game's limit goes before the rest."""
    if _limit_counts(m) and m.limit_end_ms <= m.t_ms:
        _end_limit(m, effects)
    if m.ended_ms < 0 and not m.timed_turns():
        _lose_by_time(m, effects)
    if m.timed_turns():
        if m.run:
            _signal(m, effects)
    else:
        _announce_minutes(m, effects)


def _end_limit(m: object, effects: list) -> None:
    """The game's time is up: over, or one last turn for the second player (art. 30, 45.5)."""
    log(effects, "limit")
    effects.append(("sound", "limit"))
    flow.limit_ended(m, effects)


def _lose_by_time(m: object, effects: list) -> None:
    """An absent player at the end of his time (art. 37), or anyone at the overtime limit."""
    losers = e.NONE
    limit_ms = m.rules.overtime_limit_ms
    for who in (e.A, e.B):
        if m.run & who:
            left_ms = m.clocks[who].left_ms
            if (m.absent | m.awaited) & who and left_ms <= 0:
                losers |= who
            elif 0 <= limit_ms <= -left_ms:
                losers |= who
    if losers:
        forfeit(m, losers, effects)


def forfeit(m: object, losers: int, effects: list) -> None:
    """The game is lost by `losers` (mask of players)."""
    m.forfeited |= losers
    log(effects, "forfeit", losers)
    if m.ended_ms < 0:
        flow.end(m, "forfeit", effects)
    m.ending = "forfeit"


def _signal(m: object, effects: list) -> None:
    """The turn's signals, and its end: no play may begin, no tile may move (art. 33)."""
    left_ms = m.clocks[m.turn].left_ms
    onsets = m.rules.signals_ms
    for i, onset_ms in enumerate(onsets):
        if left_ms <= onset_ms and not m.fired & 1 << i:
            m.fired |= 1 << i
            lasting = i == len(onsets) - 1 and i > 0
            m.sounding = m.sounding or lasting
            effects.append(("sound", "warn3" if lasting else "warn%d" % (i + 1)))
    if left_ms <= 0:
        m.sounding = False
        flow.stand(m, effects)
        controls.begin_count(m)
        flow.hold(m, "turn-expired", True)


def _announce_minutes(m: object, effects: list) -> None:
    """Each new minute of overtime is signalled once, when it begins (art. 35)."""
    rules = m.rules
    for who in (e.A, e.B):
        clock = m.clocks[who]
        if m.run & who and rules.overtime_points:
            while clock.next_minute_ms(rules.overtime_unit_ms) <= 0:
                clock.signalled += 1
                effects.append(("sound", "minute"))
