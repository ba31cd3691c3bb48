"""The page of articles lists every scenario of the project, and every article of parts VI-VIII."""

import re
from pathlib import Path

import pytest

from tests.conftest import scenarios

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
