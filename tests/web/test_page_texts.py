"""The pages' texts: every text exists, in every language, with the same terms."""

import re
from pathlib import Path

import pytest
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import whole

from host_tools.scenario.vocabulary import LOG_KINDS
from host_tools.web.site import SITE, STATIC

ASKED = re.compile(
    r'''\btext\(\s*"([\w.-]+)"|data-(?:text|label|list)="([\w.-]+)"|this\.button\("([a-z][\w.-]+)"'''
)


def asked() -> set[str]:
    """Return the names of texts that pages and scripts use, as far as they are written out."""
    files = [*STATIC.rglob("*"), *SITE.rglob("*")]
    sources = [path.read_text("utf-8") for path in files if path.suffix in (".js", ".html")]
    return {next(filter(None, found)) for source in sources for found in ASKED.findall(source)}


def of_page(language: str) -> dict[str, str]:
    """Return the page's own texts."""
    lines = (STATIC / "texts" / f"{language}.txt").read_text("utf-8").splitlines()[1:]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language: str) -> None:
    names = asked()
    assert len(names) > 120
    known = {*of_page(language), *whole(language), "keys", "steps"}
    assert not (names | {f"log.{kind}" for kind in LOG_KINDS}) - known


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_language_lacks_what_another_has(language: str) -> None:
    spanish, other = of_page("es"), of_page(language)
    assert set(spanish) == set(other)
    for name, text in spanish.items():
        signs = [[each.count(sign) for sign in "%&|"] for each in (text, other[name])]
        assert signs[0] == signs[1], name


def test_no_page_asks_another_host() -> None:
    files = [path for path in [*STATIC.rglob("*"), *SITE.rglob("*")] if path.is_file()]
    shown = {"https://micropython.org/download/"}  # shown to the reader, never fetched
    for path in files:
        if path.suffix in (".js", ".html", ".css", ".webmanifest"):
            found = set(re.findall(r"https?://[\w./-]+", path.read_text("utf-8")))
            assert found <= shown, f"{Path(path).name}: {found - shown}"
