"""The firmware's sources as they lie in a checkout, and the hashes that identify them."""

import hashlib
from collections.abc import Mapping
from pathlib import Path


def sources_of(top: Path) -> dict[str, bytes]:
    """Return the sources of the package under `top` (firmware/) by their path there."""
    return {
        file.relative_to(top).as_posix(): file.read_bytes()
        for file in sorted((top / "corrido").rglob("*.py"))
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
