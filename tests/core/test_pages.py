"""The pages of rules agree with the code, and every figure has a source."""

import json
import re
from pathlib import Path

import pytest
from corrido.core import phases
from corrido.core.game import TABLE
from corrido.core.presets import COMMON, PRESETS, names, rules_for, values_of

from host_tools.cli import main
from host_tools.workshop.pages import presets_page, table
from host_tools.workshop.pages.sources import DEVICE
from tests.conftest import scenarios

ARTICLE = r"art\. \d|, \d+\.\d|, [IV]+\.\d|, \d: |Preamble"
NOT_OF_A_RULEBOOK = (DEVICE, "no source found", "duplicate has no")

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_presets_page_is_the_code() -> None:
    page = (DOCS / "presets.md").read_text(encoding="utf-8")
    assert page == presets_page.markdown(), "run: corrido rules presets > docs/presets.md"


def test_the_table_has_every_phase_once_an_event_and_says_what_it_does() -> None:
    for rows in TABLE.values():
        named = [phase for where, _ in rows for phase in where]
        assert len(named) == len(set(named)) and set(named) <= set(phases.ALL)
    assert all(told for _, _, told in table.rows())


@pytest.mark.parametrize("name", names())
def test_every_figure_has_a_source_and_a_verified_one_its_article(name: str) -> None:
    sources = [presets_page.source_of(name, figure) for figure in presets_page.figures(name)]
    quoted = [text for text in sources if not text.startswith(NOT_OF_A_RULEBOOK)]
    assert all(sources) and quoted
    if rules_for(name).verified:
        assert [text for text in quoted if not re.search(ARTICLE, text)] == []


@pytest.mark.parametrize("name", names())
def test_a_preset_says_only_what_is_its_own(name: str) -> None:
    row = PRESETS[name]
    like = values_of(str(row["like"])) if "like" in row else COMMON
    own = {field: value for field, value in row.items() if field != "like"}
    assert own.keys() <= COMMON.keys()
    assert not [field for field, value in own.items() if like[field] == value]
    assert own["source"]


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(KeyError, match="fise-corrido"):
        rules_for("fisee")


def test_the_command_prints_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "table"]) == 0
    assert capsys.readouterr().out == table.markdown()
    assert main(["rules", "presets", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["norsk"]["overtime_limit_ms"] == 300_000
    assert set(told) == set(PRESETS)


ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules-by-article.md").read_text(encoding="utf-8")
SCENARIOS = set(scenarios())
KINDS = "|".join({name.partition("-")[0] for name in SCENARIOS})
NAMED = set(re.findall(rf"`((?:{KINDS})-[\w-]+)`", PAGE))


def test_every_scenario_is_named() -> None:
    assert SCENARIOS - NAMED == set()


def test_every_name_is_a_scenario() -> None:
    assert NAMED - SCENARIOS == set()


@pytest.mark.parametrize("article", range(30, 46))
def test_every_article_on_time_and_challenges_has_a_scenario(article: int) -> None:
    heads = (f"- **{article} ", f"- **{article}.")
    rows = [row for row in re.split(r"\n(?=- |\n)", PAGE) if row.startswith(heads)]
    assert rows
    assert all(f"`art-{article}-" in row for row in rows)
