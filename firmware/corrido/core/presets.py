"""The rule presets: how each federation keeps time, as one table of plain values.

Times are in milliseconds. A row gives only its differences from COMMON, or from the row that it is
`like`. docs/presets.md says where each figure comes from.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import rules
from corrido.core.rules import NONE, Rules

if TYPE_CHECKING:
    from corrido.core.rules import Value

NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"  # of a preset's name

_MINUTE = rules.MINUTE_MS
_SECOND = 1000

COMMON = {name: value for name, value in Rules().values() if name != "name"}

# FISE's other two ways of keeping time (art. 31).
_STOPPED: "dict[str, Value]" = {"mode": rules.NO_CORRIDO, "budget_ms": 25 * _MINUTE}
_TIMER: "dict[str, Value]" = {
    "mode": rules.TEMPORIZADOR,
    "budget_ms": 0,
    "signals_ms": (30 * _SECOND, 15 * _SECOND, 5 * _SECOND),
    "overtime_points": 0,
}

# One federation's way of keeping time per row.
PRESETS: "dict[str, dict[str, Value]]" = {
    "fise-corrido": {
        "rulebook": rules.FISE,
        "confirm_challenge": True,
        "penalty_min": 25,
        "racks_played": rules.DEDUCT,
        "racks_limit": rules.KEEP,
        "language": "es",
        "verified": True,
    },
    "fise-no-corrido": dict(_STOPPED, like="fise-corrido"),
    "fise-temporizador": dict(_TIMER, like="fise-corrido"),
    "fise-2007-corrido": {
        "like": "fise-corrido",
        "rulebook": "fise-2007",
        "penalty_points": 30,
        "penalty_min": 30,
    },
    "fise-2007-no-corrido": dict(_STOPPED, like="fise-2007-corrido"),
    "fise-2007-temporizador": dict(_TIMER, like="fise-2007-corrido"),
    "wespa": {
        "rulebook": "wespa",
        "budget_ms": 25 * _MINUTE,
        "overtime_from_ms": _SECOND,
        "overtime_limit_ms": 10 * _MINUTE,
        "challenge_when": rules.AFTER,
        "failed_challenge": 5,
        "cost_per_word": True,
        "confirm_challenge": True,
        "end_passes": NONE,
        "end_scoreless": 6,
        "scoreless_at_zero": True,
        "official": "director",
        "language": "en",
        "verified": True,
    },
    "naspa": {
        "budget_ms": 25 * _MINUTE,
        "overtime_limit_ms": 10 * _MINUTE,
        "overtime_limit_beyond": True,
        "challenge_when": rules.AFTER,
        "failed_challenge": rules.TURN,
        "end_passes": NONE,
        "end_scoreless": 6,
        "scoreless_at_zero": True,
        "racks_played": rules.DEDUCT,
        "official": "director",
        "language": "en",
    },
    "norsk": {
        "overtime_limit_ms": 5 * _MINUTE,
        "overtime_limit_beyond": True,
        "challenge_when": rules.AFTER,
        "failed_challenge": 10,
        "end_passes": NONE,
        "end_scoreless": NONE,
        "language": "no",
    },
    "pfs": {
        "rulebook": "pfs",
        "budget_ms": 20 * _MINUTE,
        "overtime_points": 0,
        "at_zero": rules.OUT_OF_PLAY,
        "challenge_when": rules.AFTER,
        "end_scoreless": NONE,
        "end_alone": 2,
        "language": "pl",
    },
    "frsc": {
        "budget_ms": 25 * _MINUTE,
        "overtime_points": 0,
        "at_zero": rules.END,
        "end_passes": 3,
        "end_scoreless": NONE,
        "racks_played": rules.DEDUCT,
        "racks_zero": rules.DEDUCT,
        "language": "ro",
    },
    "fise-duplicada": {
        "mode": rules.DUPLICATE,
        "budget_ms": 0,
        "turn_ms": 3 * _MINUTE,
        "signals_ms": (30 * _SECOND,),
        "overtime_points": 0,
        "end_passes": NONE,
        "end_scoreless": NONE,
        "language": "es",
        "verified": True,
    },
    "duplicate-fr": {
        "like": "fise-duplicada",
        "language": "fr",
        "verified": False,
    },
}

# The presets of today's FISE, which are offered first.
FIRST = ("fise-corrido", "fise-no-corrido", "fise-temporizador")


def values_of(name: str) -> "dict[str, Value]":
    """Return every field of preset `name` except its name; KeyError if it is not in PRESETS."""
    row = dict(PRESETS[name])
    values = values_of(str(row.pop("like"))) if "like" in row else dict(COMMON)
    values.update(row)
    return values


def rules_for(name: str, **overrides: "Value") -> Rules:
    """Return the rules of preset `name`, with `overrides` in place; KeyError for no preset."""
    return Rules(name=name, **dict(values_of(name), **overrides))
