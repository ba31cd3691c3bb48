"""Read the texts of a language from their source; a board has modules that are made of it."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.texts import MENUS, PIECES, PLAY, SAID, hash_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from corrido.ui.texts import Table

_made: "dict[tuple[str, str], Table]" = {}


def section(lines: "Iterable[str]", wanted: str) -> "dict[str, str]":
    """Return a section's texts by their keys; lines: `section.key=text`, or `#` and a comment."""
    found: "dict[str, str]" = {}
    for line in lines:
        head, _, rest = line.partition(".")
        if head == MENUS and rest.startswith(SAID + "."):
            head = SAID
        if head == wanted:
            key, _, text = rest.rstrip("\r\n").partition("=")
            found[key] = text
    return found


def spelt(texts: "dict[str, str]") -> "tuple[str, dict[str, list[int]]]":
    """Return the letters of texts that ASCII has not, and the codes of each without pairs."""
    letters = "".join(sorted({one for one in "".join(texts.values()) if one > "\x7f"}))
    return letters, {
        key: [ord(one) if one <= "\x7f" else 128 + letters.find(one) for one in texts[key]]
        for key in texts
    }


def pieces_of(rows: "dict[str, list[int]]") -> "tuple[bytes, ...]":
    """Return the pieces of a table; rows: the codes of each key's text."""
    pieces = [b""] * PIECES
    for key in rows:
        hashed = hash_of(key)
        pieces[hashed[3] % PIECES] += hashed[:3] + bytes(rows[key]) + b"\0"
    return tuple(pieces)


def read(code: str, wanted: str) -> "dict[str, str]":
    """Return a section of a language's source, which lies beside this file."""
    folder = __file__.replace("\\", "/").rpartition("/")[0]
    with open("%s/%s.properties" % (folder, code), encoding="utf-8") as file:
        return section(file, wanted)


def made(code: str, wanted: str) -> "Table":
    """Return a section of a language as a board has it, made once."""
    if (code, wanted) not in _made:
        letters, rows = spelt(read(code, wanted))
        _made[code, wanted] = letters, b"", pieces_of(rows)
    return _made[code, wanted]


def whole(code: str) -> "dict[str, str]":
    """Return all texts of the screens in a language, for tools and tests."""
    texts = read(code, PLAY)
    texts.update(read(code, MENUS))
    texts.update(read(code, SAID))
    return texts
