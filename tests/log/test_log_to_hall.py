"""A device without a radio: its pulled log in the hall's store, without its words."""

import pytest
from corrido.store.journal.journal import Journal

from host_tools.errors import UserError
from host_tools.hall.logs import take_files
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, view
from tests.hall.played import rows
from tests.log.conftest import DEVICE, REGION, image_of


@pytest.fixture
def taken(image, tmp_path):
    """Return the store after an import, the file, and the report."""
    file = tmp_path / "table4.json"
    image.save(file)
    store = Store(None)
    return store, file, take_files(store, [file], "club")


def test_both_games_are_lines_of_their_rounds(taken):
    store, _, told = taken
    assert (told.devices, told.games) == (1, 2) and told.new == store.count() > 20
    found = rows(store, Plan(), None, pytest.fail)
    assert [(row["round"], row["table"], row["signed"]) for row in found] == [
        ("1", "4", "yes"), ("2", "4", "yes"),
    ]  # fmt: skip
    (row,) = view(store, Plan(), 0.0)
    assert (row.device, row.table, row.phase) == ("0011", "4", "closed")


def test_no_word_comes_along(taken):
    store, _, _ = taken
    texts = "".join(entry.text for key in store.games() for entry in store.entries(key))
    assert "zuzar" not in texts and "casa" not in texts and "figos" not in texts
    assert "penalty.A" in texts


def test_the_same_file_again_brings_nothing(taken):
    store, file, told = taken
    again = take_files(store, [file], "club")
    assert again.new == 0 and store.count() == told.new


def test_a_file_that_is_no_log(tmp_path):
    file = tmp_path / "other.json"
    file.write_text("{}")
    with pytest.raises(UserError):
        take_files(Store(None), [file], "club")


def test_a_log_whose_entries_do_not_read_is_one_line_and_leaves_nothing(image, flash, tmp_path):
    """Its chain is valid: anyone who knows the format can write such a log."""
    image.save(tmp_path / "right.corridolog")
    journal = Journal(flash, REGION.first, REGION.blocks, bytes.fromhex(DEVICE["id"]))
    journal.mount()
    journal.note(240_000, ("press",), b"\xff\xfe")
    image_of(flash).save(tmp_path / "wrong.corridolog")
    store = Store(None)
    files = [tmp_path / "right.corridolog", tmp_path / "wrong.corridolog"]
    with pytest.raises(UserError, match="game 2: its record does not read"):
        take_files(store, files, "club")
    assert store.count() == 0 and store.devices() == []
