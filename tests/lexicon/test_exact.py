"""Every word of a list is found, no other is; `python -m tests.lexicon.whole` asks for all."""

import random
from pathlib import Path

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon

from host_tools.lexicon import ask
from host_tools.lexicon.unpack import unpack
from tests.lexicon.small import ES, at_random, near, some_spanish, spanish, spell, write

TILES = len(alphabet("es").tiles)


@pytest.fixture(scope="module")
def members() -> list[tuple[int, ...]]:
    return spanish()


def agrees(path: Path, words: list, misses: int, seed: int) -> None:
    """All of the list by decoding and by looking up, and near misses."""
    lexicon, chance, held = Lexicon(str(path)), random.Random(seed), set(words)
    assert set(unpack(lexicon)) == held
    assert lexicon.words == len(held)
    for word in words:
        assert lexicon.contains(word), word
    for _ in range(misses):
        word = near(chance.choice(words), TILES, chance)
        assert lexicon.contains(word) == (word in held), word


def test_the_shipped_list_holds_as_many_words_as_it_says(members: list) -> None:
    assert len(set(members)) == len(members) == Lexicon(str(ES)).words == 636_598


def test_words_of_the_shipped_list_are_found(members: list) -> None:
    lexicon = Lexicon(str(ES))
    for word in random.Random(1).sample(members, 1_500):
        assert lexicon.contains(word), alphabet("es").text(word)


def test_words_near_them_and_at_random_are_not(members: list) -> None:
    lexicon, chance, held = Lexicon(str(ES)), random.Random(2), set(members)
    asked = [near(word, TILES, chance) for word in chance.sample(members, 1_500)]
    for word in asked + at_random(1_500, TILES, 15, 3):
        assert lexicon.contains(word) == (word in held), word


@pytest.mark.parametrize("count", [1, 2, 300])
def test_a_part_of_the_list_is_exact(tmp_path: Path, count: int) -> None:
    words = some_spanish(count, count)
    agrees(write(tmp_path / "a.lex", words), words, 500, 5)


@pytest.mark.parametrize("shape", [(300, 28, 15), (800, 3, 9), (300, 28, 2), (1, 28, 1)])
def test_words_without_sense_are_exact(tmp_path: Path, shape: tuple) -> None:
    words = at_random(*shape, seed=6)
    agrees(write(tmp_path / "a.lex", words), words, 500, 7)


def test_a_large_part_that_two_beginnings_share_is_exact(tmp_path: Path) -> None:
    below = at_random(150, 28, 12, seed=8)
    words = [(first, *word) for first in (3, 9, 20) for word in below]
    agrees(write(tmp_path / "a.lex", words), words, 300, 9)


def test_no_word_a_prefix_or_a_longer_one(tmp_path: Path) -> None:
    lexicon = Lexicon(str(write(tmp_path / "a.lex", spell("casa", "casado"))))
    for text in ("c", "cas", "casad", "casados", "asa"):
        assert not lexicon.contains(*spell(text))
    assert not lexicon.contains(())
    assert not lexicon.contains((1,) * 16)


def test_a_file_gives_back_its_list(tmp_path: Path) -> None:
    words = ["as", "casa", "chorro", "llave", "niña", "niño", "perro"]
    assert ask.listing(write(tmp_path / "a.lex", spell(*words))) == words
