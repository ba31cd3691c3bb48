"""The kinds of game that the random hands play."""

from corrido.core.presets import rules_for
from corrido.core.rules import AFTER, BEFORE

BEFORE_THE_PRESS = {"challenge_when": BEFORE}

KINDS = (
    ("fise-corrido", {}),
    ("fise-corrido", {"budget_ms": 60_000}),
    ("fise-corrido", {"budget_ms": 60_000, "limit_ms": 300_000}),
    ("fise-no-corrido", {}),
    ("fise-no-corrido", {"budget_ms": 90_000, "limit_ms": 400_000}),
    ("fise-temporizador", {}),
    ("fise-temporizador", {"limit_ms": 500_000}),
    ("norsk", {"budget_ms": 60_000, **BEFORE_THE_PRESS}),
    ("naspa", {"budget_ms": 120_000, **BEFORE_THE_PRESS}),
    ("wespa", {"least_turn_ms": 0, **BEFORE_THE_PRESS}),
    ("wespa", {}),
    ("wespa", {"budget_ms": 90_000, "limit_ms": 400_000}),
    ("naspa", {"budget_ms": 120_000}),
    ("naspa", {"budget_ms": 120_000, "limit_ms": 300_000, "confirm_challenge": True}),
    ("norsk", {"budget_ms": 60_000}),
    ("fise-no-corrido", {"challenge_when": AFTER, "failed_challenge": -1}),
    ("wespa", {"budget_a_ms": 90_000, "budget_b_ms": 240_000, "hold_ms": 20_000}),
    ("naspa", {"hold_ms": 15_000}),
    ("pfs", {"budget_ms": 60_000}),
    ("pfs", {"budget_ms": 60_000, "limit_ms": 150_000, **BEFORE_THE_PRESS}),
    ("frsc", {"budget_ms": 60_000}),
    ("fise-duplicada", {"turn_ms": 60_000}),
    ("duplicate-fr", {"limit_ms": 500_000}),
)


FIRST_KINDS = 10  # the original kinds: older seeds refer to these


def kind_of(seed, kinds=0):
    """Return the rules of the game with this seed, of the first `kinds`, 0 for all."""
    name, changes = KINDS[seed % (kinds or len(KINDS))]
    return rules_for(name, **changes)
