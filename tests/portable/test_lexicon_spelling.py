"""Tiles and the tables of a lexicon, under both interpreters."""

from corrido.lexicon.alphabet import TABLE, alphabet
from corrido.lexicon.scan import last_up_to
from corrido.lexicon.tables import Bits, row_bits, shares


def test_spanish_words_become_tiles():
    letters = alphabet("es")
    for text, tiles in (("chorro", "CH O RR O"), ("ÑANDÚ", "Ñ A N D U"), ("llave", "LL A V E")):
        assert " ".join([letters.tiles[tile] for tile in letters.spell(text)]) == tiles
    assert letters.spell("kilo") is None
    assert letters.spell("ping-pong") is None


def test_capitals_of_every_alphabet():
    assert alphabet("pl").text(alphabet("pl").spell("źdźbło")) == "ŹDŹBŁO"
    assert alphabet("ca").text(alphabet("ca").spell("coŀlegi")) == "COL·LEGI"
    assert alphabet("fr").text(alphabet("fr").spell("cœur")) == "COEUR"
    for code in TABLE:
        letters = alphabet(code)
        for tile, text in enumerate(letters.tiles):
            assert letters.spell(text) == (tile,)


def test_a_word_fits_the_board():
    letters = alphabet("es")
    assert letters.spell_word("a") is None
    assert letters.spell_word("a" * 16) is None
    assert len(letters.spell_word("ll" * 15)) == 15


def test_bits_come_most_significant_first():
    bits = Bits(b"\xa5\xff\x00", 0)
    assert [bits.take(n) for n in (1, 3, 4, 9, 7)] == [1, 2, 5, 0x1FE, 0]
    try:
        bits.take(1)
    except IndexError:
        return
    raise AssertionError("read past the end")


def test_shares_fill_the_range_likeliest_first():
    row = shares([(3, 7), (0, 2), (30, 1)])
    assert [entry & 63 for entry in row] == [2, 7, 1]
    assert row[-1] >> 6 == 0
    assert row[0] >> 6 > row[1] >> 6 > 0
    assert sum([entry >> 6 for entry in row]) < 1024
    assert [row_bits(count) for count in (1, 2, 3, 4, 5, 255)] == [0, 1, 2, 2, 3, 8]


def test_the_last_number_up_to_a_value():
    numbers = (0, 3, 3, 9)
    assert [last_up_to(numbers, 4, value) for value in (0, 2, 3, 8, 9, 99)] == [0, 0, 2, 2, 3, 3]
