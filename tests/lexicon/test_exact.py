"""Every word of a list is found, and no other."""

import os
import random
from functools import partial
from hashlib import sha256
from itertools import chain, islice

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon
from corrido.memory import TABLES_BYTES

from host_tools.lexicon.ask import by_micropython, listing
from host_tools.lexicon.unpack import FALLBACK, entries, unpack
from tests.lexicon.small import ES, at_random, near, some_spanish, spanish, write

TILES = len(alphabet("es").tiles)
WORDS_SHA256 = "a6e805ab9a56a32e27aa528c2abf022e6594d8dc6001322236560a7a58ee34b4"
OTHERS = int(os.environ.get("CORRIDO_OTHERS", "100000"))  # ten million take half an hour


def agrees(path, words, misses, seed):
    """Check the whole list by decoding and by look-up, and near misses."""
    lexicon, chance, held = Lexicon(str(path)), random.Random(seed), set(words)
    assert set(unpack(lexicon)) == held
    assert lexicon.words == len(held)
    for word in words:
        assert lexicon.contains(word), word
    for _ in range(misses):
        word = near(chance.choice(words), TILES, chance)
        assert lexicon.contains(word) == (word in held), word


def test_the_shipped_list_has_its_words_and_none_near_them_or_at_random():
    lexicon, chance, members = Lexicon(str(ES)), random.Random(2), spanish()
    held = set(members)
    assert len(held) == len(members) == lexicon.words == 636_598
    some = chance.sample(members, 1_500)
    others = (near(word, TILES, chance) for word in some)
    for word in [(), (1,) * 16, *some, *others, *at_random(1_500, TILES, 15, 3)]:
        assert lexicon.contains(word) == (word in held), word


def test_the_shipped_list_is_the_one_that_was_checked():
    text = "\n".join(listing(ES)) + "\n"
    assert sha256(text.encode()).hexdigest() == WORDS_SHA256


def test_the_room_kept_for_a_list_holds_the_tables_of_the_shipped_one():
    pieces = sorted(memoryview(table).nbytes for table in Lexicon(str(ES))._tables)
    assert all(kept > size for kept, size in zip(sorted(TABLES_BYTES), pieces, strict=True))


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_micropython_finds_every_word_and_no_other(micropython):
    chance, members = random.Random(1), spanish()
    held = set(members)
    others = (near(chance.choice(members), TILES, chance) for _ in range(OTHERS))
    asked = chain(members, others)
    while batch := list(islice(asked, 100_000)):
        assert by_micropython(ES, batch)[1] == [word in held for word in batch]


@pytest.mark.parametrize("words", [
    *(partial(some_spanish, count, count) for count in (1, 2, 300)),
    *(pytest.param(partial(at_random, *shape, seed=6), marks=pytest.mark.long)
      for shape in ((60, 28, 15), (800, 3, 9), (300, 28, 2), (1, 28, 1))),
])  # fmt: skip
def test_any_list_is_exact(tmp_path, words):
    agrees(write(tmp_path / "a.lex", words()), words(), 500, 5)


@pytest.mark.long
def test_what_falls_back_is_exact(tmp_path):
    below, chance = at_random(60, 5, 6, seed=10), random.Random(11)
    words = {(first, first, *word) for first in range(3, 28) for word in below}
    for _ in range(150):  # more words here and there, and some that only extend others
        word = chance.choice(sorted(words))
        words.add((*word[: chance.randint(2, len(word))], *at_random(1, 28, 3, word[0])[0]))
    words = [word for word in words if len(word) < 16]
    path = write(tmp_path / "a.lex", words)
    arcs = [arc for entry in entries(Lexicon(str(path))) for node in entry for arc in node]
    assert sum(tile == FALLBACK for tile, *_ in arcs) > 10
    agrees(path, words, 3_000, 12)
