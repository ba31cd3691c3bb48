"""Cuts, bad blocks and flipped bits in a form that takes seconds."""

from host_tools.workshop.campaigns import cut_store, damage


def losses(figures: dict) -> dict:
    tried = ("operations", "cuts", "comparisons", "cases", "bits", "no entry changed",
             "told by verify", "older games hidden", "the last record alone")  # fmt: skip
    return {name: number for name, number in figures.items() if name not in tried and number}


def test_cuts_in_the_journal() -> None:
    assert losses(cut_store.journal_cuts(1000, 9)) == {}


def test_cuts_in_the_stores() -> None:
    assert losses(cut_store.store_cuts(7, 4)) == {}


def test_bad_blocks() -> None:
    assert losses(damage.bad_blocks(30)) == {}


def test_turned_bits() -> None:
    figures = damage.turned_bits(41)
    assert losses(figures) == {}
    assert figures["told by verify"] > 0


def test_spoilt_records() -> None:
    figures = damage.spoilt_records()
    assert losses(figures) == {}
    assert figures["the last record alone"] == 2
