"""Languages are complete, can be drawn, and fit where they are shown."""

import re
from ast import literal_eval
from configparser import ConfigParser
from functools import partial
from pathlib import Path

import pytest
from corrido.core import events
from corrido.ui import fonts, items, texts
from corrido.ui.texts.source import read, whole

from host_tools.build.sources import sources_of
from host_tools.log import phrases
from host_tools.page_texts import HALL, PAGE
from host_tools.paths import firmware_dir

SCREENS = Path(firmware_dir()) / "corrido" / "ui"
PAGES = Path(firmware_dir()).parent / "host_tools" / "web"
TABLES = {code: whole(code) for code in texts.LANGUAGES}
# What a text and its translations have in common, by the tables that have it.
PLACES = {
    re.compile("%"): (whole,),
    re.compile("[%&|]"): (partial(read, wanted=PAGE), partial(read, wanted=HALL)),
    re.compile(r"\{\w+"): (phrases.table,),
    re.compile(r"\{\}|[{}]"): (partial(read, wanted="tools"),),
}
# The place of each family of texts that has less than 124 columns of the text font.
WIDEST = {
    "who": 108, "cardname": 108, "log": 90, "stop": 68, "reason": 68, "sum": 104, "notice": 110,
    "notice-short": 60,
}  # fmt: skip
# Texts shown in the large letters: families, and single texts.
LARGE = (
    "no.", "ready.", "reason.", "late.", "count", "warning", "confirm", "fault", "finish",
    "recovered", "reopen-", "sum.total", "board-",
)  # fmt: skip
LARGE_ALONE = (
    "nothing-drawn", "face-down", "play-of", "takes-back", "appeals", "refused", "wins",
    "both-lose", "stuck",
)  # fmt: skip


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_a_board_has_each_text_in_one_table_as_another_reads_the_source(code):
    foreign = ConfigParser(delimiters="=", interpolation=None)
    foreign.optionxform = str
    source = SCREENS / "texts" / f"{code}.properties"
    foreign.read_string(f"[all]\n{source.read_text('utf-8')}")
    boards = sources_of(firmware_dir())
    parts = ("play", "said", "menus")
    tables = [
        literal_eval(boards[f"corrido/ui/texts/{code}_{part}.py"].decode().partition("= ")[2])
        for part in parts
    ]
    for key, text in foreign["all"].items():
        section, _, name = key.partition(".")
        mine = "said" if key.startswith("menus.said.") else section
        found = [texts.find(table, name) for table in tables]
        shown = section in ("play", "menus")  # a board has no texts of pages
        assert not shown or found == [text if part == mine else None for part in parts], key


@pytest.mark.parametrize("code", texts.LANGUAGES)
@pytest.mark.parametrize("places", PLACES, ids=lambda of: of.pattern)
def test_no_language_lacks_what_another_has(places, code):
    for table_of in PLACES[places]:
        spanish, table = table_of("es"), table_of(code)
        same = {name: sorted(places.findall(text)) for name, text in spanish.items()}
        assert {name: sorted(places.findall(text)) for name, text in table.items() if text} == same


def test_no_text_is_left_that_nothing_asks_for():
    files = [*(SCREENS.parent).rglob("*.py"), *PAGES.rglob("*.js"), *PAGES.rglob("*.html")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    quoted = set(re.findall(r"""["']([\w.%-]+)["']""", code))
    families = {word.partition("%")[0].rstrip(".") for word in quoted}
    names = set(re.findall(r"-?\w[\w-]*", code))
    unused = []
    for key in TABLES["es"]:
        family, _, name = key.removesuffix(".do").rpartition(".")
        asked = family.removesuffix("-short") in families and name in names
        if key not in quoted and not (family and asked):
            unused.append(key)
    assert not unused


def test_every_name_of_the_core_has_a_text():
    table = TABLES["es"]
    for prefix, names in (
        ("reason", events.REASONS[: events.COUNTING]),  # recuento is a phase
        ("mark", events.MARKS), ("fault", events.FAULTS), ("card", events.CARDS),
        ("stop", events.REASONS[1:]),
    ):  # fmt: skip
        for name in names:
            assert f"{prefix}.{name}" in table


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_every_text_fits_its_place_in_letters_of_its_font(code):
    faults = []
    for key, text in TABLES[code].items():
        if key == "sure" or (key.startswith(("verdict.", "answer.")) and not key.endswith(".do")):
            name, room, gap = "title", 128, -1
        elif key.startswith(LARGE) or key in LARGE_ALONE:
            name, room, gap = "large", 128, items.TIGHT
        else:
            name, room, gap = "text", WIDEST.get(key.split(".")[0], 124), -1
        font = getattr(fonts, name)
        for part in text.replace("%", "A").split("|"):
            if lacking := "".join(sorted(set(part) - set(items.characters(font)))):
                faults.append(f"{code}: {key}: the {name} font lacks {lacking}")
            elif (width := items.width_in(font, part, gap)) > room:
                faults.append(f"{code}: {key}: {width} px, room for {room}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_a_verdict_has_one_word_on_every_screen_and_page(code):
    page, table = read(code, "page"), TABLES[code]
    for answer in ("valid", "invalid"):
        said = table[f"verdict.{answer}"]
        assert said == table[f"answer.{answer}"]
        assert page[f"said-{answer}"].lower().endswith(said.lower())
