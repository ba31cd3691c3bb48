"""A release made twice has the same hashes, and can be built and tested from."""

import hashlib
import re
import tarfile
import tomllib
from zipfile import ZipFile

import pytest
from corrido import VERSION

from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.workshop.release import build, command, formats, manuals
from tests.conftest import ROOT, type_in

QUICK = ("packages", "bundles", "lexicons", "formats")


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of the same sources, without what takes long or needs more than Python."""
    folders = [tmp_path_factory.mktemp("release") / name for name in ("first", "second")]
    for folder in folders:
        build.release(folder, QUICK)
    return folders


def test_the_same_sources_give_the_same_hashes(releases):
    first, second = ((folder / build.SUMS).read_text() for folder in releases)
    assert first == second and first.count("\n") >= 5 + len(kinds.board_names())


def test_every_part_can_be_asked_for():
    assert command.NAMES == tuple(build.PARTS)


def twice(part, tmp_path):
    """The files of a part, made twice: names and bytes."""
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        files = build.PARTS[part](tmp_path / name)
        made.append({file.name: file.read_bytes() for file in files})
    return made


def test_manuals_are_the_same_each_time_and_hold_pages(tmp_path):
    pytest.importorskip("weasyprint", reason="no WeasyPrint: pip install '.[release]' and Pango",
                        exc_type=(ImportError, OSError))  # fmt: skip
    first, second = twice("manuals", tmp_path)
    assert first == second
    stems = {name.removeprefix(f"corrido-{VERSION}-") for name in first}
    assert stems == {f"{name}.pdf" for name in (*manuals.PAGES, "soldering")}
    sheets = first[f"corrido-{VERSION}-soldering.pdf"]
    assert sheets.startswith(b"%PDF-") and sheets.count(b"/MediaBox") == len(kinds.board_names())


def test_the_site_is_the_same_each_time(tmp_path):
    try:
        first, second = twice("site", tmp_path)
    except UserError as error:
        pytest.skip(str(error))
    assert first == second
    (name,) = first
    with ZipFile(tmp_path / "first" / name) as archive:
        assert {"index.html", "sw.js", "mp/micropython.wasm"} <= set(archive.namelist())


def test_a_case_is_the_same_each_time(tmp_path):
    pytest.importorskip("build123d", reason="no build123d: pip install '.[case]' (1 GB) brings it")
    from host_tools.case import files, layout

    made = layout.make("flat", build.CASE_BOARD, build.CASE_DISPLAY)
    first, second = (
        [path.read_bytes() for path in files.write(made, tmp_path / name)]
        for name in ("first", "second")
    )
    assert first == second


def test_the_sums_are_those_of_the_files(releases):
    for line in (releases[0] / build.SUMS).read_text().splitlines():
        wanted, name = line.split("  ")
        assert hashlib.sha256((releases[0] / name).read_bytes()).hexdigest() == wanted


def test_the_source_archive_can_be_built_and_tested_from(releases):
    (archive,) = releases[0].glob("*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    wanted = {".ci/make-venv", "CHANGELOG.md", "README.es.md", "Makefile", "pyproject.toml"}
    wanted |= {"requirements/test.txt", "tests/conftest.py", "docs/deploy.md", "package.json"}
    assert wanted <= names, wanted - names


@pytest.mark.parametrize("board", kinds.board_names())
def test_every_board_has_its_bundle(releases, board):
    with ZipFile(releases[0] / f"corrido-{VERSION}-{board}.zip") as bundle:
        names = set(bundle.namelist())
    assert {"boot.py", "main.py", "corrido_board.py", "corrido/core/match.mpy"} <= names


def test_there_is_one_number(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"] and "version" in project["project"]["dynamic"]
    assert f'"version": "{VERSION}"' in (root / "package.json").read_text(encoding="utf-8")
    cited = re.search(r"^version: (.*)$", (root / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited and cited[1].strip() == VERSION


def test_every_format_has_a_page_that_is_there():
    for one in formats.formats():
        assert (ROOT / one.page).is_file() and one.version >= 1


def test_a_release_goes_into_a_folder_of_its_own(tmp_path, capsys):
    (tmp_path / "x").write_text("")
    code, _, err = type_in(capsys, "release", "-o", str(tmp_path))
    assert code == 2 and "not empty" in err
