"""The guarantees of docs/lexicon-format.md about files: damage, versions, bytes, memory."""

import random
from pathlib import Path

import pytest
from corrido.lexicon import reader
from corrido.lexicon.alphabet import TABLE
from corrido.lexicon.reader import Lexicon, LexiconDamaged

from host_tools.lexicon.pack import pack
from host_tools.lexicon.unpack import unpack
from tests.lexicon.small import ES, notices, some_spanish, spanish, spell, write


def flipped(path: Path, whole: bytes, offset: int, bits: int) -> Path:
    """The file with some bits of a byte turned over."""
    data = bytearray(whole)
    data[offset] ^= bits
    path.write_bytes(bytes(data))
    return path


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.lex", some_spanish(30, 1))
    whole = path.read_bytes()
    for offset in range(len(whole)):
        assert notices(flipped(path, whole, offset, 1 << offset % 8)), offset


def test_a_byte_that_changes_in_an_open_file_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.lex", spell("casa", "cosa", "cosas"))
    whole = path.read_bytes()
    lexicon = Lexicon(str(path))
    with path.open("r+b") as storage:
        for offset in range(len(whole)):
            assert lexicon.verify()
            for byte in (whole[offset] ^ 1, whole[offset]):
                storage.seek(offset)
                storage.write(bytes([byte]))
                storage.flush()
                assert lexicon.verify() == (byte == whole[offset]), offset
    lexicon.close()


def test_a_changed_byte_of_the_shipped_file_is_noticed(tmp_path: Path) -> None:
    whole, chance = ES.read_bytes(), random.Random(3)
    for _ in range(30):
        offset = chance.randrange(len(whole))
        assert notices(flipped(tmp_path / "a.lex", whole, offset, 1 << chance.randrange(8)))


def test_tiles_that_nobody_here_knows_are_refused(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.lex"
    with monkeypatch.context() as patch:
        patch.setitem(TABLE, "cs", TABLE["es"])
        path.write_bytes(pack(spell("casa", "cosa"), "cs", "a", "1"))
    with pytest.raises(LexiconDamaged, match="'cs', this reader knows ca, en, es"):
        Lexicon(str(path))


def test_a_file_cut_short_or_longer_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.lex", spell("casa", "cosa", "cosas"))
    whole = path.read_bytes()
    for data in [whole[:length] for length in range(len(whole))] + [whole + b"\0"]:
        path.write_bytes(data)
        with pytest.raises(LexiconDamaged):
            Lexicon(str(path))


def test_of_a_large_file_every_block_is_checked_when_read(tmp_path: Path, monkeypatch) -> None:
    words = some_spanish(600, 2)
    path = write(tmp_path / "a.lex", words)
    whole = path.read_bytes()
    monkeypatch.setattr(reader, "WHOLE_BYTES", 0)
    chance = random.Random(4)
    for offset in chance.sample(range(len(whole) - reader.HASH_BYTES), 40):
        flipped(path, whole, offset, 1 << chance.randrange(8))
        if notices(path):
            continue
        lexicon, refused = Lexicon(str(path)), 0
        for word in words[:: len(words) // 50]:
            try:
                assert lexicon.contains(word), (offset, word)
            except LexiconDamaged:
                refused += 1
        assert not lexicon.verify_whole()
        with pytest.raises(LexiconDamaged):
            list(unpack(lexicon))


def test_another_version_is_refused_by_name(tmp_path: Path) -> None:
    path = write(tmp_path / "a.lex", spell("casa"))
    for version in (0, 1, 2, 255):
        data = bytearray(path.read_bytes())
        data[4] = version
        path.write_bytes(bytes(data))
        with pytest.raises(LexiconDamaged, match=f"format {version}, this reader knows format 3"):
            Lexicon(str(path))


def test_entries_that_lead_in_a_circle_give_no_answer(tmp_path: Path, monkeypatch) -> None:
    lexicon = Lexicon(str(write(tmp_path / "a.lex", some_spanish(600, 2))))
    word = max(some_spanish(600, 2), key=len)
    assert lexicon.contains(word)
    monkeypatch.setattr(reader, "MOST_ENTRIES", 1)
    with pytest.raises(LexiconDamaged, match="circle"):
        lexicon.contains(word)


def test_another_kind_of_file_is_no_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "a.lex"
    path.write_bytes(b"%PDF-1.7" * 40)
    with pytest.raises(LexiconDamaged, match="not a lexicon"):
        Lexicon(str(path))


def test_a_file_knows_what_it_is(tmp_path: Path) -> None:
    words = spell("casa", "año")
    path = tmp_path / "a.lex"
    path.write_bytes(pack(sorted(words), "es", "Prueba", "edición 3"))
    lexicon = Lexicon(str(path))
    assert (lexicon.name, lexicon.edition, lexicon.alphabet) == ("Prueba", "edición 3", "es")
    assert (lexicon.words, lexicon.bytes) == (2, path.stat().st_size)
    assert lexicon.sha256 == path.read_bytes()[-32:].hex()


def test_the_shipped_file_comes_again_from_its_own_list() -> None:
    lexicon = Lexicon(str(ES))
    assert pack(spanish(), lexicon.alphabet, lexicon.name, lexicon.edition) == ES.read_bytes()


def test_the_shipped_file_is_as_small_as_it_says() -> None:
    assert ES.stat().st_size <= 130_000
