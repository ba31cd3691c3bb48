"""Everything that has to be read in play is large enough, and common tasks take few keys."""

import re
from functools import cache

import pytest
from corrido.ui import texts
from corrido.ui.texts import LANGUAGES

from host_tools.cli import main
from host_tools.workshop.screens import angles, png, presses
from host_tools.workshop.screens.cases import CASES
from host_tools.workshop.screens.command import render

PLAY = [name for name in CASES if angles.is_state(name)]
# Players' letters and names, turns completed, pictures of keys and batteries.
OF_NO_LANGUAGE = r"[AB]( \S+)?|\d+|T\d+|◀A ?B▶|[^\w]*"


def test_every_screen_is_of_play_or_not() -> None:
    unknown = [name for name in CASES if not name.startswith(angles.STATES + angles.QUIET)]
    assert not unknown, f"say it in STATES or QUIET of angles.py: {unknown}"


@cache
def small_in_play(language: str) -> re.Pattern[str]:
    """Return patterns for the texts that may be small on a screen of play."""
    table = texts.whole(language)
    allowed = [text for key, text in table.items() if angles.may_be_small(key)]
    said = "|".join(re.escape(text).replace("%", ".+").replace("\\&", ".+") for text in allowed)
    return re.compile(rf"({OF_NO_LANGUAGE}|((STOP|OK|A|B) )?({said})[^A-Za-z]*)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLAY)
def test_states_of_play_are_fourteen_pixels_high(name: str, language: str) -> None:
    sizes = angles.heights(name, language)
    assert max(sizes) >= angles.STATE_PX, sizes
    for text in [text for px in sizes if px < angles.STATE_PX for text in sizes[px]]:
        small = small_in_play(language).fullmatch(text)
        assert small, f"{text!r} is small in play: shorten it or its neighbours"


def test_what_may_be_small_is_no_state_of_play() -> None:
    state = ("verdict.", "takes-back", "appeals", "wins", "both-lose", "confirm", "play-of",
             "sum.total", "sum.result", "nothing-drawn", "face-down", "finish-", "reason.",
             "notice.t", "late.",
             "stuck", "board-", "recovered", "no.", "fault", "ready.",
             "so-far.")  # fmt: skip
    for key in texts.whole("es"):
        assert not (key.startswith(state) and angles.may_be_small(key)), key


@pytest.mark.parametrize("name", [n for n in PLAY if n.startswith(("clock", "stopped", "late"))])
def test_clocks_are_never_smaller_than_in_play(name: str) -> None:
    assert len(angles.heights(name, "es")[30]) == 2


def test_overtime_is_as_large_as_the_time() -> None:
    sizes = angles.heights("clock-overtime", "es")
    assert sizes[30] == ["-1:02", "-21:24"] and sizes[14] == ["A -20   B -220"]


def lit(frame: bytes, x: int) -> int:
    """Return how many pixels are lit in the half of the picture that begins at x."""
    rows = png.pixels(frame)
    return sum(row[at] for row in rows for at in range(x, x + 64))


def test_the_player_on_turn_is_seen_by_his_half() -> None:
    a, b = (render("clock", "es"), render("clock-so-far", "es"))
    assert lit(a, 0) > 2 * lit(a, 64) and lit(b, 64) > 2 * lit(b, 0)


def test_the_angles_are_those_of_the_issue() -> None:
    assert angles.minutes(7, angles.PITCH_MM['0.96"'], 60) == pytest.approx(6.8, abs=0.05)
    assert angles.minutes(7, angles.PITCH_MM['2.42"'], 60) > angles.FLOOR
    assert angles.minutes(14, angles.PITCH_MM['2.42"'], 100) > angles.FLOOR


def test_the_targets_of_presses_are_met() -> None:
    for task, most in (("arbiter's menu", 10), ("25 minutes instead of 30, tapped", 8)):
        before, keys, focus, _ = presses.TASKS[task]
        assert presses.count(before, keys, focus) <= most
    tapped, held = presses.challenges()
    assert held < tapped <= 40


def test_every_text_stands_beside_the_others(capsys) -> None:
    assert main(["screens", "--texts"]) == 0
    out = capsys.readouterr().out
    assert "| `reason.tiles` | FICHAS | TILES | PŁYTKI |" in out
    assert out.count("\n") == 2 + len(texts.whole("es"))


def test_the_report_is_written(tmp_path, capsys) -> None:
    assert main(["screens", "clock", "--language", "es", "--report", "-o", str(tmp_path)]) == 0
    assert "6.8'" in capsys.readouterr().out
    assert "| **clock** |" in (tmp_path / "sizes.md").read_text(encoding="utf-8")
