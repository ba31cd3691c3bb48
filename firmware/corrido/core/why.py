"""Why the game stands as it does: each decision with its article and its figures."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.rules import FISE

if TYPE_CHECKING:
    from corrido.core.match import Match

    # (key of a text, where the rulebook says so, what goes in for `%`, and for `&`)
    Reason = tuple[str, str, str, str]

OF_NOTICES = {
    "turn-expired": "33",
    "last-turn": "30",
    "time-over": "45.5",
    "four-passes": "45.2",
    "twelve-scoreless": "45.3",
}

# Of each rulebook: how it is cited, and its numbers for articles of today's FISE ("over": lost by
# overtime, "zero": ended by a player's own clock), whose own are not listed.
RULEBOOKS: "dict[str, tuple[str, dict[str, str]]]" = {
    FISE: ("art. ", {"over": "35", "zero": ""}),
    "fise-2007": (
        "art. ",
        {
            "20": "23", "28": "7", "30": "27", "32.1": "29", "33": "30", "34": "31",
            "34.1": "31.1", "34.2": "31.2", "34.3": "31.3", "34.4": "31.4", "34.5": "31.5",
            "35": "32", "over": "32", "36": "32", "36, 37": "32, 38", "37": "38",
            "37, 46.5": "38", "40": "34", "40, 45.2": "34, 37.2", "42": "35", "45": "37",
            "45.2": "37.2", "45.3": "37.3", "45.5": "37.5", "48": "39", "49": "38",
        },
    ),
    "pfs": ("PFS ", {"45": "5.1.1", "45.2": "5.1.1 b", "zero": "5.1.1 c"}),
    "wespa": (
        "WESPA ",
        {
            "35": "5.3.2", "over": "5.3.3", "40": "3.10.13", "42": "3.10.13", "45.3": "5.2",
            "49": "6.3.3",
        },
    ),
}  # fmt: skip


def why(m: "Match") -> "list[Reason]":
    """Return the decisions that hold now: the stop, verdict, condition or end, and the charges."""
    out: "list[Reason]" = []
    if m.stop and m.phase == phases.STOPPED:
        reason = m.stop.reason
        article = events.REASON_ARTICLES[reason]
        out.append(("reason." + events.REASONS[reason], cited(m, article), "", ""))
    if m.phase == phases.VERDICT:
        valid = m.verdict == events.VALID
        key = "because.valid" if valid else "because.invalid"
        out.append((key, cited(m, "40" if valid else "40, 45.2"), "", ""))
    found = m.notice
    if found == "forfeit" and m.ending:
        for who in events.PLAYERS[m.ending.forfeited][:1]:  # of both, both for the same
            out.append(("notice.forfeit", cited(m, lost_by(m, who)), "", ""))
    elif found != "none":
        count = m.row.passes if found == "four-passes" else m.row.scoreless
        article = "zero" if m.ending and m.ending.by_clock else OF_NOTICES[found]
        out.append(("notice." + found, cited(m, article), str(count), ""))
    elif m.ending:
        voided = m.ending.voided
        key = "because.voided" if voided else "because.ended"
        out.append((key, cited(m, "48" if voided else "45"), "", ""))
    for who in (events.A, events.B):
        letter, player = events.WHO_NAMES[who], m.player(who)
        if m.points(who):
            lost = "%d (%s)" % (m.points(who), m.shown(who))
            out.append(("because.overtime", cited(m, "35"), letter, lost))
        for kind, value, given, _ in player.sanctions:
            if kind == events.VERDICT:
                out.append(("because.price", cited(m, "42"), letter, str(value)))
                continue
            card = kind == events.CARD
            key = "because.card." + events.CARDS[value] if card else "because.penalty"
            out.append((key, under(m, given), letter, "" if card else str(value)))
    return out


def lost_by(m: "Match", who: int) -> str:
    """Return the article of today's FISE by which a player has lost; "over" far in overtime."""
    if 0 <= m.rules.overtime_limit_ms <= -m.left_ms(who):
        return "over"
    return "36, 37" if m.away(who) else "37, 46.5"


def cited(m: "Match", article: str) -> str:
    """Return where the game's rulebook says what FISE's says there; else the preset's name."""
    form, numbers = RULEBOOKS.get(m.rules.rulebook, ("", {}))
    number = numbers.get(article, article if m.rules.rulebook == FISE else "")
    return form + number if number else m.rules.name


def under(m: "Match", given: int) -> str:
    """Return where the game's rulebook has the article that the arbiter gave for a sanction."""
    book, article = m.rules.rulebook, events.article_of(given)
    if book not in RULEBOOKS or article == "49":  # which stands where none was given
        return cited(m, article)
    return RULEBOOKS[book][0] + article
