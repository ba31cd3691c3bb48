"""Every screen in every language: the reference picture, nothing cut, readable text."""

from functools import cache

import pytest
from corrido.ui import fonts, items, texts

from host_tools.scenario.view import picture_hash
from host_tools.sim import ocr
from host_tools.workshop.screens.cases import CASES, drawn
from host_tools.workshop.screens.command import read_hashes

ALL = [(name, language) for name in CASES for language in texts.LANGUAGES]
# A player's name may be longer than its box.
CUT_BY_NATURE = {"clock-names", "clock-absent", "arbiter-name"}


@cache
def kept_pictures() -> dict:
    """The reference hashes and pictures."""
    return read_hashes()


def shown(name: str, language: str) -> list:
    """Return the items of a case's screen."""
    return drawn(name, language)[0]


@pytest.mark.parametrize(("name", "language"), ALL)
def test_picture_is_the_kept_one(name: str, language: str) -> None:
    assert kept_pictures()[f"{language}/{name}"][0] == picture_hash(drawn(name, language)[1]), (
        "`corrido screens --report` shows what has changed; `--keep` takes it"
    )


@pytest.mark.parametrize(("name", "language"), ALL)
def test_nothing_overflows_its_box(name: str, language: str) -> None:
    for item in shown(name, language):
        x, y, w, h = item[1:5]
        assert x >= 0 and y >= 0 and x + w <= 128 and y + h <= 64, item
        if item[0] == items.draw_text and name not in CUT_BY_NATURE:
            assert items.width_in(fonts.text, item[5]) <= items.room(w), item
            assert "…" not in item[5], item
        if item[0] == items.draw_large:
            assert items.width_in(fonts.large, item[5], items.TIGHT) <= w, item
        if item[0] == items.draw_title:
            assert items.width_in(fonts.title, item[5]) <= w, item


@pytest.mark.parametrize(("name", "language"), ALL)
def test_boxes_do_not_overlap(name: str, language: str) -> None:
    boxes = [item[1:5] for item in shown(name, language)]
    for at, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[at + 1 :]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@pytest.mark.parametrize(("name", "language"), ALL)
def test_every_text_reads_back(name: str, language: str) -> None:
    lines = " ".join(ocr.read_text(drawn(name, language)[1])).replace(" ", "")
    for item in shown(name, language):
        if (
            item[0] in (items.draw_text, items.draw_title, items.draw_digits, items.draw_large)
            and item[5]
            and "…" not in item[5]
        ):
            for word in item[5].split():
                assert word in lines, (word, lines)
