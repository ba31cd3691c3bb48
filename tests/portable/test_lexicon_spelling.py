"""Tiles and the tables of a lexicon, under both interpreters."""

from array import array

from corrido import native
from corrido.lexicon import reader
from corrido.lexicon.alphabet import TABLE, alphabet
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
    for nothing in ([], [(0, n) for n in range(64)] + [(30, n) for n in range(2000)]):
        try:
            shares(nothing)
            raise AssertionError(nothing)
        except ValueError as error:
            assert "damaged" in str(error)
    assert [row_bits(count) for count in (1, 2, 3, 4, 5, 255)] == [0, 1, 2, 2, 3, 8]


def test_the_last_number_up_to_a_value():
    numbers = array("H", (0, 3, 3, 9))
    found = [reader.S.last_up_to(numbers, 4, value) for value in (0, 2, 3, 8, 9, 99)]
    assert found == [0, 0, 2, 2, 3, 3]


def test_loops_are_there_without_native_code_too():
    plain = native._without_decorators("corrido.lexicon.scan")
    numbers = (0, 3, 3, 9)
    for value in (0, 2, 3, 9, 99):
        assert plain.last_up_to(numbers, 4, value) == last_up_to_in(numbers, value)
    assert plain.DAMAGED == reader.S.DAMAGED


def last_up_to_in(numbers, value):
    return max([place for place in range(len(numbers)) if numbers[place] <= value])


def test_every_loop_of_a_crafted_file_comes_to_an_end():
    for kind in (8, 0):  # arcs without end; nodes without end
        for loops in (reader.S, native._without_decorators("corrido.lexicon.scan")):
            state = array("i", [0] * loops.STATE_SIZE)
            state[loops.POS], state[loops.END], state[loops.LABELS] = loops.BLOCK + 5, 3, 30
            state[loops.LIMIT] = loops.BLOCK + 40
            state[loops.KIND_ROWS] = 1
            buffer = bytearray(loops.BLOCK + 40 + loops.SLACK)
            buffer[:3] = b"\x09\x01\x01"
            # One row a model, of one symbol, which costs nothing: label 5, the kind of its arc.
            rows = array("H", (2, 3, 5, kind))
            assert loops.scan(state, buffer, bytearray(10000), rows) == loops.DAMAGED


def test_a_block_that_ends_before_its_runs_is_damaged():
    loops = reader.S
    for runs, pairs, end in ((255, b"", 40), (1, b"\x01\x04", 40), (1, b"\xff\xff", 6)):
        state = array("i", [0] * loops.STATE_SIZE)
        state[loops.ENTRY], state[loops.LIMIT] = 5, loops.BLOCK + end
        buffer = bytearray(loops.BLOCK + 40 + loops.SLACK)
        buffer[loops.BLOCK] = runs
        buffer[loops.BLOCK + 1 : loops.BLOCK + 1 + len(pairs)] = pairs
        assert loops.locate(state, buffer, array("H", (0,))) == loops.DAMAGED
