"""Tiles and spelling, language by language."""

import unicodedata

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tile_sets import TABLE

from host_tools.lexicon.ask import small

# How many tiles the box has, then words as people and lists write them, and their tiles.
TYPED = {
    "es": "28 niño N I Ñ O|CHÉRRÜLL CH E RR U LL", "pl": "32 żółw Ż Ó Ł W",
    "en": "26 œuvre O E U V R E",
    "ca": "26 col·legi C O L·L E G I|col.legi C O L·L E G I|coŀlegi C O L·L E G I|any A NY"
          "|què QU E",
    "fr": "26 cœur C O E U R|Noël N O E L|aÿ A Y", "de": "29 größe G R Ö S S E",
    "it": "21 perché P E R C H E",
    "pt": "24 È E|Î I|ação A Ç A O", "no": "29 blåbær B L Å B Æ R", "sv": "29 idé I D E",
    "da": "29 æble Æ B L E",
    "cs": "39 žluťoučký Ž L U Ť O U Č K Ý",
    "el": "24 λόγος Λ Ο Γ Ο Σ|ΑΫΠΝΊΑ Α Υ Π Ν Ι Α|ΐΰώ Ι Υ Ω",
    "fi": "29 yö Y Ö|šakki S A K K I",
    "hr": "30 ǆep DŽ E P|LJUBAV LJ U B A V|Njuška NJ U Š K A|đak Đ A K",
    "hu": "38 asszony A S SZ O NY|gyűrű GY Ű R Ű|zsír ZS Í R", "nl": "26 ĳs I J S|één E E N",
    "ro": "22 țară T A R A|ţară T A R A|ŞTIINŢĂ S T I I N T A|însuși I N S U S I|mâna M A N A",
    "sk": "41 kôň K Ô Ň|vŕba V Ŕ B A|ĺ Ĺ|päť P Ä Ť",
    "tr": "29 ılık I L I K|iğne İ Ğ N E|ISI I S I|kâğıt K A Ğ I T",
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(TABLE))
def test_words_as_they_are_typed(code):
    """Each written form of the table is typed, in both cases, alone and in a word."""
    letters = alphabet(code)
    size, rows = TYPED[code].split(maxsplit=1)
    assert len(letters.tiles) == len(set(letters.tiles)) == int(size)
    for row in rows.split("|"):
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


@pytest.mark.parametrize("code", sorted(TABLE))
def test_capitals_are_those_of_unicode(code):
    letters = alphabet(code)
    written = "".join(letters.tiles) + TABLE[code][1].replace("=", "").replace(" ", "")
    for letter in unicodedata.normalize("NFC", written):
        assert letters.fold(small(letter, code)) == letters.fold(letter), letter


def test_an_unknown_language_is_named_with_those_there_are():
    known = ", ".join(sorted(TYPED))
    with pytest.raises(ValueError, match=f"'xx': one of {known}"):
        alphabet("xx")
