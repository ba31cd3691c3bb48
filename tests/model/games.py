"""The kinds of game that the random hands play."""

from corrido.core.presets import rules_for
from corrido.core.rules import BEFORE

# What a challenge after the press is has its scenarios; the model reads the rulebook of FISE.
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
)


def kind_of(seed):
    """The rules of the game with this seed."""
    name, changes = KINDS[seed % len(KINDS)]
    return rules_for(name, **changes)
