"""Everything that has to be read in play is large enough."""

import re
from functools import cache

import pytest
from corrido.ui import items
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import whole

from host_tools.sim import png
from host_tools.workshop.screens.cases import CASES, drawn

# Height of capitals or digits, in pixels.
HEIGHTS = {
    items.draw_text: 7,
    items.draw_head: 7,
    items.draw_large: 14,
    items.draw_title: 14,
    items.draw_digits: 30,
}
# Screens of play use letters of STATE_PX or more. These are none: nobody has to read them at once.
STATE_PX = 14
QUIET = re.compile(
    "(setup|pin|battery-low|self-test|about|menu|arbiter|letters|log|consent|done|score-entry"
    "|closed|voided|own-|blank-letter|large)|(refused|summary-2)$"  # `large`: of no font
)
# Texts that may be small on a screen of play, because nobody needs them there: names, the time
# keeping chosen in setup, menu keys, a page number, the limit beside more important news; in the
# summary what its one large row, the figures to sign, is made of.
SMALL_IN_PLAY = (
    "absent", "limit", "stop-again", "menu", "verdict-menu", "wrong-list", "preset.",
    "mode-short.", "mode.3", "summary", "board", "sum.score", "sum.points", "sum.penalties",
    "racks.keep", "racks.deduct", "notice.forfeit",
)  # fmt: skip


def may_be_small(key: str) -> bool:
    """Return whether a text may be small in play; a name that ends with a dot is a family."""
    families = tuple(name for name in SMALL_IN_PLAY if name.endswith("."))
    return key in SMALL_IN_PLAY or key.startswith(families)


def heights(name: str, language: str) -> dict[int, list[str]]:
    """Return the texts of a screen by the height of their capitals, in pixels."""
    found: dict[int, list[str]] = {}
    for item in drawn(name, language)[0]:
        if item[0] in HEIGHTS and item[5]:
            found.setdefault(HEIGHTS[item[0]], []).append(item[5])
    return found


PLAY = [name for name in CASES if not QUIET.match(name)]
# Players' letters and names, turns completed, pictures of keys and batteries.
OF_NO_LANGUAGE = r"[AB]( \S+)?|\d+|T\d+|◀A ?B▶|[^\w]*"


@cache
def small_in_play(language: str) -> re.Pattern[str]:
    """Return patterns for the texts that may be small on a screen of play."""
    table = whole(language)
    allowed = [text for key, text in table.items() if may_be_small(key)]
    said = "|".join(re.escape(text).replace("%", ".+").replace("\\&", ".+") for text in allowed)
    return re.compile(rf"({OF_NO_LANGUAGE}|((STOP|OK|A|B) )?({said})[^A-Za-z]*)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLAY)
def test_states_of_play_are_fourteen_pixels_high(name: str, language: str) -> None:
    sizes = heights(name, language)
    assert max(sizes) >= STATE_PX, sizes
    for text in [text for px in sizes if px < STATE_PX for text in sizes[px]]:
        small = small_in_play(language).fullmatch(text)
        assert small, f"{text!r} is small in play: shorten it or its neighbours"
    if name.startswith(("clock", "stopped", "late")):
        assert len(sizes[30]) == 2, "both clocks, as large as ever"


def test_overtime_is_as_large_as_the_time() -> None:
    sizes = heights("clock-overtime", "es")
    assert sizes[30] == ["-1:02", "-21:24"] and sizes[14] == ["A -20   B -220"]


def lit(frame: bytes, x: int) -> int:
    """Return how many pixels are lit in the half of the picture that begins at x."""
    return png.pixels(frame).crop((x, 0, x + 64, 64)).histogram()[1]


def test_the_player_on_turn_is_seen_by_his_half() -> None:
    a, b = (drawn("clock", "es")[1], drawn("clock-so-far", "es")[1])
    assert lit(a, 0) > 2 * lit(a, 64) and lit(b, 64) > 2 * lit(b, 0)
