"""Make the files of a release; the same sources give the same bytes (SOURCE_DATE_EPOCH)."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from corrido import VERSION

from host_tools.device import kinds, mpy, payload
from host_tools.errors import UserError
from host_tools.paths import lexicons_dir
from host_tools.tree import ROOT
from host_tools.workshop.release import formats

# The earliest time that a ZIP file can hold; a release says its date in the changelog.
EPOCH = 315_532_800
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_MPY = (6, 3)  # of MicroPython 1.23 to 1.29; sub-versions matter to native code
SUMS = "SHA256SUMS"


def packages(folder: Path) -> list[Path]:
    """Build the wheel and the source archive with the build that pyproject.toml names."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), ROOT]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)},
    )  # fmt: skip
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise UserError(f"the packages do not build: {lines[-1]}", 1)
    return sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])


def bundle(folder: Path, board: str) -> Path:
    """Write the compiled files of a board as they lie on its disk, as a ZIP file."""
    place = kinds.named(board)
    target = mpy.Target(*_MPY, kinds.kind_of(place).architecture)
    files = payload.assemble(target, place, [])
    path = folder / f"corrido-{VERSION}-{board}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name.lstrip("/"), _ZIP_TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return path


def lexicons(folder: Path) -> list[Path]:
    """Copy the lists of words that ship, with their licences."""
    found = sorted([*lexicons_dir().glob("*.lex"), *lexicons_dir().glob("*.LICENSE")])
    return [Path(shutil.copyfile(file, folder / file.name)) for file in found]


def sums(files: list[Path]) -> str:
    """Return the text of SHA256SUMS, as sha256sum writes and checks it."""
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    return "".join(lines)


def release(folder: Path) -> list[Path]:
    """Make a whole release in an empty folder; return its files, the sums last."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise UserError(f"{folder}: not empty; a release is made in a folder of its own")
    files = packages(folder)
    files += [bundle(folder, board) for board in kinds.board_names()]
    files += lexicons(folder)
    files.append(formats.write(folder))
    total = folder / SUMS
    total.write_text(sums(sorted(files)), encoding="utf-8", newline="\n")
    return [*sorted(files), total]
