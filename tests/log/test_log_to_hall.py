"""A device without a radio: its pulled log in the hall's store, without its words."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.hall.logs import read_files, store_games
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, view
from tests.conftest import type_in
from tests.hall.played import rows
from tests.log.conftest import four_ends, image_of, journal_on


def test_a_pulled_log_is_lines_of_its_rounds_without_its_words(image, tmp_path):
    file = tmp_path / "table4.json"
    image.save(file)
    store, read = Store(None), read_files([file], "club")
    new = store_games(store, read.games)
    assert (read.devices, len(read.games)) == ({"0011"}, 2) and new == store.count() > 20
    found = rows(store, Plan(), None, pytest.fail)
    assert [(row["round"], row["table"], row["signed"]) for row in found] == [
        ("1", "4", "yes"), ("2", "4", "yes"),
    ]  # fmt: skip
    (row,) = view(store, Plan(), 0.0)
    assert (row.device, row.table, row.phase) == ("0011", "4", "closed")
    texts = "".join(entry.text for key in store.numbers() for entry in store.entries(key))
    assert "zuzar" not in texts and "casa" not in texts and "figos" not in texts
    assert "penalty.A" in texts
    assert store_games(store, read_files([file], "club").games) == 0, "the same file again"


def test_a_log_goes_to_the_hall_that_the_store_has(image, tmp_path, capsys):
    files = [tmp_path / "table4.json", tmp_path / "table5.json"]
    for number, file in enumerate(files):
        replace(image, device={**image.device, "id": f"001{number}"}).save(file)
    store = str(tmp_path / "hall.sqlite")
    assert main(["hall", "import", "--store", store, "--hall", "club", str(files[0])]) == 0
    assert main(["hall", "import", "--store", store, str(files[1])]) == 0
    assert {device.hall for device in Store(Path(store)).devices()} == {"club"}
    capsys.readouterr()


def test_both_csvs_tell_one_result(tmp_path, capsys):
    """Scores less overtime; a forfeit is 50 to 0; both losers, or a void game, have none."""
    image_of(four_ends()).save(log := tmp_path / "t.corridolog")
    store = ["--store", str(tmp_path / "hall.sqlite")]
    assert type_in(capsys, "hall", "import", *store, str(log))[0] == 0
    found = []
    for words in (["log", "export", str(log)], ["hall", "export", *store]):
        table = csv.DictReader(io.StringIO(type_in(capsys, *words)[1]))
        found.append([[row[f"{side}.{figure}"] for side in "AB" for figure in ("off", "result")]
                      for row in table])  # fmt: skip
    assert found[0] == found[1] == [
        ["10", "402", "0", "380"], ["10", "0", "0", "50"], ["10", "", "0", ""],
        ["10", "", "0", ""],
    ]  # fmt: skip


def test_a_log_whose_entries_do_not_read_is_one_line(flash, tmp_path):
    """Its chain is valid: anyone who knows the format can write such a log."""
    journal = journal_on(flash)
    journal.note(240_000, ("press",), b"\xff\xfe")
    image_of(flash).save(tmp_path / "wrong.corridolog")
    with pytest.raises(UserError, match="game 2: its record does not read"):
        read_files([tmp_path / "wrong.corridolog"], "club")
