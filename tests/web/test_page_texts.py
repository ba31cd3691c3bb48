"""The pages' texts: every text exists, in every language, with the same terms."""

import re

import pytest
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import read, whole

from host_tools.page_texts import HALL, PAGE
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


# The one word for a thing, and others that no text and no page has.
NAMES = {
    "es": {
        "tiempo excedido": r"prórroga|sobretiempo|(tiempo|minutos?) de (más|exceso)|el exceso",
        "archivo": "fichero", "aviso": "apercib|advertencia", "botón": "pulsador",
        "modalidad": "presets? propio|nombre de preset", "móvil": "teléfono",
        "sanción": "penalizaci", "pasos": r"\bpases\b",
    },
    "en": {"overtime": r"extra time|time over the|excess time", "penalty": r"\bsanction"},
    "pl": {
        "przekroczenie": r"dogrywk|nadczas|po czasie|dodatkowy czas",
        "leksykon": "słownik(?! hunspell)", "przeciwnik": r"\brywal",
        "sprawdzenie": "kwestion", "tryb": "zestaw", "upomnienie": "ostrzeżeni",
    },
    "ca": {
        "temps excedit": r"pròrroga|sobretemps|temps de més|excés", "avís": "advertiment",
        "modalitat": "presets? propi|nom de preset", "mòbil": "telèfon", "sanció": "penalitzaci",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_name(root, language):
    table = root / "firmware" / "corrido" / "ui" / "texts" / f"{language}.properties"
    texts = [line.partition("=")[2] for line in table.read_text("utf-8").splitlines()]
    pages = (root / "docs").rglob("*.md") if language in "esen" else ()
    said = "\n".join([*texts, *(page.read_text("utf-8") for page in pages)]).lower()
    for name, others in NAMES[language].items():
        assert name in said and not re.findall(others, said), name
