"""Spell written words with the tiles of a language, which tile_sets.py lists."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST = 2  # in tiles: a board line has 15 squares
LONGEST = 15

_cache: "dict[str, Alphabet]" = {}


def upper(letter: str) -> str:
    """Return the capital of a Latin or Greek letter; MicroPython's own handles only ASCII."""
    code = ord(letter)
    if 0x61 <= code <= 0x7A or (0xE0 <= code <= 0xFE and code != 0xF7):
        return chr(code - 32)
    if code == 0xFF:
        return "Ÿ"
    if 0x100 <= code <= 0x137 or 0x14A <= code <= 0x177 or 0x218 <= code <= 0x21B:
        return chr(code & ~1)
    if 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E:
        return chr(code - 1 | 1)
    if 0x3B1 <= code <= 0x3CB and code != 0x3C2:  # a final sigma has no capital of its own
        return chr(code - 32)
    return letter


def listed(row: str) -> "list[str]":
    """Return the tiles of a row, which has spaces between them where one has two letters."""
    if " " in row:
        return row.split()
    return [row[at : at + 1] for at in range(len(row))]  # row[at] would be interned for good


class Alphabet:
    """The tiles of a language: `tiles[i]` is the face of tile i; a word is a tuple of indices."""

    def __init__(self, code: str) -> None:
        """Read the row of a language in tile_sets.TABLE; ValueError for an unknown one."""
        # Imported here, not above: where code lies in RAM it is unloaded once the list is open.
        from corrido.lexicon.tile_sets import TABLE

        if code not in TABLE:
            raise ValueError("alphabet %r: one of %s" % (code, ", ".join(sorted(TABLE))))
        tiles, folds = TABLE[code]
        self.code = code
        self.tiles = tuple(listed(tiles))
        self._index = {tile: i for i, tile in enumerate(self.tiles)}
        self._folds: "dict[str, str]" = {}
        for group in folds.split():
            plain, written = group.split("=")
            for letter in written:
                self._folds[letter] = plain
        self._longest = max([len(tile) for tile in self.tiles])

    def fold(self, text: str) -> str:
        """Return the text in capitals, without diacritics that do not make a separate letter.

        A row may fold small letters too, before they become capitals: in Turkish i is no I.
        """
        letters = [self._folds.get(letter) or upper(letter) for letter in text]
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
