"""Why the game stands as it does: each decision with its article and its figures."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.clock import rounded
from corrido.core.ending import notice

if TYPE_CHECKING:
    from corrido.core.match import Match

    # (key of a text, article of FISE's rulebook, what goes in for `%`, and for `&`)
    Reason = tuple[str, str, str, str]

OF_NOTICES = {
    "turn-expired": "33",
    "last-turn": "30",
    "time-over": "45.5",
    "four-passes": "45.2",
    "twelve-scoreless": "45.3",
    "forfeit": "36, 37",
}


def why(m: "Match") -> "list[Reason]":
    """Return the decisions that hold now: the stop, verdict, condition or end, and the charges."""
    out: "list[Reason]" = []
    if m.stop and m.phase == phases.STOPPED:
        reason = m.stop.reason
        out.append(("reason." + events.REASONS[reason], events.REASON_ARTICLES[reason], "", ""))
    if m.phase == phases.VERDICT:
        valid = m.verdict == events.VALID
        out.append(
            ("because.valid", "40", "", "") if valid else ("because.invalid", "40, 45.2", "", "")
        )
    found = notice(m)
    if found != "none":
        count = m.row.passes if found == "four-passes" else m.row.scoreless
        out.append(("notice." + found, OF_NOTICES[found], str(count), ""))
    elif m.ending:
        voided = m.ending.voided
        out.append(("because.voided", "48", "", "") if voided else ("because.ended", "45", "", ""))
    for who in (events.A, events.B):
        letter, player = events.WHO_NAMES[who], m.player(who)
        if m.points(who):
            lost = "%d (%s)" % (m.points(who), rounded(m.left_ms(who)))
            out.append(("because.overtime", "35", letter, lost))
        for kind, value, article in player.sanctions:
            if kind == events.CARD:
                out.append(("because.card." + events.CARDS[value], str(article), letter, ""))
            elif kind == events.PENALTY:
                out.append(("because.penalty", str(article), letter, str(value)))
            else:
                out.append(("because.price", "42", letter, str(value)))
    return out


def cited(m: "Match", article: str) -> str:
    """Return the article as it is cited; by presets of other federations, their own name."""
    return "art. " + article if m.rules.name.startswith("fise") else m.rules.name
