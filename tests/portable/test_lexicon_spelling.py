"""Tiles and the tables of a lexicon, under both interpreters."""

from array import array
from io import BytesIO

from corrido import native
from corrido.lexicon import reader
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.tables import HELD_BYTES, WEIGHT_OF, Bits, row_bits
from corrido.lexicon.tile_sets import TABLE
from corrido.native import loops

# Not imported: where no machine code is made they are loaded without their decorators.
scan = loops("corrido.lexicon.scan")
unpack = loops("corrido.lexicon.unpack")
# A kind of spelling each; test_alphabets.py has those of every language.
SPELLED = [
    ("es", "perro", "P E RR O"), ("es", "CHAL", "CH A L"), ("es", "pingüino", "P I N G U I N O"),
    ("es", "ñu", "Ñ U"), ("es", "allí", "A LL I"), ("pl", "ŻÓŁW", "Ż Ó Ł W"),
    ("ca", "COL.LEGI", "C O L·L E G I"), ("ca", "coŀlegi", "C O L·L E G I"),
    ("ca", "qüestió", "QU E S T I O"), ("fr", "cœur", "C O E U R"), ("fr", "ÿ", "Y"),
    ("de", "Straße", "S T R A S S E"), ("cs", "žluťoučký", "Ž L U Ť O U Č K Ý"),
]  # fmt: skip
UNSPELLABLE = [
    ("es", "kilo"), ("es", "façade"), ("es", "ping-pong"), ("es", "a b"), ("pl", "café"),
    ("en", "don't"), ("ca", "qa"), ("it", "jazz"), ("cs", "quiz"),
]  # fmt: skip


def test_words_become_tiles_and_capitals():
    for code, text, tiles in SPELLED:
        letters = alphabet(code)
        word = letters.spell(text)
        assert " ".join([letters.tiles[tile] for tile in word]) == tiles
        assert letters.text(word) == tiles.replace(" ", "")
        assert letters.spell(letters.text(word)) == word
    for code, text in UNSPELLABLE:
        assert alphabet(code).spell(text) is None, text
    for code in TABLE:
        letters = alphabet(code)
        for tile, text in enumerate(letters.tiles):
            assert letters.spell(text) == (tile,)


def test_a_word_fits_the_board():
    letters = alphabet("es")
    assert letters.spell_word("a") is None
    assert letters.spell_word("a" * 16) is None
    assert len(letters.spell_word("ll" * 15)) == 15


def bits_of(data):
    """Return Bits that read `data` as from a file."""
    return Bits(BytesIO(data), len(data))


def test_bits_come_most_significant_first():
    bits = bits_of(b"\xa5\xff\x00end")
    assert [bits.take(n) for n in (1, 3, 4, 9, 7)] == [1, 2, 5, 0x1FE, 0]
    try:
        bits.take(1)
    except IndexError:
        return
    raise AssertionError("read past the end")


def test_bits_of_a_file_longer_than_what_is_held_come_in_order():
    data = bytes([(7 * i) & 255 for i in range(3 * HELD_BYTES)])
    bits, at = bits_of(data + bytes(unpack.SPARE)), 0
    for _ in range(8 * len(data) // 9):
        bits.hold()
        low = at // 8
        pair = data[low] << 8 | data[low + 1]  # nine bits never span three bytes
        assert bits.take(9) == pair >> (7 - at % 8) & 511, at
        at += 9


def packed(numbers):
    """Return Bits of (value, width) pairs, followed by the rest of a file."""
    held = width = 0
    for value, bits in numbers:
        held, width = held << bits | value, width + bits
    return bits_of((held << -width % 8).to_bytes((width + 7) // 8, "big") + bytes(unpack.SPARE))


def row_of(levels, symbols, room=8):
    """Return the row that read_row() makes of {symbol: level}, None for a damaged one."""
    numbers = []
    for symbol in range(symbols):
        numbers.append((int(symbol in levels), 1))
        if symbol in levels:
            numbers.append((levels[symbol], unpack.LEVEL_BITS))
    bits, rows = packed(numbers), array("H", [0xFFFF] * (room + 2))
    for place, value in ((unpack.FIRST, 1), (unpack.END, 1 + room), (unpack.COUNT, symbols)):
        bits.state[place] = value
    end = unpack.read_row(bits.state, bits.data, rows, WEIGHT_OF)
    assert rows[0] == rows[room + 1] == 0xFFFF
    return list(rows[1:end]) if end >= 0 else None


def test_shares_fill_the_range_likeliest_first():
    row = row_of({7: 3, 2: 0, 1: 30}, 9)
    assert [entry & 63 for entry in row] == [2, 7, 1]
    assert row[-1] >> 6 == 0
    assert row[0] >> 6 > row[1] >> 6 > 0
    assert sum([entry >> 6 for entry in row]) < 1024
    assert row_of({5: 12}, 9) == [5]
    assert [row_bits(count) for count in (1, 2, 3, 4, 5, 255)] == [0, 1, 2, 2, 3, 8]


def test_rows_that_no_packer_makes_are_refused():
    assert row_of({}, 9) is None  # without a symbol
    assert row_of({4: 31}, 9) is None  # a level that does not exist
    assert row_of({n: 0 for n in range(9)}, 9) is None  # longer than its table
    assert row_of({n: 0 for n in range(8)}, 9) is not None


def test_a_map_names_only_rows_that_there_are():
    def mapped(count, numbers):
        bits, maps = packed(numbers), bytearray(b"\xee" * 5)
        state = bits.state
        state[unpack.FIRST], state[unpack.END] = 1, 4
        state[unpack.COUNT], state[unpack.WIDTH] = count, row_bits(count)
        return unpack.read_map(state, bits.data, maps), bytes(maps)

    listed = [(1, 1), (4, 3), (0, 1), (1, 1), (2, 3)]
    assert mapped(5, listed) == (0, b"\xee\x04\xee\x02\xee")
    assert mapped(4, [(1, 1), (3, 2), (1, 1), (0, 2), (0, 1)])[0] == 0
    assert mapped(3, [(1, 1), (3, 2), (1, 1), (0, 2), (0, 1)])[0] == unpack.DAMAGED
    assert mapped(5, [(1, 1), (4, 3), (1, 1), (2, 3)])[0] == unpack.DAMAGED  # cut short


def plain_scan():
    """Return the loops without native code; on a board with compiled files only, its own."""
    try:
        return native._without_decorators("corrido.lexicon.scan")
    except OSError:
        return scan


def test_the_last_number_up_to_a_value_with_and_without_native_code():
    numbers = array("H", (0, 3, 3, 9))
    for made in (reader.scan, plain_scan()):
        found = [made.last_up_to(numbers, 4, value) for value in (0, 2, 3, 8, 9, 99)]
        assert found == [0, 0, 2, 2, 3, 3]


def test_every_loop_of_a_crafted_file_comes_to_an_end():
    for kind in (8, 0):  # endless arcs; endless nodes
        for made in (reader.scan, plain_scan()):
            state = array("i", [0] * scan.STATE_SIZE)
            state[scan.POS], state[scan.END], state[scan.LABELS] = scan.BLOCK + 5, 3, 30
            state[scan.LIMIT] = scan.BLOCK + 40
            state[scan.KIND_ROWS] = 1
            buffer = bytearray(scan.BLOCK + 40 + scan.SLACK)
            buffer[:3] = b"\x09\x01\x01"
            # One row per model, with one symbol, which costs nothing: label 5, its arc's kind.
            rows = array("H", (2, 3, 5, kind))
            assert made.scan(state, buffer, bytearray(10000), rows) == scan.DAMAGED


def test_a_block_that_ends_before_its_runs_is_damaged():
    for runs, pairs, end in ((255, b"", 40), (1, b"\x01\x04", 40), (1, b"\xff\xff", 6)):
        state = array("i", [0] * scan.STATE_SIZE)
        state[scan.ENTRY], state[scan.LIMIT] = 5, scan.BLOCK + end
        buffer = bytearray(scan.BLOCK + 40 + scan.SLACK)
        buffer[scan.BLOCK] = runs
        buffer[scan.BLOCK + 1 : scan.BLOCK + 1 + len(pairs)] = pairs
        assert reader.scan.locate(state, buffer, array("H", (0,))) == scan.DAMAGED
