"""A release made twice has the same hashes, and can be used to build and test."""

import hashlib
import importlib.abc
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from unittest import mock
from zipfile import ZipFile

import pytest
from corrido import VERSION

from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.workshop.release import build, command, manuals
from tests.conftest import type_in

QUICK = ("packages", "bundles", "lexicons", "notes")


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of the same sources, without parts that take long or need more than Python.

    The second has one board's bundle in place of all.
    """
    first, second = (tmp_path_factory.mktemp("release") / name for name in ("first", "second"))
    build.release(first, QUICK)
    with mock.patch.dict(build.PARTS, bundles=lambda folder: [build.bundle(folder, "pico")]):
        build.release(second, QUICK)
    return first, second


def test_the_same_sources_give_the_same_hashes(releases):
    first, second = ((folder / build.SUMS).read_text().splitlines() for folder in releases)
    assert set(second) < set(first) and len(second) >= 5
    assert len(first) == len(second) + len(kinds.board_names()) - 1


def test_every_part_can_be_asked_for():
    assert command.NAMES == tuple(build.PARTS)


def test_manuals_do_not_depend_on_time_or_folder(tmp_path, monkeypatch):
    pytest.importorskip("weasyprint", reason="no WeasyPrint: pip install '.[release]' and Pango",
                        exc_type=(ImportError, OSError))  # fmt: skip
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        manual = shutil.copytree(manuals.MANUAL, tmp_path / name / "manual")
        monkeypatch.setattr(manuals, "PAGES", {"players": manual / "players.md"})
        files = manuals.write(tmp_path / name, build.EPOCH)
        made.append([path.read_bytes() for path in files])
    assert made[0] == made[1]
    assert [path.name for path in files] == [
        f"corrido-{VERSION}-{name}.pdf" for name in ("players", "soldering", "labels")
    ]
    assert all(data.startswith(b"%PDF-") and len(data) > 5000 for data in made[0])


class NoPango(importlib.abc.MetaPathFinder):
    """WeasyPrint where Pango is not installed: advice on stdout, then an OSError."""

    def find_spec(self, name, path=None, target=None):
        if name == "weasyprint":
            print("WeasyPrint could not import some external libraries.")
            raise OSError("cannot load library 'libpango-1.0-0'")


def test_without_pango_the_manuals_say_so_in_one_line(tmp_path, monkeypatch, capsys):
    pytest.importorskip("markdown", reason="no markdown: pip install '.[device]'")
    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [NoPango(), *sys.meta_path])
    code, out, err = type_in(capsys, "release", "-o", str(tmp_path), "--only", "manuals")
    assert (code, out, err.count("\n")) == (1, "", 1) and "finds no Pango" in err


@pytest.mark.parametrize("page", manuals.PAGES.values(), ids=manuals.PAGES)
def test_every_page_of_a_manual_has_its_pictures(page):
    pytest.importorskip("markdown", reason="no markdown: pip install '.[device]'")
    text = manuals.html(page)
    assert all(src.startswith("data:image/") for src in re.findall(r'src="([^"]+)"', text))
    assert "<h1" in text and not re.search(r'<a href="(?!http)', text)


def test_a_zip_says_nothing_of_its_time_nor_of_an_order(tmp_path):
    files = {"b": b"2", "a/c": b"1"}
    first = build.zipped(tmp_path / "1", files).read_bytes()
    assert first == build.zipped(tmp_path / "2", dict(reversed(files.items()))).read_bytes()


def test_a_case_is_the_same_each_time(tmp_path):
    build123d = pytest.importorskip("build123d", reason="pip install '.[case]' (1 GB) brings it")
    from host_tools.case import files

    made = []
    for name in ("first", "second"):
        parts = [build123d.Box(1, 2, 3), build123d.Cylinder(2, 2)]
        files.write_step(tmp_path / name, parts)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] and b"1980-01-01T00:00:00" in made[0]


def test_the_sums_are_those_of_the_files(releases):
    for line in (releases[0] / build.SUMS).read_text().splitlines():
        wanted, name = line.split("  ")
        assert hashlib.sha256((releases[0] / name).read_bytes()).hexdigest() == wanted


def test_the_source_archive_can_be_built_and_tested_from(releases):
    (archive,) = releases[0].glob("*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    wanted = {".ci/make-venv", "CHANGELOG.md", "README.es.md", "Makefile", "pyproject.toml"}
    wanted |= {"requirements/test.txt", "tests/conftest.py", "docs/deploy.md"}
    assert wanted <= names, wanted - names


@pytest.mark.parametrize("board", kinds.board_names())
def test_every_board_has_its_bundle(releases, board):
    with ZipFile(releases[0] / f"corrido-{VERSION}-{board}.zip") as bundle:
        names = set(bundle.namelist())
    assert {"boot.py", "main.py", "corrido_board.py", "corrido/core/match.mpy"} <= names


def test_there_is_one_number(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"] and "version" in project["project"]["dynamic"]
    cited = re.search(r"^version: (.*)$", (root / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited and cited[1].strip() == VERSION


def test_the_workflow_takes_only_the_tag_of_this_version(root):
    text = (root / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"run: (test .*)", text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for tag, code in ((f"v{VERSION}", 0), ("v0.0.9", 1)):
        env = {**os.environ, "PATH": path, "GITHUB_REF_NAME": tag}
        done = subprocess.run(["sh", "-c", line], cwd=root, env=env, check=False)
        assert done.returncode == code
    for use in re.findall(r"uses: (.*)", text):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", use), f"not pinned: {use}"


def test_a_release_tells_its_own_changes(releases, tmp_path, monkeypatch):
    said = (releases[0] / "NOTES.md").read_text(encoding="utf-8")
    assert "corrido image" in said and "## " not in said.replace("### ", "")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- All new.\n")
    monkeypatch.setattr(build, "ROOT", str(tmp_path))
    with pytest.raises(UserError, match="cut it first"):
        build.notes(tmp_path)


def test_a_release_goes_into_a_folder_of_its_own(tmp_path, capsys):
    (tmp_path / "x").write_text("")
    code, _, err = type_in(capsys, "release", "-o", str(tmp_path))
    assert code == 2 and "not empty" in err
