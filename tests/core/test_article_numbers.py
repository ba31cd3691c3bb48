"""Every article mentioned in the project is the one with that number in the rulebook."""

import re
from pathlib import Path

import pytest

from host_tools.workshop.pages.articles import (
    ABOUT,
    IN_2007,
    MANY,
    SAME_TITLE,
    TITLES,
    TITLES_2007,
    Reference,
    near,
    subject,
)

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = ROOT.parent / "shared" / "seeds"
MENTION = re.compile(r"\b[Aa]rts?\.? ?((?:\d{1,2}(?:\.\d)?(?:, | and |-| y )?)+)")
NUMBER = re.compile(r"\d{1,2}(?:\.\d)?")
# These mention articles of other rulebooks, each with its federation's name.
OTHERS = ("docs/presets.md", "sources.py")


def texts() -> list[Path]:
    places = ("firmware", "boards", "host_tools", "tests", "docs")
    found = [p for place in places for end in ("py", "md", "scn")
             for p in (ROOT / place).rglob(f"*.{end}")]  # fmt: skip
    return [p for p in found if not str(p).endswith(OTHERS) and "node_modules" not in p.parts]


def mentions(path: Path) -> list[tuple[str, list[str], str, bool]]:
    """Return each mention of articles: place, numbers, surrounding lines, whether of 2007."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        (f"{path.relative_to(ROOT)}:{at + 1}", NUMBER.findall(found[1]),
         " ".join([path.stem, *lines[max(0, at - 2) : at + 3]]), "2007" in line)
        for at, line in enumerate(lines)
        for found in MENTION.finditer(line)
    ]  # fmt: skip


FOUND = [mention for path in texts() for mention in mentions(path)]


def test_mentions_are_found() -> None:
    assert len(FOUND) > 150


def test_every_number_is_in_the_rulebook() -> None:
    wrong = [
        (place, number) for place, numbers, _, of_2007 in FOUND for number in numbers
        if not Reference.read(number).exists(of_2007)
    ]  # fmt: skip
    assert not wrong


def test_every_number_stands_where_its_article_is_meant() -> None:
    wrong = [
        (place, number) for place, numbers, text, of_2007 in FOUND
        if len(numbers) < MANY and not of_2007
        for number in numbers if not near(Reference.read(number).article, text)
    ]  # fmt: skip
    assert not wrong


def test_numbers_in_brackets_are_those_of_2007() -> None:
    page = (ROOT / "docs" / "rules-by-article.md").read_text(encoding="utf-8")
    pairs = re.findall(r"\b(\d{1,2}(?:\.\d)?) \[(\d{1,2}(?:\.\d)?)\]", page)
    assert len(pairs) > 15
    wrong = [
        (now, then) for now, then in pairs
        if IN_2007.get(Reference.read(now).article) != Reference.read(then).article
        or not Reference.read(then).exists(of_2007=True)
    ]  # fmt: skip
    assert not wrong


def test_like_titles_say_the_same() -> None:
    def words(title: str) -> set[str]:
        return {word[:6] for word in re.findall(r"\w{4,}", title.lower())}

    for now, then in SAME_TITLE.items():
        assert words(TITLES[now]) & words(TITLES_2007[then]), (now, then)


@pytest.mark.parametrize(
    ("seed", "titles"), [("002", TITLES), ("000", TITLES_2007)], ids=["current", "2007"]
)
def test_titles_are_the_rulebooks(seed: str, titles: dict[int, str]) -> None:
    found = list(RULEBOOKS.glob(f"{seed}_*.txt"))
    if not found:
        pytest.skip("no rulebooks beside the project: ../shared/seeds would run this")
    text = found[0].read_text(encoding="utf-8")
    for number, title in titles.items():
        assert re.search(heading(number, title), plain(text), re.M | re.I), number


@pytest.mark.parametrize("number", ABOUT)
def test_what_an_article_is_about_stands_in_its_text(number: int) -> None:
    found = list(RULEBOOKS.glob("002_*.txt"))
    if not found:
        pytest.skip("no rulebook beside the project: ../shared/seeds would run this")
    text = plain(found[0].read_text(encoding="utf-8"))
    begin = re.search(heading(number, TITLES[number]), text, re.M | re.I)
    assert begin
    following = re.compile(heading(number + 1, TITLES[number + 1]), re.M | re.I)
    end = following.search(text, begin.end())
    article = text[begin.start() : end.start() if end else None].lower()
    missing = [word for word in subject(number).values() if word not in article]
    assert not missing


def heading(number: int, title: str) -> str:
    """The pattern of an article's first line."""
    return rf"^{number}\. {re.escape(title)}\s*$"


def plain(text: str) -> str:
    """Return a rulebook without the quotation marks that some titles have and others lack."""
    return re.sub('["“”«»]', "", text)
