"""Every text that the screens show, in two tables per language: for play and for the rest.

A table is a few long strings, one for each part of the keys: separate small strings would take
three times the RAM. The 4 KB table of menus, settings and summaries is unloaded in play.
"""

from corrido import memory
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    Table = dict[str, str]  # lines `name=text` by the part of their keys before the dot

LANGUAGES = ("es", "en", "pl", "ca")
_PACKAGE = "corrido.ui.texts."
_MENUS = "_menus"


def _known(code: str) -> str:
    return code if code in LANGUAGES else LANGUAGES[0]


def load(code: str) -> "Table":
    """Return the table for play, Spanish for an unknown code; keep no other one in RAM."""
    wanted = _known(code)
    if memory.IN_RAM:
        for language in LANGUAGES:
            if language != wanted:
                memory.forget(_PACKAGE + language)
    return memory.load(_PACKAGE + wanted).TEXTS


def menus(code: str) -> "Table":
    """Return the table of menus, settings and summaries; put_away() unloads it."""
    return memory.load(_PACKAGE + _known(code) + _MENUS).TEXTS


def find(table: "Table", key: str) -> "str | None":
    """Return the text of a key; None if the table has none."""
    part, dot, name = key.partition(".")
    lines = table.get(part if dot else "", "")
    mark = "\n%s=" % (name if dot else key)
    at = lines.find(mark)
    if at < 0:
        return None
    at += len(mark)
    return lines[at : lines.find("\n", at)]


def put_away() -> None:
    """Unload the tables that play does not need, if memory is short."""
    if memory.IN_RAM:
        for language in LANGUAGES:
            memory.forget(_PACKAGE + language + _MENUS)


def whole(code: str) -> "dict[str, str]":
    """Return both tables of a language as one, for tools and tests."""
    found: "dict[str, str]" = {}
    for table in (load(code), menus(code)):
        for part in table:
            for line in table[part].strip().split("\n"):
                name, _, text = line.partition("=")
                found[part + "." + name if part else name] = text
    return found
