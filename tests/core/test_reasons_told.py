"""Each decision that stands is told with its article and its figures."""

import pytest
from corrido.core import events
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.core.why import why

CARD, PENALTY = (events.CARD, events.B, 49_001), (events.PENALTY, events.A, 49_030)
CHARGED = [("because.penalty", "art. 49", "A", "30"), ("because.card.warning", "art. 49", "B", "")]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (events.FORFEIT, ("notice.forfeit", "art. 37, 46.5", "", "")),
        (events.VOID, ("because.voided", "art. 48", "", "")),
        (events.END, ("because.ended", "art. 45", "", "")),
    ],
)
def test_an_end_and_the_charges_name_their_articles(act, reason):
    game = Game(rules_for("fise-corrido"))
    acts = [(events.ARM, 0, 0), (events.PRESS, events.B, 0), (events.MENU, 0, 0), CARD, PENALTY]
    for seq, done in enumerate([*acts, (act, events.A, 0)], 1):
        game.handle((seq, 1000 * seq, *done))
    assert why(game) == [reason, *CHARGED]


def test_passes_in_a_row_are_counted():
    game = Game(rules_for("fise-corrido"))
    acts = [(events.ARM, 0, 0), (events.PRESS, events.B, 0)]
    for who in (events.A, events.B) * 2:
        acts += [(events.MARK, who, events.PASS), (events.PRESS, who, 0)]
    for seq, done in enumerate(acts, 1):
        game.handle((seq, 5000 * seq, *done))
    assert why(game) == [("notice.four-passes", "art. 45.2", "4", "")]
