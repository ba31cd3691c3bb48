"""Report the state to the outside: a flat dictionary of texts."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limit, phases
from corrido.core.clock import exact
from corrido.core.notices import notice
from corrido.core.stop import phase_below

if TYPE_CHECKING:
    from corrido.core.match import Match
    from corrido.core.player import Player

NO_TURN = (phases.SETUP, phases.LATE, phases.READY, phases.OVER, phases.CLOSED)
WITH_REASON = (phases.STOPPED, phases.CHALLENGE, phases.VERDICT)


def status(m: "Match") -> "dict[str, str]":
    """Return all the core's fields at the present of the match."""
    ending = m.ending
    reason = m.stop.reason if m.stop and m.phase in WITH_REASON else events.NONE
    a, b = m.player(events.A), m.player(events.B)
    # In one piece, with no name composed: this is asked for while a clock runs.
    return {
        "phase": m.phase,
        "running": events.WHO_NAMES[m.run],
        "turn": "none" if _stage(m) in NO_TURN else events.WHO_NAMES[m.mover],
        "limit": limit.text(m),
        "reason": events.REASONS[reason],
        "verdict": events.VERDICTS[m.verdict if m.phase == phases.VERDICT else 0],
        "notice": notice(m),
        "marks": events.MARKS[m.turn.mark if m.turn else events.PLAY],
        "preset": m.rules.name,
        "passes": str(m.row.passes),
        "scoreless": str(m.row.scoreless),
        "hold": events.WHO_NAMES[m.held],
        "forfeit": events.WHO_NAMES[ending.forfeited if ending else events.NONE],
        "clock.A": exact(a.clock.left_ms),
        "points.A": str(m.points(events.A)),
        "turns.A": str(a.turns),
        "penalty.A": str(penalty(a)),
        "card.A": events.CARDS[card(a)],
        "clock.B": exact(b.clock.left_ms),
        "points.B": str(m.points(events.B)),
        "turns.B": str(b.turns),
        "penalty.B": str(penalty(b)),
        "card.B": events.CARDS[card(b)],
    }


def changes(before: "dict[str, str]", after: "dict[str, str]") -> bytes:
    """Return the changes of an act, field by field: `clock.B 29:51.000>12:34.000`."""
    changed = [name for name in sorted(after) if after[name] != before[name]]
    return "; ".join(["%s %s>%s" % (n, before[n], after[n]) for n in changed]).encode()


def _stage(m: "Match") -> str:
    """Return the phase that tells whether it is a player's turn: a challenge has a mover."""
    return m.phase if m.phase == phases.CHALLENGE else phase_below(m)


def penalty(player: "Player") -> int:
    """Return the points deducted: the arbiter's penalties, and failed challenges."""
    return sum([value for kind, value, _ in player.sanctions if kind != events.CARD])


def card(player: "Player") -> int:
    """Return the index in CARDS of the latest card that stands."""
    latest = 0
    for kind, value, _ in player.sanctions:
        if kind == events.CARD:
            latest = value
    return latest
