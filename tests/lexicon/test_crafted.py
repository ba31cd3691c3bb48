"""Crafted lists with correct checksums: words or LexiconDamaged, on host and in machine code."""

import io

import pytest
from corrido.lexicon.tables import MOST_CLASSES, Bits, Tables

from host_tools.workshop.campaigns import crafted

FEW = 300  # `corrido bench faults --only crafted-lists --long` tries 100,000


@pytest.mark.long
def test_a_crafted_list_is_answered_or_refused() -> None:
    found = crafted.crafted_lists(FEW)
    kinds = {"lists", "refused by the host", "answered by the host", "refused by native code",
             "answered by it"}  # fmt: skip
    assert set(found) <= kinds, found
    assert found["refused by the host"] + found["answered by the host"] == FEW
    assert found["refused by native code"] + found["answered by it"] == FEW
    assert min(found["refused by native code"], found["answered by it"]) > FEW // 10


@pytest.mark.parametrize("classes, left", [(MOST_CLASSES + 1, 9999), (48, 3)])
def test_tables_that_claim_more_than_they_have_are_refused(classes: int, left: int) -> None:
    with pytest.raises(ValueError, match="damaged"):
        Tables(Bits(io.BytesIO(b"\x7f" * 9999), 9999), 30, classes, left)
