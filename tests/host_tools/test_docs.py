"""Everything the documents refer to exists, and nothing in the tree names one machine."""

import re
import subprocess

import pytest
from corrido.app.commands import OPEN, PARTS
from corrido.app.commands.device import PROTOCOL
from corrido.lexicon.reader import OLDEST
from corrido.lexicon.reader import VERSION as LEXICON
from corrido.store import pin, settings, witness
from corrido.store.journal import codec
from corrido.store.settings_table import NAMES

from host_tools.device import kinds
from host_tools.device.config import SECRET
from host_tools.device.doctor import OLDEST_RELEASE
from host_tools.hall import store
from host_tools.log import image
from tests.conftest import ROOT

DOCS = ROOT / "docs"
LINK = re.compile(r"""(?:\]\(|src=")([^)#\s"]*)#?([^)\s"]*)[)"]""")
MACHINE_PATH = re.compile(r"(^|[^A-Za-z.~])/(work|root|farm|home/\w+)/")
MOST_LETTERS = 120
TEXT = {".py", ".md", ".toml", ".txt", ".scn", ".js", ".css", ".html", ".sh", ".json", ".tsv"}


def tracked():
    """Return the project's files in this tree; in a source archive, all of its files."""
    result = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT)
    if result.returncode:
        tops = [ROOT / name for name in ("boards", "docs", "firmware", "host_tools", "tests")]
        found = [*ROOT.glob("*.*"), *(file for top in tops for file in top.rglob("*.*"))]
        return [file for file in found if file.is_file() and "__pycache__" not in file.parts]
    paths = [ROOT / name for name in result.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def pages():
    """Yield the Markdown files and the manual's cards, with their texts."""
    for page in (*(path for path in tracked() if path.suffix == ".md"), *DOCS.glob("*/*.html")):
        yield page, page.read_text(encoding="utf-8")


def slugs(page):
    """Return the anchors of a page's headings."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def leads(page, link, heading):
    """Return whether a page's link leads somewhere."""
    there = page.parent / link if link else page
    return there.exists() and (not heading or heading in slugs(there))


def test_links_and_pictures_lead_somewhere():
    broken = [
        f"{page.relative_to(ROOT)}: {link}#{heading}"
        for page, text in pages()
        for link, heading in LINK.findall(text)
        if "://" not in link and not leads(page, link, heading)
    ]
    assert not broken, "\n".join(broken)


def test_every_module_that_a_page_names_is_there():
    """Only names with a folder: NAME and other capitals stand for something."""
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in tracked()]
    gone = [
        f"{page.relative_to(ROOT)}: {name}"
        for page, text in pages()
        for name in re.findall(r"`([a-z_./0-9]+/[a-z_0-9]+\.py)`", text)
        if name[0] != "/" and not any(f.endswith(f"/{name.lstrip('./')}") for f in files)
    ]
    assert not gone, "\n".join(gone)


def test_no_line_of_a_page_is_too_long_to_compare():
    long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page, text in pages()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > MOST_LETTERS and page.suffix == ".md"
    ]
    assert not long, "\n".join(long)


def test_both_readmes_print_the_same_commands():
    """`.ci/stranger` types those of one."""
    english, spanish = (
        re.findall(r"^    (.*?) +# ", (ROOT / name).read_text("utf-8"), re.M)
        for name in ("README.md", "README.es.md")
    )
    assert english == spanish and len(english) == 4


def test_every_document_is_on_the_list_of_documents():
    listed = (DOCS / "README.md").read_text(encoding="utf-8")
    found = (*DOCS.glob("*.md"), *DOCS.glob("evidence/*.md"))
    names = {page.relative_to(DOCS).as_posix() for page in found} - {"README.md"}
    assert names <= {link for link, _ in LINK.findall(listed)}


@pytest.mark.parametrize("page", ["deploy.md", "deploy.es.md"])
def test_every_setting_is_on_the_page_of_settings(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^- \*\*(`[^*]+)\*\*", text, re.M))))
    # A club's own presets have their own section.
    assert told >= {SECRET, *(name for name in NAMES if not name.startswith("own-"))}


def test_no_paths_of_one_machine():
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked()
        if path.suffix in TEXT or not path.suffix
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_command_over_usb_is_listed_and_which_are_open():
    text = (DOCS / "deploy.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `")]
    told = {name: row for row in rows for name in re.findall(r"`([a-z]+)[ `]", row[0])}
    assert set(told) == set(PARTS)
    assert {name for name, row in told.items() if row[3].strip() != "no"} == set(OPEN)


def test_the_table_of_formats_is_of_the_code():
    text = (DOCS / "journal.md").read_text(encoding="utf-8")
    told = re.findall(r"^\|[^|]+\| (\d+) \| ([^|]+?) \|$", text, re.MULTILINE)
    read = [(kind.FORMAT, kind.FORMAT) for kind in (codec, settings, pin, witness)]
    read += [(LEXICON, OLDEST), (PROTOCOL, PROTOCOL), (image.FORMAT, 1)]
    read.append((store.VERSION, 4))
    ranges = [str(new) if old == new else f"{old} to {new}" for new, old in read]
    assert told == [(str(new), said) for (new, _), said in zip(read, ranges, strict=True)]


@pytest.mark.parametrize("page", ["deploy.md", "deploy.es.md"])
def test_the_official_image_of_every_board_is_named(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    images = {kinds.kind_of(kinds.named(board)).image for board in kinds.board_names()}
    assert not {image for image in images if image and f"`{image}`" not in text}
    assert ".".join(map(str, OLDEST_RELEASE)) in text
