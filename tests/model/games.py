"""The kinds of game that the random hands play."""

from corrido.core.presets import rules_for

KINDS = (
    ("fise-corrido", {}),
    ("fise-corrido", {"budget_ms": 60_000}),
    ("fise-corrido", {"budget_ms": 60_000, "limit_ms": 300_000}),
    ("fise-no-corrido", {}),
    ("fise-no-corrido", {"budget_ms": 90_000, "limit_ms": 400_000}),
    ("fise-temporizador", {}),
    ("fise-temporizador", {"limit_ms": 500_000}),
    ("norsk", {"budget_ms": 60_000}),
    ("naspa", {"budget_ms": 120_000}),
    ("wespa", {}),
)


def kind_of(seed):
    """The rules of the game with this seed."""
    name, changes = KINDS[seed % len(KINDS)]
    return rules_for(name, **changes)
