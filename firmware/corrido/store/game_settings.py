"""Make the rules of the next game from the stored settings."""

from corrido.compat import TYPE_CHECKING
from corrido.core.presets import PRESETS, rules_for, values_of
from corrido.core.rules import AFTER, BEFORE, Rules
from corrido.memory import IN_RAM, forget, load
from corrido.store import settings_table as table

if TYPE_CHECKING:
    from typing import Any, Protocol

    from corrido.store.settings_table import Value

    Labels = dict[str, Value]

    class Stored(Protocol):
        """Settings by name: the device's own, or a host's before it writes them."""

        def get(self, name: str) -> "Any":
            """Return a setting, or its default if it was never set."""
            ...


# Rules that a preset sets and a setting may override: those whose default is the preset's.
OVERRIDES = tuple([row[0] for row in table.ROWS if row[3] is None and row[0] != "preset"])
OWN_PRESETS = "corrido.store.own_presets"  # loaded only if the club has any
LABELS = ("device-name", "round", "table", "player-a", "player-b", "date")
DEFAULT_PRESET = "fise-corrido"


def rules_from(settings: "Stored") -> "Rules":
    """Return the preset's rules with the settings' overrides; KeyError for an unknown preset."""
    name = settings.get("preset") or DEFAULT_PRESET
    changes = _changes(settings)
    if name in PRESETS:
        return rules_for(name, **changes)
    base, own = load(OWN_PRESETS).stored(settings)[name][1]
    if IN_RAM:
        forget(OWN_PRESETS)
    values = values_of(base)
    values.update(_changes(own))
    values.update(changes)
    return Rules(name=name, **values)


def _changes(settings: "Stored | dict[str, Value]") -> "dict[str, Any]":
    """Return the fields of Rules that the given settings set, with their stored values."""
    changes: "dict[str, Any]" = {}
    for name in OVERRIDES:
        value: "Any" = settings.get(name)
        if value is None:
            continue
        field, unit = name.replace("-", "_"), table.unit_of(name)
        if unit in ("seconds", "ms"):
            changes[field + "_ms"] = value * 1000 if unit == "seconds" and value >= 0 else value
        elif name == "signals":
            changes["signals_ms"] = tuple([seconds * 1000 for seconds in value])
        elif name == "failed-challenge":
            changes["cost_per_word"] = value > table.PER_WORD
            changes[field] = value - table.PER_WORD if value > table.PER_WORD else value
        elif name == "challenge-when":
            changes[field] = AFTER if value == "after" else BEFORE
        else:
            changes["confirm_challenge" if name == "confirm" else field] = value
    return changes


def labels(settings: "Stored") -> "Labels":
    """Return those settings that identify a game in a tournament and are set."""
    return {name: settings.get(name) for name in LABELS}
