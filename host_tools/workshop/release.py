"""`corrido release`: make the files of a release; the same sources always give the same bytes."""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path

from corrido import VERSION

from host_tools import arguments
from host_tools.build import mpy
from host_tools.device import kinds, payload
from host_tools.errors import UserError
from host_tools.files import made_folder
from host_tools.paths import lexicons_dir
from host_tools.tree import ROOT

# The earliest time that a ZIP file can hold; the changelog gives a release's date.
EPOCH = 315_532_800
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
SUMS = "SHA256SUMS"


def packages(folder: Path) -> list[Path]:
    """Build the wheel and the source archive with the build system named in pyproject.toml."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), ROOT]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)},
    )  # fmt: skip
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise UserError(f"the packages do not build: {lines[-1]}", 1)
    return sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])


def zipped(folder: Path, name: str, files: Mapping[str, bytes]) -> list[Path]:
    """Write files, keyed by name, into a ZIP file that does not depend on the time."""
    path = folder / f"corrido-{VERSION}-{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for inside, data in sorted(files.items()):
            entry = zipfile.ZipInfo(inside.lstrip("/"), _ZIP_TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return [path]


def bundle(folder: Path, board: str) -> list[Path]:
    """Write a board's compiled files, laid out as on its disk, as a ZIP file."""
    place = kinds.named(board)
    target = mpy.made_for(kinds.kind_of(place).architecture)
    return zipped(folder, board, payload.assemble(target, place, frozen=False, lexicons=[]))


def bundles(folder: Path) -> list[Path]:
    """Write a bundle for every board."""
    return [path for board in kinds.board_names() for path in bundle(folder, board)]


def lexicons(folder: Path) -> list[Path]:
    """Copy the word lists that ship, with their licences."""
    found = sorted([*lexicons_dir().glob("*.lex"), *lexicons_dir().glob("*.LICENSE")])
    return [Path(shutil.copyfile(file, folder / file.name)) for file in found]


def site(folder: Path) -> list[Path]:
    """Write the static site as a ZIP file to unpack on any host."""
    from host_tools.web import site as pages

    with tempfile.TemporaryDirectory(prefix="corrido-site-") as name:
        pages.build(Path(name))
        return zipped(folder, "site", _read(Path(name)))


def case(folder: Path) -> list[Path]:
    """Write the kit's case in both forms, drilling templates and labels too, as a ZIP file."""
    from host_tools.case import files, layout
    from host_tools.case.kit import FORMS, Choice

    with tempfile.TemporaryDirectory(prefix="corrido-case-") as name:
        for form in FORMS:
            files.write(layout.make(Choice(form=form)), Path(name))
        return zipped(folder, "case", _read(Path(name)))


def notes(folder: Path) -> list[Path]:
    """Write this version's part of the changelog; UserError if it has none with a date."""
    text = (Path(ROOT) / "CHANGELOG.md").read_text(encoding="utf-8")
    head = rf"^## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)\n(.*?)(?=^## |\Z)"
    found = re.search(head, text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise UserError(f"CHANGELOG.md has no `## {VERSION} (YYYY-MM-DD)`: cut it first", 1)
    path = folder / "NOTES.md"
    path.write_text(found[1].strip() + "\n", encoding="utf-8", newline="\n")
    return [path]


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


PARTS = {part.__name__: part for part in (packages, bundles, lexicons, site, case, notes)}


def release(folder: Path, parts: Collection[str] = tuple(PARTS)) -> list[Path]:
    """Make a release, or some parts of one, in an empty folder; return its files, the sums last.

    UserError if the folder is not empty, or the tools for a part are not installed.
    """
    made_folder(folder)
    if any(folder.iterdir()):
        raise UserError(f"{folder}: not empty; a release is made in a folder of its own")
    files = sorted(file for name in parts for file in PARTS[name](folder))
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (folder / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")
    return [*files, folder / SUMS]


def run(args: argparse.Namespace) -> int:
    """Make a release and print its hashes."""
    print(release(args.output)[-1].read_text(encoding="utf-8"), end="")
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `release`."""
    parser = arguments.command(
        subparsers, "release", "make all files of a release, with hashes", run,
        "example: corrido release -o dist/1.0.0",
        "Make a release: wheel, source archive, a bundle of compiled files per board, the lists "
        "of words, the site with the manuals, the case, the changes, SHA256SUMS. The same sources "
        "always give the same hashes.",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
