"""Settings from scenarios and command lines, checked and put into a new device."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from corrido.core.presets import PRESETS
from corrido.lexicon.tile_sets import TABLE
from corrido.store import own_presets, settings_table
from corrido.store.nor import layout
from corrido.store.pin import LEAST_PIN, MOST_PIN, Pin
from corrido.store.settings import Settings

from host_tools.device.norflash import NorFlash
from host_tools.errors import UserError, nearest
from host_tools.paths import lexicon_path

if TYPE_CHECKING:
    from corrido.store.settings_table import Value

# A number: its field, the highest (20 ms: the debouncer's bound), its unit, how many in one.
_NUMBERS = {
    "bounce": ("bounce_us", 20, "ms", 1000), "boot": ("boot_us", 60, "seconds", 1_000_000),
    "battery": ("battery", 100, "percent", 1), "games": ("games", 99, "games", 1),
}  # fmt: skip
# What has its own form: that, and what would be right. encoder: in place of the four arrows.
_FORMS = {
    "pin": (f"[0-9]{{{LEAST_PIN},{MOST_PIN}}}", f"{LEAST_PIN} to {MOST_PIN} digits"),
    "board": ("sim|encoder", "sim or encoder"),
    "words": (f"({'|'.join(TABLE)}):.+", "an alphabet and words, es:NIÑO,LLANO,"),
}
SALT = b"sim board"


@dataclass
class Provision:
    """The specification of a device: the world's part, and the content of its stores."""

    bounce_us: int = 0
    boot_us: int = 0
    board: str = "sim"
    battery: int | None = None  # percent
    games: int = 0  # that its log holds already
    words: str = ""  # a small list instead: `es:NIÑO,LLANO`
    lexicon: str = "es"
    following: str = ""  # the list that takes over
    pin: str = ""
    stored: dict[str, "Value"] = field(default_factory=dict)


def provision(settings: Mapping[str, str], folder: Path | None = None) -> Provision:
    """Check settings given as texts.

    folder: where a lexicon's path is looked up before the working directory. Raises UserError,
    naming the key, its fault and the right form.
    """
    made = Provision()
    for name, text in settings.items():
        if name in _NUMBERS:
            _put_number(made, name, text)
        elif name in _FORMS:
            form, right = _FORMS[name]
            if not re.fullmatch(form, text):
                raise UserError(f"{name} {text!r}: {right} would be right")
            setattr(made, name, text)
        elif name == "lexicon":
            made.lexicon = _lexicon(text, folder)
        elif name == "lexicon-next":
            made.following = _lexicon(text, folder)
        elif name in settings_table.NAMES:
            made.stored[name] = _value(name, text)
        else:
            known = [*settings_table.NAMES, *_NUMBERS, *_FORMS]
            raise UserError(f"no setting {name!r}: {nearest(name, known)}")
    preset = made.stored.get("preset")
    own = {str(made.stored.get(name, "")).partition("/")[0] for name in own_presets.SETTINGS}
    if isinstance(preset, str) and preset not in {*PRESETS, *own}:
        raise UserError(str(settings_table.unknown_preset(preset)))
    return made


def _value(name: str, text: str) -> "Value":
    try:
        text.encode()
        return settings_table.from_text(name, text)
    except UnicodeEncodeError as error:
        raise UserError(f"{name} {ascii(text)}: not UTF-8 text: write it in UTF-8") from error
    except ValueError as error:
        raise UserError(str(error)) from error


def _lexicon(text: str, folder: Path | None) -> str:
    """Return a shipped lexicon's name unchanged, and a path as the file it leads to."""
    try:
        if folder and (folder / text).is_file():
            return str(folder / text)
        lexicon_path(text)
    except OSError as error:
        raise UserError(f"lexicon {text[:40]!r}: {error.strerror or error}") from error
    return text


def _put_number(made: Provision, name: str, text: str) -> None:
    field_name, highest, unit, scale = _NUMBERS[name]
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= highest:
        raise UserError(f"{name} {text!r}: 0 to {highest} {unit} would be right")
    setattr(made, field_name, round(value * scale))


def write(made: Provision, flash: NorFlash, salt: bytes = SALT) -> None:
    """Put settings and PIN into the stores on a device's flash, by the firmware's own code.

    salt: makes equal PINs differ on the flash. UserError for settings that do not go together.
    """
    settings_place, pin_place, *_ = layout(flash)
    settings = Settings(flash, settings_place[0])
    try:
        for name, value in sorted(made.stored.items()):  # own-1 comes before preset
            settings.set(name, value)
    except ValueError as error:
        raise UserError(str(error)) from error
    settings.commit()
    if made.pin:
        Pin(flash, pin_place[0], salt).set(made.pin)
