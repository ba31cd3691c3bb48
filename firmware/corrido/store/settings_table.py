"""Define every setting of a device in one table, which both host and device check against.

A number once given to a setting is never reused; 100 and 101 are not in the table. A setting that
was never set reads as its default; None means that the preset decides. The rules of the next game
are the preset's, with the settings that override it.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core.presets import NAME_LETTERS, PRESETS, values_of
from corrido.core.rules import AFTER, BEFORE, NONE, TURN, Rules
from corrido.memory import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol, TypeGuard

    from corrido.store import own_presets

    Value = int | bool | str | tuple[int, ...] | None
    Kind = tuple[Any, ...]  # its name and its parameters
    Row = tuple[str, int, Kind, Value]
    Labels = dict[str, Value]
    # As it comes from JSON, the console or a caller: not yet checked.
    Given = Value | float | list[Any] | tuple[Any, ...] | dict[str, Any]

    class Stored(Protocol):
        """Settings by name: the device's own, or a host's before it writes them."""

        def get(self, name: str) -> Any:
            """Return a setting, or its default if it was never set."""
            ...
else:
    own_presets = Lazy("corrido.store.own_presets")


PER_WORD = 1000  # added to the points of failed-challenge=N/word

SOUND_NAMES = (
    "warn1", "warn2", "warn3", "minute", "limit", "low", "end", "hold", "press", "valid",
    "invalid",
)  # fmt: skip


def _number(low: int, high: int, unit: str, none: bool = False) -> "Kind":
    return "number", low, high, unit, none


def _choice(*words: str) -> "Kind":
    return "choice", words


YES_NO: "Kind" = ("yes-no",)

OWN = range(61, 69)  # numbers of a club's own presets

# name, number, kind, default
ROWS: "tuple[Row, ...]" = (
    ("preset", 1, ("preset",), None),
    ("budget", 2, _number(10, 5999, "seconds"), None),
    ("turn", 3, _number(5, 5999, "seconds"), None),
    ("limit", 4, _number(1, 86400, "seconds", True), None),
    ("signals", 5, ("signals",), None),
    ("guard", 6, _number(0, 5000, "ms"), None),
    ("overtime-limit", 7, _number(0, 5999, "seconds", True), None),
    ("failed-challenge", 8, ("failed",), None),
    ("confirm", 9, YES_NO, None),
    ("lexicon", 10, ("text", 24), "es"),
    ("language", 11, _choice("es", "en", "pl", "ca"), "es"),
    ("sounds", 12, ("sounds",), "default"),
    ("silent", 13, YES_NO, False),
    ("device-name", 14, ("text", 24), ""),
    ("serial", 15, ("text", 24), ""),
    ("round", 16, ("text", 8), ""),
    ("table", 17, ("text", 8), ""),
    ("player-a", 18, ("text", 24), ""),
    ("player-b", 19, ("text", 24), ""),
    ("date", 20, ("text", 24), ""),
    ("ppm", 21, _number(-500, 500, "ppm"), 0),
    ("wipe-words", 22, _number(0, 600, "seconds"), 60),
    ("rotate", 23, _choice("none", "all", "a", "b", "both"), "none"),
    ("contrast", 25, _number(1, 255, "steps"), 207),
    ("least-turn", 26, _number(0, 5000, "ms"), None),
    ("challenge-when", 27, _choice("before", "after"), None),
    ("end-passes", 28, _number(1, 99, "in a row", True), None),
    ("end-scoreless", 29, _number(1, 99, "in a row", True), None),
    ("budget-a", 30, _number(10, 5999, "seconds"), None),
    ("budget-b", 31, _number(10, 5999, "seconds"), None),
    ("hold", 32, _number(1, 300, "seconds", True), None),
    ("low-time", 33, _number(1, 5999, "seconds", True), None),
    ("scoreless-at-zero", 34, YES_NO, None),
    ("overtime-from", 35, _number(1, 60000, "ms"), None),
    ("overtime-limit-beyond", 36, YES_NO, None),
    ("late-limit", 37, _number(1, 5999, "seconds", True), None),
    ("at-zero", 38, _choice("overtime", "out", "end"), None),
    ("turn-a", 53, _number(5, 5999, "seconds"), None),
    ("turn-b", 54, _number(5, 5999, "seconds"), None),
    ("late-both", 55, _choice("whole", "half"), None),
    ("end-alone", 56, _number(1, 99, "in a row", True), None),
    ("hall", 40, ("topic", 24), ""),
    ("broker", 41, ("address",), ""),
    ("broker-user", 42, ("topic", 24), ""),
    ("broker-password", 43, ("text", 63), ""),
    ("wifi", 45, ("text", 32), ""),
    ("wifi-password", 46, ("text", 63), ""),
    ("console-lock", 47, YES_NO, False),
    ("speech", 48, _choice("none", "a", "b", "both", "aloud"), "none"),
    ("felt", 49, YES_NO, False),
    ("flashes", 50, YES_NO, False),
    ("letters", 51, _choice("grid", "alphabet"), "grid"),
    ("large", 52, YES_NO, False),
    ("lexicon-next", 70, ("text", 24), ""),
    ("lexicon-from", 71, ("day",), ""),
) + tuple([("own-%d" % (n - OWN[0] + 1), n, ("own",), "") for n in OWN])

NAMES = tuple([row[0] for row in ROWS])
_BY_NAME = {row[0]: row for row in ROWS}


def _row(name: str) -> "Row":
    if name not in _BY_NAME:
        raise ValueError("no setting %r: one of %s" % (name, ", ".join(NAMES)))
    return _BY_NAME[name]


def number_of(name: str) -> int:
    """Return the storage number of a setting; ValueError for an unknown name."""
    return _row(name)[1]


def default_of(name: str) -> "Value":
    """Return the default of a setting; ValueError for an unknown name."""
    return _row(name)[3]


def from_text(name: str, text: str) -> "Value":
    """Return the value that `text` stands for; ValueError states the right form in one line."""
    kind = _row(name)[2]
    text = text.strip()
    if kind[0] == "number":
        if kind[4] and text == "none":
            return NONE
        number = _whole(name, text)
        return check(name, text if number == NONE and kind[4] else number)
    if kind[0] == "yes-no":
        return check(
            name, {"yes": True, "true": True, "no": False, "false": False}.get(text, text)
        )
    if kind[0] == "signals":
        return check(name, [_whole(name, part) for part in text.split(",")])
    if kind[0] == "failed" and text in ("free", "turn"):
        return 0 if text == "free" else TURN
    if kind[0] == "failed":
        number, per_word, rest = text.partition("/word")
        points = _whole(name, text if rest else number)
        # TURN and the free challenge also have numbers, but are written as words.
        wrong = text if points < 0 else points
        return check(name, points + PER_WORD if per_word and points > 0 else wrong)
    return check(name, text)


def to_text(name: str, value: "Any") -> str:
    """Return the text that from_text() reads back as `value`."""
    kind = _row(name)[2][0]
    if kind == "yes-no":
        return "yes" if value else "no"
    if kind == "signals":
        return ",".join([str(seconds) for seconds in value])
    if kind == "failed":
        if value > PER_WORD:
            return "%d/word" % (value - PER_WORD)
        return {0: "free", TURN: "turn"}.get(value, str(value))
    if kind == "number":
        return "none" if _row(name)[2][4] and value == NONE else str(value)
    return str(value)


def check(name: str, value: "Given") -> "Value":
    """Return `value` as it is stored; ValueError states the right form in one line."""
    kind = _row(name)[2]
    if kind[0] == "own":
        return _check_own(name, value)
    if not fits(kind, value):
        raise ValueError("%s %s: %s" % (name, repr(value)[:80], right(kind)))
    checked: "Any" = value
    if kind[0] == "yes-no":
        return bool(checked)
    return tuple(checked) if kind[0] == "signals" else checked


def fits(kind: "Kind", value: "Given") -> bool:
    """Return whether a kind's values include this one."""
    is_text = kind[0] not in ("number", "yes-no", "signals", "failed")
    return isinstance(value, str) == is_text and _KINDS[kind[0]][1](kind, value)


def _check_own(name: str, value: "Given") -> str:
    """Check a club's preset, "" for none."""
    if not isinstance(value, str):
        raise ValueError("%s %r: a text" % (name, value))
    if value == "":
        return value
    try:
        own_presets.parse(value)
    except ValueError as error:
        raise ValueError("%s: %s" % (name, error)) from None
    return value


def unknown_preset(value: "Given") -> ValueError:
    """Return the error that lists the presets."""
    return ValueError("preset %r: %s" % (value, right(("preset",))))


def right(kind: "Kind") -> str:
    """Return the right form of a kind's values, as an error says it."""
    form = _KINDS[kind[0]][0]
    if kind[0] == "number":
        return form % kind[1:4] + (" or none" if kind[4] else "")
    return form % (", ".join(kind[1]) if kind[0] == "choice" else kind[1:])


def _whole(name: str, text: str) -> int:
    """Return the number that a text writes; ValueError states the right form."""
    try:
        return int(text)
    except ValueError:
        raise ValueError("%s %r: %s" % (name, text, right(_row(name)[2]))) from None


def _is_number(value: "Given") -> "TypeGuard[int]":
    """Return whether this is a number; True, of yes or no, is a 1 in Python."""
    return isinstance(value, int) and not isinstance(value, bool)


def made_of(text: str, letters: str, longest: int) -> bool:
    """Return whether a text is of at most so many of these letters."""
    return len(text) <= longest and all([letter in letters for letter in text])


def _fits_signals(_kind: "Kind", value: "Given") -> bool:
    onsets = tuple(value) if isinstance(value, (list, tuple)) else ()
    if not all([_is_number(onset) and 0 < onset < 6000 for onset in onsets]):
        return False
    return 1 <= len(onsets) <= 3 and all([a > b for a, b in zip(onsets, onsets[1:])])


def _fits_sounds(_kind: "Kind", value: str) -> bool:
    sounds = value.split(",")
    known = len(set(sounds)) == len(sounds) and all([s in SOUND_NAMES for s in sounds])
    return known or value in ("all", "none", "default")


_DIGITS = "0123456789"  # on a host, isdigit() knows others
_TOPIC_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."


def _fits_address(_kind: "Kind", value: str) -> bool:
    host, colon, port = value.partition(":")
    right_port = not colon or (port and made_of(port, _DIGITS, 5) and 0 < int(port) < 65536)
    return value == "" or bool(host and made_of(host, _TOPIC_LETTERS, 64) and right_port)


def day_number(text: str) -> int:
    """Return the number of a day written as 2027-09-01, for differences; 0 for anything else."""
    parts = (text.split("-") + ["", ""])[:3]
    if [len(text)] + [len(part) for part in parts] != [10, 4, 2, 2]:
        return 0
    if not made_of("".join(parts), _DIGITS, 8):
        return 0
    year, month, day = [int(part) for part in parts]
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return 0
    if month < 3:  # a year from March on has its leap day at its end
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day


# Of each kind: the right form of its values, with its parameters, and whether a value has it. A
# preset's name is checked by its form: the store knows which of the club's own exist.
_KINDS: "dict[str, tuple[str, Callable[[Kind, Any], bool]]]" = {
    "number": (
        "%d to %d %s",
        lambda kind, value: _is_number(value)
        and (kind[1] <= value <= kind[2] or (kind[4] and value == NONE)),
    ),
    "yes-no": ("yes or no", lambda kind, value: value in (True, False)),
    "choice": ("one of %s", lambda kind, value: value in kind[1]),
    "preset": (
        "one of %s, or an own preset" % ", ".join(sorted(PRESETS)),
        lambda kind, value: bool(value) and made_of(value, NAME_LETTERS, 24),
    ),
    "text": (
        "a text of at most %d characters",
        lambda kind, value: len(value) <= kind[1] and all([c >= " " for c in value]),
    ),
    "topic": (
        "at most %d of the letters A to Z, digits, - _ .",
        lambda kind, value: made_of(value, _TOPIC_LETTERS, kind[1]),
    ),
    "signals": ("one to three onsets in seconds, falling, for example 30,15,5", _fits_signals),
    "failed": (
        "free, turn, 1 to 100 points, or points for each word as 5/word",
        lambda _, value: _is_number(value)
        and (TURN <= value <= 100 or PER_WORD < value <= PER_WORD + 100),
    ),
    "sounds": (
        "all, none, default, or some of %s, each once" % ", ".join(SOUND_NAMES), _fits_sounds,
    ),
    "address": ("HOST or HOST:PORT, as 192.168.4.1:1883", _fits_address),
    "day": ("a day as 2027-09-01, or nothing", lambda _, day: day == "" or day_number(day) > 0),
}  # fmt: skip


# -- the rules of the next game

# Rules that a preset sets and a setting may override: those whose default is the preset's.
OVERRIDES = tuple([row[0] for row in ROWS if row[3] is None and row[0] != "preset"])
LABELS = ("device-name", "round", "table", "player-a", "player-b", "date")
DEFAULT_PRESET = "fise-corrido"


def rules_from(settings: "Stored") -> "Rules":
    """Return the preset's rules with the settings' overrides; KeyError for an unknown preset."""
    name = settings.get("preset") or DEFAULT_PRESET
    base, own = (name, {}) if name in PRESETS else own_presets.stored(settings)[name][1]
    values = values_of(base)
    for given in (own, settings):
        values.update(_changes(given))
    return Rules(name=name, **values)


def _changes(settings: "Stored | dict[str, Value]") -> "dict[str, Any]":
    """Return the fields of Rules that the given settings set, with their stored values."""
    changes: "dict[str, Any]" = {}
    for name in OVERRIDES:
        value: "Any" = settings.get(name)
        if value is None:
            continue
        field, kind = field_of(name), kind_of(name)
        if kind[0] == "number":
            changes[field] = value * 1000 if kind[3] == "seconds" and value >= 0 else value
        elif name == "signals":
            changes[field] = tuple([seconds * 1000 for seconds in value])
        elif name == "failed-challenge":
            changes["cost_per_word"] = value > PER_WORD
            changes[field] = value - PER_WORD if value > PER_WORD else value
        elif name == "challenge-when":
            changes[field] = AFTER if value == "after" else BEFORE
        else:
            changes[field] = value
    return changes


def field_of(name: str) -> str:
    """Return the field of Rules that a setting overrides."""
    kind, field = kind_of(name), name.replace("-", "_")
    timed = name == "signals" or (kind[0] == "number" and kind[3] in ("seconds", "ms"))
    return {"confirm": "confirm_challenge"}.get(name, field + "_ms" if timed else field)


def kind_of(name: str) -> "Kind":
    """Return the kind of a setting's values: its name, then its parameters."""
    return _row(name)[2]


def labels(settings: "Stored") -> "Labels":
    """Return those settings that identify a game in a tournament and are set."""
    return {name: settings.get(name) for name in LABELS}
