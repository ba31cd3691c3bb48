"""Tiles and spelling, language by language."""

import unicodedata

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE

from host_tools.lexicon.ask import small

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
    "el": 24,
    "fi": 29,
    "hr": 30,
    "hu": 38,
    "nl": 26,
    "ro": 22,
    "sk": 41,
    "tr": 29,
}
TYPED = {  # words as people and lists write them, and their tiles
    "es": "niño N I Ñ O|CHÉRRÜLL CH E RR U LL", "pl": "żółw Ż Ó Ł W", "en": "œuvre O E U V R E",
    "ca": "col·legi C O L·L E G I|col.legi C O L·L E G I|coŀlegi C O L·L E G I|any A NY|què QU E",
    "fr": "cœur C O E U R|Noël N O E L|aÿ A Y", "de": "größe G R Ö S S E",
    "it": "perché P E R C H E",
    "pt": "È E|Î I|ação A Ç A O", "no": "blåbær B L Å B Æ R", "sv": "idé I D E",
    "da": "æble Æ B L E",
    "cs": "žluťoučký Ž L U Ť O U Č K Ý", "el": "λόγος Λ Ο Γ Ο Σ|ΑΫΠΝΊΑ Α Υ Π Ν Ι Α|ΐΰώ Ι Υ Ω",
    "fi": "yö Y Ö|šakki S A K K I",
    "hr": "ǆep DŽ E P|LJUBAV LJ U B A V|Njuška NJ U Š K A|đak Đ A K",
    "hu": "asszony A S SZ O NY|gyűrű GY Ű R Ű|zsír ZS Í R", "nl": "ĳs I J S|één E E N",
    "ro": "țară T A R A|ţară T A R A|ŞTIINŢĂ S T I I N T A|însuși I N S U S I|mâna M A N A",
    "sk": "kôň K Ô Ň|vŕba V Ŕ B A|ĺ Ĺ|päť P Ä Ť",
    "tr": "ılık I L I K|iğne İ Ğ N E|ISI I S I|kâğıt K A Ğ I T",
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(TABLE))
def test_words_as_they_are_typed(code):
    """Each written form of the table is typed, in both cases, alone and in a word."""
    letters = alphabet(code)
    for row in TYPED[code].split("|"):
        text, *tiles = row.split()
        assert [letters.tiles[tile] for tile in letters.spell(text)] == tiles, text
    for group in TABLE[code][1].split():
        plain, written = group.split("=")
        for letter in written:
            assert letters.fold(letter) == letters.fold(small(letter, code)) == plain


def test_a_hyphen_is_no_tile_and_a_dotless_i_no_i():
    assert alphabet("ca").spell("mal-lleig") is None
    turkish = alphabet("tr")
    assert turkish.spell("ısı") != turkish.spell("isi") and small("ISI İ", "tr") == "ısı i"


def test_every_set_has_the_tiles_of_its_box():
    assert {code: len(alphabet(code).tiles) for code in TABLE} == SIZES
    for code in TABLE:
        assert len(set(alphabet(code).tiles)) == SIZES[code]


@pytest.mark.parametrize("code", sorted(TABLE))
def test_capitals_are_those_of_unicode(code):
    letters = alphabet(code)
    written = "".join(letters.tiles) + TABLE[code][1].replace("=", "").replace(" ", "")
    for letter in unicodedata.normalize("NFC", written):
        assert letters.fold(small(letter, code)) == letters.fold(letter), letter


def test_an_unknown_language_is_named_with_those_there_are():
    known = ", ".join(sorted(SIZES))
    with pytest.raises(ValueError, match=f"'xx': one of {known}"):
        alphabet("xx")
