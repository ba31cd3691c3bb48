"""Read the texts of a language from their source; a board has modules that are made of it."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.texts import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from corrido.ui.texts import Table

PLAY, MENUS = "play", "menus"
_made: "dict[tuple[str, str], Table]" = {}


def section(lines: "Iterable[str]", wanted: str) -> "dict[str, str]":
    """Return a section's texts by their keys; lines: `section.key=text`, or `#` and a comment."""
    found: "dict[str, str]" = {}
    for line in lines:
        head, _, rest = line.partition(".")
        if head == wanted:
            key, _, text = rest.rstrip("\r\n").partition("=")
            found[key] = text
    return found


def table(texts: "dict[str, str]") -> "Table":
    """Return the texts of a section as a board has them: lines `name=text` by part."""
    made: "Table" = {}
    for key in texts:
        part, name = part_of(key)
        made[part] = made.get(part, "\n") + "%s=%s\n" % (name, texts[key])
    return made


def read(code: str, wanted: str) -> "dict[str, str]":
    """Return a section of a language's source, which lies beside this file."""
    folder = __file__.replace("\\", "/").rpartition("/")[0]
    with open("%s/%s.properties" % (folder, code), encoding="utf-8") as file:
        return section(file, wanted)


def made(code: str, wanted: str) -> "Table":
    """Return a section of a language as a board has it, made once."""
    if (code, wanted) not in _made:
        _made[code, wanted] = table(read(code, wanted))
    return _made[code, wanted]


def whole(code: str) -> "dict[str, str]":
    """Return all texts of the screens in a language, for tools and tests."""
    texts = read(code, PLAY)
    texts.update(read(code, MENUS))
    return texts
