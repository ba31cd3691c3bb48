"""Define the tiles of each language, as data, and spell written words with them.

Tile sets: FISE art. 11 and XI for Spanish, the national federations' boxes for the others. The
Scandinavian rows include letters that no box contains (Q, W, X, Z), since a blank may stand for
them. To add a language, add a row to TABLE; corrido/ui/grids.py lays its tiles out on the screen.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST = 2  # in tiles: a board line has 15 squares
LONGEST = 15

# code: (tiles in order, other spellings: plain letters, `=`, the letters that fold to them)
TABLE = {
    "es": (
        "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z",
        "A=ÁÄ E=ÉË I=ÍÏ O=ÓÖ U=ÚÜ",
    ),
    "pl": ("A Ą B C Ć D E Ę F G H I J K L Ł M N Ń O Ó P R S Ś T U W Y Z Ź Ż", ""),
    "en": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
        "A=ÀÁÂÄ C=Ç E=ÈÉÊË I=ÌÍÎÏ N=Ñ O=ÒÓÔÖ U=ÙÚÛÜ AE=Æ OE=Œ",
    ),
    "ca": (
        "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z",
        "A=ÀÁ E=ÈÉ I=ÍÏ O=ÒÓ U=ÚÜ ·=.- L·=Ŀ",
    ),
    "fr": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
        "A=ÀÂÄ C=Ç E=ÉÈÊË I=ÎÏ N=Ñ O=ÔÖ U=ÙÛÜ Y=Ÿ AE=Æ OE=Œ",
    ),
    "de": ("A Ä B C D E F G H I J K L M N O Ö P Q R S T U Ü V W X Y Z", "SS=ß A=À E=ÉÈÊ"),
    "it": ("A B C D E F G H I L M N O P Q R S T U V Z", "A=À E=ÈÉ I=ÌÍÎ O=ÒÓ U=ÙÚ"),
    "pt": ("A B C Ç D E F G H I J L M N O P Q R S T U V X Z", "A=ÁÀÂÃ E=ÉÊ I=Í O=ÓÔÕ U=ÚÜ"),
    "no": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å",
        "A=ÀÁ E=ÉÈÊ O=ÓÒÔ Æ=Ä Ø=Ö",
    ),
    "sv": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö",
        "A=ÀÁ E=ÉÈÊ U=Ü",
    ),
    "da": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å",
        "A=Á E=ÉÈ O=Ó U=Ü",
    ),
    "cs": (
        "A Á B C Č D Ď E É Ě F G H I Í J K L M N Ň O Ó P R Ř S Š T Ť U Ú Ů V X Y Ý Z Ž",
        "",
    ),
}

_cache: "dict[str, Alphabet]" = {}


def tile_count(code: str) -> int:
    """Return how many tiles an alphabet has, by its code; KeyError for an unknown one."""
    return TABLE[code][0].count(" ") + 1


def upper(letter: str) -> str:
    """Return the capital of a Latin letter; MicroPython's own function handles only ASCII."""
    code = ord(letter)
    if 0x61 <= code <= 0x7A or (0xE0 <= code <= 0xFE and code != 0xF7):
        return chr(code - 32)
    if code == 0xFF:
        return "Ÿ"
    if 0x100 <= code <= 0x137 or 0x14A <= code <= 0x177:
        return chr(code & ~1)
    if 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E:
        return chr(code - 1 | 1)
    return letter


class Alphabet:
    """The tiles of a language: `tiles[i]` is the face of tile i; a word is a tuple of indices."""

    def __init__(self, code: str) -> None:
        """Read the row of a language in TABLE; ValueError for an unknown one."""
        if code not in TABLE:
            raise ValueError("alphabet %r: one of %s" % (code, ", ".join(sorted(TABLE))))
        tiles, folds = TABLE[code]
        self.code = code
        self.tiles = tuple(tiles.split())
        self._index = {tile: i for i, tile in enumerate(self.tiles)}
        self._folds: "dict[str, str]" = {}
        for group in folds.split():
            plain, written = group.split("=")
            for letter in written:
                self._folds[letter] = plain
        self._longest = max([len(tile) for tile in self.tiles])

    def fold(self, text: str) -> str:
        """Return the text in capitals, without diacritics that do not make a separate letter."""
        letters = [upper(letter) for letter in text]
        return "".join([self._folds.get(letter, letter) for letter in letters])

    def spell(self, text: str) -> "tuple[int, ...] | None":
        """Return the tiles of a word, at each place the longest that fits; None if none fits.

        Letters that together make one tile are always that tile: C then H is CH (art. 11).
        """
        letters = self.fold(text)
        word: "list[int]" = []
        at = 0
        while at < len(letters):
            for length in range(self._longest, 0, -1):
                tile = self._index.get(letters[at : at + length])
                if tile is not None and at + length <= len(letters):
                    break
            else:
                return None
            word.append(tile)
            at += length
        return tuple(word)

    def spell_word(self, text: str) -> "tuple[int, ...] | None":
        """Spell a word as spell() does, but return None also if no board line can hold it."""
        word = self.spell(text)
        return word if word and SHORTEST <= len(word) <= LONGEST else None

    def text(self, word: "Sequence[int]") -> str:
        """Return the normal spelling in capitals."""
        return "".join([self.tiles[tile] for tile in word])


def alphabet(code: str) -> Alphabet:
    """Return the alphabet of a language, created only once; ValueError for an unknown code."""
    if code not in _cache:
        _cache[code] = Alphabet(code)
    return _cache[code]
