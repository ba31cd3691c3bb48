"""Check the claims of docs/rules-by-article.md: scenarios notice faults in the article's code.

The functions behind each article are emptied, one at a time, and then changed in small ways.
Together, the scenarios that the page names must notice every emptied function, and each scenario
must notice something.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.scenario.parser import load
from host_tools.scenario.runner import run as play
from host_tools.workshop.mutation.code_of_articles import ABOUT, SAME
from host_tools.workshop.mutation.faults import (
    ROOT,
    Mutant,
    emptied,
    functions,
    parse,
    small_faults,
)
from host_tools.workshop.mutation.swap import lives

PAGE = ROOT / "docs" / "rules-by-article.md"
SCENARIOS = ROOT / "tests" / "scenarios"
SECONDS = 60  # for one scenario with a fault in the firmware
_ROW = re.compile(r"^\| (?P<article>[0-9][^|]*?) \|(?P<rest>.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`([a-z0-9-]+)`")


class Article(NamedTuple):
    """A row of the page: its numbers as written, and the scenarios it names."""

    title: str
    number: str
    scenarios: tuple[str, ...]


def page_rows(text: str) -> list[Article]:
    """Return the page's rows that begin with the number of an article."""
    found = []
    for row in _ROW.finditer(text):
        names = tuple(_NAME.findall(row["rest"].rpartition("|")[2]))
        found.append(Article(row["article"], row["article"].split()[0].rstrip(","), names))
    return found


def run(wanted: list[str], jobs: int, quick: bool, only_list: bool) -> dict[str, Any]:
    """Try the mutants of the wanted articles, of all if none is named.

    quick: emptied functions only. only_list: count the mutants without running them. UserError for
    an article missing from the page, or a function missing from the firmware.
    """
    rows = {row.number: row for row in page_rows(PAGE.read_text(encoding="utf-8"))}
    unknown = [number for number in wanted if number not in rows or number not in ABOUT]
    if unknown:
        raise UserError(f"mutants: article {unknown[0]}: one of {', '.join(ABOUT)}")
    result: dict[str, Any] = {"articles": {}, "unproven": []}
    for number in wanted or [number for number in ABOUT if number in rows]:
        told = _article(rows[number], jobs, quick, only_list)
        result["articles"][rows[number].title] = told
        for name in told.get("idle", []):
            result["unproven"].append(f"{number}: {name} notices nothing")
        for mutant in told.get("missed", []):
            result["unproven"].append(f"{number}: nothing notices {mutant}")
    return result


def _article(row: Article, jobs: int, quick: bool, only_list: bool) -> dict[str, Any]:
    empty, small = mutants_of(row.number)
    small = [] if quick else small
    counts = {"emptied": len(empty), "small": len(small), "scenarios": len(row.scenarios)}
    if only_list:
        return counts
    paths = [SCENARIOS / f"{name}.scn" for name in row.scenarios]
    for path in paths:
        _whole(path)
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        asked = [(mutant, path) for mutant in [*empty, *small] for path in paths]
        noticed = list(pool.map(_notices, asked, chunksize=8))
    killed: dict[str, bool] = {}
    useful: set[str] = set()
    for (mutant, path), alive in zip(asked, noticed, strict=True):
        killed[str(mutant)] = killed.get(str(mutant), False) or not alive
        if not alive:
            useful.add(path.stem)
    missed = [str(m) for m in empty if not killed[str(m)] and _key(m) not in SAME]
    return {
        **counts,
        "killed": sum(killed[str(mutant)] for mutant in [*empty, *small]),
        "idle": [] if quick else [name for name in row.scenarios if name not in useful],
        "missed": missed,
        "survivors": [str(mutant) for mutant in small if not killed[str(mutant)]],
    }


def mutants_of(number: str) -> tuple[list[Mutant], list[Mutant]]:
    """Return an article's mutants: emptied functions, and small faults in them."""
    empty: list[Mutant] = []
    small: list[Mutant] = []
    for file, wanted in _by_file(ABOUT[number]):
        missing = wanted - functions(parse(file)).keys()
        if missing:
            raise UserError(f"mutants: article {number}: {file} has no {min(missing)}")
        empty += emptied(file, wanted)
        small += small_faults(file, wanted)
    return empty, small


def _by_file(about: tuple[str, ...]) -> Iterator[tuple[str, frozenset[str]]]:
    """Group entries such as `core/turn.py: hand_over` by file."""
    files: dict[str, set[str]] = {}
    for place in about:
        file, _, name = place.partition(": ")
        files.setdefault(file, set()).add(name)
    for file, names in files.items():
        yield file, frozenset(names)


def _key(mutant: Mutant) -> str:
    return f"{mutant.file}: {mutant.function}: {mutant.change}"


def _notices(asked: tuple[Mutant, Path]) -> bool:
    mutant, path = asked
    return lives(mutant, lambda: _play(path), SECONDS)


def _whole(path: Path) -> None:
    """Play a scenario without any fault, so that its children find the firmware imported."""
    try:
        _play(path)
    except AssertionError as error:
        raise UserError(f"mutants: without any change: {error}") from error


def _play(path: Path) -> None:
    outcome = play(load(path))
    assert outcome.passed, outcome.text()


def table(result: dict[str, Any]) -> str:
    """Return the result for people: one row per article, then the unproven ones."""
    lines = ["| article | scenarios | emptied | small | killed |", "|---|---:|---:|---:|---:|"]
    for title, told in result["articles"].items():
        cells = [title, *(str(told.get(key, "")) for key in ("scenarios", "emptied", "small",
                                                             "killed"))]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    for title, told in result["articles"].items():
        lines += [f"  {title}: survives: {name}" for name in told.get("survivors", [])]
    return "\n".join([*lines, *(f"UNPROVEN {text}" for text in result["unproven"])])
