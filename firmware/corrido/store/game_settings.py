"""Make the rules of the next game from the stored settings."""

from corrido.compat import TYPE_CHECKING
from corrido.core.presets import PRESETS, rules_for
from corrido.core.rules import AFTER, BEFORE
from corrido.memory import IN_RAM, forget, load

if TYPE_CHECKING:
    from typing import Any, Protocol

    from corrido.core.rules import Rules
    from corrido.store.settings_table import Value

    Labels = dict[str, Value]

    class Stored(Protocol):
        """Settings by name: the device's, or a host's before they are written."""

        def get(self, name: str) -> "Any":
            """Return a setting, its default if it was never set."""
            ...


NAMES_OF_TIMES = {
    "budget": "budget_ms",
    "turn": "turn_ms",
    "limit": "limit_ms",
    "overtime-limit": "overtime_limit_ms",
}
# Settings that stand in the rules as they are stored.
SAME_VALUE = (
    ("guard", "guard_ms"),
    ("least-turn", "least_turn_ms"),
    ("failed-challenge", "failed_challenge"),
    ("end-passes", "end_passes"),
    ("end-scoreless", "end_scoreless"),
)
# What a preset says, and a setting may say otherwise.
OVERRIDES = (
    "budget", "turn", "limit", "signals", "guard", "least-turn", "overtime-limit",
    "failed-challenge", "confirm", "challenge-when", "end-passes", "end-scoreless",
)  # fmt: skip
OWN_PRESETS = "corrido.store.own_presets"  # loaded where a club has some
LABELS = ("device-name", "round", "table", "player-a", "player-b", "date")
DEFAULT_PRESET = "fise-corrido"


def rules_from(settings: "Stored") -> "Rules":
    """Return the preset's rules with what settings override; KeyError for no such preset."""
    name = settings.get("preset") or DEFAULT_PRESET
    changes = _changes(settings)
    if name in PRESETS:
        return rules_for(name, **changes)
    base, values = load(OWN_PRESETS).find(settings, name)
    if IN_RAM:
        forget(OWN_PRESETS)
    return rules_for(base, **_changes(values)).with_(name=name, **changes)


def _changes(settings: "Stored | dict[str, Value]") -> "dict[str, Any]":
    """Return the fields of Rules that settings by name set, as they stand there."""
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
    if settings.get("failed-challenge") is not None:
        changes["cost_per_word"] = False  # a figure that was set is that of a play
    when = settings.get("challenge-when")
    if when is not None:
        changes["challenge_when"] = AFTER if when == "after" else BEFORE
    if settings.get("confirm") is not None:
        changes["confirm_challenge"] = bool(settings.get("confirm"))
    return changes


def labels(settings: "Stored") -> "Labels":
    """Return the settings that identify a game in a tournament, as far as they are set."""
    return {name: settings.get(name) for name in LABELS}
