"""Tiles and spelling, language by language."""

import unicodedata

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE

SIZES = {
    "es": 28,
    "pl": 32,
    "en": 26,
    "ca": 26,
    "fr": 26,
    "de": 29,
    "it": 21,
    "pt": 24,
    "no": 29,
    "sv": 29,
    "da": 29,
    "cs": 39,
}
SPELLED = [
    ("es", "perro", "P E RR O"), ("es", "CHAL", "CH A L"), ("es", "pingüino", "P I N G U I N O"),
    ("es", "ñu", "Ñ U"), ("es", "allí", "A LL I"), ("es", "Ávila", "A V I L A"),
    ("pl", "źdźbło", "Ź D Ź B Ł O"), ("pl", "ŻÓŁW", "Ż Ó Ł W"), ("en", "café", "C A F E"),
    ("ca", "col·legi", "C O L·L E G I"), ("ca", "COL.LEGI", "C O L·L E G I"),
    ("ca", "coŀlegi", "C O L·L E G I"), ("ca", "qüestió", "QU E S T I O"),
    ("ca", "any", "A NY"), ("ca", "plaça", "P L A Ç A"), ("ca", "ball", "B A L L"),
    ("fr", "cœur", "C O E U R"), ("fr", "Noël", "N O E L"), ("fr", "ÿ", "Y"),
    ("de", "Straße", "S T R A S S E"), ("de", "Größe", "G R Ö S S E"),
    ("it", "perché", "P E R C H E"),
    ("pt", "coração", "C O R A Ç A O"), ("no", "blåbær", "B L Å B Æ R"), ("sv", "idé", "I D E"),
    ("da", "rødgrød", "R Ø D G R Ø D"), ("cs", "žluťoučký", "Ž L U Ť O U Č K Ý"),
]  # fmt: skip
UNSPELLABLE = [
    ("es", "kilo"), ("es", "whisky"), ("es", "façade"), ("es", "ping-pong"), ("es", "a b"),
    ("pl", "quiz"), ("pl", "vis"), ("pl", "xero"), ("pl", "café"), ("en", "don't"),
    ("ca", "kiwi"), ("ca", "jersey"), ("ca", "qa"), ("fr", "aujourd'hui"),
    ("it", "jazz"), ("pt", "kiwi"), ("de", "café-bar"), ("cs", "quiz"),
]  # fmt: skip


def test_every_set_has_the_tiles_of_its_box() -> None:
    assert {code: len(alphabet(code).tiles) for code in TABLE} == SIZES
    for code in TABLE:
        assert len(set(alphabet(code).tiles)) == SIZES[code]


@pytest.mark.parametrize(("code", "text", "tiles"), SPELLED)
def test_words_are_spelled_in_tiles(code: str, text: str, tiles: str) -> None:
    letters = alphabet(code)
    word = letters.spell(text)
    assert " ".join(letters.tiles[tile] for tile in word) == tiles
    assert letters.spell(letters.text(word)) == word


@pytest.mark.parametrize(("code", "text"), UNSPELLABLE)
def test_other_letters_cannot_be_spelled(code: str, text: str) -> None:
    assert alphabet(code).spell(text) is None


def test_tiles_entered_apart_are_the_digraph() -> None:
    letters = alphabet("es")
    apart = tuple(letters.tiles.index(tile) for tile in "C H A L L A".split())
    assert letters.text(letters.spell(letters.text(apart))) == "CHALLA"
    assert len(letters.spell(letters.text(apart))) == 4


@pytest.mark.parametrize("code", sorted(TABLE))
def test_capitals_are_those_of_unicode(code: str) -> None:
    letters = alphabet(code)
    written = "".join(letters.tiles) + TABLE[code][1].replace("=", "").replace(" ", "")
    for letter in unicodedata.normalize("NFC", written):
        assert letters.fold(letter.lower()) == letters.fold(letter), letter


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    known = ", ".join(sorted(SIZES))
    with pytest.raises(ValueError, match=f"'xx': one of {known}"):
        alphabet("xx")
