"""Bytes after the last whole record of a block: the remains of a cut, or damage."""

import pytest
from corrido.store.journal.codec import BODY_AT, MAX_RECORD, Links, encode, more_than_torn
from corrido.store.journal.survey import was_whole

PAGE = 256
LINK = Links(b"").of_block(0)
ENTRY = 0x4C
NOISE = bytes(range(1, 60))


def record(payload: int = 0) -> bytes:
    return encode(ENTRY, (1, 2, 3000, 1, 1, 0), b"\x01", bytes(payload), bytes(8), LINK)


def torn(length: int = 0) -> bytes:
    """Return a record whose head was written, but not its end."""
    whole = record(length)
    return whole[: len(whole) - 6] + b"\xff" * 6


def block(*parts: tuple[int, bytes]) -> bytearray:
    made = bytearray(b"\xff" * 4096)
    for at, data in parts:
        made[at : at + len(data)] = data
    return made


LEFT_BY_CUTS = {
    "nothing": [],
    "a torn record": [(700, torn())],
    "a torn record on the next page": [(768, torn())],
    "a long one": [(768, torn(1300))],
    "of which only the head is there": [(768, torn(1300)[:3])],
    "zeros, then a torn record": [(700, bytes(68)), (768, torn())],
    "zeros of two pages, then a torn record": [(700, bytes(68 + 256)), (1024, torn())],
    "zeros of two pages, then a long one": [(700, bytes(68 + 256)), (1024, torn(1300))],
    "noise of a clearing that was cut, then a torn record": [(700, NOISE), (768, torn())],
    "a tag that was cleared, and the rest of its record": [(700, b"\x00" + torn()[1:])],
    "a torn record, and zeros behind it": [(700, torn()), (750, bytes(18 + 256))],
    "a cleared tag, and noise of two pages": [(700, b"\x00" + NOISE), (768, NOISE)],
    "a long one without its tag, and noise on the page behind it": [
        (768, b"\x00" + torn(1300)[1:]),
        (768 + MAX_RECORD, NOISE),
    ],
    "noise that begins as a record would": [(700, b"\x4c\xff\xff" + NOISE), (768, torn())],
    "noise that begins as a short record would": [(700, b"\x4c\x05\x00" + NOISE), (768, torn())],
}
DAMAGE = {
    "two records on the page": [(700, torn()), (700 + len(record()), b"\x10")],
    "a record on this page and one on the next": [(700, torn()), (768, torn())],
    "two records on the next page": [(768, torn()), (768 + len(record()), b"\x10")],
    "more than one record can be": [(768, NOISE), (768 + MAX_RECORD + PAGE, b"\x10")],
    "far behind a torn record": [(700, torn()), (3000, b"\xfe")],
}


@pytest.mark.parametrize("name", LEFT_BY_CUTS)
def test_the_rest_of_a_cut_is_no_damage(name: str) -> None:
    assert not more_than_torn(block(*LEFT_BY_CUTS[name]), 700, PAGE)


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_seen(name: str) -> None:
    assert more_than_torn(block(*DAMAGE[name]), 700, PAGE)


def test_words_of_a_clearing_that_was_cut_are_no_seal() -> None:
    for begun in (b"\x75", b"\x75\xa3\xff\x10"):
        assert not was_whole(block((700, begun), (740, bytes(4)), (764, bytes(4))), 700, PAGE)
    assert was_whole(block((700, b"\x75" + record()[1:] + bytes(4))), 700, PAGE)


def test_the_first_record_of_a_block_may_be_long() -> None:
    whole = block((BODY_AT, torn(1300)))
    assert not more_than_torn(whole, BODY_AT, PAGE)
    assert more_than_torn(block((BODY_AT, torn()), (BODY_AT + 40, b"\x10")), BODY_AT, PAGE)


def test_the_end_of_a_block() -> None:
    assert not more_than_torn(block((4090, b"\x4c\x1f\x00")), 4090, PAGE)
    assert not more_than_torn(block(), 4096, PAGE)
