"""A release made twice has the same hashes, and can be used to build and test."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from corrido import VERSION

from host_tools import npm
from host_tools.device import kinds
from host_tools.errors import UserError
from host_tools.workshop import release as build
from tests.conftest import needs

pytestmark = pytest.mark.timeout(1800)  # half a minute of a processor, which others may use too
ELSEWHERE = {"TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
# What `corrido release` does, with one board's bundle in place of seven.
MADE = """
import sys
from pathlib import Path
from host_tools.workshop import release as build
build.PARTS["bundles"] = lambda folder: build.bundle(folder, "pico")
build.release(Path(sys.argv[1]), sys.argv[2:])
"""


@pytest.fixture(scope="module")
def parts():
    """The parts whose tools are here, without the case, which takes minutes."""
    parts = ["packages", "bundles", "lexicons", "notes"]
    with contextlib.suppress(UserError):
        parts += ["site"] if all(map(npm.package, npm.RELEASES)) else []
    return parts


@pytest.fixture(scope="module")
def release(tmp_path_factory, parts):
    """A release of this tree."""
    folder = tmp_path_factory.mktemp("release") / "first"
    build.release(folder, parts)
    return folder


def test_the_source_archive_makes_the_same_release_elsewhere(release, parts, tmp_path):
    """In another folder, time zone and locale, with other rights, by another process."""
    (archive,) = release.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path / "another place")
    (tree,) = (tmp_path / "another place").iterdir()
    second = tmp_path / "second"
    done = subprocess.run(
        [sys.executable, "-c", MADE, str(second), *parts], cwd=tree, env=os.environ | ELSEWHERE,
        umask=0o077, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    here, there = ((made / build.SUMS).read_text().splitlines() for made in (release, second))
    assert set(there) < set(here) and len(here) == len(there) + len(kinds.board_names()) - 1
    assert len(there) == len(list(second.iterdir())) - 1
    # It can be tested from as well.
    wanted = (".ci/make-venv", "Makefile", "requirements/test.txt", "tests/conftest.py")
    assert [name for name in wanted if not (tree / name).is_file()] == []


def test_a_case_is_the_same_each_time(tmp_path):
    needs("build123d")
    import build123d

    from host_tools.case import files

    made = []
    for name in ("first", "second"):
        parts = [build123d.Box(1, 2, 3), build123d.Cylinder(2, 2)]
        files.write_step(tmp_path / name, parts)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] and b"1980-01-01T00:00:00" in made[0]


def test_the_sums_are_those_of_the_files(release):
    for line in (release / build.SUMS).read_text().splitlines():
        wanted, name = line.split("  ")
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == wanted


@pytest.mark.parametrize("board", kinds.board_names())
def test_every_board_has_its_bundle(release, board):
    with ZipFile(release / f"corrido-{VERSION}-{board}.zip") as bundle:
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


def test_a_release_tells_its_own_changes(release, tmp_path, monkeypatch):
    said = (release / "NOTES.md").read_text(encoding="utf-8")
    assert "corrido image" in said and "## " not in said.replace("### ", "")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- All new.\n")
    monkeypatch.setattr(build, "ROOT", str(tmp_path))
    with pytest.raises(UserError, match="cut it first"):
        build.notes(tmp_path)
