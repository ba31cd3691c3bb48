"""What a closed game states about both players (art. 44): the sheet's figures, not the scores."""

from corrido.core import events as e
from corrido.core.status import card, penalty


def player(m: object, who: int) -> dict:
    """One player's figures: times in ms, points and counts 0 or more."""
    return {
        "used_ms": m.clocks[who].used_ms,
        "over_ms": 0 if m.timed_turns() else m.clocks[who].over_ms(),
        "points": m.points(who),
        "turns": m.turns[who],
        "challenges": m.made[who],
        "challenges_won": m.won[who],
        "penalty": penalty(m, who),
        "card": e.CARDS[card(m, who)],
        "forfeit": bool(m.forfeited & who),
    }


def stops(m: object) -> list:
    """Stopped time as (reason, whose clock ran, who asked, ms), in the order of the reasons."""
    rows = []
    for key in sorted(m.stopped):
        reason, owner, asked = key
        names = (e.REASONS[reason], e.WHO_NAMES[owner], e.WHO_NAMES[asked])
        rows.append(names + (m.stopped[key],))
    return rows


def summary(m: object) -> dict:
    """The game as a flat record with two players; `ending` as the notice names it."""
    return {
        "preset": m.rules.name,
        "opener": e.WHO_NAMES[m.opener],
        "ending": "void" if m.voided else m.ending,
        "forfeit": e.WHO_NAMES[m.forfeited],
        "A": player(m, e.A),
        "B": player(m, e.B),
        "stops": stops(m),
        "still_ms": m.still_ms,
        "both_ms": m.both_ms,
    }
