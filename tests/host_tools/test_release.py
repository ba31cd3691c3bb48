"""A release made twice has the same hashes, and can be built and tested from."""

import hashlib
import re
import tarfile
import tomllib
from zipfile import ZipFile

import pytest
from corrido import VERSION

from host_tools.device import kinds
from host_tools.workshop.release import build, formats
from tests.conftest import ROOT, type_in


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of the same sources."""
    folders = [tmp_path_factory.mktemp("release") / name for name in ("first", "second")]
    for folder in folders:
        build.release(folder)
    return folders


def test_the_same_sources_give_the_same_hashes(releases):
    first, second = ((folder / build.SUMS).read_text() for folder in releases)
    assert first == second and first.count("\n") >= 5 + len(kinds.board_names())


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
