"""The firmware's sources as they lie in a checkout, and the hashes that identify them.

A language's texts are made into the two modules that a board has of them.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

TEXTS = "corrido/ui/texts"
READER = f"{TEXTS}/source.py"  # reads a language's source where no modules are made of it


def sources_of(top: Path) -> dict[str, bytes]:
    """Return the sources of the package under `top` (firmware/), as a board has them, by path."""
    paths = {file.relative_to(top).as_posix(): file for file in (top / "corrido").rglob("*.py")}
    found = {path: file.read_bytes() for path, file in paths.items() if path != READER}
    for file in (top / TEXTS).glob("*.properties"):
        found |= _modules(file)
    return dict(sorted(found.items()))


def _modules(file: Path) -> dict[str, bytes]:
    """Return the two modules of a language."""
    from corrido.ui.texts.source import MENUS, PLAY, section, table

    lines = file.read_text("utf-8").splitlines()
    return {
        f"{TEXTS}/{file.stem}{suffix}.py": f"TEXTS = {table(section(lines, name))!r}\n".encode()
        for name, suffix in ((PLAY, ""), (MENUS, "_menus"))
    }


def state_of(top: Path) -> str:
    """Return 16 hexadecimal digits that identify these sources, whatever their line ends."""
    sources = sources_of(top).items()
    return fingerprint({f"/{path}": text.replace(b"\r\n", b"\n") for path, text in sources})[:16]


def digest(data: bytes) -> str:
    """Return the SHA-256 of the data in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(files: Mapping[str, bytes]) -> str:
    """Return one SHA-256 over all paths and contents, equal for boards with equal files."""
    lines = (f"{path} {digest(data)}\n" for path, data in sorted(files.items()))
    return digest("".join(lines).encode())
