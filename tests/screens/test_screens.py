"""Every screen in every language: the reference picture, nothing cut, readable text."""

import pytest
from corrido.ui import fonts, items, texts

from host_tools.sim import ocr
from host_tools.workshop.screens import cases, command
from host_tools.workshop.screens.cases import CASES, SCENARIOS, Table, case, drawn
from tests.conftest import tool, type_in

# A player's name may be longer than its box.
CUT_BY_NATURE = {"clock-names", "clock-absent", "arbiter-name"}
# With the board's name, or the record's last link, on them.
CPYTHON_ONLY = ("about", "about-journal", "closed", "closed-scores", "voided")
BY_KEYS = [name for name in CASES if name not in CPYTHON_ONLY]
LETTERS = (items.draw_text, items.draw_title, items.draw_digits, items.draw_large)


def fits(item: tuple, name: str) -> bool:
    """Return whether an item's text is shown whole in its box."""
    kind, w, text = item[0], item[3], item[5]
    if kind == items.draw_text and name not in CUT_BY_NATURE:
        return items.width_in(fonts.text, text) <= items.room(w) and "…" not in text
    if kind == items.draw_large:
        return items.width_in(fonts.large, text, items.TIGHT) <= w
    return kind != items.draw_title or items.width_in(fonts.title, text) <= w


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("name", CASES)
def test_a_screen_is_the_kept_one_and_nothing_is_cut_or_unreadable(
    name: str, language: str
) -> None:
    shown, picture, outcome = drawn(name, language)
    assert outcome == f"PASS {name}", "`corrido screens` shows it; `--keep` takes it"
    lines = " ".join(ocr.read_text(picture)).replace(" ", "")
    for at, item in enumerate(shown):
        x, y, w, h = item[1:5]
        assert x >= 0 and y >= 0 and x + w <= 128 and y + h <= 64, item
        for x2, y2, w2, h2 in [other[1:5] for other in shown[at + 1 :]]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, item
        assert fits(item, name), item
        if item[0] in LETTERS and "…" not in item[5]:
            for word in item[5].split():
                assert word in lines, (word, lines)


def test_a_picture_is_new_until_it_is_kept(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(command, "drawn", drawn.__wrapped__)
    for module in (cases, command):
        monkeypatch.setattr(module, "read_hashes", dict)
    monkeypatch.setattr(command, "HASHES", tmp_path / "hashes.txt")
    shown = ("screens", "ready", "--language", "es", "-o", str(tmp_path))
    assert type_in(capsys, *shown)[1].startswith("new: es/ready\n")
    assert type_in(capsys, *shown, "--keep")[1].startswith("kept es/ready\n")


@pytest.mark.long
@pytest.mark.parametrize("name", BY_KEYS)
def test_micropython_draws_the_same(name: str) -> None:
    tool("micropython"), tool("mpy-cross")
    language = texts.LANGUAGES[BY_KEYS.index(name) % len(texts.LANGUAGES)]
    table = Table(case(name, language), "micropython")
    table.device.close()
    assert table.outcome.passed, table.outcome.text()


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in CASES])
def test_keys_do_what_is_expected_of_them(name: str) -> None:
    outcome = Table(case(name, "es")).outcome
    assert outcome.passed, outcome.text()
