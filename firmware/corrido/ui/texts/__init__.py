"""Every text that the screens show or say, in three tables per language: play, menus, said.

A language's source is its `.properties`; a board has modules made of it. The table of menus, 3 KB,
is unloaded in play; that of what is said stays with who says it.

The texts are in byte-pair encoding (P. Gage, C Users Journal, 1994): a code is ASCII, or from 128
on one of the table's letters, or else stands for two codes; those follow the letters, and go on at
0. A 0 ends a text. Ahead of it are 24 bits of its key's CRC-32, which save two fifths of a table.
It is in some pieces: one object a text would take three times the RAM, one for all find no hole.
"""

from binascii import crc32

from corrido import memory
from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.ui.ports import Device

    Table = tuple[str, bytes, tuple[bytes, ...]]  # letters, pairs, pieces

PIECES = 8
_waiting = bytearray(16)  # codes, while the first of two is spelt
LANGUAGES = ("es", "en", "pl", "ca")
_PACKAGE = "corrido.ui.texts."
_SOURCE = _PACKAGE + "source"
PLAY, MENUS, SAID = "play", "menus", "said"
MOST_SAID = 32  # texts cached to save a search


def _module(code: str, section: str) -> str:
    return _PACKAGE + code + "_" + section


def table(code: str, section: str) -> "Table":
    """Return a language's table of a section, Spanish for an unknown code."""
    code = code if code in LANGUAGES else LANGUAGES[0]
    if not memory.loaded(_SOURCE):
        try:
            return memory.load(_module(code, section)).TEXTS
        except ImportError:
            pass  # these are the sources
    return memory.load(_SOURCE).made(code, section)


def _unload(section: str, but: str = "") -> None:
    if memory.IN_RAM:
        for language in LANGUAGES:
            if language != but:
                memory.forget(_module(language, section))


def play(code: str) -> "Table":
    """Return the table for play, Spanish for an unknown code; no other one stays in RAM."""
    _unload(PLAY, code)
    return table(code, PLAY)


def hash_of(key: str) -> bytes:
    """Return what precedes a key's text, three bytes, and of which piece, modulo their number."""
    return crc32(key.encode()).to_bytes(4, "little")


def find(table: "Table", key: str) -> "str | None":
    """Return the text of a key; None if the table has none."""
    letters, pairs, pieces = table
    hashed = hash_of(key)
    codes = pieces[hashed[3] % PIECES]
    at = codes.find(hashed[:3]) + 3
    if at < 3:
        return None
    # A list of letters would leave 1 KB of garbage a text, and letters[code] be interned for good.
    text, depth, first = bytearray(), 0, 128 + len(letters)
    while depth or codes[at]:
        if depth:
            depth -= 1
            code = _waiting[depth]
        else:
            code = codes[at]
            at += 1
        pair = 2 * ((code - first) & 255)
        if pair < len(pairs):
            _waiting[depth], _waiting[depth + 1] = pairs[pair + 1], pairs[pair]
            depth += 2
        elif code < 128:
            text.append(code)
        else:
            text.extend(letters[code - 128 : code - 127].encode())
    return str(text, "utf-8")


def put_away() -> None:
    """Unload the tables that play does not need; who speaks keeps that of what is said."""
    _unload(MENUS)
    _unload(SAID)


class Phrases:
    """The texts of the language in use. said: the latest, since every picture asks for them."""

    def __init__(self, device: "Device", code: str) -> None:
        self._device = device
        self.use(code)

    @property
    def menus(self) -> str:
        """The full name of the module with the table of menus."""
        return _SOURCE if memory.loaded(_SOURCE) else _module(self._code, MENUS)

    def use(self, code: str) -> None:
        """Use a language, Spanish for an unknown code."""
        self._table: "Table" = ("", b"", (b"",) * PIECES)  # two tables may not fit in memory
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
            found = find(table(self._code, MENUS), key)
        if found is None:
            return default
        if len(self.said) >= MOST_SAID:
            self.said = {}
        self.said[key] = found
        return found
