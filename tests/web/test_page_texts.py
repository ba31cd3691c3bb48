"""The pages' texts: every text exists, in every language, with the same terms."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from corrido.ui import texts
from corrido.ui.texts import LANGUAGES

from host_tools.errors import UserError
from host_tools.npm import node
from host_tools.web.site import SITE, STATIC

ASKED = re.compile(
    r'''\btext\(\s*"([\w.-]+)"|data-(?:text|label|list)="([\w.-]+)"|this\.button\("([a-z][\w.-]+)"'''
)
PRINT = "import(process.argv[1]).then((m) => console.log(JSON.stringify(m.default)))"


def asked() -> set[str]:
    """Return the names of texts that pages and scripts use, as far as they are written out."""
    files = [*STATIC.rglob("*"), *SITE.rglob("*")]
    sources = [path.read_text("utf-8") for path in files if path.suffix in (".js", ".html")]
    return {next(filter(None, found)) for source in sources for found in ASKED.findall(source)}


def of_page(language: str) -> dict:
    """Return the page's own texts."""
    try:
        command = [*node(), "--input-type=module", "-e", PRINT]
    except UserError as error:
        pytest.skip(str(error))
    module = (STATIC / "texts" / f"{language}.js").as_uri()
    done = subprocess.run([*command, module], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language: str) -> None:
    names = asked()
    assert len(names) > 120
    known = {*of_page(language), *texts.whole(language)}
    assert not names - known


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_language_lacks_what_another_has(language: str) -> None:
    spanish, other = of_page("es"), of_page(language)
    assert set(spanish) == set(other)
    for name, text in spanish.items():
        if isinstance(text, str):
            assert text.count("%") == other[name].count("%"), name
        else:
            assert len(text) == len(other[name]), name


def test_no_page_asks_another_host() -> None:
    files = [path for path in [*STATIC.rglob("*"), *SITE.rglob("*")] if path.is_file()]
    shown = {"https://micropython.org/download/"}  # shown to the reader, never fetched
    for path in files:
        if path.suffix in (".js", ".html", ".css", ".webmanifest"):
            found = set(re.findall(r"https?://[\w./-]+", path.read_text("utf-8")))
            assert found <= shown, f"{Path(path).name}: {found - shown}"
