"""Every text that the screens show, in two tables per language: for play and for the rest.

A language's source is its `.properties`; a board has two modules made of it. A table is a string
for each part of the keys (no part: two, by the first letter): one a text would take three times
the RAM, one for all would find no hole. That of menus, 5 KB, is unloaded in play.
"""

from corrido import memory
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.ui.ports import Device

    Table = dict[str, str]  # lines `name=text` by the part of their keys before the dot

SECOND = "p-z"  # the second half of the keys of no part
LANGUAGES = ("es", "en", "pl", "ca")
_PACKAGE = "corrido.ui.texts."
_SOURCE = _PACKAGE + "source"
_MENUS = "_menus"
MOST_SAID = 32  # texts cached to save a search


def _table(code: str, rest: str) -> "Table":
    code = code if code in LANGUAGES else LANGUAGES[0]
    if not memory.loaded(_SOURCE):
        try:
            return memory.load(_PACKAGE + code + rest).TEXTS
        except ImportError:
            pass  # these are the sources
    return memory.load(_SOURCE).made(code, "menus" if rest else "play")


def _unload(rest: str, but: str = "") -> None:
    if memory.IN_RAM:
        for language in LANGUAGES:
            if language != but:
                memory.forget(_PACKAGE + language + rest)


def play(code: str) -> "Table":
    """Return the table for play, Spanish for an unknown code; no other one stays in RAM."""
    _unload("", code)
    return _table(code, "")


def menus(code: str) -> "Table":
    """Return the table of menus, settings and summaries; put_away() unloads it."""
    return _table(code, _MENUS)


def part_of(key: str) -> "tuple[str, str]":
    """Return the part of a table in which a key stands, and its name there."""
    part, dot, name = key.partition(".")
    return (part, name) if dot else ("" if key < SECOND[0] else SECOND, key)


def find(table: "Table", key: str) -> "str | None":
    """Return the text of a key; None if the table has none."""
    part, name = part_of(key)
    lines = table.get(part, "")
    mark = "\n%s=" % name
    at = lines.find(mark)
    if at < 0:
        return None
    at += len(mark)
    return lines[at : lines.find("\n", at)]


def put_away() -> None:
    """Unload the tables that play does not need, if memory is short."""
    _unload(_MENUS)


class Phrases:
    """The texts of the language in use. said: the latest, since every picture asks for them."""

    def __init__(self, device: "Device", code: str) -> None:
        self._device = device
        self.use(code)

    @property
    def menus(self) -> str:
        """The full name of the module with the table of menus."""
        return _SOURCE if memory.loaded(_SOURCE) else _PACKAGE + self._code + _MENUS

    def use(self, code: str) -> None:
        """Use a language, Spanish for an unknown code."""
        self._table: "Table" = {}  # two tables at once may not fit in memory
        self.said: "dict[str, str]" = {}
        put_away()
        self._code = code if code in LANGUAGES else LANGUAGES[0]
        self._table = play(self._code)

    def text(self, key: str) -> str:
        """Return a text, with the federation's word for its official; "" if there is none."""
        found = self.text_or(key, "")
        if self._device.recorder.match.rules.official == "director":
            for pair in self.text_or("director", "", False).split("|"):
                word, _, other = pair.partition(">")
                found = found.replace(word, other)
        return found

    def text_or(self, key: str, default: str, anywhere: bool = True) -> str:
        """Return a text, or `default` if there is none; anywhere: also in the menus' table."""
        found = self.said.get(key) or find(self._table, key)
        if found is None and anywhere:
            found = find(menus(self._code), key)
        if found is None:
            return default
        if len(self.said) >= MOST_SAID:
            self.said = {}
        self.said[key] = found
        return found
