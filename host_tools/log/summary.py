"""The figures of a closed game for both players' sheets (art. 44); scores are not among them."""

from typing import Any

from corrido.core import events
from corrido.core.match import NO_NOTICE, Match


def player_figures(m: Match, who: int) -> dict[str, Any]:
    """Return one player's figures: times in ms, points and counts 0 or more."""
    player = m.player(who)
    return {
        "used_ms": player.clock.used_ms,
        "over_ms": 0 if m.rules.timed_turns else player.clock.over_ms(),
        "points": m.points(who),
        "turns": player.turns,
        "turns_lost": player.turns_lost,
        "challenges": player.challenges,
        "challenges_won": player.challenges_won,
        "penalty": player.penalty(),
        "card": events.CARDS[player.card()],
        "score": player.score,
        "blanks": " ".join(player.blanks_shown()),
        "forfeit": bool(m.ending and m.ending.forfeited & who),
    }


def stops(m: Match) -> list[tuple[str, str, str, int, int]]:
    """Return stopped time as (reason, whose clock ran, who asked, ms, times), by reason.

    Recuento has rows of its own, by mover.
    """
    names = events.WHO_NAMES
    return [
        (events.REASONS[reason], names[owner], names[asked], ms, times)
        for (reason, owner, asked), (times, ms) in sorted(m.neutral.stops.items())
    ]


def summary(m: Match) -> dict[str, Any]:
    """Return the game as a flat record with two players; `ending` as the notice names it."""
    ending = m.ending
    voided = ending is not None and ending.voided
    found = ending.notice if ending else NO_NOTICE
    return {
        "preset": m.rules.name,
        "opener": events.WHO_NAMES[m.opener],
        "ending": "void" if voided else found,
        "forfeit": events.WHO_NAMES[ending.forfeited if ending else events.NONE],
        "racks": m.racks,
        "A": player_figures(m, events.A),
        "B": player_figures(m, events.B),
        "stops": stops(m),
        "still_ms": m.neutral.still_ms,
        "both_ms": m.neutral.both_ms,
    }
