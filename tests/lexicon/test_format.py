"""The guarantees of docs/lexicon-format.md about files: damage, versions, bytes, memory."""

import io
import random
import struct

import pytest
from corrido.lexicon import reader
from corrido.lexicon.reader import HEAD, Lexicon, LexiconDamaged, block_check
from corrido.lexicon.tables import MOST_CLASSES, Bits, Tables
from corrido.services.judge import Judge, Refusal

from host_tools.lexicon.about import About
from host_tools.lexicon.pack import pack, sealed
from host_tools.lexicon.unpack import unpack
from host_tools.workshop.campaigns.crafted import parts_of
from tests.lexicon.small import ES, notices, some_spanish, spanish, spell, write


def test_every_changed_byte_is_noticed(tmp_path):
    path = write(tmp_path / "a.lex", some_spanish(30, 1))
    whole = path.read_bytes()
    for offset in range(len(whole)):
        data = bytearray(whole)
        data[offset] ^= 1 << offset % 8
        path.write_bytes(data)
        assert notices(path), offset


def test_a_byte_that_changes_in_an_open_file_is_noticed(tmp_path):
    path = write(tmp_path / "a.lex", spell("casa", "cosa", "cosas"))
    whole = path.read_bytes()
    lexicon = Lexicon(str(path))
    with path.open("r+b") as storage:
        for offset in range(len(whole)):
            assert lexicon.verify_whole()
            for byte in (whole[offset] ^ 1, whole[offset]):
                storage.seek(offset)
                storage.write(bytes([byte]))
                storage.flush()
                assert lexicon.verify_whole() == (byte == whole[offset]), offset
    lexicon.close()


def test_a_file_cut_short_or_longer_is_noticed(tmp_path):
    path = write(tmp_path / "a.lex", spell("casa", "cosa", "cosas"))
    whole = path.read_bytes()
    for data in [whole[:length] for length in range(len(whole))] + [whole + b"\0"]:
        path.write_bytes(data)
        with pytest.raises(LexiconDamaged):
            Lexicon(str(path))


def check_refusals(lexicon, words):
    """Check that a damaged file gives right answers or none; return how often it refused."""
    refused = 0
    for word in words[:: max(1, len(words) // 50)]:
        try:
            assert lexicon.contains(word), word
        except LexiconDamaged:
            refused += 1
    assert not lexicon.verify_whole()
    with pytest.raises(LexiconDamaged):
        list(unpack(lexicon))
    return refused


def blocks_of(whole):
    """Return where each block begins and ends, its checksum included."""
    (head, blocks), found = parts_of(whole), []
    at = len(head) + reader.CHECK_BYTES
    for data in blocks:
        found.append((at, at + len(data) + reader.CHECK_BYTES))
        at = found[-1][1]
    return found


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    """A list of several blocks, and its words."""
    words = some_spanish(9_000, 2)
    return write(tmp_path_factory.mktemp("edition") / "a.lex", words), words


def test_no_block_stands_for_another(tmp_path, monkeypatch):
    """Copy and exchange blocks of equal size, in a list too large to check whole."""
    whole, path = ES.read_bytes(), tmp_path / "b.lex"
    words = random.Random(5).sample(spanish(), 150)
    places = blocks_of(whole)
    monkeypatch.setattr(reader, "WHOLE_BYTES", 0)
    twins = [
        (one, other)
        for one in places for other in places
        if one != other and one[1] - one[0] == other[1] - other[0]
    ]  # fmt: skip
    refused = 0
    for number, (one, other) in enumerate(twins[:16]):
        data = bytearray(whole)
        data[slice(*one)] = whole[slice(*other)]
        if number % 2:
            data[slice(*other)] = whole[slice(*one)]
        path.write_bytes(data)
        refused += check_refusals(Lexicon(str(path)), words)
    assert len(twins) > 16 and refused > 16


@pytest.mark.long
def test_no_block_of_an_older_edition_passes(edition, tmp_path, monkeypatch):
    """The older edition is the same list with another name: only the blocks' binding differs."""
    path, words = edition
    whole = path.read_bytes()
    older = pack(words, About("es", "small", "0"))
    monkeypatch.setattr(reader, "WHOLE_BYTES", 0)
    for at, end in blocks_of(whole):
        assert whole[at : end - 4] == older[at : end - 4] and whole[at:end] != older[at:end]
        (tmp_path / "b.lex").write_bytes(whole[:at] + older[at:end] + whole[end:])
        assert check_refusals(Lexicon(str(tmp_path / "b.lex")), words)


@pytest.mark.long
def test_a_byte_changed_with_its_checksum_is_noticed_when_it_is_opened(
    edition, tmp_path, monkeypatch
):
    """Only the hash of the whole file shows it; a large list is checked when it is opened."""
    path, _ = edition
    data = bytearray(path.read_bytes())
    at, end = blocks_of(bytes(data))[1]
    data[at + 200] ^= 1
    check = block_check(bytes(data[-32:]), 1, bytes(data[at : end - 4]))
    data[end - 4 : end] = check.to_bytes(4, "little")
    (tmp_path / "es.lex").write_bytes(data)
    monkeypatch.setattr(reader, "WHOLE_BYTES", 0)
    assert not notices(tmp_path / "es.lex")
    judge = Judge(str(tmp_path))
    judge.choose("es")
    for ask in (lambda: [*judge.looking_up([], [], whole=True)], lambda: judge.look_up(["casa"])):
        with pytest.raises(Refusal, match="lexicon-damaged"):
            ask()


def test_another_version_is_refused_by_name(tmp_path):
    path = write(tmp_path / "a.lex", spell("casa"))
    for version in (0, 1, 2, 3, 255):
        data = bytearray(path.read_bytes())
        data[4] = version
        path.write_bytes(bytes(data))
        with pytest.raises(LexiconDamaged, match=f"format {version}, this reader knows format 5"):
            Lexicon(str(path))


def test_a_file_of_version_4_is_still_read(tmp_path):
    """As the firmware of 1.0.0 compiled it: no source, no date, four bytes a block."""
    words = some_spanish(300, 5)
    head, blocks = parts_of(write(tmp_path / "a.lex", words).read_bytes())
    fields = list(struct.unpack(HEAD, head[:32]))
    told = [int.from_bytes(head[at : at + 3], "little") for at in range(fields[11], len(head), 3)]
    directory = b"".join(struct.pack("<HH", each & 4095, each >> 12) for each in told)
    fields[1] = 4
    for place in (6, 7, 10, 11):  # its length, and where blocks, tables and directory begin
        fields[place] += len(blocks) * (place < 8) - 2
    older = struct.pack(HEAD, *fields) + head[32 : fields[10]]
    older += head[fields[10] + 2 : fields[11] + 2] + directory
    (tmp_path / "b.lex").write_bytes(sealed(older, blocks))
    lexicon = Lexicon(str(tmp_path / "b.lex"))
    assert (lexicon.version, lexicon.about(), lexicon.verify_whole()) == (4, ("", ""), True)
    assert sorted(unpack(lexicon)) == sorted(set(words))


def test_entries_that_lead_in_a_circle_give_no_answer(tmp_path, monkeypatch):
    lexicon = Lexicon(str(write(tmp_path / "a.lex", some_spanish(600, 2))))
    word = max(some_spanish(600, 2), key=len)
    assert lexicon.contains(word)
    monkeypatch.setattr(reader, "MOST_ENTRIES", 1)
    with pytest.raises(LexiconDamaged, match="circle"):
        lexicon.contains(word)


@pytest.mark.parametrize("classes, left", [(MOST_CLASSES + 1, 9999), (48, 3)])
def test_tables_that_claim_more_than_they_have_are_refused(classes, left):
    with pytest.raises(ValueError, match="damaged"):
        Tables(Bits(io.BytesIO(b"\x7f" * 9999), 9999), 30, classes, left)
