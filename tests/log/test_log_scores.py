"""Final scores and the letters of blanks, from the table to the round's CSV (art. 10.4, 44)."""

import csv
import io

import pytest

from host_tools.cli import main
from host_tools.log.firmware import events
from tests.log.conftest import A, B, image_of, recording


@pytest.fixture
def pulled(tmp_path):
    """A pulled log: a game in overtime whose players entered their scores; another without."""
    flash, recorder = recording(budget_ms=60_000)
    for scores in ((412, 1001), ()):
        recorder.arm(recorder.match.rules, {"table": "4"}, 0)
        recorder.send(events.PRESS, B, 0, 1_000)
        recorder.send(events.BLANK, A, events.packed("CH"), 30_000)
        recorder.send(events.PRESS, A, 0, 61_001)
        recorder.send(events.MENU, 0, 0, 62_000)
        recorder.send(events.END, 0, 0, 62_000)
        for who, score in zip((A, B), scores, strict=False):
            recorder.send(events.FINAL_SCORE, who, score, 63_000)
        recorder.send(events.PRESS, A, 0, 64_000)
        recorder.send(events.PRESS, B, 0, 65_000)
        recorder.send(events.OK, 0, 0, 70_000)
    file = tmp_path / "mesa-4.corridolog"
    image_of(flash).save(file)
    return file


def exported(capsys, *words):
    """Return the output of `corrido log export`."""
    assert main(["log", "export", *words]) == 0
    return capsys.readouterr().out


def test_scores_deductions_and_blanks_are_in_the_rounds_csv(pulled, capsys):
    text = exported(capsys, str(pulled), "--format", "csv")
    with_scores, without = list(csv.DictReader(io.StringIO(text)))
    assert (with_scores["A.score"], with_scores["B.score"]) == ("412", "1001")
    assert (with_scores["A.points"], with_scores["B.points"]) == ("10", "0")
    assert (with_scores["A.blanks"], with_scores["B.blanks"]) == ("CH", "")
    assert (without["A.score"], without["B.score"]) == ("", "")


def test_a_blank_is_told_by_its_letter(pulled, capsys):
    assert main(["log", "show", str(pulled), "--game", "1", "--language", "en"]) == 0
    assert "blank of A: stands for CH" in capsys.readouterr().out
