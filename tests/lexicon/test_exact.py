"""Every word of the list is found, no other is; a changed byte never becomes an answer."""

import random
from itertools import islice
from pathlib import Path

import pytest
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged

from host_tools.lexicon import ask
from host_tools.lexicon.pack import pack
from host_tools.lexicon.unpack import unpack
from host_tools.paths import lexicon_path

ES = lexicon_path("es")
WORDS = ("casa", "casas", "cazo", "niño", "niña", "chorro", "llave", "perro", "pero", "as")


@pytest.fixture(scope="module")
def members() -> set[tuple[int, ...]]:
    return set(unpack(Lexicon(str(ES))))


def notices(path: Path) -> bool:
    try:
        return not Lexicon(str(path)).verify()
    except LexiconDamaged:
        return True


def compiled(tmp_path: Path, words: tuple[str, ...] = WORDS) -> Path:
    letters = alphabet("es")
    path = tmp_path / "small.lex"
    path.write_bytes(pack(sorted(letters.spell(word) for word in words), "es", "small", "1"))
    return path


def test_the_shipped_list_holds_as_many_words_as_it_says(members: set) -> None:
    assert len(members) == Lexicon(str(ES)).words == 636_598


def test_members_are_found(members: set) -> None:
    lexicon = Lexicon(str(ES))
    for word in random.Random(1).sample(sorted(members), 20_000):
        assert lexicon.contains(word), alphabet("es").text(word)


def test_near_misses_and_random_words_are_not(members: set) -> None:
    lexicon, chance = Lexicon(str(ES)), random.Random(2)
    tiles = len(alphabet("es").tiles)
    asked = 0
    for word in islice(iter(chance.sample(sorted(members), 20_000)), 20_000):
        changed = list(word)
        changed[chance.randrange(len(word))] = chance.randrange(tiles)
        grown = tuple(changed) + (chance.randrange(tiles),)
        for candidate in (tuple(changed), grown, word[:-1]):
            if candidate not in members:
                asked += 1
                assert not lexicon.contains(candidate), alphabet("es").text(candidate)
    assert asked > 40_000


def test_the_empty_word_and_a_prefix_are_not_words(tmp_path: Path) -> None:
    lexicon = Lexicon(str(compiled(tmp_path)))
    assert not lexicon.contains(())
    assert not lexicon.contains(alphabet("es").spell("cas"))


def test_a_file_gives_back_its_list(tmp_path: Path) -> None:
    assert ask.listing(compiled(tmp_path)) == sorted(WORDS)


def test_every_changed_byte_of_a_file_is_noticed(tmp_path: Path) -> None:
    path = compiled(tmp_path)
    whole = path.read_bytes()
    for offset in range(len(whole)):
        for bit in (0, 7):
            damaged = bytearray(whole)
            damaged[offset] ^= 1 << bit
            path.write_bytes(bytes(damaged))
            assert notices(path), offset


def test_a_file_cut_short_anywhere_is_noticed(tmp_path: Path) -> None:
    path = compiled(tmp_path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(LexiconDamaged):
            Lexicon(str(path))


def test_damage_in_the_shipped_list_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "es.lex"
    whole = ES.read_bytes()
    chance = random.Random(3)
    for _ in range(40):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(damaged))
        assert notices(path)


def test_another_format_version_is_refused_by_name(tmp_path: Path) -> None:
    path = compiled(tmp_path)
    data = bytearray(path.read_bytes())
    data[4] = 9
    path.write_bytes(bytes(data))
    with pytest.raises(LexiconDamaged, match="format 9"):
        Lexicon(str(path))


def test_the_same_list_makes_the_same_bytes(tmp_path: Path) -> None:
    letters = alphabet("es")
    words = sorted(letters.spell(word) for word in WORDS)
    assert pack(words, "es", "a", "b") == pack(list(words), "es", "a", "b")
