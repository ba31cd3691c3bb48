"""The pages' texts: every text exists, in every language, with the same terms."""

import re
from pathlib import Path

import pytest
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import read, whole

from host_tools.page_texts import HALL, PAGE, lines
from host_tools.paths import pages_dir
from host_tools.scenario.vocabulary import LOG_KINDS

ASKED = re.compile(
    r'''\btext\(\s*"([\w.-]+)"|data-(?:text|label|list)="([\w.-]+)"|this\.button\("([a-z][\w.-]+)"'''
)


FOLDERS = {PAGE: pages_dir() / "site", HALL: pages_dir() / "hall"}


def code(section):
    """Return the pages and scripts that ask for a section's texts."""
    files = FOLDERS[section].rglob("*")
    kinds = (".js", ".html", ".webmanifest")
    return "\n".join(path.read_text("utf-8") for path in files if path.suffix in kinds)


def asked():
    """Return the names of texts that pages and scripts use, as far as they are written out."""
    return {next(filter(None, found)) for found in ASKED.findall(code(PAGE))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language):
    names = asked()
    assert len(names) > 120
    known = {*read(language, PAGE), *whole(language), "keys", "steps"}
    assert not (names | {f"log.{kind}" for kind in LOG_KINDS}) - known


@pytest.mark.parametrize("section", FOLDERS)
def test_no_text_is_left_that_no_page_asks_for(section):
    source = code(section)
    written = set(re.findall(r"""["'`%]([\w.-]+(?: code)?)["'`]""", source))
    written |= set(re.findall(r"%([\w-]+)", source))  # the manifest's
    heads = re.findall(r'[`"]([\w-]+[.-])(?:\$\{|" ?\+)', source)
    heads += [f"{name}." for name in re.findall(r'data-list"?[=:] ?"(\w+)"', source)]
    tails = re.findall(r"\$\{\w+\}(-[\w-]+)`", source)
    assert heads and not [
        name
        for name in read("es", section)
        if name not in written
        and not name.startswith(tuple(heads))
        and not any(name.removesuffix(tail) in written - {name} for tail in tails)
    ]


# What each language calls overtime (art. 35), and other words, which no text and no page has.
OVERTIME = {
    "es": ("tiempo excedido", r"prórroga|sobretiempo|(tiempo|minutos?) de (más|exceso)|el exceso"),
    "en": ("overtime", r"extra time|time over the|excess time"),
    "pl": ("przekroczenie", r"dogrywk|nadczas|po czasie|dodatkowy czas"),
    "ca": ("temps excedit", r"pròrroga|sobretemps|temps de més|excés"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_name(root, language):
    texts = [
        *whole(language).values(),
        *read(language, PAGE).values(),
        *read(language, HALL).values(),
    ]
    docs = (
        [path.read_text("utf-8") for path in (root / "docs").rglob("*.md")]
        if language in "esen"
        else []
    )
    name, others = OVERTIME[language]
    assert any(name in text.lower() for text in texts)
    assert not re.findall(others, "\n".join([*texts, *docs]).lower())


def test_a_page_reads_what_the_source_says():
    told = dict(line.split("=", 1) for line in lines(HALL, "ca").splitlines())
    assert told == read("ca", HALL) and told["nobody"] == "ningú"


def test_no_page_asks_another_host():
    files = filter(Path.is_file, FOLDERS[PAGE].rglob("*"))
    shown = {"https://micropython.org/download/"}  # shown to the reader, never fetched
    for path in files:
        if path.suffix in (".js", ".html", ".css", ".webmanifest"):
            found = set(re.findall(r"https?://[\w./-]+", path.read_text("utf-8")))
            assert found <= shown, f"{Path(path).name}: {found - shown}"
