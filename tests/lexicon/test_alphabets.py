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


def test_every_set_has_the_tiles_of_its_box():
    assert {code: len(alphabet(code).tiles) for code in TABLE} == SIZES
    for code in TABLE:
        assert len(set(alphabet(code).tiles)) == SIZES[code]


@pytest.mark.parametrize("code", sorted(TABLE))
def test_capitals_are_those_of_unicode(code):
    letters = alphabet(code)
    written = "".join(letters.tiles) + TABLE[code][1].replace("=", "").replace(" ", "")
    for letter in unicodedata.normalize("NFC", written):
        assert letters.fold(letter.lower()) == letters.fold(letter), letter


def test_an_unknown_language_is_named_with_those_there_are():
    known = ", ".join(sorted(SIZES))
    with pytest.raises(ValueError, match=f"'xx': one of {known}"):
        alphabet("xx")
