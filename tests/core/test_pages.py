"""The pages of rules agree with the code, and every figure has a source.

`PYTHONPATH=firmware python -m tests.core.test_pages` writes each figure of docs/presets.md as it
is in the code, and a row with TODO for one that is not there.
"""

import re
from fnmatch import filter as fitting
from functools import cache

import pytest
from corrido.core import phases
from corrido.core.game import TABLE
from corrido.core.presets import COMMON, PRESETS, rules_for, values_of
from corrido.core.rules import AFTER, END, NO_CORRIDO, OUT_OF_PLAY, OVERTIME
from corrido.lexicon.tile_sets import TABLE as TILE_SETS

from tests.conftest import ROOT, scenarios

ARTICLE = r"(art\. )?\d+|[IV]+(\.\d+)?|Preamble"
NOT_OF_A_RULEBOOK = ("the device's own default", "not found")
MODE_NAMES = ("corrido", "no corrido", "temporizador", "duplicate")
PER = {"budget_ms": "game", "turn_ms": "turn"}
AT_ZERO = {
    OUT_OF_PLAY: "moves no more, and the other plays on alone",
    END: "the game is over",
}

DOCS = ROOT / "docs"
PRESETS_PAGE = (DOCS / "presets.md").read_text(encoding="utf-8")


def minutes(ms):
    """Return `30:00` for 1 800 000 ms."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def value(rules, figure):
    """Return a setting of these rules in words, `-` where they have none."""
    raw, one_clock = getattr(rules, figure), rules.one_clock()
    if figure == "failed_challenge":
        per_word = " per word" if rules.cost_per_word else ""
        cost = f"{raw} points{per_word}" if raw > 0 else "the turn" if raw else "nothing"
        return "-" if one_clock else cost
    if figure == "challenge_when":
        return "none" if one_clock else "after the press" if raw == AFTER else "before the press"
    if figure == "overtime_points":
        return f"{raw} per {minutes(rules.overtime_unit_ms)}" if raw else "-"
    if figure == "signals_ms":
        return ", ".join(map(minutes, raw)) or "-"
    if isinstance(raw, str):
        return AT_ZERO.get(raw, raw)
    if isinstance(raw, bool):
        return _yes(raw)
    if figure in PER:
        return f"{minutes(raw)} per {PER[figure]}"
    if figure == "penalty_min" or raw < 0:
        return "-" if raw < 0 else f"from {raw}"
    if figure.endswith("_ms"):
        return f"{raw} ms" if raw <= 1000 else minutes(raw)
    return str(raw)


def _yes(value):
    return "yes" if value else "no"


def figures(name):
    """Return the settings that matter in this preset's mode; each needs a source."""
    rules = rules_for(name)
    wanted = ["turn_ms", "signals_ms"] if rules.timed_turns else [
        "budget_ms", "overtime_points", "overtime_limit_ms",
    ]  # fmt: skip
    if rules.mode == NO_CORRIDO:
        wanted.append("guard_ms")
    special = (
        "overtime_from_ms", "overtime_limit_beyond", "scoreless_at_zero", "hold_ms",
        "late_limit_ms", "late_both", "at_zero", "end_alone", "racks_played", "racks_limit",
        "racks_zero",
    )  # fmt: skip
    wanted += [field for field in special if getattr(rules, field) != COMMON[field]]
    if not rules.timed_turns:
        wanted += ["late_both", "hold_ms", "racks_played"]
    if rules.at_zero != OVERTIME:
        wanted.append("racks_zero")
    if not rules.one_clock():  # duplicate has neither turns nor challenges
        wanted += [
            "challenge_when", "failed_challenge", "confirm_challenge", "end_passes",
            "end_scoreless",
        ]  # fmt: skip
    return [*wanted, "penalty_min", "official", "language"]


ROW = re.compile(r"^\|`(\w+)`\|([^|]*)\|([^|]*)\|([^|]*)\|$", re.MULTILINE)


def section(page, name):
    """Return what the page has of a preset, its heading apart."""
    return page.split(f"\n## {name}\n")[1].split("\n## ")[0]


@cache
def told(name, page=PRESETS_PAGE):
    """Return (value, article, source) of each figure of a preset, with what it is like."""
    text = section(page, name)
    like = re.search(r"As \[`([\w-]+)`\]", text)
    found = dict(told(like[1], page)) if like else {}
    for figure, *cells in ROW.findall(text):
        found[figure] = cells
    return found


def made(page):
    """Return the page with each figure as it is in the code."""
    for name in PRESETS:
        rules, old = rules_for(name), section(page, name)
        new = old
        for figure, (_, *cells) in told(name, page).items():
            row = "|".join(("", f"`{figure}`", value(rules, figure), *cells, ""))
            new = re.sub(rf"(?m)^\|`{figure}`\|.*", lambda _, row=row: row, new)
        missing = [one for one in figures(name) if one not in told(name, page)]
        rows = [f"|`{one}`|{value(rules, one)}|TODO|TODO|\n" for one in missing]
        page = page.replace(old, new + "".join(rows))
        time = "turn_ms" if rules.timed_turns else "budget_ms"
        shown = (value(rules, one) for one in (time, "failed_challenge"))
        cells = [MODE_NAMES[rules.mode], *shown, _yes(rules.verified)]
        page = re.sub(rf"(?m)^\| `{name}` .*", f"| `{name}` | {' | '.join(cells)} |", page)
    return page


def test_the_presets_page_is_written_from_the_code():
    assert made(PRESETS_PAGE) == PRESETS_PAGE, "see above"
    assert all(f"\n| `{name}` |" in PRESETS_PAGE for name in PRESETS)


def test_the_table_has_every_phase_once_an_event_and_says_what_it_does():
    for rows in TABLE.values():
        named = [phase for where, _ in rows for phase in where]
        assert len(named) == len(set(named)) and set(named) <= set(phases.ALL)
        assert all(handler.__doc__ for _, handler in rows)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_figure_has_a_source_and_a_verified_one_its_article(name):
    page = told(name)
    for figure in figures(name):
        value, article, source = page[figure]
        assert value and article and source and "TODO" not in article + source
        assert (article == "-") == source.startswith(NOT_OF_A_RULEBOOK), figure
        numbered = re.match(ARTICLE, article) or article == "-"
        assert numbered or not rules_for(name).verified, figure


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_s_words_can_be_spelled(name):
    assert rules_for(name).language in TILE_SETS


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_says_only_what_is_its_own(name):
    row = PRESETS[name]
    like = values_of(str(row["like"])) if "like" in row else COMMON
    own = {field: value for field, value in row.items() if field != "like"}
    assert own.keys() <= COMMON.keys()
    assert not [field for field, value in own.items() if like[field] == value]


PAGE = (DOCS / "rules-by-article.md").read_text(encoding="utf-8")
SCENARIOS = set(scenarios())
KINDS = "|".join({name.partition("-")[0] for name in SCENARIOS})
NAMED = set(re.findall(rf"`((?:{KINDS})-[\w*-]+)`", PAGE))  # `art-35-*` names all that fit


def test_every_scenario_is_named_and_every_name_is_a_scenario():
    assert SCENARIOS - {one for name in NAMED for one in fitting(SCENARIOS, name)} == set()
    assert not [name for name in NAMED if not fitting(SCENARIOS, name)]


@pytest.mark.parametrize("article", range(30, 46))
def test_every_article_on_time_and_challenges_has_a_scenario(article):
    heads = (f"- **{article} ", f"- **{article}.")
    rows = [row for row in re.split(r"\n(?=- |\n)", PAGE) if row.startswith(heads)]
    assert rows
    assert all(f"`art-{article}-" in row for row in rows)


if __name__ == "__main__":
    (DOCS / "presets.md").write_text(made(PRESETS_PAGE), encoding="utf-8")
