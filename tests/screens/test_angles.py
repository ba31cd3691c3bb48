"""What has to be read in play is large enough, and common tasks take few keys."""

import pytest
from corrido.ui import texts
from corrido.ui.texts import LANGUAGES

from host_tools.cli import main
from host_tools.workshop.screens import angles, presses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", angles.STATES)
def test_states_of_play_are_fourteen_pixels_high(name: str, language: str) -> None:
    sizes = angles.heights(name, language)
    assert max(sizes) >= 14, sizes
    assert any(letter.isalpha() for px, texts in sizes.items() if px >= 14 for text in texts
               for letter in text) or 30 in sizes  # fmt: skip


def test_the_clocks_stay_large_in_a_stop() -> None:
    assert len(angles.heights("stopped", "es")[30]) == 2


def test_the_angles_are_those_of_the_issue() -> None:
    assert angles.minutes(7, angles.PITCH_MM['0.96"'], 60) == pytest.approx(6.8, abs=0.05)
    assert angles.minutes(7, angles.PITCH_MM['2.42"'], 60) > angles.FLOOR
    assert angles.minutes(14, angles.PITCH_MM['2.42"'], 100) > angles.FLOOR


def test_the_targets_of_presses_are_met() -> None:
    for task, most in (("arbiter's menu", 10), ("25 minutes instead of 30, held", 8)):
        before, keys, focus, _ = presses.TASKS[task]
        assert presses.count(before, keys, focus) <= most
    tapped, held = presses.challenges()
    assert held <= 40 < tapped < 64


def test_every_text_stands_beside_the_others(capsys) -> None:
    assert main(["screens", "--texts"]) == 0
    out = capsys.readouterr().out
    assert "| `reason.tiles` | FICHAS | TILES | PŁYTKI |" in out
    assert out.count("\n") == 2 + len(texts.whole("es"))


def test_the_report_is_written(tmp_path, capsys) -> None:
    assert main(["screens", "clock", "--language", "es", "--report", "-o", str(tmp_path)]) == 0
    assert "6.8'" in capsys.readouterr().out
    assert "| **clock** |" in (tmp_path / "sizes.md").read_text(encoding="utf-8")
