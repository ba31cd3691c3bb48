"""Make the rules of the next game from the stored settings."""

from corrido.compat import TYPE_CHECKING
from corrido.core.presets import PRESETS, rules_for
from corrido.core.rules import AFTER, BEFORE
from corrido.memory import IN_RAM, forget, load
from corrido.store.settings_table import PER_WORD

if TYPE_CHECKING:
    from typing import Any, Protocol

    from corrido.core.rules import Rules
    from corrido.store.settings_table import Value

    Labels = dict[str, Value]

    class Stored(Protocol):
        """Settings by name: the device's own, or a host's before it writes them."""

        def get(self, name: str) -> "Any":
            """Return a setting, or its default if it was never set."""
            ...


NAMES_OF_TIMES = {
    "budget": "budget_ms",
    "budget-a": "budget_a_ms",
    "budget-b": "budget_b_ms",
    "hold": "hold_ms",
    "low-time": "low_time_ms",
    "turn": "turn_ms",
    "limit": "limit_ms",
    "overtime-limit": "overtime_limit_ms",
    "late-limit": "late_limit_ms",
}
# Settings that the rules take over as stored.
SAME_VALUE = (
    ("guard", "guard_ms"),
    ("least-turn", "least_turn_ms"),
    ("end-passes", "end_passes"),
    ("end-scoreless", "end_scoreless"),
    ("scoreless-at-zero", "scoreless_at_zero"),
    ("overtime-from", "overtime_from_ms"),
    ("overtime-limit-beyond", "overtime_limit_beyond"),
)
# Rules that a preset sets and a setting may override.
OVERRIDES = (
    "budget", "turn", "limit", "signals", "guard", "least-turn", "overtime-limit",
    "failed-challenge", "confirm", "challenge-when", "end-passes", "end-scoreless",
    "budget-a", "budget-b", "hold", "low-time", "scoreless-at-zero", "overtime-from",
    "overtime-limit-beyond", "late-limit",
)  # fmt: skip
OWN_PRESETS = "corrido.store.own_presets"  # loaded only if the club has any
LABELS = ("device-name", "round", "table", "player-a", "player-b", "date")
DEFAULT_PRESET = "fise-corrido"


def rules_from(settings: "Stored") -> "Rules":
    """Return the preset's rules with the settings' overrides; KeyError for an unknown preset."""
    name = settings.get("preset") or DEFAULT_PRESET
    changes = _changes(settings)
    if name in PRESETS:
        return rules_for(name, **changes)
    base, values = load(OWN_PRESETS).find(settings, name)
    if IN_RAM:
        forget(OWN_PRESETS)
    return rules_for(base, **_changes(values)).with_(name=name, **changes)


def _changes(settings: "Stored | dict[str, Value]") -> "dict[str, Any]":
    """Return the fields of Rules that the given settings set, with their stored values."""
    changes: "dict[str, Any]" = {}
    for name, field in NAMES_OF_TIMES.items():
        seconds: "Any" = settings.get(name)
        if seconds is not None:
            changes[field] = seconds * 1000 if seconds >= 0 else -1
    signals: "Any" = settings.get("signals")
    if signals is not None:
        changes["signals_ms"] = tuple([seconds * 1000 for seconds in signals])
    for name, field in SAME_VALUE:
        if settings.get(name) is not None:
            changes[field] = settings.get(name)
    cost: "Any" = settings.get("failed-challenge")
    if cost is not None:
        changes["cost_per_word"] = cost > PER_WORD
        changes["failed_challenge"] = cost - PER_WORD if cost > PER_WORD else cost
    when = settings.get("challenge-when")
    if when is not None:
        changes["challenge_when"] = AFTER if when == "after" else BEFORE
    if settings.get("confirm") is not None:
        changes["confirm_challenge"] = bool(settings.get("confirm"))
    return changes


def labels(settings: "Stored") -> "Labels":
    """Return those settings that identify a game in a tournament and are set."""
    return {name: settings.get(name) for name in LABELS}
