"""The state as the outside sees it: a flat dictionary of texts."""

from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.clock import exact
from corrido.core.flow import beneath

NO_TURN = (p.SETUP, p.LATE, p.READY, p.OVER, p.CLOSED)
WITH_REASON = (p.STOPPED, p.CHALLENGE, p.VERDICT)


def status(m: object) -> dict:
    """All the core's fields at the present of the match."""
    shows_verdict = m.phase == p.VERDICT
    fields = {
        "phase": m.phase,
        "running": e.WHO_NAMES[m.run],
        "turn": "none" if beneath(m) in NO_TURN else e.WHO_NAMES[m.turn],
        "limit": limit_text(m),
        "reason": e.REASONS[m.reason] if m.phase in WITH_REASON else "none",
        "verdict": e.VERDICTS[m.verdict] if shows_verdict else "none",
        "notice": notice(m),
        "marks": e.MARKS[m.mark],
        "forfeit": e.WHO_NAMES[m.forfeited],
    }
    for who in (e.A, e.B):
        name = e.WHO_NAMES[who]
        fields["clock." + name] = exact(m.left_ms(who))
        fields["points." + name] = str(m.points(who))
        fields["turns." + name] = str(m.turns[who])
        fields["penalty." + name] = str(penalty(m, who))
        fields["card." + name] = e.CARDS[card(m, who)]
    return fields


def limit_left_ms(m: object) -> int:
    """What is left of the game's limit, 0 or more; -1 without one."""
    if m.limit_ms < 0 or m.limit_end_ms < 0:
        return m.limit_ms
    now_ms = m.t_ms if m.ended_ms < 0 else m.ended_ms
    return max(0, m.limit_end_ms - now_ms)


def limit_text(m: object) -> str:
    """`m:ss.mmm` or `none`."""
    left_ms = limit_left_ms(m)
    return "none" if left_ms < 0 else exact(left_ms)


def notice(m: object) -> str:
    """The latest condition that still holds; those of the game's end go before the others."""
    if m.ending != "none":
        return m.ending
    return m.conditions[-1] if m.conditions else "none"


def penalty(m: object, who: int) -> int:
    """Points off that stand against `who`: the arbiter's, and a failed challenge's."""
    return sum([s[2] for s in m.sanctions if s[0] == who and s[1] != e.CARD])


def card(m: object, who: int) -> int:
    """Index in CARDS of the latest card of `who` that stands."""
    latest = 0
    for sanctioned, kind, value, _ in m.sanctions:
        if sanctioned == who and kind == e.CARD:
            latest = value
    return latest
