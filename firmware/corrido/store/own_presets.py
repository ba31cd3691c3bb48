"""A club's own presets: up to eight, each a federation's preset with some overrides.

Each is kept in a setting, own-1 to own-8, as one line, `NAME/PRESET/KEY=VALUE/...`: for example
`blitz/fise-corrido/budget=600/limit=3600`. The keys are the settings that override a preset.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core.presets import NAME_LETTERS, PRESETS
from corrido.store import settings_table as table
from corrido.store.settings_table import DEFAULT_PRESET, OVERRIDES

if TYPE_CHECKING:
    from corrido.store.settings import Settings
    from corrido.store.settings_table import Stored, Value

    # The preset it is based on, and its overrides.
    Own = tuple[str, dict[str, Value]]

SETTINGS = tuple([row[0] for row in table.ROWS if row[1] in table.OWN])
LONGEST_NAME = const(16)
LONGEST_LINE = const(200)
FORM = "NAME/PRESET/KEY=VALUE/..., as blitz/fise-corrido/budget=600"


def parse(line: str) -> "tuple[str, Own]":
    """Return the name and contents of a line; ValueError states the right form in one line."""
    parts = line.split("/")
    if len(parts) < 2 or len(line) > LONGEST_LINE:
        raise ValueError("own preset %r: %s, %d characters at most" % (line, FORM, LONGEST_LINE))
    name, base = parts[:2]
    if not name or not table.made_of(name, NAME_LETTERS, LONGEST_NAME):
        raise ValueError(
            "preset name %r: 1 to %d of the letters a to z, digits, -" % (name, LONGEST_NAME)
        )
    if name in PRESETS:
        raise ValueError("preset name %r: a federation's preset has it: choose another" % name)
    if base not in PRESETS:
        raise ValueError(
            "own preset %s: from %r: one of %s" % (name, base, ", ".join(sorted(PRESETS)))
        )
    values: "dict[str, Value]" = {}
    for part in parts[2:]:
        key, sign, text = part.partition("=")
        if not sign or key not in OVERRIDES:
            keys = ", ".join(sorted(OVERRIDES))
            raise ValueError("own preset %s: %r: KEY=VALUE, one of %s" % (name, part, keys))
        if key in values:
            raise ValueError("own preset %s: %s: given twice" % (name, key))
        values[key] = table.from_text(key, text)
    return name, (base, values)


def line_of(name: str, own: "Own") -> str:
    """Return the line that parse() reads back; ValueError for a wrong name or length."""
    base, values = own
    parts = [
        "%s=%s" % (key, table.to_text(key, values[key])) for key in OVERRIDES if key in values
    ]
    line = "/".join([name, base] + parts)
    parse(line)
    return line


def stored(settings: "Stored") -> "dict[str, tuple[str, Own]]":
    """Return the club's presets: by name, the setting that holds each and its contents."""
    found: "dict[str, tuple[str, Own]]" = {}
    for setting in SETTINGS:
        line = settings.get(setting)
        if line:
            name, own = parse(line)
            found[name] = (setting, own)
    return found


def place_for(settings: "Stored", name: str) -> str:
    """Return the setting that holds `name`, or a free one; ValueError if all are taken."""
    kept = stored(settings)
    if name in kept:
        return kept[name][0]
    taken = [setting for setting, _ in kept.values()]
    for setting in SETTINGS:
        if setting not in taken:
            return setting
    raise ValueError("own presets: %d are kept already: remove one first" % len(SETTINGS))


def as_it_stands(settings: "Stored") -> "Own":
    """Return the game's present settings as a preset: its base and all overrides."""
    name = settings.get("preset") or DEFAULT_PRESET
    base, values = (name, {}) if name in PRESETS else stored(settings)[name][1]
    values = dict(values)
    for key in OVERRIDES:
        if settings.get(key) is not None:
            values[key] = settings.get(key)
    return base, values


def save(settings: "Settings", name: str) -> bool:
    """Save the game's present settings under a name; False if that is not possible.

    As drop() and clear_overrides(), it lasts once the settings commit().
    """
    try:
        line = line_of(name, as_it_stands(settings))
        settings.set(place_for(settings, name), line)
    except ValueError:
        return False
    return True


def drop(settings: "Settings", name: str) -> None:
    """Delete a preset; if it was in use, its base takes over."""
    place, (base, _) = stored(settings)[name]
    if settings.get("preset") == name:
        clear_overrides(settings)
        settings.set("preset", base)
    settings.set(place, "")


def clear_overrides(settings: "Settings") -> None:
    """Unset all overrides of the preset, since another is being chosen."""
    for name in OVERRIDES:
        settings.set(name, None)
